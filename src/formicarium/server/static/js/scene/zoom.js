// @ts-check
/** Near and far: the board in a frame that scrolls by itself; buttons, wheel, two clicks, two fingers or a first tap bring it nearer. */

/** @typedef {import("../types.js").Point} Point */

const FINGER = 28; // pixels: a target smaller than this is brought nearer before a finger touches it
const NEAREST = 3; // pixels a unit
const STEP = 1.4;
const MARGIN = 8; // pixels around the whole board
const READABLE = 0.52; // pixels a unit: a whole board that would be smaller is as wide as fits, up to this, and scrolls

export class Zoom {
  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} svg
   */
  constructor(frame, svg) {
    this.frame = frame;
    this.svg = svg;
    this.size = { width: 1, height: 1 };
    /** @type {number | null} pixels a unit, or the usual size when null */
    this.chosen = null;
    this.spread = 0;
    this.approached = false;
    new ResizeObserver(() => this.update()).observe(frame);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("dblclick", (event) => this.jump(event));
    frame.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
    frame.addEventListener("touchend", () => (this.spread = 0));
  }

  /**
   * @param {number} width of the scene
   * @param {number} height
   */
  fit(width, height) {
    if (this.size.width === width && this.size.height === height) return;
    this.size = { width, height };
    this.update();
  }

  /** Pixels a unit at which the board has its usual size. */
  get usual() {
    const across = (this.frame.clientWidth - 2 * MARGIN) / this.size.width;
    const whole = Math.min(across, (this.frame.clientHeight - MARGIN) / this.size.height);
    return Math.min(across, Math.max(whole, READABLE));
  }

  get scale() {
    return this.chosen ?? this.usual;
  }

  /**
   * @param {number | null} scale
   * @param {Point} [at] what stays where it is, in pixels of the window
   */
  set(scale, at) {
    const box = this.frame.getBoundingClientRect();
    const point = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const before = this.svg.getBoundingClientRect();
    const share = { x: (point.x - before.left) / before.width, y: (point.y - before.top) / before.height };
    this.chosen = scale === null || scale <= this.usual * 1.02 ? null : Math.min(scale, NEAREST);
    this.update();
    const after = this.svg.getBoundingClientRect();
    this.frame.scrollLeft += after.left + share.x * after.width - point.x;
    this.frame.scrollTop += after.top + share.y * after.height - point.y;
  }

  nearer() {
    this.set(this.scale * STEP);
  }

  farther() {
    this.set(this.scale / STEP);
  }

  reset() {
    this.set(null);
  }

  /**
   * Bring the board nearer if what a finger wants to touch is too small; says whether it did.
   * @param {number} units across the target
   * @param {Point} at
   */
  approach(units, at) {
    if (units * this.scale >= FINGER * 0.85) return false;
    this.set(FINGER / units, at);
    this.approached = true;
    return true;
  }

  /** Back to the usual size, if only a tap had brought the board nearer. */
  retreat() {
    if (this.approached) this.reset();
    this.approached = false;
  }

  update() {
    this.svg.style.width = `${Math.floor(this.scale * this.size.width)}px`;
    this.svg.style.height = `${Math.floor(this.scale * this.size.height)}px`;
    this.frame.classList.toggle("near", this.chosen !== null);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.set(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  }

  /**
   * Two clicks beside everything that can be clicked bring the board nearer, or back.
   * @param {MouseEvent} event
   */
  jump(event) {
    if (/** @type {Element} */ (event.target).closest(".target")) return;
    this.set(this.chosen === null ? this.usual * STEP ** 2 : null, { x: event.clientX, y: event.clientY });
  }

  /** @param {TouchEvent} event */
  pinch(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const spread = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (this.spread) {
      const at = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
      this.set((this.scale * spread) / this.spread, at);
    }
    this.spread = spread;
  }
}

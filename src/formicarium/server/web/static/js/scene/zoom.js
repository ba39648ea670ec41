// @ts-check
/** Near and far: the board in a frame that scrolls by itself; wheel, two clicks, two fingers or a tap among small things bring it nearer. */

/** @typedef {import("./walk.js").Point} Point */

const FINGER = 24; // pixels: things that are closer together than this are brought nearer before a finger chooses one
const APART = 40; // pixels between them afterwards
const NEAREST = 5; // times the usual size
const STEP = 2; // by two clicks

export class Zoom {
  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} svg
   */
  constructor(frame, svg) {
    this.frame = frame;
    this.svg = svg;
    this.size = { width: 1, height: 1 };
    this.scale = 1; // 1 is the usual size, at which everything fits
    this.spread = 0;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("dblclick", (event) => this.jump(event));
    frame.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
    frame.addEventListener("touchend", () => (this.spread = 0));
  }

  /**
   * @param {number} width of everything at its usual size, in pixels
   * @param {number} height
   */
  fit(width, height) {
    this.size = { width, height };
    this.scale = 1;
    this.update();
  }

  /**
   * @param {number} scale
   * @param {Point} [at] what stays where it is, in pixels of the window
   */
  set(scale, at) {
    const box = this.frame.getBoundingClientRect();
    const point = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const before = this.svg.getBoundingClientRect();
    const share = { x: (point.x - before.left) / before.width, y: (point.y - before.top) / before.height };
    this.scale = scale <= 1.02 ? 1 : Math.min(scale, NEAREST);
    this.update();
    const after = this.svg.getBoundingClientRect();
    this.frame.scrollLeft += after.left + share.x * after.width - point.x;
    this.frame.scrollTop += after.top + share.y * after.height - point.y;
  }

  reset() {
    if (this.scale !== 1) this.set(1);
  }

  /**
   * Bring the board nearer if a finger could mean several things; says whether it did.
   * @param {number} apart pixels between them at the usual size
   * @param {Point} at
   */
  approach(apart, at) {
    if (apart * this.scale >= FINGER || this.scale >= NEAREST) return false;
    this.set(APART / apart, at);
    return true;
  }

  update() {
    this.svg.style.width = `${this.scale * this.size.width}px`;
    this.svg.style.height = `${this.scale * this.size.height}px`;
    this.frame.classList.toggle("near", this.scale !== 1);
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
    this.set(this.scale === 1 ? STEP : 1, { x: event.clientX, y: event.clientY });
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

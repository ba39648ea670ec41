// @ts-check
/** The legal targets: a soft light around everything that can be clicked, each a labelled button for the keyboard. */

import { svgElement, transform } from "./draw.js";
import { inDirection, readingOrder } from "./walk.js";

/** @typedef {import("../table/choices.js").Choice} Choice */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("./walk.js").Point} Point */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./zoom.js").Zoom} Zoom */

/** @typedef {{ id: string, node: Node, choices: Choice[], element: SVGGElement, centre: Point, breadth: number }} Target */

const MANY = 60; // so many at once are lit faintly
const CLEAR = 3; // pixels between a piece and the light around it
const LEAST = 24; // pixels across everything that can be clicked
const NAMED = 12; // things at one place, at most
const REACH = 22; // pixels from a finger to what it means
const ARROWS = new Map([["ArrowLeft", { x: -1, y: 0 }], ["ArrowRight", { x: 1, y: 0 }], ["ArrowUp", { x: 0, y: -1 }], ["ArrowDown", { x: 0, y: 1 }]]);

export class Targets {
  /**
   * @param {Board} board
   * @param {Zoom} zoom
   * @param {(target: Target) => void} choose
   * @param {(nodes: string[], at: Point) => void} refuse a click on what cannot be clicked
   */
  constructor(board, zoom, choose, refuse) {
    this.board = board;
    this.zoom = zoom;
    this.choose = choose;
    this.refuse = refuse;
    /** @type {Map<string, Target>} */
    this.targets = new Map();
    /** @type {Choice[] | null} */
    this.choices = null;
    /** @type {Choice | null} */
    this.back = null;
    /** @type {[string, "chosen" | "hint"] | null} what is lit firmly */
    this.marked = null;
    /** @type {() => void} what to do when other things can be clicked */
    this.replaced = () => {};
    this.shown = -1; // the change of the board for which the targets were made
    /** @type {Point} where the keyboard was last */
    this.last = { x: 0, y: 0 };
    board.svg.addEventListener("click", (event) => this.activate(event));
    board.overlay.addEventListener("keydown", (event) => this.press(event));
    board.frame.addEventListener("focusin", (event) => this.remember(event));
  }

  /**
   * Light what can be clicked now.
   * @param {Choice[]} choices
   * @param {Choice | null} back what a click on a piece that was picked up does, if that can be taken back
   */
  show(choices, back = null) {
    if (choices === this.choices && this.shown === this.board.changes && back?.label === this.back?.label) return;
    const stays = choices === this.choices; // only the board lies elsewhere
    this.choices = choices;
    this.back = back;
    this.shown = this.board.changes;
    this.targets.clear();
    /** @type {Map<string, Choice[]>} */
    const byNode = new Map();
    for (const choice of choices) for (const id of choice.nodes) byNode.set(id, [...(byNode.get(id) ?? []), choice]);
    for (const [id, node] of this.board.nodes) if (node.back && back) byNode.set(id, [back]);
    const parts = byNode.size > MANY ? ["ring"] : ["halo", "gap", "ring"];
    for (const [id, node] of this.board.nodes) {
      const offered = byNode.get(id);
      if (offered) this.targets.set(id, this.make(id, this.board.laid(node), offered, parts));
    }
    const sorted = readingOrder([...this.targets.values()]);
    this.board.overlay.replaceChildren(...sorted.map((target) => target.element));
    this.board.overlay.classList.toggle("many", byNode.size > MANY);
    if (stays && this.marked) this.mark(...this.marked);
    else this.marked = null;
    this.rove(this.nearest());
    this.replaced();
  }

  clear() {
    this.show([]);
  }

  /** Whether a piece was picked up that can be put back. */
  get isHeld() {
    return [...this.targets.values()].some((target) => target.node.back);
  }

  /**
   * Light one target firmly: it was chosen, or it is the hint.
   * @param {string} action
   * @param {"chosen" | "hint"} mark
   */
  mark(action, mark) {
    this.marked = [action, mark];
    for (const target of this.targets.values()) {
      target.element.classList.toggle(mark, target.choices.some((choice) => choice.action === action));
    }
  }

  /** @param {string} action */
  find(action) {
    return [...this.targets.values()].find((target) => target.choices.some((choice) => choice.action === action));
  }

  /** Put the keyboard on the board; whether there is anything to stand on. */
  focus() {
    const target = this.nearest();
    target?.element.focus();
    return target !== undefined;
  }

  /**
   * What a finger means: the nearest thing, and how far the next one is from that, in pixels of the usual size.
   * @param {Point} point in pixels of the window
   * @returns {{ target: Target, apart: number } | null}
   */
  meant(point) {
    const box = this.board.svg.getBoundingClientRect();
    const scale = box.width / this.board.svg.viewBox.baseVal.width;
    const at = { x: (point.x - box.left) / scale, y: (point.y - box.top) / scale };
    const away = (/** @type {Target} */ target) => Math.max(0, distance(at, target.centre) - target.breadth / 2);
    const all = [...this.targets.values()].sort((one, other) => away(one) - away(other) || distance(at, one.centre) - distance(at, other.centre));
    if (!all.length || away(all[0]) * scale > REACH) return null;
    const [target, ...others] = all;
    return { target, apart: Math.min(...others.map((other) => distance(target.centre, other.centre))) };
  }

  /**
   * @param {string} id
   * @param {Node} node
   * @param {Choice[]} choices
   * @param {string[]} parts of the light
   * @returns {Target}
   */
  make(id, node, choices, parts) {
    const label = choices.map((choice) => choice.label).join("; ");
    const element = svgElement("g", { class: "target", role: "button", tabindex: -1, "aria-label": label, "data-id": id });
    if (choices.length > 1) element.setAttribute("aria-haspopup", "menu");
    element.dataset.actions = choices.map((choice) => choice.action).join("|");
    const radius = this.board.radius(node) || (node.size ?? 24) / 2;
    const outline = () =>
      node.path
        ? svgElement("path", { d: node.path })
        : svgElement("circle", { cx: node.x ?? 0, cy: node.y ?? 0, r: radius + (parts.length > 1 ? CLEAR : 0) });
    for (const part of parts) {
      if (part === "gap" && node.path) continue; // the light of a path lies on its outline
      const shape = outline();
      shape.classList.add(part);
      if (node.path) shape.style.transform = transform(node);
      element.append(shape);
    }
    const { centre, breadth } = this.measure(node, id, radius);
    if (breadth < LEAST) element.prepend(svgElement("circle", { class: "reach", cx: centre.x, cy: centre.y, r: LEAST / 2 }));
    return { id, node, choices, element, centre, breadth };
  }

  /**
   * The middle of a node that is laid, and how wide it is: of a path that of its box, of anything else its place.
   * @param {Node} node
   * @param {string} id
   * @param {number} radius
   * @returns {{ centre: Point, breadth: number }}
   */
  measure(node, id, radius) {
    const [x, y, scale] = [node.x ?? 0, node.y ?? 0, node.scale ?? 1];
    if (!node.path) return { centre: { x, y }, breadth: 2 * radius };
    const box = /** @type {SVGGraphicsElement} */ (this.board.elements.get(id)).getBBox();
    const centre = { x: x + scale * (box.x + box.width / 2), y: y + scale * (box.y + box.height / 2) };
    return { centre, breadth: scale * Math.min(box.width, box.height) };
  }

  /** @param {Event} event */
  hit(event) {
    const element = /** @type {Element | null} */ (event.target)?.closest(".target");
    return this.targets.get(element?.getAttribute("data-id") ?? "");
  }

  /**
   * A click means what it hits; a tap the nearest thing, once it is clear which that is.
   * @param {MouseEvent} event
   */
  activate(event) {
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    const at = { x: event.clientX, y: event.clientY };
    const meant = touched ? this.meant(at) : null;
    const target = touched ? meant?.target : this.hit(event);
    if (!target) {
      const named = idsAt(at);
      if (named.length) this.refuse(named, at);
    } else if (!meant || !this.zoom.approach(meant.apart, at)) this.choose(target);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = this.hit(event);
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS.get(event.key);
    const all = readingOrder([...this.targets.values()]);
    let next = direction && inDirection(target, all, direction);
    if (event.key === "Home") next = all[0];
    if (event.key === "End") next = all[all.length - 1];
    if (event.key === "PageDown") next = all[(all.indexOf(target) + 1) % all.length];
    if (event.key === "PageUp") next = all[(all.indexOf(target) + all.length - 1) % all.length];
    if (event.key === "Enter" || event.key === " ") this.choose(target);
    else if (!direction && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) {
      this.rove(next);
      next.element.focus();
    }
  }

  /** @param {Event} event */
  remember(event) {
    const target = this.hit(event);
    if (target) this.last = target.centre;
  }

  /** The target closest to where the keyboard was. */
  nearest() {
    const away = (/** @type {Target} */ target) => distance(target.centre, this.last);
    const all = [...this.targets.values()];
    return all.length ? all.reduce((best, target) => (away(target) < away(best) ? target : best)) : undefined;
  }

  /**
   * One target at a time is a stop for the Tab key.
   * @param {Target | undefined} target
   */
  rove(target) {
    for (const other of this.targets.values()) other.element.setAttribute("tabindex", other === target ? "0" : "-1");
  }
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * The nodes that say what they are at a point of the window, the lowest first: a field tells better where it is than a piece.
 * @param {Point} at
 */
function idsAt(at) {
  const found = document.elementsFromPoint(at.x, at.y).flatMap((element) => element.closest(".node")?.getAttribute("data-id") ?? []);
  return [...new Set(found.reverse())].slice(-NAMED);
}

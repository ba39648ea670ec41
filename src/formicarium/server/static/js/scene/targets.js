// @ts-check
/** The legal targets: a soft light around everything that can be clicked, each a labelled button for the keyboard. */

import { svgElement, transform } from "./draw.js";
import { inDirection, readingOrder } from "./walk.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").SceneNode} SceneNode */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./board.js").Board} Board */

/** @typedef {{ id: string, node: SceneNode, choices: Choice[], element: SVGGElement, centre: Point }} Target */

const MANY = 60; // so many at once are lit faintly
const CLEAR = 4; // units between a piece and the light around it
const ARROWS = new Map([["ArrowLeft", { x: -1, y: 0 }], ["ArrowRight", { x: 1, y: 0 }], ["ArrowUp", { x: 0, y: -1 }], ["ArrowDown", { x: 0, y: 1 }]]);

export class Targets {
  /**
   * @param {Board} board
   * @param {(target: Target, event: Event) => void} choose
   */
  constructor(board, choose) {
    this.board = board;
    this.choose = choose;
    /** @type {Map<string, Target>} */
    this.targets = new Map();
    /** @type {Choice[] | null} */
    this.choices = null;
    this.shown = -1; // the change of the board for which the targets were made
    /** @type {Point} where the keyboard was last */
    this.last = { x: 0, y: 0 };
    board.overlay.addEventListener("click", (event) => this.activate(event));
    board.overlay.addEventListener("keydown", (event) => this.press(event));
    board.frame.addEventListener("focusin", (event) => this.remember(event));
  }

  /**
   * Light what can be clicked now.
   * @param {Choice[]} choices
   */
  show(choices) {
    if (choices === this.choices && this.shown === this.board.changes) return;
    this.choices = choices;
    this.shown = this.board.changes;
    this.targets.clear();
    /** @type {Map<string, Choice[]>} */
    const byNode = new Map();
    for (const choice of choices) for (const id of choice.nodes) byNode.set(id, [...(byNode.get(id) ?? []), choice]);
    const parts = byNode.size > MANY ? ["ring"] : ["halo", "gap", "ring"];
    for (const [id, node] of this.board.nodes) {
      const offered = byNode.get(id);
      if (offered) this.targets.set(id, this.make(id, node, offered, parts));
    }
    const sorted = readingOrder([...this.targets.values()]);
    this.board.overlay.replaceChildren(...sorted.map((target) => target.element));
    this.board.overlay.classList.toggle("many", byNode.size > MANY);
    this.rove(this.nearest());
  }

  clear() {
    this.show([]);
  }

  /**
   * Light one target firmly: it was chosen, or it is the hint.
   * @param {string} action
   * @param {"chosen" | "hint"} mark
   */
  mark(action, mark) {
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
   * How wide a target is, in units of the scene.
   * @param {Target} target
   */
  breadth(target) {
    if (!target.node.path) return 2 * (this.board.radius(target.node) || (target.node.size ?? 24));
    const box = target.element.getBBox();
    return Math.min(box.width, box.height);
  }

  /** Bring a target into sight if none is. */
  reveal() {
    const frame = this.board.frame.getBoundingClientRect();
    const isSeen = (/** @type {Target} */ target) => {
      const box = target.element.getBoundingClientRect();
      return box.bottom > frame.top && box.top < frame.bottom && box.right > frame.left && box.left < frame.right;
    };
    const all = [...this.targets.values()];
    if (all.length && !all.some(isSeen)) all[0].element.scrollIntoView({ block: "center", inline: "center", behavior: "smooth" });
  }

  /**
   * @param {string} id
   * @param {SceneNode} node
   * @param {Choice[]} choices
   * @param {string[]} parts of the light
   * @returns {Target}
   */
  make(id, node, choices, parts) {
    const label = choices.map((choice) => choice.label).join("; ");
    const element = svgElement("g", { class: "target", role: "button", tabindex: -1, "aria-label": label, "data-id": id });
    if (choices.length > 1) element.setAttribute("aria-haspopup", "menu");
    element.dataset.actions = choices.map((choice) => choice.action).join("|");
    const radius = (this.board.radius(node) || (node.size ?? 24)) + (parts.length > 1 ? CLEAR : 0);
    const outline = () =>
      node.path ? svgElement("path", { d: node.path }) : svgElement("circle", { cx: node.x ?? 0, cy: node.y ?? 0, r: radius });
    for (const part of parts) {
      if (part === "gap" && node.path) continue; // the light of a path lies on its outline
      const shape = outline();
      shape.classList.add(part);
      if (node.path) shape.style.transform = transform(node);
      element.append(shape);
    }
    return { id, node, choices, element, centre: this.centre(node, id) };
  }

  /**
   * The middle of a node: of a path that of its box, of anything else its place.
   * @param {SceneNode} node
   * @param {string} id
   * @returns {Point}
   */
  centre(node, id) {
    if (!node.path) return { x: node.x ?? 0, y: node.y ?? 0 };
    const box = /** @type {SVGGraphicsElement} */ (this.board.elements.get(id)).getBBox();
    return { x: (node.x ?? 0) + box.x + box.width / 2, y: (node.y ?? 0) + box.y + box.height / 2 };
  }

  /** @param {Event} event */
  hit(event) {
    const element = /** @type {Element | null} */ (event.target)?.closest(".target");
    return this.targets.get(element?.getAttribute("data-id") ?? "");
  }

  /** @param {Event} event */
  activate(event) {
    const target = this.hit(event);
    if (target) this.choose(target, event);
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
    if (event.key === "Enter" || event.key === " ") this.choose(target, event);
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
    const distance = (/** @type {Target} */ target) => Math.hypot(target.centre.x - this.last.x, target.centre.y - this.last.y);
    const all = [...this.targets.values()];
    return all.length ? all.reduce((best, target) => (distance(target) < distance(best) ? target : best)) : undefined;
  }

  /**
   * One target at a time is a stop for the Tab key.
   * @param {Target | undefined} target
   */
  rove(target) {
    for (const other of this.targets.values()) other.element.setAttribute("tabindex", other === target ? "0" : "-1");
  }
}

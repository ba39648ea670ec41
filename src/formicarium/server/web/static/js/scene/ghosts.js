// @ts-check
/** What a click would do, shown before: the piece where it would stand, the way there. Nothing here knows rules. */

import { create, paint, place, svgElement } from "./draw.js";

/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./targets.js").Target} Target */
/** @typedef {import("./targets.js").Targets} Targets */
/** @typedef {import("./walk.js").Point} Point */

export class Ghosts {
  /**
   * @param {Board} board
   * @param {Targets} targets
   * @param {string} prefix of the ids of the sheet
   */
  constructor(board, targets, prefix) {
    this.board = board;
    this.targets = targets;
    this.prefix = prefix;
    /** @type {Record<string, Node[]>} by verb */
    this.templates = {};
    this.layer = svgElement("g", { class: "layer ghosts", "aria-hidden": "true" });
    board.overlay.before(this.layer);
    const point = (/** @type {Event} */ event) => this.show(targets.hit(event));
    board.svg.addEventListener("pointerover", point);
    board.svg.addEventListener("pointerdown", point);
    board.frame.addEventListener("focusin", point);
    board.svg.addEventListener("pointerleave", () => this.show(undefined));
    board.frame.addEventListener("focusout", () => this.show(undefined));
    targets.replaced = () => this.show(undefined);
  }

  /** @param {Target | undefined} target that is pointed at */
  show(target) {
    const verbs = new Set(target?.choices.map((choice) => choice.action.split(" ")[0]));
    if (!target || verbs.size !== 1) return this.layer.replaceChildren();
    const { nodes } = this.board;
    const [{ action }] = target.choices;
    const [verb] = verbs;
    const all = [...nodes.values()];
    const ways = all.filter((node) => node.before === action).map((node) => ({ ...node, opacity: 1 }));
    const held = all.filter((node) => node.held && this.board.places.has(node.area ?? "")).map((node) => this.board.laid(node));
    const shifted = this.templates[verb] ? this.come(this.templates[verb], target) : this.carry(held.filter((node) => node.held === "carried"), target);
    const leads = shifted.length && !ways.length ? held.slice(0, 1) : [];
    this.layer.replaceChildren(...ways.map((node) => this.draw(this.board.laid(node), "way")), ...leads.map((node) => line(node, shifted[0])), ...shifted.map((node) => this.draw(node, "ghost")));
  }

  /**
   * New pieces at a target.
   * @param {Node[]} templates
   * @param {Target} target
   * @returns {Node[]}
   */
  come(templates, { id, centre }) {
    const scale = this.board.places.get(this.board.nodes.get(id)?.area ?? "")?.scale ?? 1;
    return templates.map((node) => ({ ...node, x: centre.x + scale * (node.x ?? 0), y: centre.y + scale * (node.y ?? 0), scale: scale * (node.scale ?? 1) }));
  }

  /**
   * What is in the hand, at a target.
   * @param {Node[]} carried
   * @param {Target} target
   * @returns {Node[]}
   */
  carry(carried, { centre, node }) {
    if (!carried.length || node.back) return [];
    const [{ x = 0, y = 0 }] = carried;
    return carried.map((one) => ({ ...one, x: (one.x ?? 0) - x + centre.x, y: (one.y ?? 0) - y + centre.y }));
  }

  /**
   * @param {Node} node that is laid
   * @param {string} kind
   */
  draw(node, kind) {
    const element = create({ ...node, id: "" });
    paint(element, { ...node, label: "" }, this.prefix);
    place(element, node);
    element.removeAttribute("data-id");
    element.classList.add(kind);
    return element;
  }
}

/**
 * A line from where something is to where it would be.
 * @param {Node} from
 * @param {Node} to
 */
function line(from, to) {
  return svgElement("path", { class: "lead", d: `M${from.x ?? 0} ${from.y ?? 0}L${to.x ?? 0} ${to.y ?? 0}` });
}

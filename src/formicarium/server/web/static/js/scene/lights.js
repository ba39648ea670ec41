// @ts-check
/** Lights: where something happened, shown on the board; nothing of it can be clicked. */

import { svgElement, transform } from "./draw.js";
import { isCalm } from "./motion.js";

/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./figures.js").Figures} Figures */

const CLEAR = 5; // pixels between a thing and the light around it
export const AFTER = 120; // milliseconds from one light to the next, when they come one after the other

export class Lights {
  /**
   * @param {Board} board
   * @param {Figures} figures
   */
  constructor(board, figures) {
    this.board = board;
    this.figures = figures;
    this.layer = svgElement("g", { class: "layer lights", "aria-hidden": "true" });
    board.overlay.before(this.layer);
    /** @type {string[]} what is being told */
    this.told = [];
  }

  /**
   * Light the places of what is being told.
   * @param {string[]} ids
   * @param {number} [apart] milliseconds from one to the next; 0 for all at once
   */
  tell(ids, apart = 0) {
    this.told = ids;
    this.draw(ids, isCalm() ? 0 : apart);
  }

  /**
   * Light what is pointed at; without anything, what is being told again.
   * @param {string[]} ids
   */
  point(ids) {
    this.draw(ids.length ? ids : this.told, 0);
  }

  /**
   * @param {string[]} ids
   * @param {number} apart
   */
  draw(ids, apart) {
    const lights = ids.map((id) => this.light(id)).filter((light) => light !== null);
    lights.forEach((light, index) => (light.style.animationDelay = `${index * apart}ms`));
    this.layer.replaceChildren(...lights);
    this.figures.light(ids);
    for (const light of lights) light.classList.toggle("within", lights.some((other) => isWithin(light, other)));
  }

  /**
   * The light around a node, if that is on the board.
   * @param {string} id
   */
  light(id) {
    const [node, element] = [this.board.nodes.get(id), this.board.elements.get(id)];
    if (!node || !element || !this.board.places.has(node.area ?? "")) return null;
    const laid = this.board.laid(node);
    const shape = outline(laid, /** @type {SVGGraphicsElement} */ (element), this.board.radius(laid));
    shape.classList.add("light");
    shape.dataset.node = id;
    return shape;
  }
}

/**
 * A path as it is; anything else in a circle, or in a box where nobody knows how far it reaches.
 * @param {Node} node
 * @param {SVGGraphicsElement} element
 * @param {number} radius
 */
function outline(node, element, radius) {
  if (!node.path && radius) return svgElement("circle", { cx: node.x ?? 0, cy: node.y ?? 0, r: radius + CLEAR });
  const box = element.getBBox();
  const shape = node.path
    ? svgElement("path", { d: node.path })
    : svgElement("rect", { x: box.x - CLEAR, y: box.y - CLEAR, width: box.width + 2 * CLEAR, height: box.height + 2 * CLEAR, rx: CLEAR });
  shape.style.transform = transform(node);
  return shape;
}

/**
 * Whether a light lies upon another one that is as large or larger, as on the stones of a tower: one is enough then, and hides less.
 * @param {SVGElement} light
 * @param {SVGElement} other
 */
function isWithin(light, other) {
  if (light === other || light.tagName !== "circle" || other.tagName !== "circle") return false;
  const [mine, its] = [light, other].map((one) => ["cx", "cy", "r"].map((name) => Number(one.getAttribute(name))));
  const near = Math.hypot(mine[0] - its[0], mine[1] - its[1]) < its[2] / 2;
  const isFirst = !!(light.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  return near && (its[2] > mine[2] || (its[2] === mine[2] && !isFirst));
}

// @ts-check
/** The board: keeps one SVG element a node, and moves it when the scene changes. It knows no rules. */

import { create, isSameKind, paint, place, svgElement } from "./draw.js";
import { appear, move, vanish } from "./motion.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Fields} Fields */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").NodeChange} NodeChange */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./sheet.js").Reach} Reach */

const TINY = 0.36; // of the least size: a text that would be smaller tells nothing but what its label says
const LAYERS = ["ground", "regions", "tracks", "pieces", "highlights", "captions"]; // from the bottom up

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {Reach} reach
   * @param {string} prefix
   */
  constructor(svg, reach, prefix) {
    this.svg = svg;
    this.frame = /** @type {HTMLElement} */ (svg.parentElement); // hears of focus: an SVG element that does is a stop for Tab
    this.reach = reach;
    this.prefix = prefix;
    /** @type {Map<string, Node>} in the order of painting */
    this.nodes = new Map();
    /** @type {Map<string, SVGElement>} */
    this.elements = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map(LAYERS.map((layer) => [layer, svgElement("g", { class: `layer ${layer}` })]));
    this.flight = svgElement("g", { class: "layer flight" }); // what moves is above what stands
    this.overlay = svgElement("g", { class: "layer targets" });
    svg.replaceChildren(...this.layers.values(), this.overlay);
    this.layers.get("captions")?.before(this.flight);
    /** @type {Set<Animation>} */
    this.running = new Set();
    this.changes = 0; // how often the scene has changed
    /** @type {Map<string, Place>} of the areas */
    this.places = new Map();
    /** @type {() => void} what else shows something of the nodes */
    this.changed = () => {};
    /** @type {(id: string) => { x: number, y: number } | undefined} where a node is that stands beside the board */
    this.beside = () => undefined;
  }

  /**
   * Put the areas where a plan has them.
   * @param {Map<string, Place>} places
   * @param {number} width of all pages, in pixels
   * @param {number} height
   */
  lay(places, width, height) {
    this.finish();
    this.changes++;
    this.places = places;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [id, node] of this.nodes) this.draw(/** @type {SVGElement} */ (this.elements.get(id)), node);
  }

  /**
   * A node as it lies on this screen, in pixels; text is never smaller than one can read.
   * @param {Node} node
   * @returns {Node}
   */
  laid(node) {
    const place = this.places.get(node.area ?? "");
    if (!place) return node; // it belongs to the poster alone, and is not shown
    const scale = place.scale * (node.scale ?? 1);
    const [x, y] = [place.x + place.scale * (node.x ?? 0), place.y + place.scale * (node.y ?? 0)];
    if (!node.text) return { ...node, x, y, scale };
    const before = node.size ?? 16;
    const size = Math.max(before, place.text / scale);
    return { ...node, x, y: y + (size - before) * scale * 0.35, scale, size }; // it grows around its middle
  }

  /**
   * @param {SVGElement} element
   * @param {Node} node
   */
  draw(element, node) {
    const laid = this.laid(node);
    const area = this.places.get(node.area ?? "");
    const isTiny = node.text && (node.size ?? 16) * (laid.scale ?? 1) < TINY * (area?.text ?? 0);
    element.classList.toggle("unplaced", !area);
    element.classList.toggle("tiny", Boolean(isTiny));
    paint(element, laid, this.prefix);
    place(element, laid);
  }

  /**
   * Show a whole scene at once.
   * @param {Scene} scene
   */
  show(scene) {
    this.finish();
    this.changes++;
    this.svg.setAttribute("aria-label", scene.title);
    for (const id of [...this.nodes.keys()]) this.remove(id);
    for (const node of scene.nodes) this.add(node);
    this.arrange();
    this.changed();
  }

  /**
   * Turn the scene that is shown into another one; resolves when everything has arrived.
   * @param {NodeChange} change
   * @param {number} hurry how many times faster than usual
   */
  async change(change, hurry = 1) {
    this.finish();
    this.changes++;
    for (const [before, now] of Object.entries(change.moved ?? {})) this.rename(before, now);
    for (const id of change.gone) this.leave(id, hurry);
    for (const node of change.set) this.replace(node, hurry);
    for (const fields of change.changed ?? []) this.replace(this.merged(fields), hurry);
    if (change.order) this.reorder(change.order);
    this.arrange();
    this.changed();
    await Promise.allSettled([...this.running].map((animation) => animation.finished));
  }

  /**
   * A node with what differs in it now.
   * @param {Fields} fields
   * @returns {Node}
   */
  merged(fields) {
    const known = Object.entries({ ...this.nodes.get(fields.id), ...fields });
    return /** @type {Node} */ (Object.fromEntries(known.filter(([, value]) => value !== null)));
  }

  /**
   * What differs between the scene that is shown and another one.
   * @param {Scene} scene
   * @returns {NodeChange}
   */
  difference(scene) {
    const kept = new Set(scene.nodes.map((node) => node.id));
    /** @type {Map<string, string[]>} */
    const layers = new Map(LAYERS.map((layer) => [layer, []]));
    for (const node of scene.nodes) layers.get(node.layer)?.push(node.id);
    const order = [...layers.values()].filter((ids) => ids.length).map((ids) => [...ids.slice(-1), ...ids.slice(0, -1)]);
    return {
      set: scene.nodes.filter((node) => JSON.stringify(node) !== JSON.stringify(this.nodes.get(node.id))),
      gone: [...this.nodes.keys()].filter((id) => !kept.has(id)),
      order,
    };
  }

  /** End all movement: everything is where it belongs. */
  finish() {
    for (const animation of this.running) animation.finish();
    this.running.clear();
  }

  /**
   * How far from its centre a node that is laid can be touched; 0 when its outline is a path.
   * @param {Node} node
   */
  radius(node) {
    return (this.reach.get(node.sprite ?? "") ?? 0) * (node.scale ?? 1);
  }

  /** @param {Node} node */
  add(node) {
    const element = create(node);
    this.draw(element, node);
    this.nodes.set(node.id, node);
    this.elements.set(node.id, element);
    return element;
  }

  /**
   * Where a piece comes out of or goes into, if that is on the board.
   * @param {Node} node
   */
  home(node) {
    const home = this.nodes.get(node.home ?? "");
    if (!home || this.places.has(home.area ?? "")) return home && this.laid(home);
    const beside = this.beside(home.id);
    return beside && { ...home, ...beside };
  }

  /** @param {string} id */
  remove(id) {
    this.elements.get(id)?.remove();
    this.elements.delete(id);
    this.nodes.delete(id);
  }

  /**
   * A piece goes on under another id.
   * @param {string} before
   * @param {string} now
   */
  rename(before, now) {
    const [node, element] = [this.nodes.get(before), this.elements.get(before)];
    if (!node || !element) return;
    this.nodes.delete(before);
    this.elements.delete(before);
    this.nodes.set(now, { ...node, id: now });
    this.elements.set(now, element);
    element.dataset.id = now;
  }

  /**
   * @param {string} id
   * @param {number} hurry
   */
  leave(id, hurry) {
    const [node, element] = [this.nodes.get(id), this.elements.get(id)];
    if (!node || !element) return;
    this.elements.delete(id);
    this.nodes.delete(id);
    element.classList.add("leaving");
    this.run(vanish(element, this.laid(node), this.home(node), hurry), () => element.remove());
  }

  /**
   * @param {Node} node
   * @param {number} hurry
   */
  replace(node, hurry) {
    const before = this.nodes.get(node.id);
    const element = this.elements.get(node.id);
    if (!before || !element || !isSameKind(before, node)) {
      element?.remove();
      if (before && before.layer !== node.layer) this.nodes.delete(node.id);
      this.run(appear(this.add(node), this.laid(node), this.home(node), hurry));
      return;
    }
    this.nodes.set(node.id, node);
    const [from, to] = [this.laid(before), this.laid(node)];
    const animation = move(element, from, to, { hurry, swap: () => this.draw(element, node) });
    if (!animation) return;
    const travels = from.x !== to.x || from.y !== to.y;
    if (travels && (node.layer === "pieces" || node.layer === "tracks")) {
      element.classList.add("travelling");
      this.run(animation, () => {
        element.classList.remove("travelling");
        this.arrange();
      });
    } else {
      this.run(animation);
    }
  }

  /**
   * @param {Animation} animation
   * @param {() => void} [afterwards]
   */
  run(animation, afterwards = () => {}) {
    this.running.add(animation);
    const settle = () => {
      this.running.delete(animation);
      afterwards();
    };
    animation.finished.then(settle, settle);
  }

  /** @param {string[][]} runs of ids: the first of each stays, the others go before it */
  reorder(runs) {
    let ids = [...this.nodes.keys()];
    for (const [anchor, ...others] of runs) {
      const moving = new Set(others);
      ids = ids.filter((id) => !moving.has(id));
      ids.splice(ids.indexOf(anchor), 0, ...others);
    }
    this.nodes = new Map(ids.map((id) => [id, /** @type {Node} */ (this.nodes.get(id))]));
  }

  /** Put every element where it belongs among its neighbours, touching only those that are elsewhere. */
  arrange() {
    /** @type {Map<Element, Element | null>} */
    const next = new Map();
    for (const group of [...this.layers.values(), this.flight]) next.set(group, settled(group.firstElementChild));
    for (const [id, node] of this.nodes) {
      const element = /** @type {SVGElement} */ (this.elements.get(id));
      const layer = /** @type {SVGGElement} */ (this.layers.get(node.layer));
      const group = element.classList.contains("travelling") ? this.flight : layer;
      const place = next.get(group) ?? null;
      const home = /** @type {Element | null} */ (element.parentNode);
      if (home && next.get(home) === element) next.set(home, settled(element.nextElementSibling));
      if (element !== place) group.insertBefore(element, place);
    }
  }
}

/**
 * The first element from here on that is not on its way out.
 * @param {Element | null} element
 */
function settled(element) {
  while (element?.classList.contains("leaving")) element = element.nextElementSibling;
  return element;
}

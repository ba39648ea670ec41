// @ts-check
/** The board: keeps one SVG element a node, and moves it when the scene changes. It knows no rules. */

import { create, isSameKind, paint, place, svgElement } from "./draw.js";
import { appear, move, vanish } from "./motion.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").SceneNode} SceneNode */
/** @typedef {import("../types.js").SceneChange} SceneChange */
/** @typedef {import("./sheet.js").Reach} Reach */

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
    /** @type {Map<string, SceneNode>} in the order of painting */
    this.nodes = new Map();
    /** @type {Map<string, SVGElement>} */
    this.elements = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map(LAYERS.map((layer) => [layer, svgElement("g", { class: `layer ${layer}` })]));
    this.flight = svgElement("g", { class: "layer flight" }); // what moves is above what stands
    this.overlay = svgElement("g", { class: "layer targets" });
    const layers = [...this.layers.values()];
    svg.replaceChildren(...layers.slice(0, 5), this.flight, ...layers.slice(5), this.overlay);
    /** @type {Set<Animation>} */
    this.running = new Set();
    this.changes = 0; // how often the scene has changed
    this.width = 1;
    this.height = 1;
  }

  /**
   * Show a whole scene at once.
   * @param {Scene} scene
   */
  show(scene) {
    this.finish();
    this.changes++;
    if (scene.width !== this.width || scene.height !== this.height) {
      [this.width, this.height] = [scene.width, scene.height];
      this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    }
    this.svg.setAttribute("aria-label", scene.title);
    for (const id of [...this.nodes.keys()]) this.remove(id);
    for (const node of scene.nodes) this.add(node);
    this.arrange();
  }

  /**
   * Turn the scene that is shown into another one; resolves when everything has arrived.
   * @param {SceneChange} change
   * @param {number} hurry how many times faster than usual
   */
  async change(change, hurry = 1) {
    this.finish();
    this.changes++;
    for (const [before, now] of Object.entries(change.moved ?? {})) this.rename(before, now);
    for (const id of change.gone) this.leave(id, hurry);
    for (const node of change.set) this.replace(node, hurry);
    if (change.order) this.reorder(change.order);
    this.arrange();
    await Promise.allSettled([...this.running].map((animation) => animation.finished));
  }

  /**
   * What differs between the scene that is shown and another one.
   * @param {Scene} scene
   * @returns {SceneChange}
   */
  difference(scene) {
    const kept = new Set(scene.nodes.map((node) => node.id));
    /** @type {Record<string, string[]>} */
    const order = {};
    for (const node of scene.nodes) (order[node.layer] ??= []).push(node.id);
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
   * How far from its centre a node can be touched; 0 when its outline is a path.
   * @param {SceneNode} node
   */
  radius(node) {
    return (this.reach.get(node.sprite ?? "") ?? 0) * (node.scale ?? 1);
  }

  /** @param {SceneNode} node */
  add(node) {
    const element = create(node, this.prefix);
    this.nodes.set(node.id, node);
    this.elements.set(node.id, element);
    return element;
  }

  /**
   * Where a piece comes out of or goes into, if that is on the board.
   * @param {SceneNode} node
   */
  home(node) {
    return node.home ? this.nodes.get(node.home) : undefined;
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
    this.run(vanish(element, node, this.home(node), hurry), () => element.remove());
  }

  /**
   * @param {SceneNode} node
   * @param {number} hurry
   */
  replace(node, hurry) {
    const before = this.nodes.get(node.id);
    const element = this.elements.get(node.id);
    if (!before || !element || !isSameKind(before, node)) {
      element?.remove();
      if (before && before.layer !== node.layer) this.nodes.delete(node.id);
      this.run(appear(this.add(node), node, this.home(node), hurry));
      return;
    }
    this.nodes.set(node.id, node);
    place(element, node);
    const animation = move(element, before, node, { hurry, swap: () => paint(element, node, this.prefix) });
    if (!animation) return;
    const travels = before.x !== node.x || before.y !== node.y;
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

  /** @param {Record<string, string[]>} order of the ids of a layer */
  reorder(order) {
    const kept = [...this.nodes].filter(([, node]) => !(node.layer in order));
    const sorted = Object.values(order).flat().map((id) => /** @type {const} */ ([id, this.nodes.get(id)]));
    this.nodes = new Map(/** @type {[string, SceneNode][]} */ ([...kept, ...sorted.filter(([, node]) => node)]));
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

// @ts-check
/** Pages: the areas of a picture laid out for this screen; where they do not fit on one page, on several that are a swipe or a tap apart. */

import { button } from "../dom.js";
import { plan } from "./layout.js";
import { isCalm } from "./motion.js";

/** @typedef {import("../types.js").Area} Area */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./zoom.js").Zoom} Zoom */

export class Pages {
  /**
   * @param {Board} board
   * @param {Zoom} zoom
   * @param {HTMLElement} strip for the buttons that lead to the pages
   * @param {() => void} replaced what to do when everything lies elsewhere
   */
  constructor(board, zoom, strip, replaced) {
    this.board = board;
    this.zoom = zoom;
    this.strip = strip;
    this.replaced = replaced;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Area[][]} */
    this.pages = [[]];
    this.screen = "";
    /** @type {(layout: import("../types.js").Layout) => void} what else is laid out */
    this.laid = () => {};
    new ResizeObserver(() => this.update()).observe(board.frame);
    board.frame.addEventListener("scroll", () => this.mark(), { passive: true });
  }

  /**
   * Lay out a picture.
   * @param {Scene} scene
   */
  fit(scene) {
    this.scene = scene;
    this.laid(scene.layout);
    this.update();
  }

  update() {
    const { board, scene } = this;
    const screen = { width: board.frame.clientWidth, height: board.frame.clientHeight };
    if (!scene || !screen.width || !screen.height) return;
    const { width, height, layout } = scene;
    const asked = JSON.stringify([screen, width, height, layout]);
    if (asked === this.screen) return;
    this.screen = asked;
    const shown = this.current;
    const { places, pages } = plan(layout, { width, height }, screen);
    this.pages = pages;
    board.lay(places, screen.width * pages.length, screen.height);
    this.zoom.fit(screen.width * pages.length, screen.height);
    board.frame.classList.toggle("paged", pages.length > 1);
    board.frame.tabIndex = pages.length > 1 ? 0 : -1; // what scrolls can be scrolled by keys
    this.strip.hidden = pages.length === 1;
    this.strip.replaceChildren(...pages.map((areas, page) => button(areas[0].label, () => this.show(page))));
    for (const rest of board.frame.querySelectorAll(".rest")) rest.remove();
    board.frame.append(...(pages.length > 1 ? pages.map((_areas, page) => restingPlace(page)) : []));
    this.show(Math.min(shown, pages.length - 1), "instant");
    this.mark();
    this.replaced();
  }

  /** The page that is in sight. */
  get current() {
    const { frame } = this.board;
    return this.pages.length > 1 ? Math.round(frame.scrollLeft / (frame.clientWidth * this.zoom.scale)) : 0;
  }

  /**
   * The page on which a node lies.
   * @param {string} id
   */
  of(id) {
    return this.board.places.get(this.board.nodes.get(id)?.area ?? "")?.page ?? 0;
  }

  /**
   * Bring a page into sight.
   * @param {number} page
   * @param {ScrollBehavior} behavior
   */
  show(page, behavior = isCalm() ? "instant" : "smooth") {
    if (this.pages.length === 1) return;
    this.zoom.reset();
    this.board.frame.scrollTo({ left: page * this.board.frame.clientWidth, top: 0, behavior });
  }

  /**
   * Bring what can be clicked into sight, unless some of it is; without anything, the first page.
   * @param {string[]} ids
   */
  reveal(ids) {
    const pages = ids.map((id) => this.of(id));
    if (!pages.includes(this.current)) this.show(pages[0] ?? 0);
    [...this.strip.children].forEach((tab, page) => tab.classList.toggle("lit", pages.includes(page)));
  }

  /**
   * Bring what is being told of into sight, unless some of it is, or none of it lies on a page.
   * @param {string[]} ids
   */
  follow(ids) {
    const { nodes, places } = this.board;
    const pages = ids.filter((id) => places.has(nodes.get(id)?.area ?? "")).map((id) => this.of(id));
    if (pages.length && !pages.includes(this.current)) this.show(pages[0]);
  }

  /** Mark the button of the page that is in sight. */
  mark() {
    const { current } = this;
    [...this.strip.children].forEach((tab, page) => tab.setAttribute("aria-pressed", String(page === current)));
  }
}

/**
 * Where a swipe comes to rest.
 * @param {number} page
 */
function restingPlace(page) {
  const rest = document.createElement("div");
  rest.className = "rest";
  rest.style.left = `${page * 100}%`;
  return rest;
}

// @ts-check
/** What stands beside the board at each seat: figures with their signs, as text that can be read at any size. */

import { make } from "../dom.js";
import { colour, svgElement, transform } from "./draw.js";

/** @typedef {import("../types.js").Figure} Figure */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").Panel} Panel */
/** @typedef {import("./board.js").Board} Board */

const REACH = 20; // units from the middle of a sign to its edge, where its sheet does not say it

export class Figures {
  /**
   * @param {Board} board
   * @param {string} prefix of the ids of the sheet
   */
  constructor(board, prefix) {
    this.board = board;
    this.prefix = prefix;
    /** @type {Panel[]} */
    this.panels = [];
    board.changed = () => this.update();
    board.beside = (id) => this.find(id);
  }

  /** @param {Panel[]} panels by seat */
  lay(panels) {
    this.panels = panels;
    this.update();
  }

  /** Bring all figures up to date; what stays the same is not touched. */
  update() {
    this.panels.forEach((panel, seat) => {
      const row = document.querySelector(`[data-seat="${seat}"]`);
      row?.setAttribute("data-frames", panel.node);
      for (const [name, block] of /** @type {const} */ ([["figures", panel.rows], ["aside", panel.aside]])) {
        const box = row?.querySelector(`.${name}`);
        const rows = block.map((figures) => figures.filter((figure) => this.isIn(figure)));
        const looks = JSON.stringify(rows.map((figures) => figures.map((figure) => this.look(figure))));
        if (!(box instanceof HTMLElement) || box.dataset.looks === looks) continue;
        box.dataset.looks = looks;
        box.replaceChildren(...rows.filter((figures) => figures.length).map((figures) => make("span", { class: "line" }, ...figures.map((figure) => this.draw(figure)))));
      }
    });
  }

  /** @param {Figure} figure */
  isIn({ signs = [], text }) {
    return [...signs.slice(0, 1), ...(text ? [text] : [])].every((id) => this.board.nodes.has(id));
  }

  /**
   * What would have to change for a figure to be drawn anew.
   * @param {Figure} figure
   */
  look({ signs = [], text = "", caption = "" }) {
    const of = (/** @type {string} */ id) => this.board.nodes.get(id);
    return [...signs.map((id) => [of(id)?.sprite, of(id)?.tone, of(id)?.label]), of(text)?.text, of(text)?.tone, of(text)?.label, of(caption)?.text];
  }

  /** @param {Figure} figure */
  draw({ signs = [], text = "", caption = "", over = false, sprite = "" }) {
    const { nodes } = this.board;
    /** @type {Node[]} */
    const drawn = sprite ? [{ id: "", layer: "captions", sprite }] : signs.flatMap((id) => nodes.get(id) ?? []);
    const said = nodes.get(text);
    const label = [...drawn, ...(said ? [said] : [])].find((node) => node.label)?.label ?? "";
    const words = said?.text ? [make("span", { class: `value face-${said.face ?? "sans"}` }, said.text)] : [];
    if (over && said?.tone) words[0]?.style.setProperty("color", colour(said.tone)); // it lies on the sign, not on the page
    const name = nodes.get(caption)?.text;
    const parts = [...(drawn.length ? [this.sign(drawn)] : []), ...words, ...(name ? [make("span", { class: "word" }, name)] : [])];
    const shown = make("span", { class: over ? "figure over" : "figure", "data-nodes": [...signs, text].join(" ") }, ...parts);
    if (!label) return shown;
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", label);
    shown.title = label;
    return shown;
  }

  /**
   * Sprites over each other, as they lie in the picture.
   * @param {Node[]} nodes
   */
  sign(nodes) {
    const [first] = nodes;
    const reach = Math.max(...nodes.map((node) => (this.board.reach.get(node.sprite ?? "") ?? REACH) * (node.scale ?? 1)));
    const svg = svgElement("svg", { class: "sign", viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, "aria-hidden": "true" });
    for (const node of nodes) {
      const use = svgElement("use", { href: `#${this.prefix}${node.sprite}` });
      if (node.tone) use.setAttribute("color", colour(node.tone));
      use.style.transform = transform({ ...node, x: (node.x ?? 0) - (first.x ?? 0), y: (node.y ?? 0) - (first.y ?? 0) });
      svg.append(use);
    }
    return svg;
  }

  /**
   * Light what shows one of these nodes.
   * @param {string[]} ids
   */
  light(ids) {
    for (const element of document.querySelectorAll("[data-frames], .figure")) {
      const own = [element.getAttribute("data-frames") ?? "", ...(element.getAttribute("data-nodes") ?? "").split(" ")].filter(Boolean);
      const lit = own.find((id) => ids.includes(id));
      element.classList.toggle("light", lit !== undefined);
      if (lit === undefined) element.removeAttribute("data-node");
      else element.setAttribute("data-node", lit);
    }
  }

  /**
   * Where a node stands beside the board, in pixels of the board, if it does.
   * @param {string} id
   */
  find(id) {
    const all = [...document.querySelectorAll(".figure")];
    const box = all.find((element) => element.getAttribute("data-nodes")?.split(" ").includes(id))?.getBoundingClientRect();
    if (!box?.width) return undefined;
    const own = this.board.svg.getBoundingClientRect();
    return { x: box.x + box.width / 2 - own.x, y: box.y + box.height / 2 - own.y };
  }
}

// @ts-check
/** The log in words; each line leads into the replay. */

import { make } from "../dom.js";

/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").Seat} Seat */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {string} table
   */
  constructor(list, table) {
    this.list = list;
    this.table = table;
    /** @type {LogLine[]} */
    this.lines = [];
    /** @type {Seat[]} */
    this.seats = [];
    this.box = /** @type {HTMLElement} */ (list.parentElement);
    this.atEnd = true; // the reader has not scrolled up
    this.box.addEventListener("scroll", () => {
      if (this.box.clientHeight) this.atEnd = this.box.scrollTop + this.box.clientHeight > this.box.scrollHeight - 60;
    });
  }

  /**
   * Keep the first so many lines; these follow.
   * @param {number} keep
   * @param {LogLine[]} lines
   */
  change(keep, lines) {
    this.lines = [...this.lines.slice(0, keep), ...lines];
    while (this.list.childElementCount > keep) this.list.lastElementChild?.remove();
    this.list.append(...lines.map((line) => this.item(line)));
    this.follow();
  }

  /** Show the last line, unless the reader looks at earlier ones. */
  follow() {
    if (this.atEnd) this.box.scrollTop = this.box.scrollHeight;
  }

  /** @param {LogLine} line */
  item(line) {
    const pip = make("span", { class: line.seat === null ? "pip nobody" : "pip" });
    const tone = line.seat === null ? "" : (this.seats[line.seat]?.tone ?? "");
    if (tone) pip.style.setProperty("--tone", `var(--${tone})`);
    const text = make("span", { class: line.seat === null ? "nature" : "text" }, line.text);
    const link = make("a", { href: `/table/${this.table}/replay?at=${line.ply}`, "data-ply": line.ply }, pip, text, make("span", { class: "number" }, String(line.ply)));
    return make("li", {}, link);
  }
}

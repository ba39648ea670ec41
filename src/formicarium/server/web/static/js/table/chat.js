// @ts-check
/** Chat: lines as text, never as markup. */

import { make } from "../dom.js";
import { _, formatTime } from "../messages.js";
import { colourOf } from "./seats.js";

/** @typedef {import("../types.js").ChatLine} ChatLine */

export class Chat {
  /**
   * @param {HTMLElement} list
   * @param {HTMLFormElement} form
   * @param {(text: string) => Promise<void>} send
   * @param {import("./civil.js").Civil | null} civil what can be done about who has said something
   */
  constructor(list, form, send, civil) {
    this.list = list;
    this.civil = civil;
    /** @type {number[]} */
    this.you = [];
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      await send(text);
      field.value = "";
    });
  }

  /**
   * @param {ChatLine[]} lines
   * @param {number[]} you the seats that are mine
   */
  show(lines, you) {
    this.you = you;
    const quiet = make("li", { class: "caption" }, _("Nobody has said anything yet."));
    this.list.replaceChildren(...(lines.length ? lines.map((line) => this.item(line)) : [quiet]));
  }

  /** @param {ChatLine} line */
  add(line) {
    this.list.querySelector(".caption")?.remove();
    this.list.append(this.item(line));
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** @param {ChatLine} line */
  item(line) {
    const name = line.name || (line.seat === null ? _("A guest") : colourOf(line.seat));
    const mine = line.seat !== null && this.you.includes(line.seat);
    const said = this.civil && !mine ? this.civil.name({ name, line: line.number }) : make("b", {}, name);
    return make("li", { title: formatTime(line.time) }, said, line.text);
  }
}

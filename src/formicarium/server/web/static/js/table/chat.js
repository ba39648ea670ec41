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
   */
  constructor(list, form, send) {
    this.list = list;
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      await send(text);
      field.value = "";
    });
  }

  /** @param {ChatLine[]} lines */
  show(lines) {
    const quiet = make("li", { class: "caption" }, _("Nobody has said anything yet."));
    this.list.replaceChildren(...(lines.length ? lines.map(item) : [quiet]));
  }

  /** @param {ChatLine} line */
  add(line) {
    this.list.querySelector(".caption")?.remove();
    this.list.append(item(line));
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {ChatLine} line */
function item(line) {
  const name = line.name || (line.seat === null ? _("A guest") : colourOf(line.seat));
  return make("li", { title: formatTime(line.time) }, make("b", {}, name), line.text);
}

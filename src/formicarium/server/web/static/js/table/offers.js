// @ts-check
/** What can be done without the board: buttons for actions that are on no node, and any action typed in notation. */

import { button, make } from "../dom.js";
import { _ } from "../messages.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./screen.js").Wishes} Wishes */

export class Offers {
  /**
   * @param {HTMLElement} row
   * @param {HTMLFormElement} form for typed notation
   * @param {Pick<Wishes, "act" | "offer" | "explain">} wishes
   */
  constructor(row, form, wishes) {
    this.row = row;
    this.wishes = wishes;
    this.field = /** @type {HTMLInputElement} */ (form.elements.namedItem("action"));
    this.list = /** @type {HTMLDataListElement} */ (this.field.list);
    /** @type {Choice[]} */
    this.choices = [];
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.field.addEventListener("input", () => this.field.setCustomValidity(""));
  }

  /**
   * @param {Choice[]} choices
   * @param {string[]} verbs whose actions are buttons, although they are on the board
   * @param {(id: string) => string} labelOf what stands on a node, which knows the numbers that an action without arguments means
   */
  show(choices, verbs, labelOf) {
    this.choices = choices;
    const offered = choices.filter((choice) => !choice.nodes.length || verbs.includes(choice.action.split(" ")[0]));
    const only = choices.every((choice) => !choice.nodes.length);
    const buttons = offered.map((choice, index) => {
      const numbered = choice.action.includes(" ") ? "" : choice.nodes.map(labelOf).find(Boolean);
      const element = button(numbered || choice.label, () => this.wishes.offer(choice, element), only && index === 0 ? "primary" : "");
      element.dataset.action = choice.action;
      return element;
    });
    this.row.replaceChildren(...buttons);
    this.list.replaceChildren(...choices.map((choice) => make("option", { value: choice.action }, choice.label)));
    this.field.disabled = !choices.length;
  }

  /**
   * @param {string} action
   * @param {"chosen" | "hint"} mark
   */
  mark(action, mark) {
    for (const element of this.row.children) element.classList.toggle(mark, /** @type {HTMLElement} */ (element).dataset.action === action);
  }

  /** The typed action, if it is one that can be made; the beginning of exactly one is enough. */
  submit() {
    const typed = this.field.value.trim().toLowerCase().replace(/\s+/g, " ");
    const exact = this.choices.filter((choice) => choice.action.toLowerCase() === typed);
    const alike = exact.length ? exact : this.choices.filter((choice) => choice.action.toLowerCase().startsWith(typed));
    if (typed && alike.length === 1) {
      this.field.value = "";
      this.wishes.act(alike[0].action);
      return;
    }
    if (typed && alike.length) this.refuse(_("Several actions begin like that."));
    else if (typed) this.wishes.explain(typed);
  }

  /** @param {string} sentence about what was typed */
  refuse(sentence) {
    this.field.setCustomValidity(sentence);
    this.field.reportValidity();
  }
}

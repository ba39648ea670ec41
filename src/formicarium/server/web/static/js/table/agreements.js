// @ts-check
/** What those at a table settle among themselves: questions to answer, and what can be done besides acting. */

import { button, make, need } from "../dom.js";
import { _ } from "../messages.js";
import { pageData } from "../page.js";
import { nameOf } from "./seats.js";
import { heldSeat } from "./state.js";

/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").TableFacts} TableFacts */
/** @typedef {TableFacts["deeds"][number] | "leave"} Deed */

export class Agreements {
  /**
   * @param {(deed: Deed) => void} perform
   * @param {(yes: boolean) => void} answer
   */
  constructor(perform, answer) {
    this.perform = perform;
    this.answer = answer;
    this.asked = need("asked", HTMLElement);
    this.deeds = need("deeds", HTMLDetailsElement);
    this.list = /** @type {HTMLElement} */ (this.deeds.querySelector("div"));
    this.dialog = need("give-up", HTMLDialogElement);
    this.dialog.addEventListener("close", () => this.dialog.returnValue === "yes" && this.perform("resign"));
    this.shown = ""; // what stays the same is not touched
    addEventListener("pointerdown", (event) => this.deeds.contains(/** @type {Node} */ (event.target)) || this.fold());
    addEventListener("keydown", (event) => event.key === "Escape" && this.fold());
  }

  /** @param {Full} full */
  show(full) {
    const { table } = full;
    /** @type {Deed[]} */
    const deeds = [...table.deeds.filter((deed) => deed !== "resume"), ...(heldSeat(full) && !table.over ? [/** @type {Deed} */ ("leave")] : [])];
    const shown = JSON.stringify([deeds, table.asked, table.paused, table.seats.map(nameOf)]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.deeds.hidden = !deeds.length;
    const plans = pageData().plans && !table.over ? [make("a", { class: "button plain", href: `/table/${table.id}/plans` }, _("Plan ahead…"))] : [];
    this.list.replaceChildren(...deeds.map((deed) => button(deedNames()[deed], () => this.choose(deed, table), "plain")), ...plans);
    this.showQuestion(full);
  }

  /**
   * @param {Deed} deed
   * @param {TableFacts} table
   */
  choose(deed, table) {
    this.fold();
    if (deed !== "resign") return this.perform(deed);
    const ends = table.seats.length === 2 || table.seats.every((seat) => seat.mine || seat.kind === "bot" || seat.resigned);
    need("give-up-sentence", HTMLElement).textContent = ends ? _("The match ends, and you have lost it.") : _("A bot goes on for you to the end, and you come last.");
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  fold() {
    this.deeds.removeAttribute("open");
  }

  /** @param {Full} full */
  showQuestion({ table, you }) {
    const { asked, paused } = table;
    this.asked.hidden = !asked && !paused;
    if (paused) {
      const buttons = table.deeds.includes("resume") ? [button(_("Go on with the match"), () => this.perform("resume"), "primary")] : [];
      this.asked.replaceChildren(make("p", {}, _("The match is paused; no clock runs.")), ...buttons);
    } else if (asked) {
      const mine = you.includes(asked.seat);
      const yes = asked.yours ? [button(_("Agree"), () => this.answer(true), "primary"), button(_("Refuse"), () => this.answer(false))] : [];
      const no = mine ? [button(_("Do not ask any more"), () => this.answer(false))] : [];
      this.asked.replaceChildren(make("p", {}, questions(mine, nameOf(table.seats[asked.seat]))[asked.what]), ...yes, ...no);
    }
  }
}

/** @returns {Record<Deed, string>} */
function deedNames() {
  return {
    undo: _("Ask to take back"),
    draw: _("Offer a draw"),
    pause: _("Ask for a pause"),
    resume: _("Go on with the match"),
    leave: _("Leave the seat to a bot"),
    resign: _("Resign…"),
  };
}

/**
 * @param {boolean} mine
 * @param {string} name
 */
function questions(mine, name) {
  if (mine) return { draw: _("You offer a draw."), undo: _("You ask to take your last action back."), pause: _("You ask for a pause.") };
  return {
    draw: _("{name} offers a draw.", { name }),
    undo: _("{name} asks to take back, up to the last action of {name}.", { name }),
    pause: _("{name} asks for a pause.", { name }),
  };
}

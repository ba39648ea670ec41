// @ts-check
/** Being civil at the table: chat among strangers, and what can be done about somebody: not to hear it, to block or report it. */

import { ask, Problem } from "../api.js";
import { button, need } from "../dom.js";
import { _ } from "../messages.js";
import { sentenceOf } from "../problems.js";
import { openMenu } from "./menu.js";
import { nameOf } from "./seats.js";

/** @typedef {import("../types.js").Full} Full */
/** @typedef {{ name: string, seat?: number | null, line?: number }} Met somebody, by a seat or by a line of chat */

export class Civil {
  /** @param {string} table its id */
  constructor(table) {
    this.table = table;
    this.met = need("met", HTMLElement);
    this.done = need("chat-done", HTMLElement);
    this.complaint = need("complaint", HTMLDialogElement);
    this.form = need("complaint-form", HTMLFormElement);
    this.watches = true;
    /** @type {Met | null} who is being reported */
    this.meant = null;
    need("chat-on", HTMLButtonElement).onclick = () => void this.turnOn();
    need("complaint-close", HTMLButtonElement).onclick = () => this.complaint.close();
    this.form.onsubmit = (event) => {
      event.preventDefault();
      void this.report();
    };
  }

  /**
   * Offer the others who sit here.
   * @param {Full} shown
   */
  show({ table, you }) {
    this.watches = !you.length && !table.owner;
    const others = table.seats.filter((seat) => seat.kind === "human" && !seat.mine);
    const names = others.map(nameOf).join("\n");
    if (this.met.dataset.names === names) return; // a button must not vanish under a finger
    this.met.dataset.names = names;
    for (const old of this.met.querySelectorAll("button")) old.remove();
    this.met.append(...others.map((seat) => this.name({ name: nameOf(seat), seat: seat.seat })));
    this.met.hidden = !others.length;
  }

  /**
   * A name with all that can be done about it.
   * @param {Met} met
   */
  name(met) {
    const element = button(met.name, () => this.offer(met, element), "plain");
    element.setAttribute("aria-haspopup", "menu");
    return element;
  }

  /**
   * @param {Met} met
   * @param {Element} beside
   */
  offer(met, beside) {
    const labels = { here: _("Mute here"), mute: _("Mute everywhere"), block: _("Block"), report: _("Report") };
    const choices = Object.entries(labels).map(([action, label]) => ({ action, label, nodes: [] }));
    openMenu(beside, choices, ({ action }) => {
      if (action === "report") this.complain(met);
      else void this.ask({ do: action === "here" ? "mute" : action, here: action === "here", ...this.whom(met) }, _("Done. You can undo it under your name, in the menu."));
    });
  }

  /** @param {Met} met */
  complain(met) {
    this.meant = met;
    need("complaint-heading", HTMLElement).textContent = _("Report {name}", { name: met.name });
    this.complaint.showModal();
  }

  async report() {
    const fields = new FormData(this.form);
    this.complaint.close();
    if (!this.meant) return;
    await this.ask({ do: "report", reason: fields.get("reason"), text: fields.get("text"), ...this.whom(this.meant) }, _("Thank you. A moderator looks at it."));
    this.form.reset();
  }

  async turnOn() {
    await this.ask({ do: "chat", on: true, table: this.table }, "");
    if (!this.watches) return;
    history.replaceState(null, "", "#tab-chat"); // where the reader was
    location.reload(); // whom the server did not know, it knows now
  }

  /** @param {Met} met */
  whom({ seat, line }) {
    return { table: this.table, seat: seat ?? null, line: line ?? null };
  }

  /**
   * @param {object} wish
   * @param {string} sentence that it is done
   */
  async ask(wish, sentence) {
    try {
      await ask("/api/manners", wish);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      sentence = sentenceOf(problem);
    }
    this.done.textContent = sentence;
    this.done.hidden = !sentence;
  }
}

/**
 * Show whether chat is on, and if not, why.
 * @param {Full} shown
 */
export function showTalk({ talk, you, table }) {
  need("chat-off", HTMLElement).hidden = talk === "on";
  need("chat-why", HTMLElement).textContent = talk === "off" ? _("You need not know those who sit here. Chat is off until you turn it on: you read nothing, and nobody reads you.") : _("Chat is off.");
  const on = document.getElementById("chat-on");
  if (on) on.hidden = talk !== "off";
  need("chat-lines", HTMLElement).hidden = talk !== "on";
  need("chat-form", HTMLElement).hidden = talk !== "on" || (!you.length && !table.owner);
}

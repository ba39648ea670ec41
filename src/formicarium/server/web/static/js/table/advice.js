// @ts-check
/** A hint: the actions that look best, with the chances that they bring, what speaks for them, and what can be worked out. */

import { button, make } from "../dom.js";
import { _, formatShare } from "../messages.js";

/** @typedef {import("../api.js").Fact} Fact */
/** @typedef {import("../api.js").Hint} Hint */
/** @typedef {import("../api.js").HintLine} HintLine */
/** @typedef {import("../scene/lights.js").Lights} Lights */

export class Advice {
  /**
   * @param {HTMLElement} box
   * @param {(action: string) => void} point to where the action is on the board
   * @param {(action: string) => void} act
   * @param {Lights} lights for the places of sentences
   */
  constructor(box, point, act, lights) {
    this.box = box;
    this.point = point;
    this.act = act;
    this.lights = lights;
    this.list = /** @type {HTMLElement} */ (box.querySelector("ol"));
    this.lot = /** @type {HTMLElement} */ (box.querySelector(".lot"));
    this.notes = /** @type {HTMLDetailsElement} */ (box.querySelector("details"));
    this.good = /** @type {HTMLElement} */ (box.querySelector(".good"));
    box.querySelector("button")?.addEventListener("click", () => this.hide());
    box.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
  }

  /**
   * @param {Hint} hint its lines are the best first
   * @param {number} seat for which they were asked
   */
  show({ lines, notes }, seat) {
    const byLot = lines[0].chance < 1;
    this.list.replaceChildren(...lines.map((line) => this.item(line, line.shares[seat], byLot)));
    this.lot.hidden = !byLot;
    this.good.textContent = byLot ? "" : reason(lines, seat);
    this.notes.hidden = !notes.length;
    this.notes.querySelector("ul")?.replaceChildren(...notes.map((note) => this.sentence("li", note)));
    this.box.hidden = false;
    this.look(lines[0]);
  }

  hide() {
    this.box.hidden = true;
    this.lights.point([]);
  }

  /**
   * Show where an action is, and the places of what speaks for it.
   * @param {HintLine} line
   */
  look(line) {
    this.point(line.action);
    this.lights.point(line.because.flatMap((fact) => fact.nodes));
  }

  /**
   * A sentence whose places light up when it is pointed at.
   * @param {"li" | "span"} tag
   * @param {Fact} fact
   */
  sentence(tag, fact) {
    const element = make(tag, { class: "fact", ...(tag === "li" ? { tabindex: "0" } : {}) }, fact.text);
    element.addEventListener("pointerenter", () => this.lights.point(fact.nodes));
    element.addEventListener("focus", () => this.lights.point(fact.nodes));
    return element;
  }

  /**
   * @param {HintLine} line
   * @param {number} share of a victory
   * @param {boolean} byLot
   */
  item(line, share, byLot) {
    const often = make("span", { class: "often" }, byLot ? _("chosen {share} of the time", { share: formatShare(line.chance) }) : "");
    const bar = make("span", { class: "bar" });
    bar.style.setProperty("--share", String(share));
    const element = button("", () => this.act(line.action));
    often.append(...line.because.map((fact) => this.sentence("span", fact)));
    if (line.leads_to) often.append(make("span", { class: "often" }, line.leads_to));
    element.append(make("span", {}, line.label, often), make("span", { class: "share" }, formatShare(share)), bar);
    element.addEventListener("pointerenter", () => this.look(line));
    element.addEventListener("focus", () => this.look(line));
    return make("li", {}, element);
  }
}

/**
 * What the best line is good for, beside what it leads to.
 * @param {HintLine[]} lines
 * @param {number} seat
 */
function reason([best, next], seat) {
  if (!next) return _("Nothing else is worth a thought.");
  const ahead = best.shares[seat] - next.shares[seat];
  if (ahead < 0.015) return _("Several are about as good: choose what you like.");
  return _("The next best is expected to win {count} of 100 matches fewer.", { count: Math.round(100 * ahead) });
}

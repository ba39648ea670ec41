// @ts-check
/** A hint: the actions that look best, with the chances that they bring. */

import { button, make } from "../dom.js";
import { _, formatShare } from "../messages.js";

/** @typedef {import("../api.js").HintLine} HintLine */

export class Advice {
  /**
   * @param {HTMLElement} box
   * @param {(action: string) => void} point to where the action is on the board
   * @param {(action: string) => void} act
   */
  constructor(box, point, act) {
    this.box = box;
    this.point = point;
    this.act = act;
    this.list = /** @type {HTMLElement} */ (box.querySelector("ol"));
    this.lot = /** @type {HTMLElement} */ (box.querySelector(".lot"));
    this.good = /** @type {HTMLElement} */ (box.querySelector(".good"));
    box.querySelector("button")?.addEventListener("click", () => this.hide());
    box.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
  }

  /**
   * @param {HintLine[]} lines the best first
   * @param {number} seat for which they were asked
   */
  show(lines, seat) {
    const byLot = lines[0].chance < 1;
    this.list.replaceChildren(...lines.map((line) => this.item(line, line.shares[seat], byLot)));
    this.lot.hidden = !byLot;
    this.good.textContent = byLot ? "" : reason(lines, seat);
    this.box.hidden = false;
    this.point(lines[0].action);
  }

  hide() {
    this.box.hidden = true;
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
    if (line.leads_to) often.append(make("span", { class: "often" }, line.leads_to));
    element.append(make("span", {}, line.label, often), make("span", { class: "share" }, formatShare(share)), bar);
    element.addEventListener("pointerenter", () => this.point(line.action));
    element.addEventListener("focus", () => this.point(line.action));
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
  if (ahead < 0.01) return _("Several are about as good: choose what you like.");
  return _("The next best loses {share} of your chances.", { share: formatShare(ahead) });
}

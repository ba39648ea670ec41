// @ts-check
/** A hint: the actions that look best, with the chances that they bring. */

import { button, make } from "../dom.js";
import { _, formatShare } from "../messages.js";

/** @typedef {import("../types.js").HintLine} HintLine */

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
    const often = byLot ? make("span", { class: "often" }, _("chosen {share} of the time", { share: formatShare(line.chance) })) : "";
    const bar = make("span", { class: "bar" });
    bar.style.setProperty("--share", String(share));
    const element = button("", () => this.act(line.action));
    element.append(make("span", {}, line.label, often), make("span", { class: "share" }, formatShare(share)), bar);
    element.addEventListener("pointerenter", () => this.point(line.action));
    element.addEventListener("focus", () => this.point(line.action));
    return make("li", {}, element);
  }
}

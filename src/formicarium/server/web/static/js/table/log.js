// @ts-check
/** The log in words, by rounds and turns: a turn opens into its steps, and each of these leads into the replay. */

import { make } from "../dom.js";
import { _ } from "../messages.js";
import { sentence, wireLights } from "./sentence.js";
import { turnsOf } from "./turns.js";

/** @typedef {import("../scene/lights.js").Lights} Lights */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").SeatFacts} SeatFacts */
/** @typedef {import("./turns.js").Turn} Turn */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {string} table
   * @param {Lights} lights
   */
  constructor(list, table, lights) {
    this.list = list;
    this.table = table;
    /** @type {LogLine[]} */
    this.lines = [];
    /** @type {SeatFacts[]} */
    this.seats = [];
    /** @type {Turn[]} what is shown */
    this.turns = [];
    this.box = /** @type {HTMLElement} */ (list.parentElement);
    this.atEnd = true; // the reader has not scrolled up
    this.box.addEventListener("scroll", () => {
      if (this.box.clientHeight) this.atEnd = this.box.scrollTop + this.box.clientHeight > this.box.scrollHeight - 60;
    });
    wireLights(list, lights);
  }

  /** The ply of the last line. */
  get last() {
    return this.lines.at(-1)?.ply ?? 0;
  }

  /**
   * Keep the lines up to a ply; these follow.
   * @param {number} keep
   * @param {LogLine[]} lines
   */
  change(keep, lines) {
    this.lines = [...this.lines.filter((line) => line.ply <= keep), ...lines];
    const turns = turnsOf(this.lines);
    const isOpen = new Set([...this.list.querySelectorAll("details[open]")].map((element) => element.getAttribute("data-turn")));
    let same = 0;
    while (same < turns.length && same < this.turns.length && isSame(turns[same], this.turns[same])) same++;
    for (const item of [...this.list.children]) if (Number(item.getAttribute("data-index")) >= same) item.remove();
    this.turns = turns;
    for (let index = same; index < turns.length; index++) {
      const turn = turns[index];
      if (turn.round && turn.round !== turns[index - 1]?.round) this.list.append(heading(turn.round, index));
      this.list.append(this.item(turn, index, isOpen.has(String(turn.number))));
    }
    this.follow();
  }

  /** Show the last line, unless the reader looks at earlier ones. */
  follow() {
    if (this.atEnd) this.box.scrollTop = this.box.scrollHeight;
  }

  /**
   * A position of the replay is shown: its step is marked, and its turn opened.
   * @param {number} ply
   */
  mark(ply) {
    for (const link of this.list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const line = this.lines.findLast((one) => one.ply <= ply);
    const current = line && this.list.querySelector(`[data-ply="${line.ply}"]`);
    if (!current) return;
    current.closest("details")?.setAttribute("open", "");
    current.setAttribute("aria-current", "step");
    current.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Turn} turn
   * @param {number} index
   * @param {boolean} open
   */
  item(turn, index, open) {
    const steps = turn.lines.filter((line) => line.told.length);
    const single = steps.length === 1 && steps[0].told.length === 1;
    const content = single
      ? this.step(steps[0], this.pip(turn.whose))
      : make(
          "details",
          { "data-turn": turn.number, open },
          make("summary", {}, this.pip(turn.whose), make("span", { class: "text" }, sentence(turn.told))),
          make("ol", { class: "steps" }, ...steps.map((line) => make("li", {}, this.step(line, this.pip(line.seat))))),
        );
    return make("li", { class: turn.setup ? "turn setup" : "turn", "data-index": index }, content);
  }

  /**
   * @param {LogLine} line
   * @param {HTMLElement} pip
   */
  step(line, pip) {
    const sentences = line.told.flatMap((told) => [sentence(told), " "]);
    const text = make("span", { class: line.seat === null ? "text nature" : "text" }, ...sentences);
    const number = make("span", { class: "number" }, String(line.ply));
    return make("a", { href: `/table/${this.table}/replay?at=${line.ply}`, "data-ply": line.ply }, pip, text, number);
  }

  /** @param {number | null} seat */
  pip(seat) {
    const pip = make("span", { class: seat === null ? "pip nobody" : "pip" });
    const tone = seat === null ? "" : (this.seats[seat]?.tone ?? "");
    if (tone) pip.style.setProperty("--tone", `var(--${tone})`);
    return pip;
  }
}

/**
 * @param {number} round
 * @param {number} index of the turn that it stands above
 */
function heading(round, index) {
  return make("li", { class: "round", "data-index": index }, make("h2", {}, _("Round {round}", { round })));
}

/**
 * Whether two turns are made of the same lines.
 * @param {Turn} one
 * @param {Turn} other
 */
function isSame(one, other) {
  return one.lines.length === other.lines.length && one.lines.every((line, index) => line === other.lines[index]);
}

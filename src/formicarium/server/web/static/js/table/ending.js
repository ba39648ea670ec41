// @ts-check
/** The end: who won, the final scores, and what next. */

import { make, need, seatMark } from "../dom.js";
import { _, formatNumber } from "../messages.js";
import { colourOf, nameOf } from "./seats.js";
import * as sound from "./sound.js";

/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").SeatFacts} SeatFacts */

const PAUSE = 900; // milliseconds in which the last position is seen before the result stands beside it

export class Ending {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {() => void} clear what would lie over it
   */
  constructor(dialog, clear) {
    this.dialog = dialog;
    this.clear = clear;
    this.told = false; // it opens by itself once
    this.again = need("rematch", HTMLButtonElement);
    this.link = need("rematch-link", HTMLAnchorElement);
    this.result = need("result", HTMLButtonElement);
    this.result.onclick = () => this.open();
    need("look", HTMLButtonElement).onclick = () => dialog.close();
  }

  /**
   * Tell a match that is over.
   * @param {Full} shown
   * @param {Outcome} outcome
   */
  show(shown, outcome) {
    const { table, you } = shown;
    this.result.hidden = false;
    fill(this.dialog, outcome, table.seats);
    need("seed", HTMLElement).textContent = table.seed ?? "";
    need("seed-line", HTMLElement).hidden = !table.seed;
    this.again.hidden = !you.length || table.state === "record";
    this.showRematch(table.rematch);
    if (this.told) return;
    this.told = true;
    sound.end(you.length === 1 && !outcome.shares[you[0]]);
    setTimeout(() => this.open(), PAUSE);
  }

  open() {
    this.clear();
    if (!this.dialog.open) this.dialog.show();
  }

  /**
   * Lead to the rematch, once there is one.
   * @param {string | null} table its id
   */
  showRematch(table) {
    this.link.hidden = !table;
    this.link.href = `/table/${table}`;
    if (table) this.again.hidden = true;
  }
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Outcome} outcome
 * @param {SeatFacts[]} seats
 */
function fill(dialog, outcome, seats) {
  const won = seats.some((seat) => seat.mine && outcome.shares[seat.seat] > 0);
  const winners = outcome.shares.filter((share) => share > 0).length;
  const alone = seats.filter((seat) => seat.mine).length === 1;
  const mine = winners > 1 ? _("You share the victory") : _("You won");
  const heading = winners === seats.length ? _("A draw") : alone && won ? mine : _("The match is over");
  part(dialog, "heading").textContent = heading;
  part(dialog, "reason").textContent = [...resigned(seats), outcome.text].join(" ");
  const sorted = [...seats].sort((a, b) => outcome.places[a.seat] - outcome.places[b.seat]);
  part(dialog, "places").replaceChildren(...sorted.flatMap((seat) => rows(seat, outcome)));
}

/**
 * Who gave up.
 * @param {SeatFacts[]} seats
 */
function resigned(seats) {
  return seats.filter((seat) => seat.resigned).map((seat) => _("{name} resigned.", { name: nameOf(seat) }));
}

/**
 * A seat's place and points, and how they came about.
 * @param {SeatFacts} seat
 * @param {Outcome} outcome
 */
function rows(seat, outcome) {
  const [colour, name, tally] = [colourOf(seat.seat), nameOf(seat), outcome.tally[seat.seat] ?? []];
  const who = make("span", { class: "row" }, seatMark(seat.mark, seat.tone), name === colour ? name : `${name} (${colour})`);
  const result = make(
    "tr",
    { class: outcome.shares[seat.seat] > 0 ? "winner" : null },
    make("td", {}, formatNumber(outcome.places[seat.seat])),
    make("td", {}, who),
    make("td", {}, formatNumber(outcome.points[seat.seat])),
  );
  const parts = make("td", { colspan: 3 }, make("ul", { class: "tally" }, ...tallyOf(tally)));
  return tally.length ? [result, make("tr", { class: "came" }, parts)] : [result];
}

/**
 * @param {HTMLElement} dialog
 * @param {string} name
 */
function part(dialog, name) {
  return /** @type {HTMLElement} */ (dialog.querySelector(`[data-part=${name}]`));
}

/**
 * How the points came about, a line for each source of them.
 * @param {[string, number][]} parts
 */
function tallyOf(parts) {
  return parts.map(([what, points]) => make("li", {}, make("span", {}, what), make("span", {}, formatNumber(points))));
}

// @ts-check
/** The end: who won, the final scores, and what next. */

import { make, seatMark } from "../dom.js";
import { _, formatNumber } from "../messages.js";
import { colourOf, nameOf } from "./seats.js";

/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").Seat} Seat */

/**
 * Fill the dialog of the end.
 * @param {HTMLDialogElement} dialog
 * @param {Outcome} outcome
 * @param {Seat[]} seats
 */
export function fillEnding(dialog, outcome, seats) {
  const won = seats.some((seat) => seat.mine && outcome.shares[seat.seat] > 0);
  const shared = outcome.shares.filter((share) => share > 0).length > 1;
  const alone = seats.filter((seat) => seat.mine).length === 1;
  const heading = shared ? _("A draw") : alone ? (won ? _("You won") : _("The match is over")) : _("The match is over");
  part(dialog, "heading").textContent = heading;
  part(dialog, "reason").textContent = outcome.text;
  const sorted = [...seats].sort((a, b) => outcome.places[a.seat] - outcome.places[b.seat]);
  part(dialog, "places").replaceChildren(...sorted.map((seat) => row(seat, outcome)));
}

/**
 * @param {Seat} seat
 * @param {Outcome} outcome
 */
function row(seat, outcome) {
  const colour = colourOf(seat.seat);
  const name = nameOf(seat);
  const who = make("span", { class: "row" }, seatMark(seat.mark, seat.tone), name === colour ? name : `${name} (${colour})`);
  return make(
    "tr",
    { class: outcome.shares[seat.seat] > 0 ? "winner" : null },
    make("td", {}, formatNumber(outcome.places[seat.seat])),
    make("td", {}, who, make("ul", { class: "tally" }, ...tallyOf(outcome.tally[seat.seat] ?? []))),
    make("td", {}, formatNumber(outcome.points[seat.seat])),
  );
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

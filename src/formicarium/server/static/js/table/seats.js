// @ts-check
/** The seats: who sits there, whose turn it is, who thinks, who is away, how much time is left. */

import { make, seatMark, button } from "../dom.js";
import { _, formatClock, formatNumber } from "../messages.js";
import { pageData } from "../page.js";

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Outcome} Outcome */

const SHORT = 20; // seconds left at which a clock turns red

/**
 * What a seat is called: by its person, its bot or its colour.
 * @param {Seat} seat
 */
export function nameOf(seat) {
  if (seat.kind === "bot") return pageData().levels?.[seat.level ?? ""] ?? seat.level ?? "";
  return seat.name || colourOf(seat.seat);
}

/** @param {number} seat */
export function colourOf(seat) {
  return pageData().colours?.[seat] ?? String(seat + 1);
}

export class Seats {
  /**
   * @param {HTMLElement} list
   * @param {(what: "leave" | "return" | "bot", seat: number) => void} ask
   */
  constructor(list, ask) {
    this.list = list;
    this.ask = ask;
    /** @type {Seat[]} */
    this.seats = [];
    this.since = performance.now();
    setInterval(() => this.tick(), 500);
  }

  /**
   * @param {Seat[]} seats
   * @param {Outcome | null} outcome
   */
  show(seats, outcome) {
    this.seats = seats;
    this.since = performance.now();
    this.list.replaceChildren(...seats.map((seat) => this.row(seat, outcome)));
    this.tick();
  }

  /**
   * @param {Seat} seat
   * @param {Outcome | null} outcome
   */
  row(seat, outcome) {
    const acts = seat.to_act && !outcome;
    const name = make("span", { class: "name" }, nameOf(seat));
    const state = make("span", { class: "state" + (seat.thinking && !outcome ? " dots" : "") }, this.state(seat, outcome));
    const row = make("li", { class: "seat" + (acts ? " acts" : ""), "data-seat": seat.seat }, seatMark(seat.seat, seat.tone), make("span", { class: "who" }, name, state));
    if (outcome) row.append(make("span", { class: "points" }, formatNumber(outcome.points[seat.seat])));
    else if (seat.clock !== null) row.append(make("span", { class: "clock", role: "timer" }));
    else this.offer(row, seat);
    return row;
  }

  /**
   * @param {Seat} seat
   * @param {Outcome | null} outcome
   */
  state(seat, outcome) {
    const colour = colourOf(seat.seat);
    const parts = [nameOf(seat) === colour ? "" : colour];
    if (outcome) parts.push(outcome.shares[seat.seat] > 0 ? _("winner") : "");
    else if (seat.kind === "open") parts.push(_("waiting for a friend"));
    else if (seat.thinking) parts.push(_("thinking"));
    else if (seat.away) parts.push(_("a bot plays on"));
    else if (seat.kind === "human" && !seat.mine && !seat.online) parts.push(_("away"));
    else if (seat.mine && seat.kind === "human") parts.push(_("you"));
    return parts.filter(Boolean).join(" · ") || " ";
  }

  /**
   * @param {HTMLElement} row
   * @param {Seat} seat
   */
  offer(row, seat) {
    const human = seat.kind === "human" || seat.kind === "local";
    if (seat.mine && seat.away) row.append(button(_("Take it back"), () => this.ask("return", seat.seat)));
    else if (seat.kind === "open" || (human && !seat.mine && !seat.online && !seat.away)) {
      row.append(button(_("Give to a bot"), () => this.ask("bot", seat.seat)));
    }
  }

  /** The clocks go on between two messages. */
  tick() {
    const passed = (performance.now() - this.since) / 1000;
    for (const seat of this.seats) {
      const clock = this.list.querySelector(`[data-seat="${seat.seat}"] .clock`);
      if (!clock || seat.clock === null) continue;
      const left = seat.clock - (seat.running ? passed : 0);
      clock.textContent = formatClock(left);
      clock.classList.toggle("short", seat.running && left < SHORT);
    }
  }
}

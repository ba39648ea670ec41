// @ts-check
/** The seats: who sits there, whose turn it is, who thinks, who is away, how much time is left. */

import { make, seatMark, button } from "../dom.js";
import { _, formatClock, formatLastDay, formatNumber } from "../messages.js";
import { pageData } from "../page.js";

/** @typedef {import("../types.js").SeatFacts} SeatFacts */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("./state.js").Clocks} Clocks */
/** @typedef {"return" | "bot"} Offer */

const SHORT = 20; // seconds left at which a clock turns red

/**
 * What a seat is called: by its person, its bot or its colour.
 * @param {SeatFacts} seat
 */
export function nameOf(seat) {
  return seat.name || colourOf(seat.seat);
}

/** @param {number} seat */
export function colourOf(seat) {
  return pageData().colours?.[seat] ?? String(seat + 1);
}

export class Seats {
  /**
   * @param {HTMLElement} list
   * @param {(what: Offer, seat: number) => void} ask
   */
  constructor(list, ask) {
    this.list = list;
    this.ask = ask;
    /** @type {SeatFacts[]} */
    this.seats = [];
    this.owns = false;
    /** @type {Clocks} as they were told, whatever is shown meanwhile: they wait for nobody */
    this.clocks = { seats: [], since: 0 };
    setInterval(() => this.tick(), 500);
  }

  /**
   * @param {SeatFacts[]} seats
   * @param {Outcome | null} outcome
   * @param {boolean} owns whether the reader has set up the table
   */
  show(seats, outcome, owns) {
    this.seats = seats;
    this.owns = owns;
    if (this.list.querySelectorAll("[data-seat]").length !== seats.length) this.list.replaceChildren(...seats.map(emptyRow));
    for (const seat of seats) this.update(/** @type {HTMLElement} */ (this.list.children[seat.seat]), seat, outcome);
    this.tick();
  }

  /**
   * Bring a row up to date. What stays the same is not touched: a button must not vanish under a finger.
   * @param {HTMLElement} row
   * @param {SeatFacts} seat
   * @param {Outcome | null} outcome
   */
  update(row, seat, outcome) {
    row.classList.toggle("acts", seat.to_act && !outcome);
    setText(part(row, "name"), nameOf(seat));
    row.title = seat.kind === "bot" ? (pageData().characters?.[seat.level ?? ""] ?? "") : "";
    const state = part(row, "state");
    const [about, does] = this.state(seat, outcome);
    setText(part(row, "about"), about && does ? `${about} · ` : about);
    setText(part(row, "does"), does || (about ? "" : " "));
    state.classList.toggle("dots", seat.thinking && !outcome);
    const offer = outcome ? "" : this.offer(seat);
    if (row.dataset.offer !== offer) {
      row.dataset.offer = offer;
      part(row, "offer").replaceChildren(...(offer ? [button(offerNames()[offer], () => this.ask(offer, seat.seat))] : []));
    }
    const shown = outcome ? formatNumber(outcome.points[seat.seat]) : "";
    part(row, "points").hidden = !shown;
    setText(part(row, "points"), shown);
    part(row, "clock").hidden = seat.clock === null || outcome !== null;
  }

  /**
   * Who sits there, which stays; and what that seat does now.
   * @param {SeatFacts} seat
   * @param {Outcome | null} outcome
   */
  state(seat, outcome) {
    const colour = colourOf(seat.seat);
    const about = [nameOf(seat) === colour ? "" : colour];
    if (seat.kind === "bot") about.push(_("bot, {level}", { level: pageData().levels?.[seat.level ?? ""] ?? seat.level ?? "" }));
    const parts = [];
    if (outcome) parts.push(seat.mine && seat.kind === "human" ? _("you") : "", outcome.shares[seat.seat] > 0 ? _("winner") : "");
    else if (seat.kind === "open") parts.push(_("waiting for a friend"));
    else if (seat.resigned) parts.push(_("resigned"));
    else if (seat.away) parts.push(_("a bot plays on"));
    else if (seat.rests) parts.push(_("on holiday until {date}", { date: formatLastDay(seat.rests) }));
    else if (seat.thinking) parts.push(_("thinking"));
    else if (seat.kind === "human" && !seat.mine && !seat.online) parts.push(_("away"));
    else if (seat.mine && seat.kind === "human") parts.push(_("you"));
    return [about, parts].map((words) => words.filter(Boolean).join(" · "));
  }

  /**
   * What can be done about a seat.
   * @param {SeatFacts} seat
   * @returns {Offer | ""}
   */
  offer(seat) {
    const human = seat.kind === "human" || seat.kind === "local";
    const sits = this.seats.some((one) => one.mine && !one.away); // who only watches decides nothing
    if (seat.resigned) return "";
    if (seat.mine && seat.away) return "return";
    if (seat.kind === "open") return sits || this.owns ? "bot" : "";
    return sits && human && !seat.mine && !seat.online && !seat.away ? "bot" : "";
  }

  /** @param {Clocks} clocks */
  time(clocks) {
    this.clocks = clocks;
    this.tick();
  }

  /** The clocks go on between two messages. */
  tick() {
    const { seats, since } = this.clocks;
    const passed = (performance.now() - since) / 1000;
    for (const seat of seats) {
      const clock = this.list.querySelector(`[data-seat="${seat.seat}"] .clock`);
      if (!clock || seat.clock === null) continue;
      const left = seat.clock - (seat.running && !seat.rests ? passed : 0);
      clock.textContent = formatClock(left);
      clock.classList.toggle("short", seat.running && left < SHORT);
    }
  }
}

/** @returns {Record<Offer, string>} */
function offerNames() {
  return { return: _("Take it back"), bot: _("Give to a bot") };
}

/** @param {SeatFacts} seat */
function emptyRow(seat) {
  const who = make("span", { class: "who" }, make("span", { class: "name" }), make("span", { class: "state" }, make("span", { class: "about" }), make("span", { class: "does" })));
  const right = make("span", { class: "right" }, make("span", { class: "offer" }), make("span", { class: "points", hidden: true }), make("span", { class: "clock", role: "timer", hidden: true }));
  return make("li", { class: "seat", "data-seat": seat.seat }, seatMark(seat.mark, seat.tone), who, make("span", { class: "figures" }), make("span", { class: "aside" }), right);
}

/**
 * @param {HTMLElement} row
 * @param {string} name
 */
function part(row, name) {
  return /** @type {HTMLElement} */ (row.querySelector(`.${name}`));
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

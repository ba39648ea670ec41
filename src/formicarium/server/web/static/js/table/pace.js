// @ts-check
/** Pace: how long each thing that happened is told. The state of the table never waits for it. */

import { BIG, sizeOf } from "./turns.js";

/** @typedef {import("../types.js").Told} Told */

/**
 * How fast the steps of others are told: by time, at once, or each until a click.
 * @typedef {"calm" | "brisk" | "instant" | "click"} Pace
 */

/** @type {Record<"calm" | "brisk", number[]>} milliseconds for an event, by its size */
const TIMES = { brisk: [0, 700, 1100, 1900], calm: [0, 1500, 2300, 3600] };
const LIT = 120; // milliseconds more for each place of a big moment: they light up one after the other
const MOST_LIT = 12; // places that are waited for

/**
 * The pace that was chosen; what nobody sees is not waited for.
 * @param {string | undefined} chosen
 * @param {boolean} hidden whether the page is out of sight
 * @returns {Pace}
 */
export function paceOf(chosen, hidden) {
  if (hidden || chosen === "instant") return "instant";
  return chosen === "calm" || chosen === "click" ? chosen : "brisk";
}

/**
 * How long each event of a step is told, in milliseconds: none of what the reader did, unless it is a big moment.
 * @param {Told[]} events
 * @param {Pace} pace
 * @param {boolean} ofOthers
 */
export function timesOf(events, pace, ofOthers) {
  if (pace === "instant" || !(ofOthers || sizeOf(events) >= BIG)) return events.map(() => 0);
  const usual = TIMES[pace === "calm" ? "calm" : "brisk"];
  const times = events.map((event) => usual[event.size] + (event.size >= BIG ? LIT * Math.min(event.nodes.length, MOST_LIT) : 0));
  if (pace === "click" && times.length) times[times.length - 1] = Infinity;
  return times;
}

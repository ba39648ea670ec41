// @ts-check
/** The words of the pages in the reader's language, and numbers and times in its manner. */

import { pageData } from "./page.js";

const { language, messages } = pageData();

/**
 * A sentence in the reader's language, its `{placeholders}` filled in.
 * @param {string} sentence in English
 * @param {Record<string, string | number>} [values]
 */
export function _(sentence, values = {}) {
  const found = messages[sentence] || sentence;
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
const shares = new Intl.NumberFormat(language, { style: "percent" });
const times = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const lists = new Intl.ListFormat(language);

/** @param {number} value */
export function formatNumber(value) {
  return numbers.format(value);
}

/** @param {number} value of one, as a percentage */
export function formatShare(value) {
  return shares.format(value);
}

/** @param {number} seconds since the epoch */
export function formatTime(seconds) {
  return times.format(new Date(seconds * 1000));
}

/** @param {number} seconds since the epoch, of a midnight in UTC: the day that is over then */
export function formatLastDay(seconds) {
  return days.format(new Date(seconds * 1000 - 1));
}

/** @param {string[]} words */
export function formatList(words) {
  return lists.format(words);
}

/**
 * Time left, as a clock shows it: days and hours, or minutes and seconds.
 * @param {number} seconds
 */
export function formatClock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return _("{days} d {hours} h", { days, hours });
  const pad = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const rest = `${pad(minutes)}:${pad(whole % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

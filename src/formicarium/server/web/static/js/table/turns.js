// @ts-check
/** Turns: the lines of the log by rounds and turns, and what the others did since the reader acted. Nothing here knows a browser. */

/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").Told} Told */

/**
 * A line of the log that opens into its steps: a turn, or the whole set-up.
 * @typedef {Object} Turn
 * @property {number} number of the turn
 * @property {number} round 0 for the set-up
 * @property {boolean} setup
 * @property {number | null} whose turn it is
 * @property {LogLine[]} lines
 * @property {Told} told the whole of it in a sentence
 */

export const BIG = 3; // the size of a big moment

/**
 * The lines of a log as turns. Of a turn nothing of which is told there is no line.
 * @param {LogLine[]} lines
 * @returns {Turn[]}
 */
export function turnsOf(lines) {
  /** @type {LogLine[][]} */
  const groups = [];
  for (const line of lines) {
    const last = groups.at(-1)?.[0];
    const goesOn = last && (line.setup ? last.setup : !last.setup && last.turn === line.turn);
    if (goesOn) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups.filter((group) => group.some((line) => line.told.length)).map(turnOf);
}

/**
 * @param {LogLine[]} lines
 * @returns {Turn}
 */
function turnOf(lines) {
  const { turn, round, setup, whose } = lines[0];
  const told = lines[lines.length - 1].sum ?? mostTelling(lines.flatMap((line) => line.told));
  return { number: turn, round: setup ? 0 : round, setup, whose: setup ? null : whose, lines, told };
}

/**
 * The biggest of several events, of equal ones the last.
 * @param {Told[]} events at least one
 */
export function mostTelling(events) {
  return events.reduce((best, event) => (event.size >= best.size ? event : best));
}

/**
 * How big a moment several events are; 0 for none.
 * @param {Told[]} events
 */
export function sizeOf(events) {
  return Math.max(0, ...events.map((event) => event.size));
}

/**
 * A sentence as plain text.
 * @param {Told} told
 */
export function textOf(told) {
  return told.parts.map((part) => part.text).join("");
}

/**
 * The turns of the others since the reader acted last.
 * @param {LogLine[]} lines
 * @param {number[]} you the reader's seats
 */
export function recap(lines, you) {
  const isMine = (/** @type {number | null} */ seat) => seat !== null && you.includes(seat);
  const acted = lines.findLastIndex((line) => isMine(line.seat));
  return turnsOf(lines.slice(acted + 1)).filter((turn) => !turn.setup && !isMine(turn.whose));
}

/**
 * Whether a step is of the turn of others: nature acts in somebody's turn too.
 * @param {LogLine} line
 * @param {number[]} you
 */
export function isOfOthers(line, you) {
  const seat = line.seat ?? line.whose;
  return seat === null || !you.includes(seat);
}

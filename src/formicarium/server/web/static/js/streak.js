// @ts-check
/** What this device remembers of puzzles: which are solved, and on how many days in a row the daily one was. */

/** @typedef {{ solved: number[], day: number, days: number }} Kept */

/**
 * @param {string} game
 * @returns {Kept}
 */
function kept(game) {
  return { solved: [], day: 0, days: 0, ...JSON.parse(localStorage.getItem(`puzzles-${game}`) ?? "{}") };
}

/**
 * Remember an answer; of the daily puzzle only the first one of a day counts.
 * @param {string} game
 * @param {number} number
 * @param {boolean} right
 * @param {number | null} day of the daily puzzle, as a number of days; null for another one
 */
export function keepAnswer(game, number, right, day) {
  const known = kept(game);
  if (right) known.solved = [...new Set([...known.solved, number])];
  if (day !== null && day !== known.day) {
    known.days = right ? (known.day === day - 1 ? known.days : 0) + 1 : 0;
    known.day = day;
  }
  localStorage.setItem(`puzzles-${game}`, JSON.stringify(known));
}

/** @param {string} game */
export function solved(game) {
  return new Set(kept(game).solved);
}

/**
 * On how many days in a row the daily puzzle was solved, today or up to yesterday.
 * @param {string} game
 * @param {number} today
 */
export function streak(game, today) {
  const { day, days } = kept(game);
  return day >= today - 1 ? days : 0;
}

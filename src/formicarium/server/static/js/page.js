// @ts-check
/** What the server hands to the scripts of a page: a block of data in it. */

/** @typedef {{ value: string, title: string }} OptionValue */
/** @typedef {{ name: string, title: string, explanation: string, values: OptionValue[] }} Option */
/** @typedef {{ seats: number[], colours: Record<number, string[]>, tones: string[], marks: string[], levels: [string, string][], options: Option[] }} GameFacts */

/**
 * @typedef {object} PageData
 * @property {string} language
 * @property {Record<string, string>} messages
 * @property {string} [table]
 * @property {string} [sheet] the address of the sprites
 * @property {string[]} [colours] the name of each seat
 * @property {Record<string, string>} [levels] the names of the bots
 * @property {number} [spectator] the seat number of those who only watch
 * @property {number} [seat] of an invitation
 * @property {string} [invite]
 * @property {"friends" | "local" | ""} [with] whom to play
 * @property {boolean} [revealed] whether everybody may see everything
 * @property {Record<string, GameFacts>} [games]
 * @property {boolean} [secrets] whether seats see different things
 * @property {import("./types.js").Frame} [frame] how the table stands
 */

/** @type {PageData | undefined} */
let data;

/** The data of this page. */
export function pageData() {
  data ??= /** @type {PageData} */ (JSON.parse(document.getElementById("page-data")?.textContent ?? "{}"));
  return data;
}

// @ts-check
/** What the server hands to the scripts of a page: a block of data in it. */

/**
 * @typedef {object} PageData
 * @property {string} language
 * @property {Record<string, string>} messages
 * @property {string} [table]
 * @property {string} [sheet] the address of the sprites
 * @property {string[]} [colours] the name of each seat
 * @property {Record<string, string>} [levels] the names of the bots
 * @property {number} [at] the position to show first
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

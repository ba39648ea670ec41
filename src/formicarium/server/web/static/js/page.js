// @ts-check
/** What the server hands to the scripts of a page: a block of data in it. */

/** @typedef {{ value: string, title: string }} OptionValue */
/** @typedef {{ name: string, title: string, explanation: string, values: OptionValue[] }} Option */
/** @typedef {{ level: string, title: string, like: string }} Bot */
/** @typedef {{ seats: number[], colours: Record<number, string[]>, tones: string[], marks: string[], bots: Bot[], options: Option[], clashes: [string, string, string, string][] }} GameFacts */

/** @typedef {Pick<import("./types.js").Full, "scene" | "choices" | "places" | "labels" | "loses" | "prompt"> & { game: string, number: number, stars: number }} PuzzleFrame */
/** @typedef {Pick<import("./types.js").Full, "scene" | "choices" | "places" | "labels" | "loses" | "prompt"> & { game: string, plate: string, left: number, told: string[] }} PlateFrame */

/** @typedef {{ value: string, title: string, rating?: number, provisional?: boolean }} Mode */
/** @typedef {{ games: Record<string, { title: string, seats: number[], modes: Mode[] }>, known: boolean }} LobbyData */

/**
 * @typedef {Object} PageData
 * @property {string} language
 * @property {Record<string, string>} messages
 * @property {string} [table]
 * @property {string} [sheet] the address of the sprites
 * @property {string[]} [colours] the name of each seat
 * @property {Record<string, string>} [levels] how strong bots are
 * @property {Record<string, string>} [characters] what they are like
 * @property {number} [spectator] the seat number of those who only watch
 * @property {number} [seat] of an invitation
 * @property {string} [invite]
 * @property {boolean} [revealed] whether everybody may see everything
 * @property {Record<string, GameFacts>} [games]
 * @property {number} [name_length] characters of a name
 * @property {boolean} [plans] whether one can plan what to play if the others play this or that
 * @property {boolean} [secrets] whether seats see different things
 * @property {import("./types.js").Full} [frame] how the table stands
 * @property {PuzzleFrame} [puzzle] a position to solve
 * @property {number[]} [movers] who acts after so many actions
 * @property {Record<string, string>} [words] what a script says of a review
 * @property {PlateFrame} [plate] a plate of the rules to try
 * @property {string} [club] whose table or tournament is set up
 * @property {string} [address] where the forms of a tournament or a club ask
 * @property {string} [parts] where its parts are looked at again
 * @property {number} [daily] the number of the puzzle of the day
 * @property {LobbyData} [lobby] what there is to play, and whether the server knows who asks
 * @property {number} [day] today, as a number of days
 */

/** @typedef {PageData & Required<Pick<PageData, "table" | "spectator" | "secrets" | "frame">>} TableData */

/** @type {PageData | undefined} */
let data;

/** The data of this page. */
export function pageData() {
  data ??= /** @type {PageData} */ (JSON.parse(document.getElementById("page-data")?.textContent ?? "{}"));
  return data;
}

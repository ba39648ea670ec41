// @ts-check
/** The types of a review, as the server tells it. */

/**
 * How far the review of a match is, and what it tells by now.
 * @typedef {Object} Reviewed
 * @property {"review"} type
 * @property {string} table
 * @property {number | null} progress how much is done of what is being made here
 * @property {number} iterations of the search for each decision; 0 while nothing is there
 * @property {boolean} final whether nothing finer is made
 * @property {Story | null} story
 * @property {Branch[]} branches
 */

/**
 * A table that goes on from a position of a match.
 * @typedef {Object} Branch
 * @property {string} table
 * @property {number} ply
 * @property {number} actions that were made there since
 * @property {boolean} over
 * @property {string[]} names
 */

/**
 * A review in words.
 * @typedef {Object} Story
 * @property {string} game
 * @property {string} title
 * @property {string} language
 * @property {number} iterations
 * @property {number} plies
 * @property {SeatStory[]} seats
 * @property {SumLine[]} sum
 * @property {Turning[]} turning
 * @property {Judged[]} decisions
 * @property {Readable[]} readable
 */

/**
 * @typedef {Object} SeatStory
 * @property {number} seat
 * @property {string} name
 * @property {string} tone
 * @property {string} mark
 * @property {[number, number][]} curve its chances by actions made before
 * @property {number} decisions
 * @property {number} best
 */

/**
 * @typedef {Object} SumLine
 * @property {"start" | "chance" | "unforeseen" | "own" | "gifts" | "result"} part
 * @property {string} title
 * @property {string} about
 * @property {number[]} percent
 */

/**
 * @typedef {Object} Turning
 * @property {number} ply
 * @property {number} step
 * @property {"decision" | "chance" | "news"} kind
 * @property {number} seat
 * @property {number} change
 * @property {string} sentence
 * @property {number} eyes
 */

/**
 * @typedef {Object} Judged
 * @property {number} ply
 * @property {number} seat
 * @property {string} chosen
 * @property {string} best
 * @property {number} loss
 * @property {string[]} against
 * @property {string[]} because
 * @property {string[]} nodes
 * @property {[string, number][]} mix
 */

/**
 * @typedef {Object} Readable
 * @property {number} seat
 * @property {number} choices
 * @property {number} guessed
 * @property {number} expected
 */

export {};

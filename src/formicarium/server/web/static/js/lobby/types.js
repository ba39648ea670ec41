// @ts-check
/** The messages of the lobby, and their parts, as types: nothing here runs. docs/api.md explains them. */

/**
 * Everything in the lobby.
 * @typedef {Object} Lobby
 * @property {"lobby"} type
 * @property {OpenTable[]} tables
 * @property {Queue[]} waiting
 * @property {Seek | null} seek what I look for
 * @property {string | null} table what became of what I looked for last
 */

/**
 * What has changed in the lobby.
 * @typedef {Object} LobbyChange
 * @property {"lobby-change"} type
 * @property {OpenTable[]} tables that are new or otherwise
 * @property {string[]} gone
 * @property {Queue[]} waiting
 */

/**
 * What I look for has changed.
 * @typedef {Object} Sought
 * @property {"sought"} type
 * @property {Seek | null} seek
 * @property {string | null} table that was found
 */

/**
 * A table with a free seat that everybody may take.
 * @typedef {Object} OpenTable
 * @property {string} id
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {Clock} clock
 * @property {string} language
 * @property {number} created
 * @property {Visible[]} seats
 */

/**
 * Who sits at an open table.
 * @typedef {Object} Visible
 * @property {string} name
 * @property {"human" | "bot" | "local" | "open"} kind
 * @property {number | null} rating
 * @property {boolean} provisional whether it may still be far off
 */

/**
 * How many people look for a match of a game.
 * @typedef {Object} Queue
 * @property {string} game
 * @property {string} mode
 * @property {number} people
 */

/**
 * What I look for.
 * @typedef {Object} Seek
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {Clock} clock
 * @property {number[]} seats
 * @property {number} waited seconds
 * @property {number | null} bots_after seconds
 * @property {boolean} bots whether bots were taken
 */

/** @typedef {import("../types.js").Clock} Clock */
/** @typedef {Lobby | LobbyChange | Sought} ToVisitor */

export {};

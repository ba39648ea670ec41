// @ts-check
/** What the server sends, as types: nothing here runs. */

/**
 * One thing in a picture. What has its default value is left out.
 * @typedef {object} SceneNode
 * @property {string} id
 * @property {string} layer
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [turn]
 * @property {number} [scale]
 * @property {string} [sprite]
 * @property {string} [path]
 * @property {string} [text]
 * @property {string} [tone]
 * @property {string} [fill]
 * @property {string} [stroke]
 * @property {number} [width]
 * @property {number} [opacity]
 * @property {number} [size]
 * @property {string} [anchor]
 * @property {string} [face]
 * @property {string} [label]
 * @property {string[]} [actions]
 * @property {string} [home] the node that it comes out of when it appears and goes into when it vanishes
 */

/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {string} title
 * @property {string} prompt
 * @property {string} sheet
 * @property {SceneNode[]} nodes
 */

/**
 * What differs between two scenes of the same picture.
 * @typedef {object} SceneChange
 * @property {SceneNode[]} set
 * @property {string[]} gone
 * @property {Record<string, string>} [moved] old id to new id of pieces that go on under another one
 * @property {Record<string, string[]>} [order] of each layer that is not in the order of arrival
 */

/** @typedef {{ action: string, label: string, nodes: string[] }} Choice */

/** @typedef {{ action: string, label: string, shares: number[], chance: number }} HintLine */

/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {"human" | "local" | "bot" | "open"} kind
 * @property {string | null} level of the bot that plays
 * @property {string} tone a token of the theme
 * @property {string} mark
 * @property {boolean} away a bot plays for the person
 * @property {boolean} online
 * @property {boolean} thinking
 * @property {boolean} to_act
 * @property {number | null} clock seconds left
 * @property {boolean} running
 * @property {boolean} mine
 */

/**
 * @typedef {object} TableFacts
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Seat[]} seats
 * @property {{ kind: string }} clock
 * @property {boolean} over
 * @property {string} state
 * @property {string} commitment
 * @property {string} [seed]
 * @property {string | null} rematch
 * @property {boolean} owner
 * @property {number} plies
 * @property {{ seat: number, link: string }[]} [invites] to the open seats
 */

/** @typedef {{ ply: number, seat: number | null, text: string, secret: boolean }} LogLine */
/** @typedef {{ number: number, seat: number | null, name: string, text: string, time: number }} ChatLine */
/** @typedef {{ shares: number[], places: number[], points: number[], reason: string, text: string, tally: [string, number][][] }} Outcome */

/**
 * Everything a viewer is told about a table as it stands.
 * @typedef {object} Frame
 * @property {"full"} type
 * @property {number} number
 * @property {TableFacts} table
 * @property {number[]} you the seats that are mine
 * @property {number | null} seat through whose eyes
 * @property {Scene} scene
 * @property {Choice[]} choices
 * @property {string} prompt
 * @property {boolean} can_undo
 * @property {LogLine[]} log
 * @property {ChatLine[]} chat
 * @property {Outcome | null} outcome
 */

/**
 * What one entry of the log changed; what is left out is as before.
 * @typedef {object} Step
 * @property {"step"} type
 * @property {number} number
 * @property {number} from
 * @property {SceneChange} nodes
 * @property {number} [width]
 * @property {number} [height]
 * @property {Choice[]} [choices]
 * @property {string} [prompt]
 * @property {boolean} [can_undo]
 * @property {{ keep: number, lines: LogLine[] }} [log]
 * @property {Partial<TableFacts>} [table]
 * @property {Outcome | null} [outcome]
 */

export {};

// @ts-check
/** Every message between the page and the server, and its parts, as types: nothing here runs. docs/api.md explains them. */

// What the server tells

/**
 * Everything a viewer is told about a table as it stands.
 * @typedef {Object} Full
 * @property {"full"} type
 * @property {number} number how many entries the log of the table has
 * @property {TableFacts} table
 * @property {number[]} you the seats that are mine
 * @property {number | null} seat through whose eyes; null for a spectator
 * @property {Scene} scene
 * @property {string[]} choices my legal actions in notation
 * @property {Record<string, string[]>} places the nodes that perform an action, by the action or by the form of its verb, as `ant-1`; then with a number for each argument
 * @property {Record<string, Label>} labels by the form of a verb; the same in all matches of a game
 * @property {Record<string, string>} loses by verb, what is given up by an action, in a sentence
 * @property {string} prompt whose turn it is and what to do
 * @property {boolean} can_undo whether I may take back my last action
 * @property {LogLine[]} log
 * @property {"on" | "off" | "never"} talk whether I hear and may say something; `off` until I turn it on at this table
 * @property {ChatLine[]} chat
 * @property {Outcome | null} outcome null until the end
 */

/**
 * What one entry of the log changed; what is left out is as before.
 * @typedef {Object} Step
 * @property {"step"} type
 * @property {number} number
 * @property {number} from the number that it follows
 * @property {NodeChange} nodes
 * @property {number} [width] of the scene
 * @property {number} [height]
 * @property {string[]} [choices]
 * @property {Record<string, string[]>} [places]
 * @property {Record<string, string>} [loses]
 * @property {string} [prompt]
 * @property {LogChange} log
 * @property {number[]} [to_act] the seats that may act now; with the last of several steps
 * @property {boolean} [can_undo] with the last of several steps
 * @property {TableFacts} [table] with the last of several steps, where a clock runs and at the end
 * @property {Outcome | null} [outcome]
 */

/**
 * Somebody sat down, left, came back or connected.
 * @typedef {Object} Seats
 * @property {"seats"} type
 * @property {TableFacts} table
 * @property {number[]} you
 * @property {boolean} can_undo
 */

/**
 * The step of a guided match at which its newcomer is.
 * @typedef {Object} Lesson
 * @property {number} step from 1 on
 * @property {number} steps
 * @property {string} text
 * @property {string} elsewhere what is said when something else is tried
 * @property {string | null} action that is awaited; null after the last step
 * @property {string[]} nodes that perform it
 */

/**
 * Somebody said something: a line of chat.
 * @typedef {Object} Chat
 * @property {"chat"} type
 * @property {number} number
 * @property {number | null} seat
 * @property {string} name
 * @property {string} text
 * @property {number} time
 */

/**
 * A bot began to think, or stopped.
 * @typedef {Object} Thinking
 * @property {"thinking"} type
 * @property {number} seat
 * @property {boolean} on
 */

/**
 * Somebody set up a rematch.
 * @typedef {Object} Rematch
 * @property {"rematch"} type
 * @property {string} table its id
 */

/**
 * What was asked has been done and is stored.
 * @typedef {Object} Ack
 * @property {"ack"} type
 * @property {number | string | null} id of the message that it answers
 * @property {number} number
 */

/**
 * What was asked is refused.
 * @typedef {Object} Problem
 * @property {"error"} type
 * @property {number | string | null} id of the message that it answers
 * @property {string} code
 * @property {string} message
 * @property {number} number where the table stands
 */

/**
 * A past position, fetched by the replay.
 * @typedef {Object} Replay
 * @property {"replay"} type
 * @property {number} ply after so many actions
 * @property {number} plies of the whole match so far
 * @property {number} number
 * @property {number | null} seat through whose eyes; null for a spectator
 * @property {Scene} scene
 * @property {Record<string, string>} moved old id to new id of pieces that go on under another one
 * @property {string} prompt
 * @property {Told[]} told what the last action led to
 */

// What the page asks

/**
 * Perform an action.
 * @typedef {Object} Act
 * @property {"act"} type
 * @property {number | string} [id] comes back with the answer
 * @property {number} number that was seen
 * @property {string} action in notation
 * @property {number | null} [seat] one of mine
 */

/**
 * Take back my last action.
 * @typedef {Object} Undo
 * @property {"undo"} type
 * @property {number | string} [id] comes back with the answer
 * @property {number} number that was seen
 * @property {number | null} [seat] one of mine
 */

/**
 * Say something to everybody at the table.
 * @typedef {Object} Say
 * @property {"chat"} type
 * @property {number | string} [id] comes back with the answer
 * @property {string} text
 */

/**
 * Look through the eyes of another of my seats: a full message comes.
 * @typedef {Object} Look
 * @property {"look"} type
 * @property {number | string} [id] comes back with the answer
 * @property {number | null} [seat]
 */

/**
 * Ask for a sign of life.
 * @typedef {Object} Ping
 * @property {"ping"} type
 * @property {number | string} [id] comes back with the answer
 */

// Their parts

/**
 * What all know about a table.
 * @typedef {Object} TableFacts
 * @property {string} id
 * @property {string} game
 * @property {string} title of the game
 * @property {Record<string, string>} options
 * @property {SeatFacts[]} seats
 * @property {Clock} clock
 * @property {boolean} open listed for everybody
 * @property {number} delay turns after which those who only watch see what happens
 * @property {"playing" | "over" | "record"} state
 * @property {boolean} over
 * @property {string} commitment the fingerprint of the seed
 * @property {number | null} first the seat that was chosen to begin, not drawn
 * @property {number} given so many entries of the log came from another match
 * @property {string | null} rematch the id of the table where it is
 * @property {boolean} owner whether I set it up
 * @property {boolean} hints whether who sits here may ask for advice
 * @property {boolean} paused nobody acts, and no clock runs
 * @property {Question | null} asked what somebody asks the others for
 * @property {Lesson | null} tutorial what guides me here
 * @property {("resign" | "draw" | "undo" | "pause" | "resume")[]} deeds what I may do besides acting
 * @property {string} [seed] when the match is over
 * @property {Invite[]} [invites] to the open seats, for the owner
 */

/**
 * What somebody asks the others for.
 * @typedef {Object} Question
 * @property {"draw" | "undo" | "pause"} what
 * @property {number} seat who asks
 * @property {boolean} yours whether I have to answer
 */

/**
 * Who sits on a seat, and how it is with them.
 * @typedef {Object} SeatFacts
 * @property {number} seat
 * @property {string} name
 * @property {"human" | "local" | "bot" | "open"} kind
 * @property {string | null} level of the bot that plays
 * @property {string} tone a token of the theme
 * @property {string} mark the id of its sign
 * @property {boolean} away a bot plays for the person
 * @property {number | null} rests until when its person is on holiday, and its clock stands
 * @property {boolean} resigned for good
 * @property {boolean} online
 * @property {boolean} thinking
 * @property {boolean} to_act
 * @property {number | null} clock seconds left
 * @property {boolean} running the time runs
 * @property {boolean} mine
 */

/**
 * What a control says that performs an action, `Place an ant on {0}`.
 * @typedef {Object} Label
 * @property {string} text
 * @property {Record<string, string>[]} [said] for each argument, how it is said where not as it is written
 */

/**
 * What one action led to, and the turn that it belongs to. Actions of which nothing is to be told have no line.
 * @typedef {Object} LogLine
 * @property {number} ply
 * @property {number | null} seat null for nature
 * @property {Told[]} told
 * @property {number} turn
 * @property {number} round
 * @property {number | null} whose turn it is; null while all act, or nature
 * @property {boolean} setup
 * @property {Told | null} sum the turn so far
 */

/**
 * The lines of the log up to a ply stay; these follow.
 * @typedef {Object} LogChange
 * @property {number} keep
 * @property {LogLine[]} lines
 */

/**
 * Something that happened, in a sentence.
 * @typedef {Object} Told
 * @property {string} kind
 * @property {number} size 1 for a step, 2 for something notable, 3 for a big moment
 * @property {Part[]} parts
 * @property {string[]} nodes the places where it happened
 */

/**
 * A piece of a sentence.
 * @typedef {Object} Part
 * @property {string} text
 * @property {string[]} [nodes] that light up when it is pointed at
 */

/**
 * What differs between two scenes of the same picture.
 * @typedef {Object} NodeChange
 * @property {Node[]} set new ones, and those that are in another layer, whole
 * @property {Fields[]} [changed] what differs in others
 * @property {string[]} gone
 * @property {Record<string, string>} [moved] old id to new id of pieces that go on under another one
 * @property {string[][]} [order] runs of nodes that do not come last: the first of each stays, the others go before it, in their order
 */

/**
 * The fields of a node that differ, null where one has its default again.
 * @typedef {{ id: string } & Record<string, string | number | boolean | null>} Fields
 */

/**
 * One thing in a picture. What has its default value is left out.
 * @typedef {Object} Node
 * @property {string} id
 * @property {"ground" | "regions" | "tracks" | "pieces" | "highlights" | "captions"} layer
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [turn] degrees, clockwise
 * @property {number} [scale]
 * @property {string} [sprite] the id of a symbol in the sheet
 * @property {string} [path] SVG path data
 * @property {string} [text] a line of text
 * @property {string} [tone] a token of the theme
 * @property {string} [fill] of a path: a token, a colour or a pattern of the sheet
 * @property {string} [stroke] of a path: a token or a colour
 * @property {number} [width] of the stroke
 * @property {number} [opacity]
 * @property {number} [size] of the text
 * @property {"start" | "middle" | "end"} [anchor] of the text
 * @property {"sans" | "bold" | "serif" | "italic"} [face] of the text
 * @property {string} [label] what it is
 * @property {boolean} [back] whether a click on it takes back the last action
 * @property {string} [home] the node that it comes out of when it appears and goes into when it vanishes
 * @property {"carried" | "leads"} [held] whether it goes along to what is pointed at, or a line from it leads there
 * @property {string} [before] an action: this path is shown while the action is pointed at
 * @property {string} [area] where it belongs; without one it is on the poster alone
 */

/**
 * An area of a picture that has its own place on every screen: a rectangle of the poster.
 * @typedef {Object} Area
 * @property {string} name
 * @property {string} label
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} want how large it should be beside the others
 * @property {number} text the least size of a text in it, in pixels
 */

/**
 * Where areas lie: the name of one, a row of trees, within a row a column of trees, and so on.
 * @typedef {string | Tree[]} Tree
 */

/**
 * How a screen may place the areas of a picture.
 * @typedef {Object} Layout
 * @property {Area[]} areas
 * @property {Tree[][]} arrangements of the areas, each on one page or on several
 * @property {number} least pixels a unit below which too little can be read
 * @property {string[]} buttons verbs whose actions are buttons too, although they are on the board
 * @property {Panel[]} panels by seat, what stands beside the board
 * @property {Record<string, Node[]>} ghosts by verb, what comes where one points: places are those beside the target
 */

/**
 * Something that a seat has: a sign, how many, a word for it; each is a node of the picture, by its id.
 * @typedef {Object} Figure
 * @property {string[]} [signs] sprites that lie over each other
 * @property {string} [text]
 * @property {string} [caption] a text that is shown where there is room for it
 * @property {boolean} [over] whether the text stands on the sign
 * @property {string} [sprite] a sign for where there is no room for the caption
 */

/**
 * What stands at a seat beside the board; what is not in the picture is left out.
 * @typedef {Object} Panel
 * @property {string} node that frames it on the poster
 * @property {Figure[][]} rows
 * @property {Figure[][]} aside
 */

/**
 * A whole picture; within a layer the nodes are painted in their order.
 * @typedef {Object} Scene
 * @property {number} width
 * @property {number} height
 * @property {string} title
 * @property {string} prompt
 * @property {string} sheet
 * @property {Node[]} nodes
 * @property {Layout} layout
 */

/**
 * How the match ended, by seat.
 * @typedef {Object} Outcome
 * @property {number[]} shares of victory
 * @property {number[]} places
 * @property {number[]} points
 * @property {string} reason for programs
 * @property {string} text for people
 * @property {[string, number][][]} tally what the points came from
 */

/**
 * What somebody said.
 * @typedef {Object} ChatLine
 * @property {number} number
 * @property {number | null} seat null for somebody who has none
 * @property {string} name
 * @property {string} text
 * @property {number} time seconds since the epoch
 */

/**
 * How time is measured.
 * @typedef {Object} Clock
 * @property {"none" | "live" | "days"} kind
 * @property {number} [seconds] of a live clock, for the whole match
 * @property {number} [increment] of a live clock, for each turn
 * @property {number} [days] for each move
 * @property {boolean} [strict] who is out of time has lost, and nobody pauses or asks to take back
 */

/**
 * An open seat and the link by which it can be taken.
 * @typedef {Object} Invite
 * @property {number} seat
 * @property {string} invite
 * @property {string} link
 */

// Both directions of the live connection

/** @typedef {Full | Step | Seats | Chat | Thinking | Rematch} Shown */
/** @typedef {Shown | Ack | Problem} FromServer */
/** @typedef {Act | Undo | Say | Look | Ping} ToServer */

export {};

// @ts-check
/** The state of a table in the page, and plain functions on it. Nothing here knows a browser. */

import { choicesOf } from "./choices.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").SeatFacts} SeatFacts */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("./pace.js").Pace} Pace */

/**
 * Everything that changes while somebody looks at a table.
 * @typedef {Object} State
 * @property {Full | null} shown what the page shows: the last full message, brought up to date by every step that was played; null before the first
 * @property {Clocks} clocks those that were told last: they go on while steps wait to be played
 * @property {number} received the number that the server has told last; `shown.number` is behind it while steps are played; -1 before the first
 * @property {(Full | Step)[]} waiting what has arrived and is still to be played, the oldest first
 * @property {boolean} playing whether something is being played: until it is over nothing is offered
 * @property {boolean} skipping whether the rest of what is being played is hurried through
 * @property {number} heard the number of the last line of chat; 0 before the first
 * @property {number} acted the number of the step that the reader asked for last; -1 before the first
 * @property {boolean} sending whether something was sent that changes the match: until an answer is shown nothing else is
 * @property {boolean} passing whether the board goes from one person to the next: meanwhile nobody is offered anything
 * @property {boolean} yours whether it was the reader's turn when everything had been shown last
 * @property {number} spectator the seat number of those who only watch
 * @property {boolean} secrets whether seats that share this screen see different things
 */

/**
 * The clocks of the seats, and when they were told, by the clock of the page.
 * @typedef {{ seats: SeatFacts[], since: number }} Clocks
 */

/**
 * What a message changed, and so what is to be done about it: play what waits, show the seats, who thinks, the
 * line of chat or the rematch; after a gap, ask for everything.
 * @typedef {"play" | "seats" | "thinking" | "chat" | "rematch" | "gap" | "nothing"} News
 */

/**
 * What the reader can do now: act, or nothing, since seats are free, a bot plays for the reader, all have agreed on a
 * pause, the match is over, or others are to act.
 * @typedef {"act" | "free" | "left" | "paused" | "over" | "watch"} Part
 */

const SKIP = 60; // times faster than usual
const BACKLOG = 0.4; // so much faster for each message that waits

/**
 * Before anything has been told.
 * @param {number} spectator
 * @param {boolean} secrets
 * @returns {State}
 */
export function newState(spectator, secrets) {
  return {
    shown: null,
    clocks: { seats: [], since: 0 },
    received: -1,
    waiting: [],
    playing: false,
    skipping: false,
    heard: 0,
    acted: -1,
    sending: false,
    passing: false,
    yours: false,
    spectator,
    secrets,
  };
}

/**
 * Take in what the server tells.
 * @param {State} state
 * @param {Shown} message
 * @param {number} now by the clock of the page
 * @returns {News}
 */
export function receive(state, message, now) {
  const news = take(state, message);
  if (news !== "gap" && message.type !== "rematch" && "table" in message && message.table) state.clocks = { seats: message.table.seats, since: now };
  return news;
}

/**
 * @param {State} state
 * @param {Shown} message
 * @returns {News}
 */
function take(state, message) {
  const { shown } = state;
  switch (message.type) {
    case "full":
      state.received = message.number;
      state.waiting = [message]; // it says all that the others would have said
      return "play";
    case "step":
      if (message.from !== state.received) return "gap";
      state.received = message.number;
      state.waiting.push(message);
      return "play";
    case "seats": {
      const { table, you, can_undo } = message;
      for (const older of [shown, ...state.waiting]) {
        if (older?.can_undo !== undefined) older.can_undo = can_undo;
        if (older?.table) older.table = table;
        if (older?.type === "full") older.you = you;
      }
      return "seats";
    }
    case "thinking": {
      const seat = shown?.table.seats[message.seat];
      if (!seat) return "nothing";
      seat.thinking = message.on;
      return "thinking";
    }
    case "chat":
      if (message.number <= state.heard) return "nothing";
      state.heard = message.number;
      return "chat";
    case "rematch":
      if (!shown) return "nothing";
      shown.table.rematch = message.table;
      return "rematch";
  }
}

/**
 * From now on a full message is shown.
 * @param {State} state
 * @param {Full} full
 * @returns {boolean} whether the same eyes see the same board as before, so that pieces can move
 */
export function replace(state, full) {
  const before = state.shown;
  state.shown = full;
  state.heard = full.chat.at(-1)?.number ?? 0;
  return before !== null && before.seat === full.seat && before.scene.width === full.scene.width && full.number > 0;
}

/**
 * Bring what is shown up to date. Its nodes and its log are kept by those who draw them.
 * @param {Full} shown
 * @param {Step} step
 */
export function advance(shown, step) {
  const { type: _type, from: _from, nodes: _nodes, log: _log, width, height, to_act, ...changed } = step;
  Object.assign(shown, changed);
  for (const seat of shown.table.seats) seat.to_act = to_act ? to_act.includes(seat.seat) : seat.to_act;
  if (width && height) [shown.scene.width, shown.scene.height] = [width, height];
}

/**
 * The line that a step adds to the log, if it tells anything; at the end the whole log comes anew.
 * @param {Step} step
 * @param {number} last the ply of the last line before it
 * @returns {LogLine | null}
 */
export function newLine(step, last) {
  return step.log.lines.findLast((line) => line.ply > last) ?? null;
}

/**
 * Whether the reader has to be shown what happened: what it did itself, alone at its screen, it knows.
 * @param {State} state
 * @param {Step} step
 */
export function isNews(state, step) {
  return step.number !== state.acted || state.shown?.you.length !== 1;
}

/**
 * How many times faster than usual the next message is played: a backlog speeds up what is told in an instant.
 * @param {State} state
 * @param {Pace} pace
 */
export function hurry(state, pace) {
  if (state.skipping) return SKIP;
  return pace === "instant" ? 1 + state.waiting.length * BACKLOG : 1;
}

/**
 * Through whose eyes the page looks.
 * @param {State} state
 */
export function eyes(state) {
  return state.shown?.seat ?? state.spectator;
}

/**
 * What the reader can do now.
 * @param {Full} shown
 * @returns {{ part: Part, choices: Choice[] }}
 */
export function toDo(shown) {
  const { seats } = shown.table;
  if (seats.some((seat) => seat.kind === "open")) return { part: "free", choices: [] };
  if (shown.outcome) return { part: "over", choices: [] };
  if (shown.table.paused) return { part: "paused", choices: [] };
  if (shown.seat !== null && seats[shown.seat]?.away) return { part: "left", choices: [] };
  const [choices, taught] = [choicesOf(shown), shown.table.tutorial?.action];
  return { part: choices.length ? "act" : "watch", choices: taught ? choices.filter(({ action }) => action === taught) : choices };
}

/**
 * Where a tablet goes round: the seat of mine that is to act, when it is not the one that looks.
 * @param {Full} shown
 * @returns {number | null}
 */
export function nextSeat(shown) {
  if (shown.you.length < 2 || shown.outcome) return null;
  const acting = shown.table.seats.filter((seat) => seat.to_act && seat.mine && !seat.away).map((seat) => seat.seat);
  return shown.seat !== null && acting.includes(shown.seat) ? null : (acting[0] ?? null);
}

/**
 * The seat that the reader could leave to a bot.
 * @param {Full} shown
 * @returns {SeatFacts | null}
 */
export function heldSeat(shown) {
  return shown.table.seats.find((seat) => seat.mine && seat.kind === "human" && !seat.away) ?? null;
}

/**
 * Whether something may be sent that changes the match.
 * @param {State} state
 * @returns {state is State & { shown: Full }}
 */
export function maySend(state) {
  return state.shown !== null && !state.sending;
}

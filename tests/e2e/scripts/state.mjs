/** The state of a table: what the server tells goes in, what is shown and can be done comes out. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as state from "../../../src/formicarium/server/web/static/js/table/state.js";

const SPECTATOR = 5;

const seat = (number, facts = {}) => ({
  seat: number, name: "", kind: "human", level: null, tone: `seat-${number}`, mark: "ant", away: false, online: true,
  thinking: false, to_act: false, clock: null, running: false, mine: false, ...facts,
});

const choice = (action, ...nodes) => ({ action, label: action, nodes });

/** A full message: two seats, the first of them mine and to act. */
const full = (changes = {}, seats = [seat(0, { mine: true, to_act: true }), seat(1, { kind: "bot" })]) => ({
  type: "full", number: 3, table: { id: "t", seats, over: false, rematch: null }, you: seats.filter((s) => s.mine).map((s) => s.seat),
  seat: 0, scene: { width: 100, height: 80, title: "", prompt: "", sheet: "", nodes: [] }, choices: ["pass"], places: {}, labels: { "pass-0": { text: "pass" } }, loses: {},
  prompt: "Your turn", can_undo: false, log: [], chat: [], outcome: null, ...changes,
});

const step = (number, changes = {}) => ({
  type: "step", number, from: number - 1, nodes: { set: [], gone: [] }, log: { keep: number - 1, lines: [line(number)] }, ...changes,
});

const line = (ply, who = 1) => ({ ply, seat: who, told: [], turn: 1, round: 1, whose: who, setup: false, sum: null });

/** A state that shows a message. */
const showing = (message) => {
  const made = state.newState(SPECTATOR, false);
  assert.equal(state.receive(made, message), "play");
  state.replace(made, made.waiting.shift());
  return made;
};

test("before anything is told, a spectator looks and nothing may be sent", () => {
  const made = state.newState(SPECTATOR, true);
  assert.equal(state.eyes(made), SPECTATOR);
  assert.equal(made.received, -1);
  assert.equal(state.maySend(made), false);
});

test("steps wait in their order, and each follows the one before it", () => {
  const made = showing(full());
  assert.equal(state.receive(made, step(4)), "play");
  assert.equal(state.receive(made, step(5)), "play");
  assert.deepEqual(made.waiting.map((message) => message.number), [4, 5]);
  assert.deepEqual([made.received, made.shown.number], [5, 3]);
});

test("a step after a gap is not taken", () => {
  const made = showing(full());
  assert.equal(state.receive(made, step(5)), "gap");
  assert.deepEqual([made.received, made.waiting], [3, []]);
});

test("a full message makes what waits superfluous", () => {
  const made = showing(full());
  state.receive(made, step(4));
  state.receive(made, full({ number: 9 }));
  assert.deepEqual(made.waiting.map((message) => message.number), [9]);
  assert.equal(state.receive(made, step(10)), "play");
});

test("seats reach what is shown and what waits with facts of its own", () => {
  const made = showing(full());
  state.receive(made, step(4));
  state.receive(made, step(5, { table: { seats: [] }, can_undo: false }));
  const table = { seats: [seat(0), seat(1)] };
  assert.equal(state.receive(made, { type: "seats", table, you: [1], can_undo: true }), "seats");
  assert.deepEqual([made.shown.table, made.shown.you, made.shown.can_undo], [table, [1], true]);
  assert.deepEqual([made.waiting[1].table, made.waiting[1].can_undo], [table, true]);
  assert.equal("table" in made.waiting[0] || "can_undo" in made.waiting[0], false);
});

test("clocks count from the moment at which they were told, however long what happened waits to be played", () => {
  const made = showing(full());
  const table = (clock, running) => ({ seats: [seat(0, { clock, running }), seat(1)] });
  state.receive(made, step(4, { table: table(90, false) }), 1000);
  state.receive(made, step(5), 2000);
  assert.deepEqual([made.clocks.since, made.clocks.seats[0].clock, made.shown.number], [1000, 90, 3]);
  state.receive(made, step(6, { table: table(80, true) }), 3000);
  state.receive(made, { type: "thinking", seat: 1, on: true }, 4000);
  assert.deepEqual([made.clocks.since, made.clocks.seats[0].running], [3000, true]);
  state.receive(made, { type: "seats", table: table(70, true), you: [0], can_undo: false }, 5000);
  state.receive(made, step(9, { table: table(10, true) }), 6000); // after a gap it is asked for anew
  state.receive(made, { type: "rematch", table: "next" }, 7000);
  assert.deepEqual([made.clocks.since, made.clocks.seats[0].clock], [5000, 70]);
});

test("who thinks is told of seats that are there", () => {
  const made = showing(full());
  assert.equal(state.receive(made, { type: "thinking", seat: 1, on: true }), "thinking");
  assert.equal(made.shown.table.seats[1].thinking, true);
  assert.equal(state.receive(made, { type: "thinking", seat: 7, on: true }), "nothing");
});

test("a line of chat is heard once", () => {
  const said = (number) => ({ type: "chat", number, seat: 1, name: "", text: "hello", time: 0 });
  const made = showing(full({ chat: [said(1)] }));
  assert.equal(state.receive(made, said(1)), "nothing");
  assert.equal(state.receive(made, said(2)), "chat");
  assert.equal(state.receive(made, said(2)), "nothing");
  assert.equal(made.heard, 2);
});

test("a rematch is remembered", () => {
  const made = showing(full());
  assert.equal(state.receive(made, { type: "rematch", table: "next" }), "rematch");
  assert.equal(made.shown.table.rematch, "next");
  assert.equal(state.receive(state.newState(SPECTATOR, false), { type: "rematch", table: "next" }), "nothing");
});

test("pieces move between two full messages only on the same board through the same eyes", () => {
  const narrow = { ...full().scene, width: 90 };
  const cases = [[{}, true], [{ seat: 1 }, false], [{ scene: narrow }, false], [{ number: 0 }, false]];
  for (const [changes, moves] of cases) assert.equal(state.replace(showing(full()), full(changes)), moves);
  assert.equal(state.replace(state.newState(SPECTATOR, false), full()), false);
});

test("a step changes what it names and leaves the rest", () => {
  const { shown } = showing(full());
  state.advance(shown, step(4, { choices: [], width: 120, height: 90, outcome: { points: [1, 2] } }));
  assert.deepEqual([shown.type, shown.number, shown.choices, shown.prompt], ["full", 4, [], "Your turn"]);
  assert.deepEqual([shown.scene.width, shown.scene.height], [120, 90]);
  assert.deepEqual([shown.outcome.points, shown.log], [[1, 2], []]);
  assert.equal("from" in shown || "nodes" in shown || "width" in shown, false);
});

test("what I asked for, alone at my screen, is no news to me", () => {
  const made = showing(full());
  made.acted = 4;
  assert.deepEqual([4, 5].map((number) => state.isNews(made, step(number))), [false, true]);
  const shared = showing(full({ you: [0, 1] }));
  shared.acted = 4;
  assert.equal(state.isNews(shared, step(4)), true);
});

test("a step has the line that is new: none when nothing is told or something is taken back, the last when all come anew", () => {
  assert.equal(state.newLine(step(4), 3).ply, 4);
  assert.equal(state.newLine(step(4, { log: { keep: 3, lines: [] } }), 3), null);
  assert.equal(state.newLine(step(4, { log: { keep: 0, lines: [line(1), line(2), line(4)] } }), 2).ply, 4);
  assert.equal(state.newLine(step(4, { log: { keep: 0, lines: [line(1), line(2)] } }), 2), null);
});

test("a backlog is played faster only in an instant, and a click skips it", () => {
  const made = showing(full());
  assert.equal(state.hurry(made, "instant"), 1);
  made.waiting.push(step(4), step(5));
  assert.ok(state.hurry(made, "instant") > 1 && state.hurry(made, "instant") < 3);
  for (const pace of ["calm", "brisk", "click"]) assert.equal(state.hurry(made, pace), 1);
  made.skipping = true;
  assert.ok(state.hurry(made, "calm") > 10);
});

test("nobody acts while a seat is free", () => {
  const shown = full({}, [seat(0, { mine: true, to_act: true }), seat(1, { kind: "open" })]);
  assert.deepEqual(state.toDo(shown), { part: "free", choices: [] });
});

test("who left a seat to a bot watches it until the end", () => {
  const seats = [seat(0, { mine: true, to_act: true, away: true }), seat(1)];
  assert.equal(state.toDo(full({}, seats)).part, "left");
  assert.equal(state.toDo(full({ choices: [], outcome: {} }, seats)).part, "over");
});

test("the last of several steps says who may act", () => {
  const { shown } = showing(full());
  state.advance(shown, step(4));
  assert.deepEqual(shown.table.seats.map((one) => one.to_act), [true, false]);
  state.advance(shown, step(5, { to_act: [1], can_undo: true }));
  assert.deepEqual(shown.table.seats.map((one) => one.to_act), [false, true]);
  assert.equal(shown.can_undo, true);
});

test("who has choices acts", () => {
  assert.deepEqual(state.toDo(full()), { part: "act", choices: [choice("pass")] });
  assert.equal(state.toDo(full({ choices: [] })).part, "watch");
  assert.equal(state.toDo(full({ seat: null, choices: [] })).part, "watch");
});

test("a tablet goes to the seat that is to act, unless it is there already", () => {
  const round = (acting, eyes, changes = {}) =>
    state.nextSeat(full({ seat: eyes, ...changes }, [0, 1].map((number) => seat(number, { kind: "local", mine: true, to_act: acting.includes(number) }))));
  assert.equal(round([1], 0), 1);
  assert.equal(round([0, 1], null), 0);
  assert.equal(round([0, 1], 1), null);
  assert.equal(round([], 0), null);
  assert.equal(round([1], 0, { outcome: {} }), null);
  assert.equal(state.nextSeat(full({ seat: null })), null); // one seat of mine: nothing to pass on
});

test("a seat can be left by the person who sits there", () => {
  assert.equal(state.heldSeat(full()).seat, 0);
  for (const facts of [{ away: true }, { kind: "local" }, { mine: false }]) {
    assert.equal(state.heldSeat(full({}, [seat(0, { mine: true, ...facts }), seat(1)])), null);
  }
});

test("one thing at a time is sent", () => {
  const made = showing(full());
  assert.equal(state.maySend(made), true);
  made.sending = true;
  assert.equal(state.maySend(made), false);
});

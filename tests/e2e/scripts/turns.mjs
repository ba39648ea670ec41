/** Turns: the log by rounds and turns, and what the others did since the reader acted. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isOfOthers, mostTelling, recap, textOf, turnsOf } from "../../../src/formicarium/server/web/static/js/table/turns.js";

const told = (text, size = 1, nodes = []) => ({ kind: "k", size, parts: [{ text }], nodes });

const line = (ply, turn, seat, changes = {}) => ({
  ply, seat, turn, round: 1, whose: seat, setup: false, told: [told(`ply ${ply}`)], sum: told(`turn ${turn} to ${ply}`), ...changes,
});

const texts = (turns) => turns.map((turn) => textOf(turn.told));

test("a turn is told by the sum of its last line", () => {
  const turns = turnsOf([line(1, 1, 0), line(2, 1, 0), line(3, 2, 1)]);
  assert.deepEqual(texts(turns), ["turn 1 to 2", "turn 2 to 3"]);
  assert.deepEqual(turns.map((turn) => turn.lines.length), [2, 1]);
});

test("without a sum it is told by its most telling sentence, of equal ones the last", () => {
  const lines = [line(1, 1, 0, { sum: null, told: [told("a", 2), told("b", 2)] }), line(2, 1, 0, { sum: null, told: [told("c", 1)] })];
  assert.deepEqual(texts(turnsOf(lines)), ["b"]);
  assert.equal(mostTelling([told("x", 3), told("y", 2)]).parts[0].text, "x");
});

test("a whole set-up is one line, however many turns it has", () => {
  const setup = { setup: true, round: 0, sum: null };
  const turns = turnsOf([line(1, 1, null, setup), line(2, 2, 0, setup), line(3, 3, 1, setup), line(4, 4, 0)]);
  assert.deepEqual(turns.map((turn) => [turn.setup, turn.round, turn.whose, turn.lines.length]), [[true, 0, null, 3], [false, 1, 0, 1]]);
});

test("of a turn nothing of which is told there is no line", () => {
  assert.deepEqual(turnsOf([line(1, 1, 0, { told: [] })]), []);
});

test("what the others did since I acted, a turn each; nature's part of my own turn is not theirs", () => {
  const lines = [line(1, 1, 1), line(2, 2, 0), line(3, 3, 1), line(4, 3, 1), line(5, 4, 2), line(6, 5, null, { whose: 0 })];
  assert.deepEqual(texts(recap(lines, [0])), ["turn 3 to 4", "turn 4 to 5"]);
  assert.deepEqual(recap([...lines, line(7, 5, 0)], [0]), []);
  assert.deepEqual(recap([], [0]), []);
});

test("set-up is no turn of anybody", () => {
  assert.deepEqual(recap([line(1, 1, 1, { setup: true })], [0]), []);
});

test("nature acts in somebody's turn", () => {
  assert.deepEqual([line(1, 1, 0), line(2, 1, 1)].map((one) => isOfOthers(one, [0])), [false, true]);
  assert.equal(isOfOthers(line(3, 1, null, { whose: 0 }), [0]), false);
  assert.equal(isOfOthers(line(3, 1, null, { whose: 1 }), [0]), true);
  assert.equal(isOfOthers(line(3, 1, null), [0]), true);
  assert.equal(isOfOthers(line(1, 1, 0), []), true);
});

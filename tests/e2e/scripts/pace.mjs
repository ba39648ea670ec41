/** Pace: how long each thing that happened is told. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { paceOf, timesOf } from "../../../src/formicarium/server/web/static/js/table/pace.js";

const told = (size, nodes = []) => ({ kind: "k", size, parts: [], nodes });

test("brisk is the usual pace, and a page out of sight waits for nothing", () => {
  assert.deepEqual([undefined, "nonsense", "calm", "click", "instant"].map((chosen) => paceOf(chosen, false)), ["brisk", "brisk", "calm", "click", "instant"]);
  assert.equal(paceOf("calm", true), "instant");
});

test("a step of others is told for at least six tenths of a second, a bigger moment longer, calmly longer still", () => {
  const [brisk, calm] = ["brisk", "calm"].map((pace) => [1, 2, 3].map((size) => timesOf([told(size)], pace, true)[0]));
  assert.ok(brisk[0] >= 600 && brisk[1] > brisk[0] && brisk[2] > brisk[1]);
  brisk.forEach((time, index) => assert.ok(calm[index] > time));
});

test("the places of a big moment light up one after the other, and that takes its time", () => {
  const [few, many] = [["a"], ["a", "b", "c"]].map((nodes) => timesOf([told(3, nodes)], "brisk", true)[0]);
  assert.equal(many - few, 240);
});

test("what the reader did is not waited for, unless something big came of it", () => {
  assert.deepEqual(timesOf([told(1), told(2)], "calm", false), [0, 0]);
  assert.ok(timesOf([told(1), told(3)], "brisk", false).every((time) => time > 0));
});

test("in an instant nothing is waited for, by clicks each step until the click", () => {
  assert.deepEqual(timesOf([told(3)], "instant", true), [0]);
  const times = timesOf([told(1), told(1)], "click", true);
  assert.ok(times[0] > 0 && times[0] < Infinity);
  assert.equal(times[1], Infinity);
});

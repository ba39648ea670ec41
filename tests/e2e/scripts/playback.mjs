/** Playback: one message after the other, pauses at the reader's pace, and a way to skip the rest. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Playback } from "../../../src/formicarium/server/web/static/js/table/playback.js";
import { newState } from "../../../src/formicarium/server/web/static/js/table/state.js";

/** A playback that notes what it does, and pauses after each message. */
function noted(pace = "brisk", pause = 0) {
  const state = newState(5, false);
  const played = [];
  const playback = new Playback(
    state,
    async (message, at) => {
      played.push([message.number, at.hurry]);
      await at.pause(pause);
    },
    () => played.push("settled"),
    () => pace,
  );
  return { state, played, playback };
}

const turn = () => new Promise((done) => setTimeout(done));

test("everything that waits is played, then the page settles once", async () => {
  const { state, played, playback } = noted("instant");
  state.waiting.push({ number: 1 }, { number: 2 });
  const [first, second] = [playback.run(), playback.run()];
  assert.equal(state.playing, true);
  await Promise.all([first, second]);
  assert.deepEqual(played, [[1, 1.4], [2, 1], "settled"]);
  assert.equal(state.playing, false);
});

test("what arrives meanwhile is played too", async () => {
  const { state, played, playback } = noted();
  state.waiting.push({ number: 1 });
  const running = playback.run();
  state.waiting.push({ number: 2 });
  await running;
  assert.deepEqual(played.map((entry) => entry[0]), [1, 2, "s"]);
});

test("a pause lasts its time, and a backlog does not shorten it", async () => {
  const { state, played, playback } = noted("brisk", 40);
  state.waiting.push({ number: 1 }, { number: 2 });
  const began = performance.now();
  await playback.run();
  assert.ok(performance.now() - began >= 78);
  assert.deepEqual(played, [[1, 1], [2, 1], "settled"]);
});

test("a click ends the pause and hurries through the rest", async () => {
  const { state, played, playback } = noted("calm", 60_000);
  state.waiting.push({ number: 1 }, { number: 2 }, { number: 3 });
  const running = playback.run();
  await turn();
  playback.skip();
  await running;
  assert.deepEqual(played.slice(1), [[2, 60], [3, 60], "settled"]);
  assert.equal(state.skipping, false);
});

test("who goes on by clicks goes on step by step", async () => {
  const { state, played, playback } = noted("click", Infinity);
  state.waiting.push({ number: 1 }, { number: 2 });
  const running = playback.run();
  await turn();
  playback.skip();
  await turn();
  assert.deepEqual(played, [[1, 1], [2, 1]]);
  playback.skip();
  await running;
  assert.equal(played.at(-1), "settled");
});

test("a click while nothing is played changes nothing", () => {
  const { state, playback } = noted();
  playback.skip();
  assert.equal(state.skipping, false);
});

test("what is shown again is never shown in an instant, and what arrives meanwhile comes after it", async () => {
  const { state, played, playback } = noted("instant");
  await playback.again(async (at) => {
    played.push(at.pace);
    state.waiting.push({ number: 7 });
    await playback.run();
    assert.deepEqual(played, ["brisk"]);
  });
  assert.deepEqual(played, ["brisk", [7, 1], "settled"]);
  assert.equal(playback.pace, "instant");
});

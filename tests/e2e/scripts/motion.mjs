/** How things move: dice tumble with every roll, also when they show the same faces again. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.matchMedia = () => ({ matches: false });
globalThis.document = { documentElement: { dataset: {} } };
const { move } = await import("../../../src/formicarium/server/web/static/js/scene/motion.js");

/** What an element is asked to do. */
const moved = (before, after) => {
  const asked = [];
  const element = { animate: (frames, timing) => (asked.push([frames.map((frame) => frame.transform), timing]), {}) };
  move(element, before, after, { hurry: 1, swap: () => asked.push("swapped") });
  assert.equal(asked[0], "swapped");
  return asked[1] ?? null;
};

const die = (face, turn) => ({ id: "die:0", layer: "highlights", x: 10, y: 20, turn, sprite: `die-${face}` });
const turns = (frames) => frames.map((frame) => Number(/rotate\(([-\d.]+)/.exec(frame)?.[1] ?? 0));

for (const [first, second] of [[3, 5], [4, 4]]) {
  test(`a die that shows ${second} after ${first} tumbles with every roll`, () => {
    for (const [was, is] of [[-7, 371], [371, -7]]) {
      const [frames, timing] = moved(die(first, was), die(second, is));
      assert.equal(frames.length, 3);
      assert.ok(turns(frames)[1] - turns(frames)[0] >= 180);
      assert.equal(turns(frames)[2], is);
      assert.ok(timing.duration >= 300);
    }
  });
}

test("a die that stays as it is does not move, and a piece that turns aside does not tumble", () => {
  assert.equal(moved(die(4, -7), die(4, -7)), null);
  const [frames] = moved(die(4, -7), die(4, 83));
  assert.equal(frames.length, 2);
});

test("a card that is turned over goes thin", () => {
  const [frames] = moved(die("back", 0), die("tile", 0));
  assert.match(frames[1], /scaleX\(.06\)/);
});

test("who wants less motion sees a fade, of dice with the same faces as well", () => {
  document.documentElement.dataset.motion = "calm";
  const [, timing] = moved(die(4, -7), die(4, 371));
  delete document.documentElement.dataset.motion;
  assert.equal(timing.duration, 160);
});

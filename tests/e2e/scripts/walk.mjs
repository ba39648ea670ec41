/** Walking over the board with arrow keys. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { inDirection, readingOrder } from "../../../src/formicarium/server/web/static/js/scene/walk.js";

const at = (name, x, y) => ({ name, centre: { x, y } });
const [RIGHT, DOWN, UP] = [{ x: 1, y: 0 }, { x: 0, y: 1 }, { x: 0, y: -1 }];

test("the next field straight ahead is nearer than one aside", () => {
  const from = at("from", 0, 0);
  const all = [from, at("far", 40, 0), at("aside", 20, 15), at("next", 22, 0)];
  assert.equal(inDirection(from, all, RIGHT)?.name, "next");
});

test("rows of hexagons are walked one by one, though the next is half a field aside", () => {
  const from = at("from", 0, 0);
  const all = [from, at("next row", 10, 17), at("row after", 0, 34)];
  assert.equal(inDirection(from, all, DOWN)?.name, "next row");
});

test("what lies behind or far to the side is in no direction", () => {
  const from = at("from", 0, 0);
  assert.equal(inDirection(from, [from, at("behind", 0, 20), at("beside", 40, -10)], UP), undefined);
});

test("reading goes row by row, each from the left; a small slant is the same row", () => {
  const things = [at("c", 0, 40), at("b", 30, 0), at("a", 0, 3)];
  assert.deepEqual(readingOrder(things).map((thing) => thing.name), ["a", "b", "c"]);
});

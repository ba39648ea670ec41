/** Where the areas of a picture lie on a screen. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { plan, STRIP } from "../../../src/formicarium/server/web/static/js/scene/layout.js";

const area = (name, width, height, want = 1) => ({ name, label: name, x: 100, y: 50, width, height, want, text: 11 });
const POSTER = { width: 900, height: 900 };
const areas = [area("board", 400, 400), area("panel", 200, 100)];
const arrangements = [[["board", "panel"]], [[["board", "panel"]]], ["board", "panel"]];
const layout = { areas, arrangements, least: 0.5, buttons: [] };

const box = (found, name) => {
  const { x, y, scale } = found.places.get(name);
  const { x: left, y: top, width, height } = areas.find((one) => one.name === name);
  return { left: x + left * scale, top: y + top * scale, right: x + (left + width) * scale, bottom: y + (top + height) * scale };
};

test("a wide screen has areas side by side, a high one below each other", () => {
  const wide = plan(layout, POSTER, { width: 1000, height: 500 });
  assert.ok(box(wide, "board").right <= box(wide, "panel").left);
  const high = plan(layout, POSTER, { width: 500, height: 1000 });
  assert.ok(box(high, "board").bottom <= box(high, "panel").top);
});

test("what would be too small to read comes on pages of its own, above the buttons that lead there", () => {
  const screen = { width: 200, height: 180 };
  const small = plan(layout, POSTER, screen);
  assert.deepEqual(small.pages.map((page) => page[0].name), ["board", "panel"]);
  assert.equal(small.places.get("panel").page, 1);
  assert.ok(box(small, "panel").left >= screen.width);
  assert.ok(box(small, "board").bottom <= screen.height - STRIP);
});

test("everything is on the screen, and as large as fits", () => {
  for (const [width, height] of [[360, 400], [800, 600], [1600, 900], [700, 1100]]) {
    const found = plan(layout, POSTER, { width, height });
    for (const [name, { page }] of found.places) {
      const { left, top, right, bottom } = box(found, name);
      assert.ok(left >= page * width && top >= 0 && right <= (page + 1) * width && bottom <= height);
    }
    const { left, top, right, bottom } = box(found, "board");
    assert.ok(Math.max((right - left) / width, (bottom - top) / height) > 0.7);
  }
});

test("a picture without areas is one", () => {
  const found = plan({ areas: [], arrangements: [], least: 0, buttons: [] }, POSTER, { width: 916, height: 908 });
  assert.deepEqual(found.places.get(""), { x: 8, y: 4, scale: 1, page: 0, text: 11 });
});

test("an area that wants more is larger beside the others, and what is left goes to those that can use it", () => {
  const two = { ...layout, areas: [area("board", 400, 400), area("panel", 400, 400, 0.5)], arrangements: [[["board", "panel"]]] };
  const tight = plan(two, POSTER, { width: 626, height: 1000 });
  assert.ok(Math.abs(tight.places.get("board").scale - 2 * tight.places.get("panel").scale) < 0.01);
  const loose = plan(two, POSTER, { width: 826, height: 408 });
  assert.ok(loose.places.get("panel").scale > 0.9);
});

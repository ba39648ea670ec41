/** Beats: what on the board changes with which event of a step. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { beatsOf } from "../../../src/formicarium/server/web/static/js/table/beats.js";

const told = (...nodes) => ({ kind: "k", size: 2, parts: [{ text: "so" }], nodes });

const shown = (...nodes) => new Map(nodes.map((node) => [node.id, { layer: "pieces", area: "grid", ...node }]));

/** The ids in each beat; of what goes with a minus before it. */
const beats = (change, events, nodes) =>
  beatsOf({ set: [], gone: [], ...change }, events, nodes).map(({ set, changed, gone }) => [
    ...set.map(({ id }) => id), ...(changed ?? []).map(({ id }) => id), ...gone.map((id) => `-${id}`),
  ]);

test("what is told changes with the first event that tells of it, what is not with the first of all", () => {
  const change = { changed: [{ id: "token", sprite: "tile" }, { id: "status", text: "2" }, { id: "die", sprite: "die-2" }] };
  assert.deepEqual(beats(change, [told("die"), told("token", "die")], shown({ id: "token" }, { id: "status" }, { id: "die" })), [["status", "die"], ["token"], []]);
});

test("what goes elsewhere goes with the last event that tells of it", () => {
  const nodes = shown({ id: "card:1", x: 3 }, { id: "card:2", x: 7 });
  const change = { set: [{ id: "card:1", layer: "pieces", area: "seat" }], changed: [{ id: "card:2", x: 8 }] };
  assert.deepEqual(beats(change, [told("card:1"), told("card:1", "card:2"), told("card:1", "card:2"), told()], nodes), [[], ["card:2"], ["card:1"], [], []]);
});

test("what is told of and goes stays until all is told; what is not goes at once", () => {
  assert.deepEqual(beats({ gone: ["load", "mark"] }, [told("load"), told("home")], shown({ id: "load" }, { id: "mark" })), [["-mark"], [], ["-load"]]);
});

test("parts change with their piece", () => {
  const nodes = shown({ id: "card:1" }, { id: "card:1:insect" }, { id: "panel:0" }, { id: "panel:0:points" });
  const change = { changed: [{ id: "card:1", area: "seat" }, { id: "panel:0:points", text: "3" }], gone: ["card:1:insect"] };
  assert.deepEqual(beats(change, [told("card:1"), told("panel:0"), told("card:1")], nodes), [[], ["panel:0:points"], ["card:1", "-card:1:insect"], []]);
});

test("what appears where something leaves appears then", () => {
  const nodes = shown({ id: "card", x: 3, y: 4 });
  const hole = { id: "hole", layer: "regions", area: "grid", x: 3, y: 4 };
  const other = { id: "trace", layer: "regions", area: "grid", x: 5, y: 4 };
  const change = { set: [hole, other], changed: [{ id: "card", area: "seat" }] };
  assert.deepEqual(beats(change, [told(), told("card")], nodes), [["trace"], ["hole", "card"], []]);
  assert.deepEqual(beats({ set: [hole], gone: ["card"] }, [told(), told("card")], nodes), [[], [], ["hole", "-card"]]);
});

test("what goes on under another id does so with the first", () => {
  const change = { changed: [{ id: "ant:b", x: 2 }], moved: { "ant:a": "ant:b" } };
  assert.deepEqual(beats(change, [told(), told("ant:b")], shown({ id: "ant:a" })), [["ant:b"], [], []]);
});

/** Choices: the notation of legal actions becomes labels and nodes, by rules that the server sends once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf } from "../../../src/formicarium/server/web/static/js/table/choices.js";

const labels = {
  "ant-1": { text: "Place an ant on {0}" },
  "swap-2": { text: "Swap {1} for {0}", said: [{}, { b: "the beetle" }] },
  "swap-0": { text: "Swap nothing" },
};

test("a label has the arguments in their places, said as the server says them", () => {
  const made = choicesOf({ choices: ["ant e5", "swap a b", "swap b a", "swap"], places: {}, labels, loses: {} });
  const said = ["Place an ant on e5", "Swap the beetle for a", "Swap a for b", "Swap nothing"];
  assert.deepEqual(made.map((choice) => choice.label), said);
});

test("nodes are named by the action, else by the form of its verb", () => {
  const places = { "ant-1": ["field:{0}"], "ant a1": ["nest", "field:a1"], "ant b2": [], "swap-2": ["card:{1}:{0}"] };
  const made = choicesOf({ choices: ["ant e5", "ant a1", "ant b2", "swap a b", "swap"], places, labels, loses: { swap: "A swap ends the turn." } });
  assert.deepEqual(made.map((choice) => choice.nodes), [["field:e5"], ["nest", "field:a1"], [], ["card:b:a"], []]);
  assert.deepEqual(made.map((choice) => choice.loses === undefined), [true, true, true, false, false]);
});

test("the same message has the same choices, another one others", () => {
  const shown = { choices: ["ant e5"], places: {}, labels, loses: {} };
  assert.equal(choicesOf(shown), choicesOf(shown));
  assert.deepEqual(choicesOf({ ...shown, places: { "ant-1": ["x"] } })[0].nodes, ["x"]);
});

/** Commands: a click that nothing can come of is answered with a sentence, whatever the server says, or does not say. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { getElementById: () => ({ textContent: '{"language": "en", "messages": {}}' }) };
globalThis.matchMedia = () => ({ matches: false });
const { Commands } = await import("../../../src/formicarium/server/web/static/js/table/commands.js");

/** What is said of a click when the server answers like that. */
async function refused(fetch) {
  const said = [];
  const shown = { table: { tutorial: null }, prompt: "Act.", choices: ["done"], seat: 0 };
  const screen = { tips: { refuse: (sentence) => said.push(sentence) } };
  globalThis.fetch = fetch;
  await new Commands({ shown, sending: false, playing: false }, screen, {}, { table: "t", language: "en" }).explain({ nodes: ["x"] }, { x: 1, y: 1 });
  return said;
}

test("the reason of the engine is said", async () => {
  assert.deepEqual(await refused(async () => Response.json({ reason: "It is taken." })), ["It is taken."]);
});

test("a wish that is refused is told by its own sentence", async () => {
  const refusal = { code: "limit/rate", message: "Too much at once." };
  assert.deepEqual(await refused(async () => Response.json(refusal, { status: 429 })), ["Too much at once."]);
});

for (const [what, fetch] of [
  ["no answer at all", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["an answer of something else on the way", async () => new Response("<h1>502</h1>", { status: 502 })],
]) {
  test(`${what} is a sentence too`, async () => {
    assert.deepEqual(await refused(fetch), ["That cannot be done now."]);
  });
}

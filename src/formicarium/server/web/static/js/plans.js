// @ts-check
/** What one plans at a table, as lines of text. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";
import { sentenceOf } from "./problems.js";

const form = need("plan", HTMLFormElement);
const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("lines"));
const problem = need("problem", HTMLElement);
const said = need("said", HTMLElement);

async function plan() {
  const lines = text.value.split("\n").map((line) => line.split(";").map((action) => action.trim()).filter(Boolean));
  problem.hidden = said.hidden = true;
  try {
    const kept = await ask(`/api/tables/${pageData().table}/plans`, { lines: lines.filter((line) => line.length) });
    text.value = kept.lines.map((/** @type {string[]} */ line) => line.join("; ")).join("\n");
    said.textContent = _("Kept.");
    said.hidden = false;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  plan();
});
need("clear", HTMLButtonElement).addEventListener("click", () => {
  text.value = "";
  plan();
});

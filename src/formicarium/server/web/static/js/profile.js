// @ts-check
/** One's own profile: what others see of it is chosen with a click. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { _ } from "./messages.js";
import { sentenceOf } from "./problems.js";

const form = need("shown", HTMLFormElement);

form.addEventListener("change", async () => {
  const said = need("said", HTMLElement);
  const problem = need("problem", HTMLElement);
  said.textContent = "";
  problem.hidden = true;
  try {
    await ask("/api/people/me", { parts: new FormData(form).getAll("part") });
    said.textContent = _("Kept.");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
  }
});

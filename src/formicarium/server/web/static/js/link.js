// @ts-check
/** A link from a letter: what it is for is said first, and done by a button. What stands behind the # goes nowhere else. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";
import { sentenceOf } from "./problems.js";

/** @typedef {{ kind: "sign-in" | "sign-up" | "email", name: string, email: string }} LinkFacts */

const token = location.hash.slice(1);
const problem = need("problem", HTMLElement);
const button = need("open", HTMLButtonElement);
history.replaceState(null, "", location.pathname); // it is not kept among the pages that were seen

/** @param {() => Promise<void>} work */
async function tell(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
    button.hidden = true;
  }
}

button.addEventListener("click", () => {
  button.disabled = true;
  tell(async () => {
    await ask(`/api/links?lang=${pageData().language}`, { token });
    location.assign("/account");
  });
});

tell(async () => {
  const { kind, name, email } = /** @type {LinkFacts} */ (await ask("/api/links/look", { token: token || "-" }));
  const said = {
    "sign-in": _("Sign in on this device as {name}?", { name }),
    "sign-up": _("Become a member as {name}, with the address {email}?", { name, email }),
    email: _("Sign in by the address {email} from now on?", { email }),
  };
  need("question", HTMLElement).textContent = said[kind];
  button.disabled = false;
});

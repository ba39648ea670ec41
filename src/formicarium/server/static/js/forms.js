// @ts-check
/** Forms that ask the server: one button at a time, problems beside it. Until they are wired, their buttons are disabled. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";

/**
 * Send a form's wish and go where the answer leads.
 * @param {HTMLFormElement} form
 * @param {() => Promise<{ address: string, body: object }> | { address: string, body: object }} wish
 * @param {(answer: any) => string} where
 */
export function wireForm(form, wish, where) {
  const problem = need("problem", HTMLElement);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type=button])"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    try {
      const { address, body } = await wish();
      location.assign(where(await ask(address, body)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
  button.disabled = false;
}

// @ts-check
/** Forms that ask the server: one button at a time, problems beside it. Until they are wired, their buttons are disabled. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { sentenceOf } from "./problems.js";

const AGAIN = 1000; // milliseconds, then a game may be ready

/**
 * Send a form's wish and go where the answer leads.
 * @template Answer
 * @param {HTMLFormElement} form
 * @param {() => Promise<{ address: string, body: object }> | { address: string, body: object }} wish
 * @param {(answer: Answer) => string} where
 */
export function wireForm(form, wish, where) {
  const problem = need("problem", HTMLElement);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type=button])"));

  /** @param {Problem} error */
  function show(error) {
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
  }

  /**
   * Ask again while a game is getting ready, and tell how far it is.
   * @param {() => Promise<Answer>} asking
   * @returns {Promise<Answer>}
   */
  async function whenReady(asking) {
    for (;;) {
      try {
        return await asking();
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "game/preparing") throw error;
        show(error);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    try {
      const { address, body } = await wish();
      /** @type {Answer} */
      const answer = await whenReady(() => ask(address, body));
      location.assign(where(answer));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      show(error);
    } finally {
      button.disabled = false;
    }
  });
  button.disabled = false;
}

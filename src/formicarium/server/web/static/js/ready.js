// @ts-check
/** Games that are compiled for the first time: how far they are; and on to a table as soon as it can be played. */

import { ask } from "./api.js";

const EVERY = 1000; // milliseconds between two looks

/** @type {NodeListOf<HTMLElement>} */
const bars = document.querySelectorAll("[data-ready]");
const again = /** @type {HTMLFormElement | null} */ (document.getElementById("again"));

async function look() {
  /** @type {Record<string, { percent: number, playable: boolean }>} */
  const games = await ask("/api/readiness");
  let waiting = false;
  for (const bar of bars) {
    const { percent } = games[bar.dataset.ready ?? ""];
    /** @type {HTMLProgressElement} */ (bar.querySelector("progress")).value = percent;
    bar.hidden = percent === 100;
    waiting ||= percent < 100;
  }
  if (again && games[again.dataset.game ?? ""].playable) {
    if (again.method === "post") again.submit();
    else location.reload();
  } else if (waiting || again) {
    setTimeout(look, EVERY);
  }
}

if (bars.length || again) setTimeout(look, EVERY);

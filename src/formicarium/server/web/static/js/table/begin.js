// @ts-check
/** The way to the table: first what the page says is painted, then the scripts run that draw the board. A button that is pressed until then waits for them. */

import { need } from "../dom.js";

const main = need("main", HTMLElement);
/** @type {HTMLButtonElement[]} */
const pressed = [];

if (document.hidden) void begin();
else requestAnimationFrame(() => setTimeout(() => void begin()));
main.addEventListener("click", keep, true);

async function begin() {
  await import("./table.js");
  main.removeEventListener("click", keep, true);
  for (const button of pressed) button.click();
}

/** @param {MouseEvent} event also of a form that is sent by the Enter key */
function keep(event) {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.push(button);
}

// @ts-check
/** Setting up a tournament: the form follows the chosen game and format. */

import { make, need } from "./dom.js";
import { wireForm } from "./forms.js";
import { _ } from "./messages.js";
import { chosenOptions, fillOptions, showOptions } from "./options.js";
import { pageData } from "./page.js";

/** @typedef {import("./page.js").GameFacts} GameFacts */

const DAY = 86_400; // seconds

const data = pageData();
const form = need("setup", HTMLFormElement);
const options = need("option-rows", HTMLElement);

/** @param {string} name */
function field(name) {
  return String(new FormData(form).get(name) ?? "").trim();
}

/** @returns {GameFacts} */
function game() {
  const facts = data.games?.[field("game")];
  if (!facts) throw new Error(`there is no game ${field("game")}`);
  return facts;
}

function showGame() {
  fillOptions(options, game());
  const fill = /** @type {HTMLSelectElement} */ (form.elements.namedItem("fill"));
  const levels = game().bots.map((bot) => make("option", { value: bot.level }, bot.title));
  fill.replaceChildren(make("option", { value: "" }, _("None")), ...levels);
  const seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem("seats"));
  seats.replaceChildren(...game().seats.filter((number) => number > 2).map((number) => make("option", { value: number }, String(number))));
  seats.selectedIndex = seats.options.length - 1;
}

function showFormat() {
  need("seats", HTMLElement).hidden = field("format") !== "pods";
  need("rounds", HTMLElement).hidden = field("format") === "all";
}

function wish() {
  const live = field("clock") === "live";
  const starts = field("starts");
  const body = {
    name: field("name"),
    host: field("host") || null,
    game: field("game"),
    options: chosenOptions(options),
    seats: field("format") === "pods" ? Number(field("seats")) : 2,
    format: field("format"),
    rounds: Number(field("rounds")) || 1,
    clock: live ? { kind: "live", seconds: 60 * Number(field("minutes")), increment: Number(field("increment")) } : { kind: "days", days: Number(field("days")) },
    round_seconds: live ? null : DAY * Number(field("round_days")),
    starts: starts ? new Date(starts).getTime() / 1000 : null,
    fill: field("fill") || null,
    listed: field("listed") === "on",
    club: data.club || null,
  };
  return { address: "/api/tournaments", body };
}

form.addEventListener("change", (event) => {
  const name = /** @type {HTMLInputElement} */ (event.target).name;
  if (name === "game") showGame();
  if (name === "format") showFormat();
  if (name.startsWith("option-")) showOptions(options, game());
  if (name === "clock") for (const kind of ["live", "days"]) need(`clock-${kind}`, HTMLElement).hidden = field("clock") !== kind;
});
wireForm(form, wish, (/** @type {{ link: string }} */ made) => made.link);
showGame();
showFormat();

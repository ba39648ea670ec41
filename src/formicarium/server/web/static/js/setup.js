// @ts-check
/** Setting up a table: the form follows the chosen game. */

import { make, need, seatMark } from "./dom.js";
import { wireForm } from "./forms.js";
import { _ } from "./messages.js";
import { chosenOptions, fillOptions, showOptions } from "./options.js";
import { pageData } from "./page.js";

/** @typedef {import("./api.js").MadeTable} MadeTable */
/** @typedef {import("./page.js").GameFacts} GameFacts */

const data = pageData();
const form = need("setup", HTMLFormElement);
const count = need("count", HTMLSelectElement);
const rows = need("seat-rows", HTMLElement);
const first = need("first", HTMLSelectElement);
const optionRows = need("option-rows", HTMLElement);

/** @returns {GameFacts} */
function game() {
  const chosen = String(new FormData(form).get("game"));
  const facts = data.games?.[chosen];
  if (!facts) throw new Error(`there is no game ${chosen}`);
  return facts;
}

function showGame() {
  const { seats } = game();
  const kept = Number(count.value) || seats[0];
  count.replaceChildren(...seats.map((number) => make("option", { value: number }, String(number))));
  count.value = String(seats.includes(kept) ? kept : seats[0]);
  rows.replaceChildren();
  showSeats();
  need("options", HTMLElement).hidden = !game().options.length;
  fillOptions(optionRows, game());
}

/** What is offered only with friends, or only without. */
function showCompany() {
  const kinds = [...rows.querySelectorAll("select.kind")].map((kind) => /** @type {HTMLSelectElement} */ (kind).value);
  for (const id of ["open-choice", "delay-choice"]) need(id, HTMLElement).hidden = !kinds.includes("friend");
  const hints = /** @type {HTMLInputElement} */ (form.elements.namedItem("hints"));
  if (!hints.dataset.chosen) hints.checked = !kinds.some((kind) => kind === "friend" || kind === "local");
}

function company() {
  return String(new FormData(form).get("company"));
}

function showSeats() {
  const number = Number(count.value);
  if (game().colours[number][0] !== rows.dataset.first) rows.replaceChildren(); // two may be called otherwise than more
  rows.dataset.first = game().colours[number][0];
  while (rows.childElementCount > number) rows.lastElementChild?.remove();
  while (rows.childElementCount < number) rows.append(seatRow(rows.childElementCount));
  const colours = game().colours[number];
  const kept = first.value;
  const names = Array.from({ length: number }, (__, seat) => make("option", { value: seat }, colours[seat]));
  first.replaceChildren(make("option", { value: "" }, _("drawn by lot")), ...names);
  first.value = Number(kept) < number ? kept : "";
  showCompany();
}

/** @param {number} seat */
function seatRow(seat) {
  const { tones, marks } = game();
  const colours = game().colours[Number(count.value)];
  const kinds = { me: _("Me"), friend: _("A friend, by a link"), local: _("At this device"), bot: _("A bot") };
  const options = Object.entries(kinds).map(([value, name]) => make("option", { value }, name));
  const kind = make("select", { "aria-label": _("Who sits on {colour}", { colour: colours[seat] }) }, ...options);
  kind.value = company() === "local" ? "local" : seat === 0 ? "me" : company();
  const detail = make("span", { class: "detail" });
  const like = make("p", { class: "caption like" });
  const show = () => {
    detail.replaceChildren(...detailOf(kind.value, colours[seat], like));
    showCompany();
  };
  kind.addEventListener("change", () => {
    if (kind.value === "me") for (const other of rows.querySelectorAll("select.kind")) if (other !== kind && /** @type {HTMLSelectElement} */ (other).value === "me") toBot(/** @type {HTMLSelectElement} */ (other));
    show();
  });
  kind.className = "kind";
  show();
  return make("div", { class: "seat-row" }, seatMark(marks[seat], tones[seat]), make("span", {}, colours[seat]), kind, detail, like);
}

/** @param {HTMLSelectElement} kind */
function toBot(kind) {
  kind.value = "bot";
  kind.dispatchEvent(new Event("change"));
}

/**
 * @param {string} kind
 * @param {string} colour
 * @param {HTMLElement} like where a bot's character is told
 */
function detailOf(kind, colour, like) {
  like.textContent = "";
  if (kind === "bot") {
    const { bots } = game();
    const level = make("select", { class: "level", "aria-label": _("How strong the bot on {colour} is", { colour }) });
    level.append(...bots.map((bot) => make("option", { value: bot.level }, bot.title)));
    level.value = bots[Math.floor((bots.length - 1) / 2)].level;
    const tell = () => (like.textContent = bots.find((bot) => bot.level === level.value)?.like ?? "");
    level.addEventListener("change", tell);
    tell();
    return [level];
  }
  if (kind === "local") return [make("input", { class: "name", maxlength: data.name_length ?? null, placeholder: _("Name"), "aria-label": _("Name of {colour}", { colour }) })];
  return [];
}

function wish() {
  const fields = new FormData(form);
  const seats = [...rows.children].map((row) => {
    const kind = /** @type {HTMLSelectElement} */ (row.querySelector(".kind")).value;
    const level = /** @type {HTMLSelectElement | null} */ (row.querySelector(".level"))?.value ?? null;
    const name = /** @type {HTMLInputElement | null} */ (row.querySelector(".name"))?.value.trim() || null;
    return { kind, level, name };
  });
  const body = {
    game: fields.get("game"),
    seats,
    options: chosenOptions(optionRows),
    first: first.value === "" ? null : Number(first.value),
    clock: clock(fields),
    open: fields.get("open") === "on" && seats.some((seat) => seat.kind === "friend"),
    delay: Number(fields.get("delay")),
    hints: fields.get("hints") === "on",
    name: String(fields.get("name") ?? "").trim() || null,
  };
  return { address: data.club ? `/api/clubs/${data.club}/tables` : "/api/tables", body };
}

/** @param {FormData} fields */
function clock(fields) {
  const kind = fields.get("clock");
  if (kind === "live") return { kind, seconds: 60 * Number(fields.get("minutes")), increment: Number(fields.get("increment")) };
  if (kind === "days") return { kind, days: Number(fields.get("days")) };
  return { kind: "none" };
}

form.addEventListener("change", (event) => {
  const name = /** @type {HTMLInputElement} */ (event.target).name;
  if (name === "game") showGame();
  if (name === "company") {
    rows.replaceChildren();
    showSeats();
  }
  if (name.startsWith("option-")) showOptions(optionRows, game());
  if (name === "hints") /** @type {HTMLInputElement} */ (event.target).dataset.chosen = "yes";
  if (name === "clock") {
    for (const kind of ["live", "days"]) need(`clock-${kind}`, HTMLElement).hidden = new FormData(form).get("clock") !== kind;
  }
});
count.addEventListener("change", showSeats);
wireForm(form, wish, (/** @type {MadeTable} */ made) => made.link);
showGame();

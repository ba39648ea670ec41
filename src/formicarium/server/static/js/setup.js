// @ts-check
/** Setting up a table: the form follows the chosen game. */

import { make, need, seatMark } from "./dom.js";
import { wireForm } from "./forms.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";

/** @typedef {import("./page.js").GameFacts} GameFacts */
/** @typedef {import("./page.js").Option} Option */

const data = pageData();
const form = need("setup", HTMLFormElement);
const count = need("count", HTMLSelectElement);
const rows = need("seat-rows", HTMLElement);
const first = need("first", HTMLSelectElement);

/** @returns {GameFacts} */
function game() {
  const chosen = String(new FormData(form).get("game"));
  const facts = data.games?.[chosen];
  if (!facts) throw new Error(`there is no game ${chosen}`);
  return facts;
}

function showGame() {
  const { seats } = game();
  const kept = Number(count.value) || (data.with === "local" ? 2 : seats[0]);
  count.replaceChildren(...seats.map((number) => make("option", { value: number }, String(number))));
  count.value = String(seats.includes(kept) ? kept : seats[0]);
  rows.replaceChildren();
  showSeats();
  const options = game().options;
  need("options", HTMLElement).hidden = !options.length;
  need("option-rows", HTMLElement).replaceChildren(...options.map(optionRow));
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
}

/** @param {number} seat */
function seatRow(seat) {
  const { tones, marks } = game();
  const colours = game().colours[Number(count.value)];
  const kinds = { me: _("Me"), friend: _("A friend, by a link"), local: _("At this device"), bot: _("A bot") };
  const options = Object.entries(kinds).map(([value, name]) => make("option", { value }, name));
  const kind = make("select", { "aria-label": _("Who sits on {colour}", { colour: colours[seat] }) }, ...options);
  kind.value = data.with === "local" ? "local" : seat === 0 ? "me" : data.with === "friends" ? "friend" : "bot";
  const detail = make("span", { class: "detail" });
  const show = () => detail.replaceChildren(...detailOf(kind.value, colours[seat]));
  kind.addEventListener("change", () => {
    if (kind.value === "me") for (const other of rows.querySelectorAll("select.kind")) if (other !== kind && /** @type {HTMLSelectElement} */ (other).value === "me") toBot(/** @type {HTMLSelectElement} */ (other));
    show();
  });
  kind.className = "kind";
  show();
  return make("div", { class: "seat-row" }, seatMark(marks[seat], tones[seat]), make("span", {}, colours[seat]), kind, detail);
}

/** @param {HTMLSelectElement} kind */
function toBot(kind) {
  kind.value = "bot";
  kind.dispatchEvent(new Event("change"));
}

/**
 * @param {string} kind
 * @param {string} colour
 */
function detailOf(kind, colour) {
  if (kind === "bot") {
    const { levels } = game();
    const level = make("select", { class: "level", "aria-label": _("How strong the bot on {colour} is", { colour }) });
    level.append(...levels.map(([value, name]) => make("option", { value }, name)));
    level.value = levels[Math.floor((levels.length - 1) / 2)][0];
    return [level];
  }
  if (kind === "local") return [make("input", { class: "name", maxlength: 24, placeholder: _("Name"), "aria-label": _("Name of {colour}", { colour }) })];
  return [];
}

/** @param {Option} option */
function optionRow(option) {
  const values = option.values.map(({ value, title }) => make("option", { value }, title));
  const select = make("select", { name: `option-${option.name}`, "data-option": option.name }, ...values);
  const row = make("div", { class: "option" }, make("label", { class: "inline" }, option.title, select));
  if (option.explanation) row.append(make("p", { class: "caption" }, option.explanation));
  return row;
}

function wish() {
  const fields = new FormData(form);
  const seats = [...rows.children].map((row) => {
    const kind = /** @type {HTMLSelectElement} */ (row.querySelector(".kind")).value;
    const level = /** @type {HTMLSelectElement | null} */ (row.querySelector(".level"))?.value ?? null;
    const name = /** @type {HTMLInputElement | null} */ (row.querySelector(".name"))?.value.trim() || null;
    return { kind, level, name };
  });
  const options = Object.fromEntries([...form.querySelectorAll("[data-option]")].map((field) => {
    const select = /** @type {HTMLSelectElement} */ (field);
    return [select.dataset.option, select.value];
  }));
  const body = {
    game: fields.get("game"),
    seats,
    options,
    first: first.value === "" ? null : Number(first.value),
    clock: clock(fields),
    open: fields.get("open") === "on",
    name: String(fields.get("name") ?? "").trim() || null,
  };
  return { address: "/api/tables", body };
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
  if (name === "clock") {
    for (const kind of ["live", "days"]) need(`clock-${kind}`, HTMLElement).hidden = new FormData(form).get("clock") !== kind;
  }
});
count.addEventListener("change", showSeats);
wireForm(form, wish, (made) => made.link);
showGame();

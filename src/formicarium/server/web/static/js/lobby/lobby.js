// @ts-check
/** The lobby: look for a match, wait for it, be taken to its table; and see which tables are open, as it changes. */

import { ask, Problem } from "../api.js";
import { make, need } from "../dom.js";
import { _, formatClock, formatList, formatNumber } from "../messages.js";
import { pageData } from "../page.js";
import { sentenceOf } from "../problems.js";
import { Live } from "./live.js";

/** @typedef {import("./types.js").Clock} Clock */
/** @typedef {import("./types.js").OpenTable} OpenTable */
/** @typedef {import("./types.js").Queue} Queue */
/** @typedef {import("./types.js").Seek} Seek */
/** @typedef {import("./types.js").ToVisitor} ToVisitor */
/** @typedef {import("../page.js").LobbyData} LobbyData */

const { language, lobby } = pageData();
const { games, known } = /** @type {LobbyData} */ (lobby);
const form = need("seek", HTMLFormElement);
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const problem = need("problem", HTMLElement);
const languages = new Intl.DisplayNames([language], { type: "language" });

/** @type {Map<string, OpenTable>} */
const tables = new Map();
/** @type {Seek | null} */
let seek = null;
let since = 0; // when it began, by the clock of this machine
let timer = 0;
let isKnown = known;

// What one would like to play

/** @param {string} name */
const field = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

function showGame() {
  const game = games[field("game").value];
  const modes = game.modes.map((mode) => make("option", { value: mode.value }, mode.title));
  field("mode").replaceChildren(...modes);
  need("mode-row", HTMLElement).hidden = modes.length < 2;
  const chosen = sizes();
  const boxes = game.seats.map((size) => {
    const checked = chosen.length ? chosen.includes(size) : size === game.seats[0];
    return make("label", { class: "size" }, make("input", { type: "checkbox", name: "size", value: size, checked }), String(size));
  });
  need("sizes", HTMLElement).replaceChildren(...boxes);
  showRating();
}

function showRating() {
  const mode = games[field("game").value].modes.find((one) => one.value === field("mode").value);
  const line = need("rating", HTMLElement);
  line.hidden = mode?.rating === undefined;
  if (mode?.rating !== undefined) line.textContent = _("Your rating: {rating}", { rating: rated(mode.rating, mode.provisional ?? false) });
}

function sizes() {
  return new FormData(form).getAll("size").map(Number);
}

/**
 * @param {number} rating
 * @param {boolean} provisional
 */
function rated(rating, provisional) {
  return formatNumber(rating) + (provisional ? "?" : "");
}

/** @returns {Clock} */
function clock() {
  const [kind, first, second] = field("clock").value.split(" ");
  if (kind === "live") return { kind, seconds: Number(first), increment: Number(second) };
  if (kind === "days") return { kind, days: Number(first) };
  return { kind: "none" };
}

/** @param {Clock} shown */
function clockText(shown) {
  const time = { minutes: formatNumber((shown.seconds ?? 0) / 60), seconds: shown.increment ?? 0 };
  if (shown.kind === "live") return _("{minutes} min + {seconds} s", time).replaceAll(" ", "\u00a0");
  if (shown.kind === "days") return _("days for each move: {count}", { count: formatNumber(shown.days ?? 0) });
  return _("no clock");
}

/**
 * @param {string} game
 * @param {string} mode
 */
function titleOf(game, mode) {
  const found = games[game];
  const named = found?.modes.find((one) => one.value === mode)?.title;
  return named ? `${found.title} · ${named}` : (found?.title ?? game);
}

// Looking for it

/** @param {Seek | null} found */
function showSeek(found) {
  seek = found;
  form.hidden = found !== null;
  need("seeking", HTMLElement).hidden = found === null;
  clearInterval(timer);
  if (!found) return;
  since = performance.now() - found.waited * 1000;
  const players = _("players: {count}", { count: formatList(found.seats.map(String)) });
  need("seeking-what", HTMLElement).textContent = [titleOf(found.game, found.options.mode ?? ""), players, clockText(found.clock)].join(" · ");
  timer = setInterval(showWait, 500);
  showWait();
}

function showWait() {
  if (!seek) return;
  const waited = (performance.now() - since) / 1000;
  need("seeking-time", HTMLElement).textContent = _("Looking for {time}. Leave this page open.", { time: formatClock(waited) });
  need("offer", HTMLElement).hidden = seek.bots || seek.bots_after === null || waited < seek.bots_after;
}

/** @param {() => Promise<void>} work */
async function doing(work) {
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
  }
}

/** @param {string} table */
function go(table) {
  live.drop();
  location.assign(`/table/${table}`);
}

/** @param {{ seek: Seek | null, table: string | null }} found */
function take(found) {
  if (found.table) go(found.table);
  else showSeek(found.seek);
}

form.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "game") showGame();
  if (name === "mode") showRating();
  button.disabled = !sizes().length;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  button.disabled = true;
  doing(async () => {
    const mode = field("mode").value;
    const after = field("bots").value;
    const name = String(new FormData(form).get("name") ?? "").trim();
    const body = { game: field("game").value, seats: sizes(), options: mode ? { mode } : {}, clock: clock(), bots_after: after === "" ? null : Number(after), name: name || null };
    take(await ask("/api/lobby/seek", body));
    if (!isKnown) live.connect(); // so that the server knows who is there
    isKnown = true;
  }).finally(() => (button.disabled = false));
});
need("give-up", HTMLButtonElement).addEventListener("click", () => doing(async () => take(await ask("/api/lobby/seek", undefined, "DELETE"))));
need("take-bots", HTMLButtonElement).addEventListener("click", () => doing(async () => take(await ask("/api/lobby/seek/bots", {}))));

// What is open

/** @param {OpenTable} table */
function line(table) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const who = table.seats.filter((seat) => seat.kind !== "open").map((seat) => (seat.rating === null ? seat.name : `${seat.name} (${rated(seat.rating, seat.provisional)})`));
  const facts = [_("free seats: {count}", { count: `${free}/${table.seats.length}` }), clockText(table.clock), table.language && languages.of(table.language)];
  const link = make(
    "a",
    { href: `/table/${table.id}` },
    make("strong", {}, titleOf(table.game, table.options.mode ?? "")),
    make("span", { class: "quiet" }, formatList(who.filter(Boolean)) || _("A guest")),
    make("span", { class: "caption" }, facts.filter(Boolean).join(" · ")),
  );
  return make("li", { class: "plate", "data-table": table.id }, link);
}

/** @param {Queue[]} waiting */
function showWaiting(waiting) {
  const lines = waiting.map((one) => make("li", {}, `${titleOf(one.game, one.mode)}: ${formatNumber(one.people)}`));
  need("waiting", HTMLElement).replaceChildren(...lines);
  need("nobody", HTMLElement).hidden = waiting.length > 0;
}

/** @param {OpenTable[]} changed */
function showTables(changed) {
  const list = need("open", HTMLElement);
  for (const table of changed) tables.set(table.id, table);
  const fresh = new Set(changed.map((table) => table.id));
  const there = new Map([...list.children].map((element) => [/** @type {HTMLElement} */ (element).dataset.table, element]));
  const order = [...tables.values()].sort((one, other) => other.created - one.created);
  list.replaceChildren(...order.map((table) => (fresh.has(table.id) ? line(table) : (there.get(table.id) ?? line(table)))));
  need("nothing", HTMLElement).hidden = tables.size > 0;
}

/** @param {ToVisitor} message */
function hear(message) {
  if (message.type === "sought") {
    take(message);
  } else if (message.type === "lobby") {
    tables.clear();
    showTables(message.tables);
    showWaiting(message.waiting);
    if (seek && message.table) go(message.table); // it was found while nobody was listening
    else showSeek(message.seek);
  } else {
    for (const gone of message.gone) tables.delete(gone);
    showTables(message.tables);
    showWaiting(message.waiting);
  }
}

const live = new Live({ message: hear, state: (connected) => (need("lost", HTMLElement).hidden = connected) });
showGame();
button.disabled = false;
live.connect();

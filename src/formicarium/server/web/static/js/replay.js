// @ts-check
/** The replay: any position of a match, by slider, step by step, or running. */

import { ask, askFile, Problem } from "./api.js";
import { make, need } from "./dom.js";
import { wireForm } from "./forms.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";
import { AFTER } from "./scene/lights.js";
import { buildStage } from "./scene/stage.js";
import { Log } from "./table/log.js";
import { Tabs } from "./table/tabs.js";
import { Teller } from "./table/teller.js";
import { BIG, sizeOf } from "./table/turns.js";

/** @typedef {import("./api.js").MadeTable} MadeTable */
/** @typedef {import("./types.js").Replay} Replay */

const NEAR = 3; // steps that are shown as movement
const BEAT = 900; // milliseconds a step at speed one

const data = pageData();
const address = `/api/tables/${data.table}`;
const { board, pages, lights } = await buildStage(() => {}, () => {});
const slider = need("at", HTMLInputElement);
const eyes = need("eyes", HTMLSelectElement);
const speed = need("speed", HTMLSelectElement);
const run = need("run", HTMLButtonElement);
const log = new Log(need("log", HTMLElement), data.table ?? "", lights);
const teller = new Teller(board, lights, pages);
const plies = Number(slider.max);

new Tabs(need("side", HTMLElement));
if (data.frame) {
  log.seats = data.frame.table.seats;
  log.change(0, data.frame.log);
}

/** @type {Map<string, Promise<Replay>>} what was fetched, by seat and ply */
const fetched = new Map();
let shown = -1;
let wanted = Number(slider.value);
let drawing = false;
let running = 0;

/**
 * @param {number} ply
 * @param {number} [since] the position that is shown before
 */
function fetchPosition(ply, since = shown) {
  const seat = data.revealed ? `&seat=${eyes.value}` : "";
  const before = Math.abs(ply - since) <= NEAR && since >= 0 ? `&since=${since}` : "";
  const key = `${address}/replay?at=${ply}&lang=${data.language}${seat}${before}`;
  let found = fetched.get(key);
  if (!found) fetched.set(key, (found = ask(key)));
  return found;
}

/** @param {number} ply */
function go(ply) {
  wanted = Math.max(0, Math.min(plies, ply));
  slider.value = String(wanted);
  need("where", HTMLElement).textContent = _("{at} of {all}", { at: wanted, all: plies });
  if (!drawing) void draw();
}

/** Draw what is wanted, again if something else is wanted meanwhile. */
async function draw() {
  drawing = true;
  try {
    while (shown !== wanted) {
      const ply = wanted;
      const { scene, prompt, moved, told } = await fetchPosition(ply);
      if (ply !== wanted) continue;
      const near = Math.abs(ply - shown) <= NEAR && shown >= 0;
      shown = ply;
      tell(ply, prompt);
      lights.tell([]);
      teller.say(told);
      pages.fit(scene);
      if (near) await board.change({ ...board.difference(scene), moved }, Number(speed.value));
      else board.show(scene);
      lights.tell(told.flatMap((event) => event.nodes), near && sizeOf(told) >= BIG ? AFTER / Number(speed.value) : 0);
      need("stage", HTMLElement).dataset.ply = String(ply);
      if (ply < plies) void fetchPosition(ply + 1, ply);
    }
  } finally {
    drawing = false;
  }
}

/**
 * @param {number} ply
 * @param {string} prompt
 */
function tell(ply, prompt) {
  need("prompt", HTMLElement).textContent = prompt;
  log.mark(ply);
  history.replaceState(null, "", `?at=${ply}`);
  for (const kind of ["svg", "png", "gif"]) {
    const link = need(`get-${kind}`, HTMLAnchorElement);
    const at = kind === "gif" ? "" : `&at=${ply}`;
    link.href = `${address}/${kind}?lang=${data.language}&theme=${theme()}${data.revealed ? `&seat=${eyes.value}` : ""}${at}`;
  }
}

function theme() {
  const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return document.documentElement.dataset.palette ? `${dark}-safe` : dark;
}

/** @param {boolean} on */
function setRunning(on) {
  clearTimeout(running);
  run.setAttribute("aria-pressed", String(on));
  run.querySelector("use")?.setAttribute("href", on ? "#icon-pause" : "#icon-play");
  if (!on) return;
  if (wanted === plies) go(0);
  const beat = async () => {
    go(wanted + 1);
    if (wanted >= plies) return setRunning(false);
    running = setTimeout(() => void beat(), BEAT / Number(speed.value));
  };
  running = setTimeout(() => void beat(), 200);
}

/** @param {number} by */
function step(by) {
  setRunning(false);
  go(wanted + by);
}

const isRunning = () => run.getAttribute("aria-pressed") === "true";

need("first", HTMLButtonElement).onclick = () => step(-plies);
need("back", HTMLButtonElement).onclick = () => step(-1);
need("forward", HTMLButtonElement).onclick = () => step(1);
need("last", HTMLButtonElement).onclick = () => step(plies);
run.onclick = () => setRunning(!isRunning());
slider.addEventListener("input", () => (setRunning(false), go(Number(slider.value))));
eyes.addEventListener("change", () => ((shown = -1), go(wanted)));
log.list.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link) return;
  event.preventDefault();
  setRunning(false);
  go(Number(link.dataset.ply));
});
addEventListener("keydown", (event) => {
  const inField = event.target instanceof Element && event.target.closest("input:not([type=range]), select, textarea, [role=tablist]");
  if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -plies, End: plies, PageUp: -10, PageDown: 10 };
  if (event.key in steps) step(steps[/** @type {keyof typeof steps} */ (event.key)]);
  else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) setRunning(!isRunning());
  else return;
  event.preventDefault();
});

need("get-gif", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  void film(/** @type {HTMLAnchorElement} */ (event.currentTarget));
});

/**
 * Fetch the film, which takes long to draw, and hand it to the browser.
 * @param {HTMLAnchorElement} link
 */
async function film(link) {
  const drawing = need("drawing", HTMLElement);
  if (!drawing.hidden) return;
  drawing.hidden = false;
  try {
    const href = URL.createObjectURL(await askFile(link.href));
    make("a", { href, download: `${data.frame?.table.title}.gif` }).click();
    URL.revokeObjectURL(href);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const problem = need("problem", HTMLElement);
    problem.textContent = error.message;
    problem.hidden = false;
  } finally {
    drawing.hidden = true;
  }
}

const goOn = document.getElementById("continue");
if (goOn instanceof HTMLFormElement) {
  wireForm(
    goOn,
    () => {
      const mine = Number(new FormData(goOn).get("seat"));
      const seats = (data.colours ?? []).slice(0, data.frame?.table.seats.length).map((__, seat) => ({ kind: seat === mine ? "me" : "bot" }));
      return { address: `${address}/continue`, body: { at: wanted, seats } };
    },
    (/** @type {MadeTable} */ made) => made.link,
  );
}

if (data.frame?.seat !== null && data.frame?.seat !== undefined) eyes.value = String(data.frame.seat);
go(wanted);

// @ts-check
/** The review: the curve of chances and what it tells, beside a board that goes through the match. It comes, then becomes finer. */

import { ask, Problem } from "./api.js";
import { make, need } from "./dom.js";
import { formatList } from "./messages.js";
import { pageData } from "./page.js";
import { Player, wireContinue } from "./player.js";
import { sentenceOf } from "./problems.js";
import { svgElement } from "./scene/draw.js";
import { buildStage } from "./scene/stage.js";
import { Tabs } from "./table/tabs.js";

/** @typedef {import("./reviewed.js").Branch} Branch */
/** @typedef {import("./reviewed.js").Judged} Judged */
/** @typedef {import("./reviewed.js").Reviewed} Reviewed */

const PAUSE = 800; // milliseconds between two questions how far it is
const PATIENCE = 40; // of those without any news, then it is begun again: who made it may be gone

const data = pageData();
const words = data.words ?? {};
const movers = data.movers ?? [];
const address = `/api/tables/${data.table}/review`;
const chances = need("chances", HTMLElement);
const eyes = need("eyes", HTMLSelectElement);
const judged = need("judged", HTMLElement);
const names = data.frame?.table.seats.map((seat) => seat.name || data.colours?.[seat.seat] || "") ?? [];
/** @type {Map<number, Judged>} by the actions before */
let decisions = new Map();
let iterations = 0;

const stage = await buildStage(() => {}, () => {});
const tabs = new Tabs(need("side", HTMLElement));
const player = new Player(stage, (ply) => eyes.value || String(movers[ply]), show);

/**
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}

/** @param {number} share */
function percent(share) {
  return words.share.replace("{0}", (100 * share).toFixed(1).replace(".", words.decimal));
}

/** What is known about the decision that follows the position on the board; its best action is lit. */
function show() {
  const one = decisions.get(player.shown);
  need("prompt", HTMLElement).hidden = Boolean(one);
  judged.hidden = !one;
  mark();
  for (const link of document.querySelectorAll(".judged a")) {
    if (/** @type {HTMLElement} */ (link).dataset.ply === String(player.shown)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (!one) return;
  const because = (/** @type {string} */ reason) => make("span", { class: "because" }, reason);
  const parts = [make("span", {}, say("judged", { who: names[one.seat], chosen: one.chosen })), ...one.against.map(because)];
  if (one.loss) parts.push(make("span", { class: "better" }, say("better", { best: one.best, share: percent(one.loss) })));
  if (one.mix.length) parts.push(make("span", {}, say("mixed")));
  parts.push(...one.because.map(because));
  judged.replaceChildren(...parts.flatMap((part) => [part, " "]));
  if (one.nodes.length) stage.lights.tell(one.nodes);
}

/** Where the board is, on the curve. */
function mark() {
  for (const svg of chances.querySelectorAll("svg")) {
    svg.querySelector(".where")?.remove();
    const [left, right, all] = placesOf(svg);
    const x = left + ((right - left) * player.shown) / Math.max(1, all);
    const bottom = svg.viewBox.baseVal.height - 24;
    const where = svgElement("g", { class: "where" });
    where.append(svgElement("path", { class: "cursor", d: `M${x} 20V${bottom}` }), svgElement("path", { class: "cursor-dot", d: `M${x - 5} ${bottom + 8}h10l-5-8z` }));
    svg.append(where);
  }
}

/**
 * Where a curve begins and ends in its picture, and after how many actions.
 * @param {SVGSVGElement} svg
 */
function placesOf(svg) {
  return [Number(svg.dataset.left), Number(svg.dataset.right), Number(svg.dataset.plies)];
}

chances.addEventListener("click", (event) => {
  const svg = /** @type {Element} */ (event.target).closest("svg");
  if (!svg) return;
  const [left, right, all] = placesOf(svg);
  const matrix = svg.getScreenCTM();
  if (!matrix) return;
  const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  player.jump(Math.round((all * (x - left)) / (right - left)));
});

need("side", HTMLElement).addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-ply]"));
  if (!link) return;
  event.preventDefault();
  if (link.dataset.eyes !== undefined && eyes.value !== "") eyes.value = "";
  tabs.close();
  player.jump(Number(link.dataset.ply));
});

eyes.addEventListener("change", () => player.again());

/** @param {Branch[]} branches */
function showBranches(branches) {
  need("no-branches", HTMLElement).hidden = branches.length > 0;
  const lines = branches.map((branch) => {
    const key = branch.actions === 1 ? "branch-said-one" : branch.actions ? "branch-said" : "branch-hidden";
    const said = say(key, { names: formatList(branch.names), ply: branch.ply, count: branch.actions });
    return make("li", {}, make("a", { href: `/table/${branch.table}` }, said));
  });
  need("branches", HTMLElement).replaceChildren(...lines);
}

/**
 * Take over what there is by now.
 * @param {Reviewed} reviewed
 */
async function take(reviewed) {
  const working = need("working", HTMLElement);
  working.hidden = reviewed.final;
  need("progress", HTMLProgressElement).value = 100 * (reviewed.progress ?? 0);
  need("how-far", HTMLElement).textContent = say(reviewed.iterations ? "refining" : "working");
  need("searched", HTMLElement).textContent = reviewed.iterations ? say("final", { count: reviewed.iterations }) : "";
  showBranches(reviewed.branches);
  if (!reviewed.story) return;
  if (iterations || !chances.querySelector("svg")) await refresh();
  iterations = reviewed.iterations;
  decisions = new Map(reviewed.story.decisions.map((one) => [one.ply, one]));
  for (const part of document.querySelectorAll("[data-needs-review]")) /** @type {HTMLElement} */ (part).hidden = false;
  for (const part of document.querySelectorAll("[data-before-review]")) /** @type {HTMLElement} */ (part).hidden = true;
  document.body.dataset.reviewed = reviewed.final ? "final" : "first";
  if (player.shown >= 0) show();
}

/** The parts of the page that the server has drawn anew. */
async function refresh() {
  /** @type {Record<string, string>} */
  const parts = await ask(`/table/${data.table}/review/parts`);
  for (const place of document.querySelectorAll("[data-part]")) {
    const html = parts[/** @type {HTMLElement} */ (place).dataset.part ?? ""];
    if (html !== undefined) place.innerHTML = html;
  }
  for (const part of document.querySelectorAll("[data-secrets]")) /** @type {HTMLElement} */ (part).hidden = !parts.readable;
}

/** Ask until nothing finer comes. */
async function follow() {
  let still = 0;
  let before = -1;
  /** @type {Reviewed} */
  let reviewed = await ask(`${address}?lang=${data.language}`, {});
  for (;;) {
    await take(reviewed);
    if (reviewed.final) return;
    const far = reviewed.iterations + (reviewed.progress ?? 0);
    still = far === before ? still + 1 : 0;
    before = far;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (still >= PATIENCE) {
      still = 0;
      reviewed = await ask(`${address}?lang=${data.language}`, {});
    } else {
      reviewed = await ask(`${address}?lang=${data.language}&than=${iterations}`);
    }
  }
}

wireContinue(player);
player.go(player.wanted);
follow().catch((error) => {
  if (!(error instanceof Problem)) throw error;
  need("progress", HTMLProgressElement).hidden = true;
  need("how-far", HTMLElement).textContent = error.code.startsWith("limit/") ? sentenceOf(error) : say("failed");
});

// @ts-check
/**
 * The page of a tournament or a club: its forms ask the server, and its parts are looked at again while somebody looks.
 *
 * A part that has not changed is not touched, nor one in which somebody is writing.
 */

import { ask, Problem } from "./api.js";
import { copy, need } from "./dom.js";
import { pageData } from "./page.js";
import { sentenceOf } from "./problems.js";
import { showTimes } from "./times.js";

const OFTEN = 3000; // milliseconds between two looks
const SELDOM = 30_000; // … while nothing has changed for long
const CALM = 100; // looks without a change, then it is looked seldom

const data = pageData();
const parts = document.getElementById("parts");
/** @type {Map<string, string>} by the name of a part, what the server said of it last */
const said = new Map();
for (const part of parts?.querySelectorAll("[data-part]") ?? []) said.set(nameOf(part), part.outerHTML);
showTimes(document);
let stamp = "";
let calm = 0;
let timer = 0;

/** @param {Element} part */
function nameOf(part) {
  return part.getAttribute("data-part") ?? "";
}

/** Look again, now. */
async function look() {
  clearTimeout(timer);
  try {
    const headers = stamp ? { "if-none-match": stamp } : undefined;
    const answer = await fetch(/** @type {string} */ (data.parts), { headers, cache: "no-store" });
    if (answer.ok) {
      stamp = answer.headers.get("etag") ?? "";
      await show(new DOMParser().parseFromString(await answer.text(), "text/html"));
      calm = 0;
    } else calm += 1;
  } catch {
    calm += 1; // without a connection there is nothing to show
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (data.parts && !document.hidden) timer = setTimeout(() => void look(), calm < CALM ? OFTEN : SELDOM);
}

/** @param {Document} page */
async function show(page) {
  const fresh = [...page.querySelectorAll("[data-part]")];
  const names = fresh.map(nameOf);
  for (const part of [...(parts?.querySelectorAll("[data-part]") ?? [])]) if (!names.includes(nameOf(part))) part.remove();
  let before = null;
  for (const part of fresh) {
    const name = nameOf(part);
    const html = part.outerHTML;
    const old = /** @type {Element | null} */ (parts?.querySelector(`[data-part="${name}"]`));
    if (!old || (said.get(name) !== html && !isBusy(old))) {
      const made = document.importNode(part, true);
      showTimes(made);
      await Promise.all([...made.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
      if (old) old.replaceWith(made);
      else if (before) /** @type {Element} */ (before).after(made);
      else parts?.prepend(made);
      said.set(name, html);
    }
    before = parts?.querySelector(`[data-part="${name}"]`) ?? before;
  }
}

/**
 * Whether somebody is writing there, or is being asked whether to go on.
 * @param {Element} part
 */
function isBusy(part) {
  return part.contains(document.activeElement) && document.activeElement?.matches("input, select") || part.querySelector("details[open]") !== null;
}

/** @param {Element | RadioNodeList | null} field */
function isNumber(field) {
  return (field instanceof HTMLInputElement && field.type === "number") || (field instanceof HTMLSelectElement && "number" in field.dataset);
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.deed) return;
  event.preventDefault();
  const problem = need("problem", HTMLElement);
  problem.hidden = true;
  const fields = [...new FormData(form)].map(([name, value]) => [name, isNumber(form.elements.namedItem(name)) ? (value === "" ? null : Number(value)) : String(value)]);
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    await ask(/** @type {string} */ (data.address), { ...JSON.parse(form.dataset.deed), ...Object.fromEntries(fields) });
    if (form.dataset.reload !== undefined) return location.replace(location.pathname);
    if (form.dataset.done !== undefined) return (form.textContent = form.dataset.done);
    form.closest("details")?.removeAttribute("open");
    said.clear();
    stamp = "";
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await look();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
    problem.scrollIntoView({ block: "nearest" });
  }
  for (const button of buttons) button.disabled = false;
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-done][data-selected]") : null;
  const field = button?.previousElementSibling;
  if (!(button instanceof HTMLButtonElement && field instanceof HTMLInputElement)) return;
  void copy(field, button, { done: button.dataset.done ?? "", selected: button.dataset.selected ?? "" });
});

document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.dataset.select !== undefined) event.target.select();
});

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : data.parts && void look()));
plan();

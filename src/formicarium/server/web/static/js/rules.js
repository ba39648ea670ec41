// @ts-check
/** The search in the rules: as one types, only the rules stay that hold all the words; Enter goes to the first of them. */

import { need } from "./dom.js";
import { _ } from "./messages.js";

const form = need("find", HTMLFormElement);
const field = need("sought", HTMLInputElement);
const found = need("found", HTMLElement);
const guide = need("main", HTMLElement);

const rules = [...guide.querySelectorAll("section.rule")].map((section) => ({
  section: /** @type {HTMLElement} */ (section),
  entry: section.id ? /** @type {HTMLElement | null} */ (guide.querySelector(`.contents a[href="#${section.id}"]`)?.parentElement ?? null) : null,
  text: plain(section.textContent ?? ""),
}));

/**
 * Without capitals and accents, so that it is found however it is typed.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

function seek() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let hits = 0;
  for (const { section, entry, text } of rules) {
    const fits = words.every((word) => text.includes(word));
    section.hidden = !fits;
    if (entry) entry.hidden = !fits;
    if (fits && entry) hits += 1;
  }
  light(words);
  if (!words.length) found.textContent = "";
  else if (hits === 1) found.textContent = _("One rule");
  else found.textContent = hits ? _("rules: {count}", { count: hits }) : _("No rule has these words.");
}

/**
 * Mark the words where the browser can: nothing in the page changes for it.
 * @param {string[]} words
 */
function light(words) {
  if (!CSS.highlights) return;
  const ranges = [];
  const walker = document.createTreeWalker(need("rules", HTMLElement), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && words.length; node = walker.nextNode()) {
    const text = plain(node.textContent ?? "");
    if (text.length !== node.textContent?.length) continue; // an accent of its own has moved the letters
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("sought", new Highlight(...ranges));
}

function goToFirst() {
  const first = rules.find(({ section, entry }) => entry && !section.hidden);
  first?.section.scrollIntoView();
  /** @type {HTMLElement | null | undefined} */ (first?.section.querySelector("h2, h3"))?.focus({ preventScroll: true });
}

field.addEventListener("input", seek);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  goToFirst();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
form.hidden = false;
seek(); // a browser that comes back has kept what was typed

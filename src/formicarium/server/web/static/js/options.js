// @ts-check
/** The options of a game in a form: what the others choose may leave one with nothing to choose, then it is not shown. */

import { make } from "./dom.js";

/** @typedef {import("./page.js").GameFacts} GameFacts */
/** @typedef {import("./page.js").Option} Option */

/**
 * Fill a box with the options of a game.
 * @param {HTMLElement} box
 * @param {GameFacts} game
 */
export function fillOptions(box, game) {
  box.replaceChildren(...game.options.map(optionRow));
  showOptions(box, game);
}

/**
 * Show what can be chosen together.
 * @param {HTMLElement} box
 * @param {GameFacts} game
 */
export function showOptions(box, game) {
  const fields = fieldsOf(box);
  const chosen = new Map(fields.map((field) => [field.dataset.option, field.value]));
  for (const field of fields) {
    for (const value of field.options) {
      const clash = game.clashes.some(([name, own, other, taken]) => name === field.dataset.option && own === value.value && other !== name && chosen.get(other) === taken && !isBelow(fields, name, other));
      value.hidden = value.disabled = clash;
    }
    if (field.selectedOptions[0]?.disabled) field.selectedIndex = 0;
    chosen.set(field.dataset.option, field.value);
    const row = /** @type {HTMLElement} */ (field.closest(".option"));
    row.hidden = [...field.options].filter((value) => !value.disabled).length < 2;
  }
}

/**
 * What was chosen, by the names of the options.
 * @param {HTMLElement} box
 * @returns {Record<string, string>}
 */
export function chosenOptions(box) {
  return Object.fromEntries(fieldsOf(box).map((field) => [field.dataset.option, field.value]));
}

/** @param {HTMLElement} box */
function fieldsOf(box) {
  return [...box.querySelectorAll("[data-option]")].map((field) => /** @type {HTMLSelectElement} */ (field));
}

/**
 * Whether an option stands below another: what stands above decides.
 * @param {HTMLSelectElement[]} fields
 * @param {string} name
 * @param {string} other
 */
function isBelow(fields, name, other) {
  const place = (/** @type {string} */ of) => fields.findIndex((field) => field.dataset.option === of);
  return place(other) > place(name);
}

/** @param {Option} option */
function optionRow(option) {
  const values = option.values.map(({ value, title }) => make("option", { value }, title));
  const select = make("select", { name: `option-${option.name}`, "data-option": option.name }, ...values);
  const row = make("div", { class: "option" }, make("label", { class: "inline" }, option.title, select));
  if (option.explanation) row.append(make("p", { class: "caption" }, option.explanation));
  return row;
}

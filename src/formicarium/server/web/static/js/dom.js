// @ts-check
/** Elements in few words. */

/**
 * An element with attributes and children; an attribute that is null or false is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

const LONG = 90; // letters

/**
 * Say something in a place that is always the same size: what is long is set in smaller type, if it needs that.
 * @param {HTMLElement} place
 * @param {...(Node | string)} words
 */
export function setWords(place, ...words) {
  place.replaceChildren(...words);
  place.classList.toggle("long", (place.textContent ?? "").length > LONG);
}

/**
 * The element of that id, which the page must have.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function need(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} press
 * @param {string} [className]
 */
export function button(text, press, className = "") {
  const element = make("button", { type: "button", class: className || null }, text);
  element.addEventListener("click", press);
  return element;
}

/**
 * Copy what a field holds, and say on a button whether that was done. Without a clipboard, on plain http, what is selected
 * is copied; where that is refused too, it stays selected for the keys.
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} button
 * @param {{ done: string, selected: string }} says
 */
export async function copy(field, button, { done, selected }) {
  field.focus();
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  button.textContent = isCopied || document.execCommand("copy") ? done : selected;
}

/**
 * The ant of a seat with its mark, on a disc of its colour; it says nothing that the name beside it does not say.
 * @param {string} mark
 * @param {string} tone a token of the theme
 */
export function seatMark(mark, tone) {
  const disc = make("span", { class: "mark", "aria-hidden": "true" });
  disc.style.setProperty("--tone", `var(--${tone})`);
  disc.innerHTML = `<svg viewBox="-20 -20 40 40"><use href="#${mark.replace("mark", "face")}"></use></svg>`;
  return disc;
}

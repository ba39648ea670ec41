// @ts-check
/** A small menu beside a thing that carries several actions. */

import { button, make } from "../dom.js";

/** @typedef {import("./choices.js").Choice} Choice */

/** @type {(() => void) | null} */
let closeOpen = null;

/**
 * Offer choices beside an element; Escape or a click elsewhere closes the menu.
 * @param {Element} beside
 * @param {Choice[]} choices
 * @param {(choice: Choice) => void} choose
 * @param {string} [sentence] above them
 */
export function openMenu(beside, choices, choose, sentence = "") {
  closeOpen?.();
  const items = choices.map((choice) => {
    const item = button(choice.label, () => {
      close();
      choose(choice);
    });
    item.setAttribute("role", "menuitem");
    return item;
  });
  const menu = make("div", { class: "menu", role: "menu", "aria-label": sentence || null }, ...items);
  if (sentence) menu.prepend(make("p", { role: "presentation" }, sentence));
  (document.querySelector("main") ?? document.body).append(menu); // what is in no part of a page is easily missed
  const [box, own] = [beside.getBoundingClientRect(), menu.getBoundingClientRect()];
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2));
  const top = box.bottom + own.height + 12 < innerHeight ? box.bottom + 6 : Math.max(8, box.top - own.height - 6);
  menu.style.transform = `translate(${left}px, ${top}px)`;
  items[0].focus();

  const outside = (/** @type {Event} */ event) => menu.contains(/** @type {Node} */ (event.target)) || close();
  const close = () => {
    menu.remove();
    removeEventListener("pointerdown", outside, true);
    closeOpen = null;
  };
  closeOpen = close;
  addEventListener("pointerdown", outside, true);
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: items.length - 1 }[event.key];
    if (step !== undefined) items[(at + step) % items.length].focus();
    else if (event.key === "Escape") {
      close();
      if (beside instanceof SVGElement || beside instanceof HTMLElement) beside.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Close the menu, if one is open. */
export function closeMenu() {
  closeOpen?.();
}

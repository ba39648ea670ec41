// @ts-check
/** Sentences of what happened: places in them light up on the board when they are pointed at. */

import { make } from "../dom.js";
import { BIG } from "./turns.js";

/** @typedef {import("../types.js").Told} Told */
/** @typedef {import("../scene/lights.js").Lights} Lights */

/**
 * The sentence of an event.
 * @param {Told} told
 */
export function sentence(told) {
  const parts = told.parts.map((part) => (part.nodes ? make("span", { class: "place", "data-nodes": part.nodes.join(" ") }, part.text) : part.text));
  return make(told.size >= BIG ? "strong" : "span", { class: "event", "data-nodes": told.nodes.join(" ") }, ...parts);
}

/**
 * Light what is pointed at, or what the keyboard is on.
 * @param {HTMLElement} box with sentences in it
 * @param {Lights} lights
 */
export function wireLights(box, lights) {
  const light = (/** @type {Event} */ event) => lights.point(nodesOf(/** @type {Element} */ (event.target)));
  const leave = () => lights.point([]);
  box.addEventListener("pointerover", light);
  box.addEventListener("pointerleave", leave);
  box.addEventListener("focusin", light);
  box.addEventListener("focusout", leave);
}

/**
 * The nodes of the place, else of the event, else of all events of what has the focus.
 * @param {Element} element
 */
function nodesOf(element) {
  const nearest = element.closest("[data-nodes]");
  const all = nearest ? [nearest] : [...(element.closest("a, summary, button")?.querySelectorAll(".event") ?? [])];
  return all.flatMap((one) => (one.getAttribute("data-nodes") ?? "").split(" ").filter(Boolean));
}

// @ts-check
/** How things move: eased and short, faster when there is a backlog, a fade where motion is not wanted. */

import { transform } from "./draw.js";

/** @typedef {import("../types.js").Node} Node */

const LONG = 320; // milliseconds: across the whole board
const SHORT = 170; // to the next field
const FADE = 160;
const ROUND = 360; // degrees: what lies the other way by as much was thrown
const EASE = "cubic-bezier(.3, .1, .2, 1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the reader asked for less motion. */
export function isCalm() {
  return calm.matches || document.documentElement.dataset.motion === "calm";
}

/**
 * From where it was to where it is; what changed its face turns over on the way.
 * @param {SVGElement} element already at its new place
 * @param {Node} before
 * @param {Node} after
 * @param {{ hurry: number, swap: () => void }} how many times faster than usual; what to do when the face is hidden
 * @returns {Animation | null}
 */
export function move(element, before, after, { hurry, swap }) {
  const far = distance(before, after);
  const turned = (before.turn ?? 0) !== (after.turn ?? 0) || (before.scale ?? 1) !== (after.scale ?? 1);
  const newFace = before.sprite !== after.sprite;
  swap();
  if (isCalm()) return far || turned || newFace ? fadeIn(element, hurry) : null;
  const thrown = Math.abs((after.turn ?? 0) - (before.turn ?? 0)) >= ROUND; // even if it shows the same face again
  if ((newFace || thrown) && after.sprite) return turnOver(element, before, after, far, turned, hurry);
  if (!far && !turned) return null;
  const duration = span(far) / hurry;
  const nearest = { ...after, turn: nearestTurn(before.turn ?? 0, after.turn ?? 0) };
  return element.animate([{ transform: transform(before) }, { transform: transform(nearest) }], { duration, easing: EASE });
}

/**
 * A card that is turned over goes thin and wide again; what also lies differently afterwards, such as a die, tumbles.
 * @param {SVGElement} element
 * @param {Node} before
 * @param {Node} after
 * @param {number} far
 * @param {boolean} tumbles
 * @param {number} hurry
 */
function turnOver(element, before, after, far, tumbles, hurry) {
  const end = transform(after);
  if (tumbles) {
    const turn = (after.turn ?? 0) - 300;
    const start = transform({ ...before, turn }, 0.8);
    const high = transform({ ...middle(before, after), turn: turn + 200 }, 1.25);
    return element.animate([{ transform: start }, { transform: high, offset: 0.45 }, { transform: end }], { duration: LONG / hurry, easing: "ease-out" });
  }
  const thin = transform(middle(before, after)) + " scaleX(.06)";
  return element.animate([{ transform: transform(before) }, { transform: thin, offset: 0.45 }, { transform: end }], { duration: Math.max(span(far), 240) / hurry, easing: "ease-in-out" });
}

/**
 * @param {Node} before
 * @param {Node} after
 * @returns {Node}
 */
function middle(before, after) {
  return { ...after, x: ((before.x ?? 0) + (after.x ?? 0)) / 2, y: ((before.y ?? 0) + (after.y ?? 0)) / 2 };
}

/**
 * Come out of a home, such as a supply; without one, settle down on the board.
 * @param {SVGElement} element
 * @param {Node} node
 * @param {Node | undefined} home
 * @param {number} hurry
 */
export function appear(element, node, home, hurry) {
  if (isCalm() || !node.sprite) return fadeIn(element, hurry);
  const from = home ? transform({ ...node, x: home.x, y: home.y }, 0.7) : transform(node, 1.35);
  const frames = [{ opacity: home ? 1 : 0, transform: from }, { opacity: 1, transform: transform(node) }];
  return element.animate(frames, { duration: (home ? span(distance(home, node)) : SHORT + 40) / hurry, easing: EASE });
}

/**
 * Go into a home; without one, fade.
 * @param {SVGElement} element
 * @param {Node} node
 * @param {Node | undefined} home
 * @param {number} hurry
 */
export function vanish(element, node, home, hurry) {
  if (isCalm() || !home) return element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE / hurry, easing: "ease-in" });
  const frames = [{ transform: transform(node) }, { transform: transform({ ...node, x: home.x, y: home.y }, 0.7) }];
  return element.animate(frames, { duration: span(distance(home, node)) / hurry, easing: EASE });
}

/**
 * @param {Node} one
 * @param {Node} other
 */
function distance(one, other) {
  return Math.hypot((one.x ?? 0) - (other.x ?? 0), (one.y ?? 0) - (other.y ?? 0));
}

/**
 * @param {SVGElement} element
 * @param {number} hurry
 */
function fadeIn(element, hurry) {
  return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE / hurry, easing: "ease-out" });
}

/**
 * The same direction as `to`, by the short way round from `from`.
 * @param {number} from
 * @param {number} to
 */
function nearestTurn(from, to) {
  return to + 360 * Math.round((from - to) / 360);
}

/** @param {number} far */
function span(far) {
  return Math.min(LONG, SHORT + far / 4);
}

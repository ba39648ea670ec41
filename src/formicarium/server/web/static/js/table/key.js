// @ts-check
/** The key to the symbols: each is framed once it can be measured. */

const MARGIN = 2;

/** @param {HTMLElement} key */
export function frameSymbols(key) {
  for (const picture of key.querySelectorAll("svg:not([viewBox])")) {
    const box = /** @type {SVGSVGElement} */ (picture).getBBox();
    const size = Math.max(box.width, box.height, 8) + 2 * MARGIN;
    const [left, top] = [box.x + box.width / 2 - size / 2, box.y + box.height / 2 - size / 2];
    if (box.width) picture.setAttribute("viewBox", `${left} ${top} ${size} ${size}`);
  }
}

// @ts-check
/** The stage: the board in its frame with its sprites, its nearness and its captions. */

import { need } from "../dom.js";
import { pageData } from "../page.js";
import { Board } from "./board.js";
import { loadSheet } from "./sheet.js";
import { Targets } from "./targets.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./targets.js").Target} Target */

const PREFIX = "sprite-"; // before the ids of the sheet

/**
 * Build the stage in the page.
 * @param {(target: Target, event: Event) => void} choose
 */
export async function buildStage(choose) {
  const svg = need("board", SVGSVGElement);
  const board = new Board(svg, await loadSheet(pageData().sheet ?? "", PREFIX), PREFIX);
  const zoom = new Zoom(need("frame", HTMLElement), svg);
  const targets = new Targets(board, choose);
  new Tips(board, targets, need("tip", HTMLElement));
  need("nearer", HTMLButtonElement).onclick = () => zoom.nearer();
  need("farther", HTMLButtonElement).onclick = () => zoom.farther();
  need("whole", HTMLButtonElement).onclick = () => zoom.reset();
  return { board, zoom, targets };
}

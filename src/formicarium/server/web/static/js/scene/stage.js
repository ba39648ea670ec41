// @ts-check
/** The stage: the board in its frame with its sprites, its nearness and its captions. */

import { need } from "../dom.js";
import { pageData } from "../page.js";
import { Board } from "./board.js";
import { Figures } from "./figures.js";
import { Ghosts } from "./ghosts.js";
import { Lights } from "./lights.js";
import { Pages } from "./pages.js";
import { loadSheet } from "./sheet.js";
import { Targets } from "./targets.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./targets.js").Target} Target */
/** @typedef {import("./walk.js").Point} Point */

const PREFIX = "sprite-"; // before the ids of the sheet

/**
 * Build the stage in the page.
 * @param {(target: Target) => void} choose
 * @param {(nodes: string[], at: Point) => void} refuse a click on what cannot be clicked
 */
export async function buildStage(choose, refuse) {
  const svg = need("board", SVGSVGElement);
  const board = new Board(svg, await loadSheet(pageData().sheet ?? "", PREFIX), PREFIX);
  const zoom = new Zoom(need("frame", HTMLElement), svg);
  const targets = new Targets(board, zoom, choose, refuse);
  const pages = new Pages(board, zoom, need("pages", HTMLElement), () => {
    if (!targets.choices) return;
    targets.show(targets.choices, targets.back);
    pages.reveal([...targets.targets.keys()]);
  });
  const figures = new Figures(board, PREFIX);
  const ghosts = new Ghosts(board, targets, PREFIX);
  pages.laid = ({ panels, ghosts: templates }) => {
    figures.lay(panels);
    ghosts.templates = templates;
  };
  const lights = new Lights(board, figures);
  const tips = new Tips(board, targets, need("tip", HTMLElement));
  need("whole", HTMLButtonElement).onclick = () => zoom.reset();
  return { board, zoom, pages, targets, lights, tips };
}

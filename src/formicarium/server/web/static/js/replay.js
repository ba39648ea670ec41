// @ts-check
/** The replay: a match step by step, what to download of it, and a way to go on from any position. */

import { askFile, Problem } from "./api.js";
import { make, need } from "./dom.js";
import { pageData } from "./page.js";
import { Player, wireContinue } from "./player.js";
import { buildStage } from "./scene/stage.js";
import { Log } from "./table/log.js";
import { Tabs } from "./table/tabs.js";

const data = pageData();
const stage = await buildStage(() => {}, () => {});
const eyes = need("eyes", HTMLSelectElement);
const log = new Log(need("log", HTMLElement), data.table ?? "", stage.lights);
const player = new Player(stage, () => (data.revealed ? eyes.value : ""), tell);

new Tabs(need("side", HTMLElement));
if (data.frame) {
  log.seats = data.frame.table.seats;
  log.change(0, data.frame.log);
}

/** @param {number} ply */
function tell(ply) {
  log.mark(ply);
  for (const kind of ["svg", "png", "gif"]) {
    const link = need(`get-${kind}`, HTMLAnchorElement);
    const at = kind === "gif" ? "" : `&at=${ply}`;
    link.href = `${player.address}/${kind}?lang=${data.language}&theme=${theme()}${data.revealed ? `&seat=${eyes.value}` : ""}${at}`;
  }
}

function theme() {
  const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return document.documentElement.dataset.palette ? `${dark}-safe` : dark;
}

eyes.addEventListener("change", () => player.again());
log.list.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link) return;
  event.preventDefault();
  player.jump(Number(link.dataset.ply));
});

need("get-gif", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  void film(/** @type {HTMLAnchorElement} */ (event.currentTarget));
});

/**
 * Fetch the film, which takes long to draw, and hand it to the browser.
 * @param {HTMLAnchorElement} link
 */
async function film(link) {
  const drawing = need("drawing", HTMLElement);
  if (!drawing.hidden) return;
  drawing.hidden = false;
  try {
    const href = URL.createObjectURL(await askFile(link.href));
    make("a", { href, download: `${data.frame?.table.title}.gif` }).click();
    URL.revokeObjectURL(href);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const problem = need("problem", HTMLElement);
    problem.textContent = error.message;
    problem.hidden = false;
  } finally {
    drawing.hidden = true;
  }
}

wireContinue(player);
if (data.frame?.seat !== null && data.frame?.seat !== undefined) eyes.value = String(data.frame.seat);
player.go(player.wanted);

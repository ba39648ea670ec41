// @ts-check
/** A puzzle: a position on a live board; the first action that is chosen is the answer. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { _, formatShare } from "./messages.js";
import { pageData } from "./page.js";
import { sentenceOf } from "./problems.js";
import { buildStage } from "./scene/stage.js";
import { keepAnswer, solved, streak } from "./streak.js";
import { choicesOf } from "./table/choices.js";
import { closeMenu, openMenu } from "./table/menu.js";
import { Offers } from "./table/offers.js";
import { Tabs } from "./table/tabs.js";

/** @typedef {import("./scene/targets.js").Target} Target */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {{ right: boolean, chosen: string, action: string, label: string, margin: number, missed: number, because: string[], leads_to: string, nodes: string[], scene: Scene }} Answer */

const data = pageData();
const puzzle = /** @type {import("./page.js").PuzzleFrame} */ (data.puzzle);
const { game, number } = puzzle;
const isDaily = number === data.daily;
const choices = choicesOf(puzzle);
const verdict = need("verdict", HTMLElement);
let answered = false;

const stage = await buildStage(choose, (_nodes, at) => answered || stage.tips.refuse(puzzle.prompt, at));
const offers = new Offers(need("offers", HTMLElement), need("typed", HTMLFormElement), {
  act: (action) => void answer(action),
  offer: (choice) => void answer(choice.action),
  explain: () => offers.refuse(_("That cannot be done here.")),
});

/**
 * Click on something lit: its action, or a menu of them.
 * @param {Target} target
 */
function choose({ choices, element }) {
  if (answered) return;
  if (choices.length > 1) openMenu(element, choices, (choice) => void answer(choice.action));
  else void answer(choices[0].action);
}

/** @param {string} action */
async function answer(action) {
  if (answered) return;
  answered = true;
  closeMenu();
  stage.targets.mark(action, "chosen");
  try {
    /** @type {Answer} */
    const said = await ask(`/api/puzzles/${game}/${number}/answer?lang=${data.language}`, { action });
    keepAnswer(game, number, said.right, isDaily ? (data.day ?? 0) : null);
    await tell(said);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    answered = false;
    say("heading", sentenceOf(problem));
  }
}

/** @param {Answer} said */
async function tell(said) {
  say("heading", said.right ? _("Right!") : _("Not the best: {action}", { action: said.chosen }));
  say("best", _("Best is: {action}", { action: said.label }));
  const leads = _("Three long searches rate everything else at least {count} of 100 points lower.", { count: Math.floor(100 * said.margin) });
  const missed = _("Weaker bots miss it {share} of the time.", { share: formatShare(said.missed) });
  say("why", [...said.because, said.leads_to, leads, missed].filter(Boolean).join(" "));
  verdict.dataset.right = String(said.right);
  showProgress();
  stage.targets.clear();
  offers.show([], [], () => "");
  const next = need("next", HTMLAnchorElement);
  next.hidden = false;
  next.focus({ preventScroll: true });
  stage.pages.reveal(said.nodes);
  await stage.board.change(stage.board.difference(said.scene));
  stage.lights.tell(said.nodes);
}

/**
 * @param {string} part
 * @param {string} sentence
 */
function say(part, sentence) {
  const line = /** @type {HTMLElement} */ (verdict.querySelector(`[data-part=${part}]`));
  line.textContent = sentence;
  line.hidden = false;
}

/** What this device remembers: which are solved, and on how many days in a row the daily one was. */
function showProgress() {
  const done = solved(game);
  for (const link of need("set", HTMLElement).querySelectorAll("a")) {
    if (done.has(Number(link.dataset.number))) link.dataset.solved = "yes";
  }
  need("streak", HTMLElement).textContent = _("Solved here: {count}. Daily puzzles in a row: {days}.", { count: done.size, days: streak(game, data.day ?? 0) });
}

new Tabs(need("side", HTMLElement));
stage.pages.fit(puzzle.scene);
stage.board.show(puzzle.scene);
stage.targets.show(choices);
stage.pages.reveal([...stage.targets.targets.keys()]);
offers.show(choices, puzzle.scene.layout.buttons, (id) => stage.board.nodes.get(id)?.label ?? "");
need("to-board", HTMLElement).addEventListener("click", (event) => stage.targets.focus() && event.preventDefault());
need("set", HTMLElement).querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
showProgress();
need("stage", HTMLElement).classList.remove("settling");
need("stage", HTMLElement).classList.add("ready");

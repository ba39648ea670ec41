// @ts-check
/** A plate of the rules on a live board: up to three actions from its position, and what happens then. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";
import { sentenceOf } from "./problems.js";
import { buildStage } from "./scene/stage.js";
import { choicesOf } from "./table/choices.js";
import { closeMenu, openMenu } from "./table/menu.js";
import { Offers } from "./table/offers.js";
import { Tabs } from "./table/tabs.js";

/** @typedef {import("./page.js").PlateFrame} PlateFrame */
/** @typedef {import("./scene/targets.js").Target} Target */

const data = pageData();
const begun = /** @type {PlateFrame} */ (data.plate);
const heading = need("heading", HTMLElement);
const happened = need("happened", HTMLElement);
const caption = heading.textContent;
let plate = begun;
/** @type {string[]} */
let tried = [];
let busy = false;

const stage = await buildStage(choose, (_nodes, at) => busy || !plate.left || stage.tips.refuse(plate.prompt, at));
const offers = new Offers(need("offers", HTMLElement), need("typed", HTMLFormElement), {
  act: (action) => void attempt(action),
  offer: (choice) => void attempt(choice.action),
  explain: () => offers.refuse(_("That cannot be done here.")),
});

/**
 * Click on something lit: its action, or a menu of them.
 * @param {Target} target
 */
function choose({ choices, element }) {
  if (choices.length > 1) openMenu(element, choices, (choice) => void attempt(choice.action));
  else void attempt(choices[0].action);
}

/** @param {string} action */
async function attempt(action) {
  if (busy) return;
  busy = true;
  closeMenu();
  stage.targets.mark(action, "chosen");
  try {
    plate = await ask(`/api/rules/${plate.game}/${plate.plate}?lang=${data.language}`, { actions: [...tried, action] });
    tried.push(action);
    await show();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    heading.textContent = sentenceOf(problem);
  }
  busy = false;
}

/** The plate as it stands now. */
async function show() {
  heading.textContent = tried.length ? sayLeft() : caption;
  happened.textContent = plate.told.join(" ");
  happened.hidden = !tried.length;
  need("again", HTMLElement).hidden = !tried.length;
  need("prompt", HTMLElement).textContent = plate.prompt;
  stage.targets.clear();
  await stage.board.change(stage.board.difference(plate.scene));
  lightUp();
  if (!plate.left) need("again", HTMLElement).focus({ preventScroll: true });
}

function sayLeft() {
  if (!plate.left) return _("That was it. Try something else?");
  return plate.left === 1 ? _("One more action to try.") : _("Two more actions to try.");
}

function lightUp() {
  const choices = choicesOf(plate);
  stage.targets.show(choices);
  stage.pages.reveal([...stage.targets.targets.keys()]);
  offers.show(choices, plate.scene.layout.buttons, (id) => stage.board.nodes.get(id)?.label ?? "");
}

need("again", HTMLElement).addEventListener("click", () => {
  if (busy) return;
  plate = begun;
  tried = [];
  void show();
});
new Tabs(need("side", HTMLElement));
stage.pages.fit(plate.scene);
stage.board.show(plate.scene);
lightUp();
need("to-board", HTMLElement).addEventListener("click", (event) => stage.targets.focus() && event.preventDefault());
need("stage", HTMLElement).classList.remove("settling");
need("stage", HTMLElement).classList.add("ready");

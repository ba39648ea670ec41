// @ts-check
/** At the table: the parts are made and wired. */

import { need } from "../dom.js";
import { pageData } from "../page.js";
import { buildStage } from "../scene/stage.js";
import { Commands } from "./commands.js";
import { Live } from "./live.js";
import * as notice from "./notice.js";
import { paceOf } from "./pace.js";
import { Playback } from "./playback.js";
import { Screen } from "./screen.js";
import * as sound from "./sound.js";
import { eyes, newState, receive } from "./state.js";

/** @typedef {import("../page.js").TableData} TableData */
/** @typedef {import("../types.js").Shown} Shown */

const data = /** @type {TableData} */ (pageData());
const state = newState(data.spectator, data.secrets);
const stage = await buildStage(
  (target) => commands.choose(target),
  (nodes, at) => void commands.explain({ nodes }, at),
);
const screen = new Screen(state, data.table, stage, {
  act: (action) => void commands.act(action),
  offer: (choice, beside) => commands.offer(choice, beside),
  explain: (action) => void commands.explain({ action }, null),
  say: (text) => commands.say(text),
  changeSeat: (what, seat) => void commands.changeSeat(what, seat),
  pass: (seat) => void commands.pass(seat),
  again: (turn) => void playback.again((at) => screen.showAgain(at, turn)),
  skip: () => playback.skip(),
  perform: (deed) => void commands.perform(deed),
  answer: (yes) => void commands.answer(yes),
  call: (seat, name) => void commands.call(seat, name),
  learned: () => void commands.skipTutorial(),
});
const playback = new Playback(
  state,
  (message, at) => screen.play(message, at),
  () => screen.settle(),
  () => paceOf(document.documentElement.dataset.pace, document.hidden),
);
const live = new Live(data.table, data.language, {
  message: hear,
  state: (connected) => {
    need("link-lost", HTMLElement).hidden = connected;
    if (connected && !state.playing) screen.settle();
  },
  number: () => state.received,
  seat: () => eyes(state),
  heard: () => state.heard,
});
const commands = new Commands(state, screen, live, data);

/** @param {Shown} message */
function hear(message) {
  const news = receive(state, message, performance.now());
  screen.seats.time(state.clocks);
  if (news === "play") void playback.run();
  if (news === "gap") void commands.look(eyes(state));
  if (news === "seats" || news === "thinking") screen.showSeats();
  if (news === "seats" && !state.playing) screen.settle();
  if (message.type === "chat" && news === "chat") {
    screen.chat.add(message);
    screen.tabs.mark("tab-chat");
  }
  if (news === "rematch") screen.ending.showRematch(state.shown?.table.rematch ?? null);
}

screen.undo.onclick = () => void commands.undo();
screen.hint.onclick = () => void commands.hint();
screen.again.onclick = () => screen.wishes.again();
screen.onward.onclick = () => screen.wishes.skip();
screen.ending.again.onclick = () => void commands.rematch();
screen.stage.addEventListener("pointerdown", () => playback.skip());
screen.board.svg.addEventListener("keydown", (event) => commands.press(event));
document.addEventListener("keydown", (event) => commands.putBack(event));
need("to-board", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  screen.focusBoard();
});
wireSwitch("sound", sound.isOn(), async (on) => (sound.setOn(on), on && sound.chime(), on));
wireSwitch("notice", notice.isOn(), (on) => notice.setOn(on, "closed" in need("notice", HTMLButtonElement).dataset));

/**
 * @param {string} id
 * @param {boolean} on
 * @param {(on: boolean) => Promise<boolean>} change
 */
function wireSwitch(id, on, change) {
  const element = need(id, HTMLButtonElement);
  element.setAttribute("aria-pressed", String(on));
  element.onclick = async () => {
    const wanted = element.getAttribute("aria-pressed") !== "true";
    element.setAttribute("aria-pressed", String(await change(wanted)));
  };
}

hear(data.frame);
live.connect();

// @ts-check
/** At the table: what the server tells is shown, what the player chooses is sent. */

import { ask, Problem } from "../api.js";
import { button, make, need, seatMark } from "../dom.js";
import { _ } from "../messages.js";
import { pageData } from "../page.js";
import { buildStage } from "../scene/stage.js";
import { Advice } from "./advice.js";
import { Chat } from "./chat.js";
import { Curtain } from "./curtain.js";
import { fillEnding } from "./ending.js";
import { frameSymbols } from "./key.js";
import { Keyboard } from "./keyboard.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { closeMenu, openMenu } from "./menu.js";
import * as notice from "./notice.js";
import { Offers } from "./offers.js";
import { Playback } from "./playback.js";
import { Seats } from "./seats.js";
import * as sound from "./sound.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../scene/targets.js").Target} Target */

const ERROR_STAYS = 5000; // milliseconds

const data = pageData();
const address = `/api/tables/${data.table}`;
const { board, zoom, targets } = await buildStage(choose);
const now = need("now", HTMLElement);
const prompt = need("prompt", HTMLElement);
const undoButton = need("undo", HTMLButtonElement);
const hintButton = need("hint", HTMLButtonElement);
const ending = need("ending", HTMLDialogElement);
const curtain = new Curtain(need("curtain", HTMLDialogElement));
const seats = new Seats(need("seats", HTMLElement), changeSeat);
const log = new Log(need("log", HTMLElement), data.table ?? "");
const chat = new Chat(need("chat-lines", HTMLElement), need("chat-form", HTMLFormElement), say);
const offers = new Offers(need("offers", HTMLElement), need("typed", HTMLFormElement), act);
const advice = new Advice(need("advice", HTMLElement), point, act);
const tabs = new Tabs(need("side", HTMLElement));
const playback = new Playback(play, settle);
const keyboard = new Keyboard([board.overlay, offers.row], focusBoard);

/** @type {Frame | null} what is shown */
let frame = null;
let received = -1; // the number that the server has told last
let sending = false;
let behindCurtain = false;
let wasYours = false;
let errorTimer = 0;

const live = new Live(data.table ?? "", data.language, {
  message: hear,
  state: (connected) => {
    need("link-lost", HTMLElement).hidden = connected;
    if (connected && !playback.busy) settle();
  },
  number: () => received,
  seat: eyes,
  heard: () => chat.heard,
});

/** Through whose eyes the page looks. */
function eyes() {
  return frame?.seat ?? data.spectator;
}

/** @param {any} message */
function hear(message) {
  if (message.type === "full") {
    received = message.number;
    playback.push(message);
  } else if (message.type === "step") {
    if (message.from !== received) return void live.say("look", { seat: eyes() }).catch(() => {});
    received = message.number;
    playback.push(message);
  } else if (message.type === "seats") {
    const { table, you } = message;
    for (const older of [frame, ...playback.queue]) if (older?.table) Object.assign(older, { table, you });
    showSeats();
    if (!playback.busy) settle();
  } else if (message.type === "thinking") {
    const seat = frame?.table.seats[message.seat];
    if (seat) seat.thinking = message.on;
    showSeats();
  } else if (message.type === "chat") {
    chat.add(message);
    tabs.mark("tab-chat");
  } else if (message.type === "rematch" && frame) {
    frame.table.rematch = message.table;
    showRematch();
  }
}

/**
 * Show one message; a breath is needed after what others did.
 * @param {Frame | Step} message
 * @param {number} hurry
 */
async function play(message, hurry) {
  stage().classList.add("settling");
  if (message.type === "full") {
    await showFull(message);
    return false;
  }
  if (!frame) return false;
  const lines = message.log?.lines ?? [];
  if (message.log) log.change(message.log.keep, lines);
  const line = lines.length === 1 ? lines[0] : undefined;
  const others = !line || line.seat === null || !frame.you.includes(line.seat) || frame.you.length > 1;
  if (line && others && line.seat !== null) prompt.textContent = line.text;
  const { nodes, type, from, log: _log, width, height, ...changed } = message;
  Object.assign(frame, Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)));
  if (width && height) [frame.scene.width, frame.scene.height] = [width, height];
  if (message.table) showSeats();
  if (nodes.set.some((node) => node.layer === "pieces")) sound.tick();
  const arrival = board.change(nodes, hurry);
  if (others) await arrival; // what the player did needs no watching: the next step is offered at once
  return others;
}

/** @param {Frame} message */
async function showFull(message) {
  const sameEyes = frame?.seat === message.seat && frame.scene.width === message.scene.width;
  frame = message;
  log.seats = message.table.seats;
  log.change(0, message.log);
  chat.show(message.chat);
  showSeats();
  if (sameEyes && message.number) await board.change(board.difference(message.scene), 3);
  else board.show(message.scene);
  zoom.fit(message.scene.width, message.scene.height);
  stage().classList.add("ready");
}

/** Everything has been shown: say what to do now, and light what can be clicked. */
function settle() {
  if (!frame || behindCurtain) return;
  const next = nextSeat();
  if (next !== null) return void passTo(next);
  sending = false;
  stage().classList.remove("settling");
  zoom.fit(frame.scene.width, frame.scene.height);
  const waiting = frame.table.seats.some((seat) => seat.kind === "open");
  const left = frame.seat !== null && (frame.table.seats[frame.seat]?.away ?? false) && !frame.outcome;
  const choices = waiting || left ? [] : frame.choices;
  const sentence = waiting ? _("The match begins when all seats are taken.") : left ? _("A bot plays for you.") : frame.prompt;
  if (prompt.textContent !== sentence) prompt.textContent = sentence;
  const yours = choices.length > 0;
  stage().dataset.number = String(frame.number);
  now.classList.toggle("yours", yours);
  if (!yours) advice.hide();
  keyboard.remember();
  targets.show(choices);
  offers.show(choices);
  keyboard.restore();
  undoButton.disabled = !frame.can_undo;
  hintButton.disabled = !yours;
  if (yours) targets.reveal();
  else zoom.retreat();
  if (yours !== wasYours) notice.tell(yours, sentence);
  if (yours && !wasYours && frame.table.seats.length > frame.you.length) sound.chime();
  wasYours = yours;
  showInvites();
  if (frame.outcome) showEnding();
}

/** Where a tablet goes round: the seat of mine that is to act, when it is not the one that looks. */
function nextSeat() {
  if (!frame || frame.you.length < 2 || frame.outcome) return null;
  const acts = frame.table.seats.filter((seat) => seat.to_act && seat.mine && !seat.away).map((seat) => seat.seat);
  return acts.length && !(frame.seat !== null && acts.includes(frame.seat)) ? acts[0] : null;
}

/**
 * Hand the board over; between secret views a curtain is drawn.
 * @param {number} seat
 */
async function passTo(seat) {
  if (!frame) return;
  behindCurtain = true;
  targets.clear();
  offers.show([]);
  if (data.secrets) {
    stage().classList.add("hidden");
    await curtain.draw(frame.table.seats[seat]);
  }
  behindCurtain = false;
  await live.say("look", { seat }).catch(() => {});
  stage().classList.remove("hidden");
  curtain.lift();
}

// What the player does

/**
 * @param {Target} target
 * @param {Event} event
 */
function choose(target, event) {
  if (event instanceof PointerEvent && event.pointerType === "touch") {
    if (zoom.approach(targets.breadth(target), { x: event.clientX, y: event.clientY })) return;
  }
  if (target.choices.length === 1) act(target.choices[0].action);
  else openMenu(target.element, target.choices, (choice) => act(choice.action));
}

/** @param {string} action */
async function act(action) {
  if (!frame || sending) return;
  sending = true;
  closeMenu();
  advice.hide();
  targets.mark(action, "chosen");
  offers.mark(action, "chosen");
  try {
    await live.say("act", { action, number: received, seat: frame.seat });
  } catch (problem) {
    refuse(problem);
  }
}

async function undo() {
  if (!frame || sending || !frame.can_undo) return;
  sending = true;
  try {
    await live.say("undo", { number: received });
  } catch (problem) {
    refuse(problem);
  }
}

async function hint() {
  if (!frame || frame.seat === null || hintButton.disabled) return;
  hintButton.disabled = true;
  hintButton.classList.add("busy");
  tabs.close();
  const [asked, seat] = [received, frame.seat];
  try {
    const { lines } = await ask(`${address}/hint?lang=${data.language}`, { seat });
    if (asked !== received) return;
    advice.show(lines, seat);
    prompt.textContent = _("Hint: {action}", { action: lines[0].label });
  } catch (problem) {
    refuse(problem);
  } finally {
    hintButton.classList.remove("busy");
    hintButton.disabled = !frame.choices.length;
  }
}

/**
 * Show where an action of the hint is.
 * @param {string} action
 */
function point(action) {
  targets.mark(action, "hint");
  offers.mark(action, "hint");
  targets.find(action)?.element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "smooth" });
}

/** @param {string} text */
async function say(text) {
  try {
    await live.say("chat", { text });
  } catch (problem) {
    refuse(problem);
  }
}

/**
 * @param {"leave" | "return" | "bot"} what
 * @param {number} seat
 */
async function changeSeat(what, seat) {
  try {
    await ask(`${address}/seats/${seat}`, { do: what });
  } catch (problem) {
    refuse(problem);
  }
}

async function rematch() {
  try {
    const table = await ask(`${address}/rematch`, {});
    location.assign(`/table/${table.id}`);
  } catch (problem) {
    refuse(problem);
  }
}

/** @param {unknown} problem */
function refuse(problem) {
  sending = false;
  if (!(problem instanceof Problem)) throw problem;
  if (problem.code === "live/lost") return settle();
  if (problem.code.startsWith("number/")) void live.say("look", { seat: eyes() }).catch(() => {});
  const line = need("refusal", HTMLElement);
  line.textContent = problem.message;
  line.hidden = false;
  clearTimeout(errorTimer);
  errorTimer = setTimeout(() => (line.hidden = true), ERROR_STAYS);
  settle();
}

// What stands beside the board

function showSeats() {
  if (!frame) return;
  seats.show(frame.table.seats, frame.outcome);
  const held = frame.table.seats.filter((seat) => seat.mine && seat.kind === "human" && !seat.away);
  need("leave", HTMLButtonElement).hidden = !held.length || frame.table.over;
  for (const id of ["typed", "undo", "hint"]) need(id, HTMLElement).hidden = !frame.you.length; // who watches only watches
  need("chat-form", HTMLElement).hidden = !frame.you.length && !frame.table.owner;
  if (!playback.busy) showInvites();
}

/** @param {number} seat */
function nameOfSeat(seat) {
  return data.colours?.[seat] ?? String(seat + 1);
}

function showInvites() {
  const box = need("invites", HTMLElement);
  const invites = frame?.table.invites ?? [];
  const known = invites.map((invite) => invite.link).join();
  box.hidden = !invites.length;
  if (box.dataset.links === known) return;
  box.dataset.links = known;
  box.replaceChildren(
    make("h2", {}, _("Invite your friends")),
    make("p", { class: "caption" }, _("Whoever opens the link takes the seat.")),
    ...invites.map(({ seat, link }) => {
      const whole = new URL(link, location.href).href;
      const field = make("input", { readonly: true, value: whole, "aria-label": _("Link to the seat {name}", { name: nameOfSeat(seat) }) });
      field.addEventListener("focus", () => field.select());
      const copy = button(_("Copy"), async () => {
        if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: whole }).catch(() => {});
        else await navigator.clipboard?.writeText(whole);
        copy.textContent = _("Copied");
      });
      const { mark, tone } = /** @type {Frame} */ (frame).table.seats[seat];
      return make("div", { class: "row" }, seatMark(mark, tone), field, copy);
    }),
  );
}

function showEnding() {
  if (!frame?.outcome) return;
  need("result", HTMLButtonElement).hidden = false;
  fillEnding(ending, frame.outcome, frame.table.seats);
  showFairness();
  need("rematch", HTMLButtonElement).hidden = !frame.you.length || frame.table.state === "record";
  showRematch();
  if (ending.dataset.shown) return;
  ending.dataset.shown = "yes";
  sound.fanfare();
  setTimeout(() => ending.open || ending.showModal(), 900);
}

function showRematch() {
  const link = need("rematch-link", HTMLAnchorElement);
  link.hidden = !frame?.table.rematch;
  link.href = `/table/${frame?.table.rematch}`;
  if (frame?.table.rematch) need("rematch", HTMLButtonElement).hidden = true;
}

function showFairness() {
  const seed = need("seed", HTMLElement);
  seed.textContent = frame?.table.seed ?? "";
  need("seed-line", HTMLElement).hidden = !frame?.table.seed;
}

/** The keyboard goes to the board, or to the buttons when nothing on it can be clicked. */
function focusBoard() {
  if (!targets.focus()) offers.row.querySelector("button")?.focus();
}

function stage() {
  return need("stage", HTMLElement);
}

// Everything is wired

undoButton.onclick = () => void undo();
hintButton.onclick = () => void hint();
need("leave", HTMLButtonElement).onclick = () => {
  const seat = frame?.table.seats.find((held) => held.mine && held.kind === "human" && !held.away);
  if (seat) void changeSeat("leave", seat.seat);
};
need("rematch", HTMLButtonElement).onclick = () => void rematch();
need("result", HTMLButtonElement).onclick = () => ending.showModal();
need("look", HTMLButtonElement).onclick = () => ending.close();
need("tab-log", HTMLElement).addEventListener("select", () => log.follow());
need("tab-key", HTMLElement).addEventListener("select", () => frameSymbols(need("key", HTMLElement)));
stage().addEventListener("pointerdown", () => playback.busy && playback.skip());
board.svg.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "u") void undo();
  else if (event.key === "h") void hint();
  else if (event.key === "/") offers.field.focus();
  else return;
  event.preventDefault();
});
need("to-board", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  focusBoard();
});
wireSwitch("sound", sound.isOn(), async (on) => (sound.setOn(on), on && sound.chime(), on));
wireSwitch("notice", notice.isOn(), notice.setOn);

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

if (data.frame) hear(data.frame);
live.connect();

// @ts-check
/** The screen: what the server told is shown, on the board and beside it. */

import { need, setWords } from "../dom.js";
import { _ } from "../messages.js";
import { Advice } from "./advice.js";
import { Agreements } from "./agreements.js";
import { Chat } from "./chat.js";
import { Civil, showTalk } from "./civil.js";
import { Curtain } from "./curtain.js";
import { Ending } from "./ending.js";
import { Invitations } from "./invitations.js";
import { frameSymbols } from "./key.js";
import { Keyboard } from "./keyboard.js";
import { Lesson } from "./lesson.js";
import { Log } from "./log.js";
import * as next from "./next.js";
import * as notice from "./notice.js";
import { Offers } from "./offers.js";
import { Past } from "./past.js";
import { Recap } from "./recap.js";
import { Seats } from "./seats.js";
import * as sound from "./sound.js";
import { advance, isNews, newLine, nextSeat, replace, toDo } from "./state.js";
import { Tabs } from "./tabs.js";
import { Teller } from "./teller.js";
import { BIG, isOfOthers, recap, sizeOf, textOf } from "./turns.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("./playback.js").Playback} Playback */
/** @typedef {import("./seats.js").Offer} Offer */
/** @typedef {import("./state.js").State} State */
/** @typedef {Awaited<ReturnType<typeof import("../scene/stage.js").buildStage>>} Stage */

/**
 * What the parts of the screen ask for when they are used.
 * @typedef {Object} Wishes
 * @property {(action: string) => void} act
 * @property {(choice: Choice, beside: Element) => void} offer do it, or ask first if something is given up by it
 * @property {(action: string) => void} explain why a typed action cannot be done
 * @property {(text: string) => Promise<void>} say
 * @property {(what: Offer, seat: number) => void} changeSeat
 * @property {(seat: number) => void} pass the board to another seat of mine
 * @property {(turn?: number) => void} again show what happened since my last turn, or one turn of it
 * @property {() => void} skip what is being told
 * @property {(deed: import("./agreements.js").Deed) => void} perform what is done besides acting
 * @property {(yes: boolean) => void} answer what somebody asks for
 * @property {(seat: number, name: string) => void} call be called by a name
 * @property {() => void} learned go on without the tutorial
 */

export const UNDO = "undo"; // not an action of any game
const REFUSAL_STAYS = 5000; // milliseconds
const CATCH_UP = 3; // times faster than usual: from what is shown to what is told as a whole

export class Screen {
  /**
   * @param {State} state
   * @param {string} table its id
   * @param {Stage} stage
   * @param {Wishes} wishes
   */
  constructor(state, table, { board, zoom, pages, targets, lights, tips }, wishes) {
    this.state = state;
    this.wishes = wishes;
    this.board = board;
    this.zoom = zoom;
    this.pages = pages;
    this.tips = tips;
    this.targets = targets;
    this.stage = need("stage", HTMLElement);
    this.now = need("now", HTMLElement);
    this.prompt = need("prompt", HTMLElement);
    this.undo = need("undo", HTMLButtonElement);
    this.hint = need("hint", HTMLButtonElement);
    this.agreements = new Agreements(wishes.perform, wishes.answer);
    this.refusal = need("refusal", HTMLElement);
    this.refusalTimer = 0;
    this.seats = new Seats(need("seats", HTMLElement), wishes.changeSeat);
    this.log = new Log(need("log", HTMLElement), table, lights);
    this.teller = new Teller(board, lights, pages);
    this.recap = new Recap(need("recap", HTMLElement), board, lights, wishes.again);
    this.past = new Past();
    this.again = need("again", HTMLButtonElement);
    this.onward = need("onward", HTMLButtonElement);
    this.civil = document.getElementById("complaint") && new Civil(table);
    this.chat = new Chat(need("chat-lines", HTMLElement), need("chat-form", HTMLFormElement), wishes.say, this.civil);
    this.offers = new Offers(need("offers", HTMLElement), need("typed", HTMLFormElement), wishes);
    this.advice = new Advice(need("advice", HTMLElement), (action) => this.point(action), wishes.act, lights);
    this.invitations = new Invitations(need("invites", HTMLElement), wishes.call);
    this.curtain = new Curtain(need("curtain", HTMLDialogElement));
    this.ending = new Ending(need("ending", HTMLDialogElement), () => this.tabs.close());
    this.tabs = new Tabs(need("side", HTMLElement));
    this.lesson = document.getElementById("lesson-leave") && new Lesson(wishes.learned);
    this.keyboard = new Keyboard([board.overlay, this.offers.row, this.teller.box], () => this.focusBoard());
    need("tab-log", HTMLElement).addEventListener("select", () => this.log.follow());
    need("tab-key", HTMLElement).addEventListener("select", () => frameSymbols(need("key", HTMLElement)));
  }

  // What happened

  /**
   * Play one message.
   * @param {Full | Step} message
   * @param {Playback} playback
   */
  async play(message, playback) {
    this.unsettle();
    if (message.type === "full") await this.playFull(message);
    else if (this.state.shown) await this.playStep(this.state.shown, message, playback);
  }

  /** Something is being shown: until it is over nothing is offered. */
  unsettle() {
    this.stage.classList.add("settling");
    this.keyboard.remember();
    this.recap.list.hidden = true;
    this.again.hidden = true;
    this.onward.hidden = false;
    this.undo.disabled = true; // until it is shown what could be taken back
  }

  /** @param {Full} message */
  async playFull(message) {
    const moves = replace(this.state, message);
    this.log.seats = message.table.seats;
    this.log.change(0, message.log);
    this.teller.say(this.log.turns.slice(-1).map((turn) => turn.told));
    this.chat.show(message.chat, message.you);
    this.showSeats();
    this.pages.fit(message.scene);
    if (moves) await this.board.change(this.board.difference(message.scene), CATCH_UP);
    else this.board.show(message.scene);
    this.past.begin(message.scene.nodes);
    this.stage.classList.add("ready");
  }

  /**
   * @param {Full} shown
   * @param {Step} step
   * @param {Playback} playback
   */
  async playStep(shown, step, playback) {
    const [line, news] = [newLine(step, this.log.last), isNews(this.state, step)];
    const ofOthers = line ? isOfOthers(line, shown.you) : news;
    const begins = line !== null && line.turn !== this.log.lines.at(-1)?.turn;
    if (begins && shown.you.length === 1) this.recap.keep(recap(this.log.lines, shown.you), shown.table.seats);
    this.log.change(step.log.keep, step.log.lines);
    advance(shown, step);
    if (step.table || step.to_act) this.showSeats();
    if (news && !shown.choices.length) setWords(this.prompt, shown.prompt);
    this.keep(shown, step, line, ofOthers);
    const telling = this.teller.tell(step.nodes, line, ofOthers, playback);
    const big = line !== null && sizeOf(line.told) >= BIG;
    if (news || big) await telling; // what else the player did needs no watching: the next step is offered at once
  }

  /**
   * Keep a step, so that it can be shown again: those since the reader's turn, else those of the last turn.
   * @param {Full} shown
   * @param {Step} step
   * @param {LogLine | null} line
   * @param {boolean} ofOthers
   */
  keep(shown, step, line, ofOthers) {
    const { past } = this;
    if (shown.you.length === 1 && !ofOthers) {
      past.over = true;
      return;
    }
    const ends = shown.you.length === 1 ? past.over : line !== null && line.turn !== past.turn;
    if (ends) past.begin(this.board.nodes.values());
    past.add(step.nodes, line);
  }

  /**
   * Show again what happened since the reader's last turn, or one turn of it.
   * @param {Playback} playback
   * @param {number} [turn]
   */
  async showAgain(playback, turn) {
    const { shown } = this.state;
    if (!shown) return;
    this.unsettle();
    this.targets.clear();
    const now = [...this.board.nodes.values()];
    this.board.show({ ...shown.scene, nodes: this.past.nodes });
    for (const step of [...this.past.steps]) {
      if (turn !== undefined && step.turn !== turn) void this.board.change(step.change);
      else await this.teller.tell(step.change, step.line, true, playback);
    }
    this.board.show({ ...shown.scene, nodes: now });
  }

  // What can be done

  /** Everything has been shown: say what to do now, and light what can be clicked. */
  settle() {
    const { state } = this;
    const { shown } = state;
    if (!shown || state.passing) return;
    const passed = nextSeat(shown);
    if (passed !== null) return this.wishes.pass(passed);
    state.sending = false;
    const { part, choices } = toDo(shown);
    const yours = part === "act";
    this.teller.rest();
    this.stage.classList.remove("settling");
    this.stage.dataset.number = String(shown.number);
    this.pages.fit(shown.scene);
    const sentences = { free: _("The match begins when all seats are taken."), left: _("A bot plays for you."), paused: _("The match is paused."), over: shown.outcome?.text ?? "" };
    const lesson = this.lesson?.show(shown.table.tutorial) ?? null;
    const sentence = lesson ?? (part === "act" || part === "watch" ? shown.prompt : sentences[part]);
    if (this.prompt.textContent !== sentence) setWords(this.prompt, sentence);
    this.now.classList.toggle("yours", yours);
    if (!yours) this.advice.hide();
    this.keyboard.remember();
    this.targets.show(choices, shown.can_undo ? { action: UNDO, label: _("Put it back"), nodes: [] } : null);
    this.offers.show(this.lesson?.isRead === false ? [] : choices, shown.scene.layout.buttons, (id) => this.board.nodes.get(id)?.label ?? "");
    this.onward.blur(); // it vanishes
    this.onward.hidden = true;
    this.keyboard.restore();
    this.undo.disabled = !shown.can_undo;
    this.hint.disabled = !yours || shown.table.tutorial !== null;
    if (shown.table.tutorial?.action) this.mark(shown.table.tutorial.action, "hint");
    this.zoom.reset();
    this.pages.reveal([...this.targets.targets.keys()]);
    const turns = yours && shown.you.length === 1 ? recap(this.log.lines, shown.you) : [];
    this.recap.show(turns, shown.table.seats);
    this.again.hidden = !this.past.tells;
    if (yours !== state.yours) void next.look(yours).catch(() => {}); // a link that is missing is no trouble
    if (yours !== state.yours) notice.tell(yours, turns.map((turn) => textOf(turn.told)).join(" ") || sentence);
    if (yours && !state.yours && shown.table.seats.length > shown.you.length) sound.chime();
    state.yours = yours;
    this.showInvitations();
    if (shown.outcome) this.ending.show(shown, shown.outcome);
  }

  /** The reader goes on: what the others did has been seen. */
  goOn() {
    this.recap.fold(this.log.last);
  }

  /** Nothing can be done. */
  darken() {
    this.targets.clear();
    this.offers.show([], [], () => "");
  }

  /**
   * Light an action firmly: it was chosen, or it is the hint.
   * @param {string} action
   * @param {"chosen" | "hint"} mark
   */
  mark(action, mark) {
    this.targets.mark(action, mark);
    this.offers.mark(action, mark);
  }

  /**
   * Show where an action of the hint is.
   * @param {string} action
   */
  point(action) {
    this.mark(action, "hint");
    const target = this.targets.find(action);
    if (target) this.pages.reveal([target.id]);
  }

  /** The keyboard goes to the board, or to the buttons when nothing on it can be clicked. */
  focusBoard() {
    if (!this.targets.focus()) this.offers.row.querySelector("button")?.focus();
  }

  // What stands beside the board

  showSeats() {
    const { shown } = this.state;
    if (!shown) return;
    const { table, you } = shown;
    this.seats.show(table.seats, shown.outcome, table.owner);
    this.agreements.show(shown);
    for (const id of ["typed", "undo"]) need(id, HTMLElement).hidden = !you.length; // who watches only watches
    this.hint.hidden = !you.length || !table.hints;
    need("watching", HTMLElement).hidden = you.length > 0 || table.owner;
    const people = table.seats.filter((seat) => seat.kind !== "bot");
    need("advised", HTMLElement).hidden = !table.hints || people.every((seat) => seat.mine); // all know that it is so
    need("late", HTMLElement).hidden = !table.delay || you.length > 0 || shown.outcome !== null;
    showTalk(shown);
    this.civil?.show(shown);
    if (!this.state.playing) this.showInvitations();
  }

  showInvitations() {
    this.invitations.show(this.state.shown?.table);
  }

  /**
   * Say for a while why something was refused.
   * @param {string} sentence
   */
  refuse(sentence) {
    this.refusal.textContent = sentence;
    this.refusal.hidden = false;
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => (this.refusal.hidden = true), REFUSAL_STAYS);
  }
}

// @ts-check
/** What the person at the table does: every command of the page, sent to the server. */

import { ask, Problem } from "../api.js";
import { setWords } from "../dom.js";
import { _ } from "../messages.js";
import { sentenceOf } from "../problems.js";
import { closeMenu, openMenu } from "./menu.js";
import { UNDO } from "./screen.js";
import { eyes, heldSeat, maySend } from "./state.js";

/** @typedef {import("../api.js").Hint} Hint */
/** @typedef {import("../api.js").MadeTable} MadeTable */
/** @typedef {import("../scene/targets.js").Target} Target */
/** @typedef {import("../scene/walk.js").Point} Point */
/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("./state.js").State} State */

const isCoarse = matchMedia("(pointer: coarse)"); // a finger, which does not hover: no caption told what is given up

export class Commands {
  /**
   * @param {State} state
   * @param {Screen} screen
   * @param {Live} live
   * @param {{ table: string, language: string }} data
   */
  constructor(state, screen, live, { table, language }) {
    this.state = state;
    this.screen = screen;
    this.live = live;
    this.address = `/api/tables/${table}`;
    this.language = language;
  }

  /**
   * Click on something lit: its action, or a menu of them.
   * @param {Target} target
   */
  choose(target) {
    const { choices, element } = target;
    if (choices.length > 1) openMenu(element, choices, (choice) => void this.act(choice.action));
    else if (choices[0].action === UNDO) void this.undo();
    else if (isCoarse.matches) this.offer(choices[0], element);
    else void this.act(choices[0].action); // what is given up by it stands in the caption
  }

  /**
   * Do something, or ask first if something is given up by it.
   * @param {Choice} choice
   * @param {Element} beside
   */
  offer(choice, beside) {
    if (choice.loses) openMenu(beside, [choice], () => void this.act(choice.action), choice.loses);
    else void this.act(choice.action);
  }

  /**
   * Say why something cannot be done, where it was tried.
   * @param {{ nodes: string[] } | { action: string }} what
   * @param {Point | null} at in the window; null for what was typed
   */
  async explain(what, at) {
    const { state, screen } = this;
    const { shown } = state;
    if (!shown || state.sending || state.playing) return;
    const lesson = shown.table.tutorial;
    let sentence = lesson?.action ? lesson.elsewhere : shown.prompt;
    if (!lesson?.action && shown.choices.length && shown.seat !== null) {
      /** @type {Promise<{ reason: string }>} */
      const answer = ask(`${this.address}/why?lang=${this.language}`, { ...what, seat: shown.seat });
      const none = (/** @type {unknown} */ problem) => (problem instanceof Problem ? sentenceOf(problem) : _("That cannot be done now."));
      sentence = await answer.then(({ reason }) => reason, none);
    }
    if (at) screen.tips.refuse(sentence, at);
    else screen.offers.refuse(sentence);
  }

  /** @param {string} action */
  async act(action) {
    const { state, screen, live } = this;
    if (!maySend(state)) return;
    state.sending = true;
    closeMenu();
    screen.advice.hide();
    screen.goOn();
    screen.mark(action, "chosen");
    state.acted = state.received + 1;
    await this.attempt(live.say({ type: "act", action, number: state.received, seat: state.shown.seat }));
  }

  async undo() {
    const { state, live } = this;
    if (!maySend(state) || !state.shown.can_undo) return;
    state.sending = true;
    state.acted = state.received + 1;
    this.screen.goOn();
    await this.attempt(live.say({ type: "undo", number: state.received }));
  }

  /**
   * Look through the eyes of a seat; everything is told anew.
   * @param {number} seat
   */
  async look(seat) {
    await this.live.say({ type: "look", seat }).catch(() => {}); // a connection that was lost tells it when it is back
  }

  /**
   * Hand the board over to another seat at this screen; between secret views a curtain is drawn.
   * @param {number} seat
   */
  async pass(seat) {
    const { state, screen } = this;
    if (!state.shown) return;
    state.passing = true;
    screen.darken();
    if (state.secrets) {
      screen.stage.classList.add("hidden");
      await screen.curtain.draw(state.shown.table.seats[seat]);
    }
    state.passing = false;
    await this.look(seat);
    screen.stage.classList.remove("hidden");
    screen.curtain.lift();
  }

  async hint() {
    const { state, screen } = this;
    const { shown } = state;
    if (!shown || shown.seat === null || screen.hint.disabled || !shown.table.hints) return;
    screen.hint.disabled = true;
    screen.hint.classList.add("busy");
    screen.tabs.close();
    const [asked, seat] = [state.received, shown.seat];
    try {
      /** @type {Hint} */
      const hint = await ask(`${this.address}/hint?lang=${this.language}`, { seat });
      if (asked !== state.received) return;
      screen.advice.show(hint, seat);
      setWords(screen.prompt, _("Hint: {action}", { action: hint.label }));
    } catch (problem) {
      this.refuse(problem);
    } finally {
      screen.hint.classList.remove("busy");
      screen.hint.disabled = !state.shown?.choices.length; // something else may be shown by now
    }
  }

  /** @param {string} text */
  async say(text) {
    await this.attempt(this.live.say({ type: "chat", text }));
  }

  /**
   * Do something besides acting: leave the seat to a bot, resign, or ask the others for something.
   * @param {import("./agreements.js").Deed} deed
   */
  async perform(deed) {
    const held = this.state.shown && heldSeat(this.state.shown);
    if (deed !== "leave" && deed !== "resign") await this.attempt(ask(`${this.address}/ask`, { what: deed }));
    else if (held) await this.changeSeat(deed, held.seat);
    else if (this.state.shown?.you.length) await this.changeSeat(deed, eyes(this.state));
  }

  /**
   * Answer what somebody asks for.
   * @param {boolean} yes
   */
  async answer(yes) {
    await this.attempt(ask(`${this.address}/answer`, { yes }));
  }

  /**
   * Be called by a name.
   * @param {number} seat
   * @param {string} name
   */
  async call(seat, name) {
    await this.attempt(ask(`${this.address}/seats/${seat}`, { do: "name", name }));
  }

  /**
   * @param {"leave" | "return" | "bot" | "resign"} what
   * @param {number} seat
   */
  async changeSeat(what, seat) {
    await this.attempt(ask(`${this.address}/seats/${seat}`, { do: what }));
  }

  /** Go on without the tutorial; after its last step there is nothing to skip. */
  async skipTutorial() {
    if (this.state.shown?.table.tutorial?.action) await this.attempt(ask(`${this.address}/skip`, {}));
    else this.screen.settle();
  }

  async rematch() {
    try {
      /** @type {MadeTable} */
      const made = await ask(`${this.address}/rematch`, {});
      location.assign(`/table/${made.id}`);
    } catch (problem) {
      this.refuse(problem);
    }
  }

  /**
   * A key on the board that is a command.
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "u") void this.undo();
    else if (event.key === "h") void this.hint();
    else if (event.key === "a") this.screen.wishes.again();
    else if (event.key === "n") this.screen.wishes.skip();
    else if (event.key === "/") this.screen.offers.field.focus();
    else return;
    event.preventDefault();
  }

  /**
   * Escape puts back what was picked up, wherever the focus is: what a mouse picks up vanishes from under it. Not where it closes something.
   * @param {KeyboardEvent} event
   */
  putBack(event) {
    const isBusy = event.target instanceof Element && event.target.closest("input, textarea, select, .menu");
    const isOpen = document.querySelector("dialog[open], details.settings[open], .deeds[open]");
    if (event.key === "Escape" && !isBusy && !isOpen && this.screen.targets.isHeld) void this.undo();
  }

  /**
   * Wait for the answer to something; tell if it is refused.
   * @param {Promise<unknown>} answer
   */
  async attempt(answer) {
    try {
      await answer;
    } catch (problem) {
      this.refuse(problem);
    }
  }

  /** @param {unknown} problem */
  refuse(problem) {
    this.state.sending = false;
    if (!(problem instanceof Problem)) throw problem;
    if (problem.code !== "live/lost") {
      if (problem.code.startsWith("number/")) void this.look(eyes(this.state));
      this.screen.refuse(sentenceOf(problem));
    }
    this.screen.settle();
  }
}

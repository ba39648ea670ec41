// @ts-check
/** The teller: what happens is said in a sentence in its place under the board, and its places light up. */

import { need, setWords } from "../dom.js";
import { AFTER } from "../scene/lights.js";
import { beatsOf } from "./beats.js";
import { timesOf } from "./pace.js";
import { sentence, wireLights } from "./sentence.js";
import * as sound from "./sound.js";
import { BIG, sizeOf } from "./turns.js";

/** @typedef {import("../scene/board.js").Board} Board */
/** @typedef {import("../scene/lights.js").Lights} Lights */
/** @typedef {import("../scene/pages.js").Pages} Pages */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").NodeChange} NodeChange */
/** @typedef {import("../types.js").Told} Told */
/** @typedef {import("./playback.js").Playback} Playback */

export class Teller {
  /**
   * @param {Board} board
   * @param {Lights} lights
   * @param {Pages} pages
   */
  constructor(board, lights, pages) {
    this.board = board;
    this.lights = lights;
    this.pages = pages;
    this.box = need("told", HTMLElement);
    this.text = need("happened", HTMLElement);
    wireLights(this.text, lights);
  }

  /**
   * Say something, without lighting anything.
   * @param {Told[]} events
   */
  say(events) {
    setWords(this.text, ...events.flatMap((told) => [sentence(told), " "]));
  }

  /** The telling is over: the sentence stays, the lights go out. */
  rest() {
    this.lights.tell([]);
  }

  /**
   * Change the board and tell what happened meanwhile. What an event tells of changes when it is told, and stays until then.
   * @param {NodeChange} change
   * @param {LogLine | null} line
   * @param {boolean} ofOthers
   * @param {Playback} playback
   */
  async tell(change, line, ofOthers, playback) {
    const events = line?.told ?? [];
    const times = timesOf(events, playback.pace, ofOthers);
    if (!line || !events.length) return this.board.change(change, playback.hurry);
    if (!times[0] || playback.state.skipping) {
      sound.happen(sizeOf(events));
      this.begin(line);
      this.say(events);
      return this.board.change(change, playback.hurry);
    }
    const [first, ...held] = beatsOf(change, events, this.board.nodes);
    const isPart = held.some(isSomething); // the order is that of the whole
    let arrival = this.board.change(isPart ? { ...first, order: undefined } : first, playback.hurry);
    this.begin(line);
    for (const [index, told] of events.entries()) {
      const part = held[index - 1];
      if (part && isSomething(part)) arrival = this.board.change(part, playback.hurry);
      this.say([told]);
      if (!playback.state.skipping) sound.happen(told.size); // what is skipped is not heard all at once
      const places = told.nodes.map((id) => change.moved?.[id] ?? id); // what went elsewhere is lit where it went
      this.pages.follow(places);
      this.lights.tell(places, told.size >= BIG ? AFTER : 0);
      await playback.pause(times[index]);
    }
    await arrival;
    if (isPart) await this.board.change({ ...held[events.length - 1], order: change.order }, playback.hurry);
  }

  /** @param {LogLine} line */
  begin(line) {
    this.box.dataset.ply = String(line.ply);
  }
}

/** @param {NodeChange} change */
function isSomething({ set, changed, gone }) {
  return set.length + (changed?.length ?? 0) + gone.length > 0;
}

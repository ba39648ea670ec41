// @ts-check
/** The teller: what happens is said in a sentence in its place under the board, and its places light up. */

import { need } from "../dom.js";
import { AFTER } from "../scene/lights.js";
import { timesOf } from "./pace.js";
import { sentence, wireLights } from "./sentence.js";
import * as sound from "./sound.js";
import { BIG, sizeOf } from "./turns.js";

/** @typedef {import("../scene/board.js").Board} Board */
/** @typedef {import("../scene/lights.js").Lights} Lights */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").NodeChange} NodeChange */
/** @typedef {import("../types.js").Told} Told */
/** @typedef {import("./playback.js").Playback} Playback */

export class Teller {
  /**
   * @param {Board} board
   * @param {Lights} lights
   */
  constructor(board, lights) {
    this.board = board;
    this.lights = lights;
    this.box = need("told", HTMLElement);
    this.text = need("happened", HTMLElement);
    wireLights(this.text, lights);
  }

  /**
   * Say something, without lighting anything.
   * @param {Told[]} events
   */
  say(events) {
    this.text.replaceChildren(...events.flatMap((told) => [sentence(told), " "]));
  }

  /** The telling is over: the sentence stays, the lights go out. */
  rest() {
    this.lights.tell([]);
  }

  /**
   * Change the board and tell what happened meanwhile. What an event tells of and what goes with it stays until it is told.
   * @param {NodeChange} change
   * @param {LogLine | null} line
   * @param {boolean} ofOthers
   * @param {Playback} playback
   */
  async tell(change, line, ofOthers, playback) {
    const events = line?.told ?? [];
    const times = timesOf(events, playback.pace, ofOthers);
    if (!line || !events.length) return this.board.change(change, playback.hurry);
    sound.happen(sizeOf(events));
    if (!times[0]) {
      this.begin(line);
      this.say(events);
      return this.board.change(change, playback.hurry);
    }
    const { order, ...rest } = change;
    const staying = new Set(events.flatMap((told) => told.nodes));
    const later = change.gone.filter((id) => staying.has(id));
    const first = later.length ? { ...rest, gone: change.gone.filter((id) => !staying.has(id)) } : change;
    const arrival = this.board.change(first, playback.hurry);
    this.begin(line);
    for (const [index, told] of events.entries()) {
      this.say([told]);
      const places = told.nodes.map((id) => change.moved?.[id] ?? id); // what went elsewhere is lit where it went
      this.lights.tell(places, told.size >= BIG ? AFTER : 0);
      await playback.pause(times[index]);
    }
    await arrival;
    if (later.length) await this.board.change({ set: [], gone: later, order }, playback.hurry);
  }

  /** @param {LogLine} line */
  begin(line) {
    this.box.dataset.ply = String(line.ply);
  }
}

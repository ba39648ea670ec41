// @ts-check
/** Playback: what happened is shown one step after the other, at the reader's pace; a click skips ahead. */

import { hurry } from "./state.js";

/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("./pace.js").Pace} Pace */
/** @typedef {import("./state.js").State} State */

export class Playback {
  /**
   * @param {State} state
   * @param {(message: Full | Step, playback: Playback) => Promise<void>} play shows a message
   * @param {() => void} settle called when everything has been shown
   * @param {() => Pace} pace
   */
  constructor(state, play, settle, pace) {
    this.state = state;
    this.play = play;
    this.settle = settle;
    this.chosen = pace;
    this.insists = false; // what is shown again on demand is not shown in an instant
    /** @type {() => void} */
    this.wake = () => {};
  }

  /** The pace of what is being shown. */
  get pace() {
    const pace = this.chosen();
    return this.insists && pace === "instant" ? "brisk" : pace;
  }

  /** How many times faster than usual things move. */
  get hurry() {
    return hurry(this.state, this.pace);
  }

  /** Show the rest at once; who goes on by clicks goes on to the next step. */
  skip() {
    if (this.pace !== "click") this.state.skipping = this.state.playing;
    this.wake();
  }

  /** Play what waits; what arrives meanwhile is played too. */
  async run() {
    const { state } = this;
    if (state.playing) return;
    state.playing = true;
    for (let message = state.waiting.shift(); message; message = state.waiting.shift()) await this.play(message, this);
    state.playing = state.skipping = false;
    this.settle();
  }

  /**
   * Show something again; what arrives meanwhile comes after it.
   * @param {(playback: Playback) => Promise<void>} show
   */
  async again(show) {
    const { state } = this;
    if (state.playing) return;
    state.playing = this.insists = true;
    await show(this);
    state.playing = state.skipping = this.insists = false;
    await this.run();
  }

  /** @param {number} milliseconds without end, until a click */
  pause(milliseconds) {
    if (this.state.skipping || !milliseconds) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = milliseconds === Infinity ? undefined : setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}

// @ts-check
/** Playback: what happened is shown one step after the other; a backlog speeds up, a click skips ahead. */

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Step} Step */

const BREATH = 110; // milliseconds between two steps of others
const SKIP = 60; // times faster

export class Playback {
  /**
   * @param {(message: Frame | Step, hurry: number) => Promise<boolean>} play shows a message; whether the eye needs a breath after it
   * @param {() => void} settle called when everything has been shown
   */
  constructor(play, settle) {
    this.play = play;
    this.settle = settle;
    /** @type {(Frame | Step)[]} */
    this.queue = [];
    this.busy = false;
    this.skipping = false;
    /** @type {() => void} */
    this.wake = () => {};
  }

  /** @param {Frame | Step} message */
  push(message) {
    if (message.type === "full") this.queue = [];
    this.queue.push(message);
    if (!this.busy) void this.run();
  }

  /** Show the rest at once. */
  skip() {
    this.skipping = this.busy;
    this.wake();
  }

  async run() {
    this.busy = true;
    for (let message = this.queue.shift(); message; message = this.queue.shift()) {
      const hurry = this.skipping ? SKIP : 1 + this.queue.length * 0.4;
      const breathes = await this.play(message, hurry);
      if (breathes && this.queue.length && !this.skipping) await this.pause(BREATH / hurry);
    }
    this.busy = this.skipping = false;
    this.settle();
  }

  /** @param {number} milliseconds */
  pause(milliseconds) {
    return new Promise((resolve) => {
      this.wake = () => resolve(undefined);
      setTimeout(resolve, milliseconds);
    });
  }
}

// @ts-check
/** The player: any position of a match on the board, by slider, step by step, or running. */

import { ask } from "./api.js";
import { need, setWords } from "./dom.js";
import { wireForm } from "./forms.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";
import { AFTER } from "./scene/lights.js";
import { Teller } from "./table/teller.js";
import { BIG, sizeOf } from "./table/turns.js";

/** @typedef {import("./types.js").Replay} Replay */
/** @typedef {Awaited<ReturnType<typeof import("./scene/stage.js").buildStage>>} Stage */

const NEAR = 3; // steps that are shown as movement
const BEAT = 900; // milliseconds a step at speed one

export class Player {
  /**
   * @param {Stage} stage
   * @param {(ply: number) => string} eyes through whose the position after so many actions is seen
   * @param {(ply: number, shown: Replay) => void} tell a position is shown
   */
  constructor(stage, eyes, tell) {
    this.stage = stage;
    this.eyes = eyes;
    this.tell = tell;
    this.address = `/api/tables/${pageData().table}`;
    this.slider = need("at", HTMLInputElement);
    this.speed = need("speed", HTMLSelectElement);
    this.button = need("run", HTMLButtonElement);
    this.teller = new Teller(stage.board, stage.lights, stage.pages);
    this.plies = Number(this.slider.max);
    this.wanted = Number(this.slider.value);
    this.shown = -1;
    this.drawing = false;
    this.timer = 0;
    /** @type {Map<string, Promise<Replay>>} what was fetched, by seat and ply */
    this.fetched = new Map();
    this.wire();
  }

  wire() {
    need("first", HTMLButtonElement).onclick = () => this.step(-this.plies);
    need("back", HTMLButtonElement).onclick = () => this.step(-1);
    need("forward", HTMLButtonElement).onclick = () => this.step(1);
    need("last", HTMLButtonElement).onclick = () => this.step(this.plies);
    this.button.onclick = () => this.run(!this.isRunning);
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * @param {number} ply
   * @param {number} [since] the position that is shown before
   */
  fetch(ply, since = this.shown) {
    const { language } = pageData();
    const eyes = this.eyes(ply);
    const before = Math.abs(ply - since) <= NEAR && since >= 0 ? `&since=${since}` : "";
    const key = `${this.address}/replay?at=${ply}&lang=${language}${eyes && `&seat=${eyes}`}${before}`;
    let found = this.fetched.get(key);
    if (!found) this.fetched.set(key, (found = ask(key)));
    return found;
  }

  /** @param {number} ply */
  go(ply) {
    this.wanted = Math.max(0, Math.min(this.plies, ply));
    this.slider.value = String(this.wanted);
    need("where", HTMLElement).textContent = _("{at} of {all}", { at: this.wanted, all: this.plies });
    if (!this.drawing) void this.draw();
  }

  /** The same position through other eyes. */
  again() {
    this.shown = -1;
    this.go(this.wanted);
  }

  /** Draw what is wanted, again if something else is wanted meanwhile. */
  async draw() {
    const { board, lights, pages } = this.stage;
    this.drawing = true;
    try {
      while (this.shown !== this.wanted) {
        const ply = this.wanted;
        const shown = await this.fetch(ply);
        if (ply !== this.wanted) continue;
        const near = Math.abs(ply - this.shown) <= NEAR && this.shown >= 0;
        this.shown = ply;
        setWords(need("prompt", HTMLElement), shown.prompt);
        history.replaceState(null, "", `?at=${ply}`);
        lights.tell([]);
        this.teller.say(shown.told);
        pages.fit(shown.scene);
        const speed = Number(this.speed.value);
        if (near) await board.change({ ...board.difference(shown.scene), moved: shown.moved }, speed);
        else board.show(shown.scene);
        lights.tell(shown.told.flatMap((event) => event.nodes), near && sizeOf(shown.told) >= BIG ? AFTER / speed : 0);
        this.tell(ply, shown);
        need("stage", HTMLElement).dataset.ply = String(ply);
        if (ply < this.plies) void this.fetch(ply + 1, ply);
      }
    } finally {
      this.drawing = false;
    }
  }

  /** @param {boolean} on */
  run(on) {
    clearTimeout(this.timer);
    this.button.setAttribute("aria-pressed", String(on));
    this.button.querySelector("use")?.setAttribute("href", on ? "#icon-pause" : "#icon-play");
    if (!on) return;
    if (this.wanted === this.plies) this.go(0);
    const beat = () => {
      this.go(this.wanted + 1);
      if (this.wanted >= this.plies) return this.run(false);
      this.timer = setTimeout(beat, BEAT / Number(this.speed.value));
    };
    this.timer = setTimeout(beat, 200);
  }

  get isRunning() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  /** @param {number} ply */
  jump(ply) {
    this.run(false);
    this.go(ply);
  }

  /** @param {number} by */
  step(by) {
    this.jump(this.wanted + by);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const inField = event.target instanceof Element && event.target.closest("input:not([type=range]), select, textarea, [role=tablist]");
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -this.plies, End: this.plies, PageUp: -10, PageDown: 10 };
    if (event.key in steps) this.step(steps[/** @type {keyof typeof steps} */ (event.key)]);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.run(!this.isRunning);
    else return;
    event.preventDefault();
  }
}

/**
 * Wire the form that goes on from the position that is shown, at a table of its own.
 * @param {Player} player
 */
export function wireContinue(player) {
  const form = document.getElementById("continue");
  if (!(form instanceof HTMLFormElement)) return;
  const data = pageData();
  wireForm(
    form,
    () => {
      const mine = Number(new FormData(form).get("seat"));
      const seats = (data.colours ?? []).slice(0, data.frame?.table.seats.length).map((__, seat) => ({ kind: seat === mine ? "me" : "bot" }));
      return { address: `${player.address}/continue`, body: { at: player.wanted, seats } };
    },
    (/** @type {import("./api.js").MadeTable} */ made) => made.link,
  );
}

// @ts-check
/** The connection to a table: one socket that comes back by itself and goes on from the last number that was seen. */

import { Problem } from "../api.js";

/** @typedef {import("../types.js").Ack} Ack */
/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../types.js").ToServer} ToServer */

const WAITS = [300, 700, 1500, 3000, 6000, 12000]; // milliseconds before each further attempt
const QUIET = 25_000; // after so long without a word, ask whether anybody is there
const DEAF = 8_000; // after so long without an answer, nobody is

export class Live {
  /**
   * @param {string} table
   * @param {string} language
   * @param {{ message: (message: Shown) => void, state: (connected: boolean) => void, number: () => number, seat: () => number, heard: () => number }} hear
   */
  constructor(table, language, hear) {
    this.table = table;
    this.language = language;
    this.hear = hear;
    this.attempts = 0;
    this.asked = 0;
    /** @type {Map<number | string | null, { resolve: (answer: Ack) => void, reject: (problem: Problem) => void }>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.pulse = 0;
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.socket || this.connect());
    addEventListener("pagehide", () => this.drop());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
  }

  /** Open the socket; what was missed arrives first. */
  connect() {
    this.drop();
    const address = new URL(`/api/tables/${this.table}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("lang", this.language);
    if (this.hear.number() >= 0) address.searchParams.set("after", String(this.hear.number()));
    address.searchParams.set("seat", String(this.hear.seat()));
    address.searchParams.set("chat", String(this.hear.heard()));
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.hear.state(true);
    };
    socket.onmessage = (event) => this.receive(/** @type {FromServer} */ (JSON.parse(event.data)));
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.reason === "signed-out") location.reload(); // somebody else than before looks at it now
      else this.lost();
    };
    this.listen();
  }

  /**
   * Say something; resolves when the server has done it.
   * @param {ToServer} message
   * @returns {Promise<Ack>}
   */
  say(message) {
    const id = ++this.asked;
    const { socket } = this;
    return new Promise((resolve, reject) => {
      if (!socket || socket.readyState > WebSocket.OPEN) return reject(new Problem("live/lost", ""));
      this.waiting.set(id, { resolve, reject });
      const send = () => socket.send(JSON.stringify({ ...message, id }));
      if (socket.readyState === WebSocket.OPEN) send();
      else socket.addEventListener("open", send);
    });
  }

  /** @param {FromServer} message */
  receive(message) {
    this.listen();
    if (message.type !== "ack" && message.type !== "error") return this.hear.message(message);
    const asker = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === "ack") asker?.resolve(message);
    else asker?.reject(new Problem(message.code, message.message, message.number));
  }

  /** A silent connection is asked for a sign of life, and given up without one. */
  listen() {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.say({ type: "ping" }).catch(() => {});
      this.pulse = setTimeout(() => this.lost(), DEAF);
    }, QUIET);
  }

  lost() {
    this.drop();
    this.hear.state(false);
    const wait = WAITS[Math.min(this.attempts++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait);
  }

  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    for (const asker of this.waiting.values()) asker.reject(new Problem("live/lost", ""));
    this.waiting.clear();
  }
}

// @ts-check
/** The connection to the lobby: it comes back by itself, and is then told everything anew. */

/** @typedef {import("./types.js").ToVisitor} ToVisitor */

const WAITS = [300, 700, 1500, 3000, 6000]; // milliseconds before each further attempt

export class Live {
  /** @param {{ message: (message: ToVisitor) => void, state: (connected: boolean) => void }} hear */
  constructor(hear) {
    this.hear = hear;
    this.attempts = 0;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener("online", () => this.connect());
    addEventListener("pagehide", () => this.drop());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
  }

  connect() {
    this.drop();
    const address = new URL("/api/lobby/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.hear.state(true);
    };
    socket.onmessage = (event) => this.hear.message(/** @type {ToVisitor} */ (JSON.parse(event.data)));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  lost() {
    this.drop();
    this.hear.state(false);
    const wait = WAITS[Math.min(this.attempts++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait);
  }

  drop() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

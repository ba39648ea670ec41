// The load generator: two players at each of many tables, over the protocol of one of the two servers.
// node load.mjs ours|peer ADDRESS saturated|paced|crowd|clicks|sit TABLES SECONDS [yes|no [ADDRESS [GAME]]]: prints one line of JSON.
// yes or no: whether our seats get pictures. A second address is where the second seat connects. crowd: four seats connected at each table, none moves. clicks: one player clicks while bots think elsewhere. sit: twenty actions at each table, then everybody stays.
import WebSocket from "ws";
import { io } from "socket.io-client";
import { deflateRawSync } from "node:zlib";

const [kind, address, mode, tables, seconds, scene = "yes", other = address, game = "tictactoe"] = process.argv.slice(2);
const RATE = 100; // moves a second when paced
const WARM_UP = 1; // seconds before anything is counted

/** A table with two players; `move()` lets the next one move, `onBroadcast` hears when the other was told. */
class OurTable {
  constructor(game = "tictactoe", seats = 2) {
    this.game = game;
    this.seats = seats;
  }

  async open(kinds = ["me", ...Array(this.seats - 1).fill("local")]) {
    const body = { game: this.game, seats: kinds.map((kind) => ({ kind })), first: 0 };
    const headers = { "content-type": "application/json", origin: address, ...(OurTable.cookie ? { cookie: OurTable.cookie } : {}) };
    const answer = await fetch(`${address}/api/tables`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    OurTable.cookie ??= answer.headers.get("set-cookie").split(";")[0];
    this.id = (await answer.json()).id;
    this.moves = 0;
    const held = kinds.map((kind, seat) => seat).filter((seat) => kinds[seat] !== "bot");
    this.players = await Promise.all(held.map((seat) => this.connect(seat)));
  }

  connect(seat) {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${(seat ? other : address).replace("http", "ws")}/api/tables/${this.id}/live?seat=${seat}&scene=${scene}`, { headers: { cookie: OurTable.cookie }, perMessageDeflate: false });
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "full") { this.number = message.number; this.choices = message.choices; resolve(socket); }
        else if (message.type === "error") throw new Error(JSON.stringify(message));
        else if (message.type === "step" && this.onBroadcast && seat !== this.mover && message.number > this.number) { this.number = message.number; this.onBroadcast(); }
      });
    });
  }

  move() {
    this.mover = this.moves % 2;
    this.players[this.mover].send(JSON.stringify({ type: "act", number: this.number, action: `cell ${this.moves++ % 9}`, seat: this.mover }));
  }
}

class PeerTable {
  static made = 0;

  async open() {
    this.id = `match-${process.pid}-${PeerTable.made++}`;
    this.moves = 0;
    this.players = [];
    for (const seat of ["0", "1"]) this.players.push(await this.connect(seat));
  }

  connect(seat) {
    return new Promise((resolve) => {
      const socket = io(`${address}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
      socket.on("connect", () => socket.emit("sync", this.id, seat, undefined, 2));
      socket.on("sync", (_, { state }) => { this.number = state._stateID; resolve(socket); });
      socket.on("update", (_, state) => {
        if (Number(seat) !== this.mover && state._stateID > this.number) { this.number = state._stateID; this.onBroadcast(); }
      });
    });
  }

  move() {
    this.mover = this.moves % 2;
    const payload = { type: "clickCell", args: [this.moves++ % 9], playerID: String(this.mover) };
    this.players[this.mover].emit("update", { type: "MAKE_MOVE", payload }, this.number, this.id, String(this.mover));
  }
}

/** A table of one of our games, at which two play what the seed of a small generator says; `onBroadcast` hears when the next may act. */
class GameTable extends OurTable {
  static made = 0;
  static bytes = { steps: 0, step: 0, fulls: 0, full: 0, packed: 0 };

  async open() {
    this.chance = 1 + GameTable.made++;
    this.known = [];
    await super.open();
  }

  connect(seat) {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${address.replace("http", "ws")}/api/tables/${this.id}/live?seat=${seat}&scene=${scene}`, { headers: { cookie: OurTable.cookie }, perMessageDeflate: false });
      const known = { number: -1, choices: [], over: false };
      this.known[seat] = known;
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "error") return setTimeout(() => this.move(), 5); // the other one was faster
        if (message.type !== "full" && message.type !== "step") return;
        GameTable.bytes[message.type] += data.length;
        GameTable.bytes[`${message.type}s`] += 1;
        if (message.type === "full") GameTable.bytes.packed += deflateRawSync(data, { level: 1 }).length; // as a browser gets it
        known.number = message.number;
        if (message.choices) known.choices = actions(message.choices);
        known.over ||= Boolean(message.outcome);
        if (message.type === "full") resolve(socket);
        else if (this.onBroadcast && this.mover !== undefined && this.known[this.mover].number > this.number) this.goOn();
      });
    });
  }

  goOn() {
    if (this.known.some((known) => known.over)) {
      this.mover = undefined;
      this.players.forEach((socket) => socket.close());
      void this.open().then(() => this.onBroadcast());
    } else if (this.known.some((known) => known.choices.length)) {
      this.mover = undefined;
      this.onBroadcast();
    }
  }

  move() {
    const may = this.known.map((known, seat) => seat).filter((seat) => this.known[seat].choices.length);
    this.mover = may[this.draw(may.length)];
    const { number, choices } = this.known[this.mover];
    this.number = number;
    this.players[this.mover].send(JSON.stringify({ type: "act", number, action: choices[this.draw(choices.length)], seat: this.mover }));
  }

  draw(count) {
    this.chance = (this.chance * 48271) % 2147483647;
    return this.chance % count;
  }
}

/** The legal actions in notation, as this version or an older one sends them. */
function actions(choices) {
  return choices.map((choice) => choice.action ?? choice);
}

/** So many tables with four connected seats; they stay until the input ends. */
async function crowd() {
  const crowded = [];
  for (let k = 0; k < Number(tables); k++) {
    const table = new OurTable("sisimizi", 4);
    await table.open();
    crowded.push(table);
  }
  process.stdout.write("connected\n");
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.on("end", resolve));
  process.exit(0);
}

/** How long a click takes until its step is there, while the strongest bots play each other at other tables. */
async function clicks() {
  for (let k = 0; k < Number(tables); k++) await new OurTable("sisimizi").open(["bot", "bot"]);
  const table = new OurTable("sisimizi");
  await table.open();
  const waits = [];
  const until = performance.now() + Number(seconds) * 1000;
  for (let k = 0; performance.now() < until; k++) {
    const frame = await (await fetch(`${address}/api/tables/${table.id}?scene=no`, { headers: { cookie: OurTable.cookie } })).json();
    const action = actions(frame.choices)[(k * 37) % frame.choices.length];
    const socket = table.players[frame.seat];
    const answered = new Promise((resolve) => {
      const hear = (data) => { if (JSON.parse(data).type === "step") { socket.off("message", hear); resolve(); } };
      socket.on("message", hear);
    });
    const sent = performance.now();
    socket.send(JSON.stringify({ type: "act", number: frame.number, action, seat: frame.seat }));
    await answered;
    waits.push(performance.now() - sent);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  report(waits);
}

/** Twenty actions at each of many tables; everybody stays until the input ends. */
async function sit() {
  const all = [];
  for (let k = 0; k < Number(tables); k++) {
    const table = new GameTable(game);
    await table.open();
    await new Promise((resolve) => {
      let left = 20;
      table.onBroadcast = () => (left-- ? table.move() : resolve());
      table.onBroadcast();
    });
    all.push(table);
  }
  process.stdout.write("connected\n");
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.on("end", resolve));
  process.exit(0);
}

function report(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  process.stdout.write(JSON.stringify({ moves: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), bytes: GameTable.bytes }) + "\n");
  process.exit(0);
}

if (mode === "crowd") await crowd();
if (mode === "clicks") await clicks();
if (mode === "sit") await sit();

const all = [];
for (let k = 0; k < Number(tables); k++) {
  const table = kind === "peer" ? new PeerTable() : game === "tictactoe" ? new OurTable() : new GameTable(game);
  await table.open();
  all.push(table);
}

const latencies = [];
let counting = false;
const free = [];
for (const table of all) {
  table.onBroadcast = () => {
    if (counting) latencies.push(performance.now() - table.sent);
    if (mode === "saturated") go(table);
    else free.push(table);
  };
}
function go(table) {
  table.sent = performance.now();
  table.move();
}
process.stdout.write("connected\n");
await new Promise((resolve) => setTimeout(resolve, 300));
const began = performance.now();
if (mode === "saturated") all.forEach(go);
else {
  free.push(...all);
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * RATE;
    while (sent < due && free.length) { sent++; go(free.shift()); }
  }, 1);
  setTimeout(() => clearInterval(timer), (WARM_UP + Number(seconds)) * 1000);
}
await new Promise((resolve) => setTimeout(resolve, WARM_UP * 1000));
counting = true;
Object.assign(GameTable.bytes, { steps: 0, step: 0 }); // of the steps, too, only those that are counted as moves
process.stdout.write("counting\n");
await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
counting = false;
report(latencies);

// @ts-check
/** The recap: what the others did since the reader acted last, a card a turn with a small picture; a click shows it again. */

import { make, seatMark } from "../dom.js";
import { svgElement } from "../scene/draw.js";
import { sentence, wireLights } from "./sentence.js";
import { mostTelling, textOf } from "./turns.js";

/** @typedef {import("../scene/board.js").Board} Board */
/** @typedef {import("../scene/lights.js").Lights} Lights */
/** @typedef {import("../types.js").SeatFacts} SeatFacts */
/** @typedef {import("./turns.js").Turn} Turn */

const LEAST = 100; // units across a picture
const AROUND = 22; // units around what happened

export class Recap {
  /**
   * @param {HTMLElement} list
   * @param {Board} board
   * @param {Lights} lights
   * @param {(turn: number) => void} again
   */
  constructor(list, board, lights, again) {
    this.list = list;
    this.board = board;
    this.again = again;
    /** @type {Map<string, HTMLElement>} by turn and last ply */
    this.cards = new Map();
    this.folded = 0; // the ply up to which everything has been seen
    wireLights(list, lights);
  }

  /**
   * @param {Turn[]} turns
   * @param {SeatFacts[]} seats
   */
  show(turns, seats) {
    const shown = turns.filter((turn) => lastPly(turn) > this.folded);
    const keys = shown.map(keyOf);
    this.list.hidden = !shown.length;
    if (this.list.dataset.turns === keys.join(" ")) return;
    this.list.dataset.turns = keys.join(" ");
    const cards = shown.map((turn, at) => this.cards.get(keys[at]) ?? this.card(turn, seats));
    this.cards = new Map(keys.map((key, at) => [key, cards[at]])); // a card keeps the picture of its moment
    this.list.replaceChildren(...cards);
  }

  /**
   * Draw the cards of turns that are over, as long as the board shows how they ended.
   * @param {Turn[]} turns
   * @param {SeatFacts[]} seats
   */
  keep(turns, seats) {
    for (const turn of turns) if (!this.cards.has(keyOf(turn))) this.cards.set(keyOf(turn), this.card(turn, seats));
  }

  /**
   * Fold it away: the reader goes on.
   * @param {number} ply that was seen last
   */
  fold(ply) {
    this.folded = ply;
    this.list.hidden = true;
  }

  /**
   * @param {Turn} turn
   * @param {SeatFacts[]} seats
   */
  card(turn, seats) {
    const seat = turn.whose === null ? undefined : seats[turn.whose];
    const card = make("button", { type: "button", class: "card" }, ...this.picture(turn), make("span", { class: "text" }, sentence(turn.told)));
    if (seat) card.prepend(seatMark(seat.mark, seat.tone));
    card.addEventListener("click", () => this.again(turn.number));
    const item = make("li", {}, card);
    item.style.setProperty("--letters", String(textOf(turn.told).length)); // a long sentence gets a wide card
    return item;
  }

  /**
   * A piece of the board around the most telling event of a turn, if it has a place.
   * @param {Turn} turn
   */
  picture(turn) {
    const { svg, elements } = this.board;
    const placed = (/** @type {string} */ id) => [elements.get(id)].flatMap((element) => element?.matches(":not(.unplaced)") ? element : []);
    const events = turn.lines.flatMap((line) => line.told).filter((told) => told.nodes.some((id) => placed(id).length));
    if (!events.length) return [];
    const boxes = mostTelling(events).nodes.flatMap(placed).map((element) => element.getBoundingClientRect());
    const whole = svg.getBoundingClientRect();
    const pixels = whole.width / svg.viewBox.baseVal.width; // a unit
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    const across = Math.max(LEAST * pixels, right - left + 2 * AROUND * pixels, bottom - top + 2 * AROUND * pixels);
    const [x, y] = [(left + right - across) / 2, (top + bottom - across) / 2];
    const isIn = (/** @type {DOMRect} */ box) => box.right > x && box.left < x + across && box.bottom > y && box.top < y + across;
    const viewBox = [(x - whole.left) / pixels, (y - whole.top) / pixels, across / pixels, across / pixels].map(Math.round).join(" ");
    const picture = svgElement("svg", { class: "picture", viewBox, "aria-hidden": "true" });
    for (const layer of this.board.layers.values()) {
      for (const element of layer.children) if (isIn(element.getBoundingClientRect())) picture.append(plain(element));
    }
    return [picture];
  }
}

/** @param {Turn} turn */
function keyOf(turn) {
  return `${turn.number}:${lastPly(turn)}`;
}

/** @param {Turn} turn */
function lastPly(turn) {
  return turn.lines[turn.lines.length - 1].ply;
}

/**
 * A copy that says nothing: what it shows is said beside it.
 * @param {Element} element
 */
function plain(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const name of ["role", "aria-label", "data-id"]) copy.removeAttribute(name);
  return copy;
}

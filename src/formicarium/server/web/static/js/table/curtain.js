// @ts-check
/** The curtain: when a tablet goes round, nobody sees the next player's secrets on the way. */

import { seatMark } from "../dom.js";
import { _ } from "../messages.js";
import { nameOf } from "./seats.js";

/** @typedef {import("../types.js").SeatFacts} SeatFacts */

export class Curtain {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  /**
   * Hide everything until the player of a seat says that it has the tablet.
   * @param {SeatFacts} seat
   * @returns {Promise<void>}
   */
  draw(seat) {
    const [mark, sentence, ready] = ["mark", "sentence", "ready"].map((part) => /** @type {HTMLElement} */ (this.dialog.querySelector(`[data-part=${part}]`)));
    mark.replaceChildren(seatMark(seat.mark, seat.tone));
    sentence.textContent = _("Pass the board to {name}", { name: nameOf(seat) });
    ready.textContent = _("I am {name}", { name: nameOf(seat) });
    if (!this.dialog.open) this.dialog.showModal();
    return new Promise((resolve) => {
      ready.onclick = () => resolve();
    });
  }

  lift() {
    this.dialog.close();
  }
}

// @ts-check
/** Who plays by keyboard stays where it was: focus comes back to the board when there is something to do again. */

export class Keyboard {
  /**
   * @param {Element[]} places that lose and get back the focus
   * @param {() => void} focus
   */
  constructor(places, focus) {
    this.places = places;
    this.focus = focus;
    this.inUse = false;
    this.wanted = false;
    addEventListener("keydown", () => (this.inUse = true), true);
    addEventListener("pointerdown", (event) => event.isTrusted && (this.inUse = this.wanted = false), true);
  }

  /** Before something vanishes that may have the focus. */
  remember() {
    const active = document.activeElement;
    if (active === document.body) return;
    this.wanted = this.inUse && this.places.some((place) => place.contains(active));
  }

  /** After something appeared that could have it. */
  restore() {
    if (this.wanted && document.activeElement === document.body) this.focus();
  }
}

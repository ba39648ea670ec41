// @ts-check
/** Captions: what a thing is, and what a click on it does, beside whatever the pointer or the keyboard is on. */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./targets.js").Targets} Targets */

const GAP = 14; // pixels between a thing and its caption

export class Tips {
  /**
   * @param {Board} board
   * @param {Targets} targets
   * @param {HTMLElement} tip
   */
  constructor(board, targets, tip) {
    this.board = board;
    this.targets = targets;
    this.tip = tip;
    board.svg.addEventListener("pointermove", (event) => this.show(event));
    board.svg.addEventListener("pointerdown", (event) => this.show(event));
    board.overlay.addEventListener("click", () => this.hide());
    board.svg.addEventListener("pointerleave", () => this.hide());
    board.frame.addEventListener("focusin", (event) => this.show(event));
    board.frame.addEventListener("focusout", () => this.hide());
    board.svg.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** @param {Event} event */
  show(event) {
    const element = /** @type {Element} */ (event.target).closest("[data-id]");
    const id = element?.getAttribute("data-id") ?? "";
    const label = this.board.nodes.get(id)?.label ?? "";
    const offers = this.targets.targets.get(id)?.choices.map((choice) => choice.label) ?? [];
    if (!element || (!label && !offers.length)) return this.hide();
    this.tip.replaceChildren(...[label, ...offers].filter(Boolean).map((text, index) => line(text, index === 0 && label ? "what" : "does")));
    this.tip.hidden = false;
    const box = element.getBoundingClientRect();
    const own = this.tip.getBoundingClientRect();
    const above = box.top - own.height - GAP > 8;
    const left = Math.min(innerWidth - own.width - 8, Math.max(8, box.left + box.width / 2 - own.width / 2));
    const top = above ? Math.max(8, box.top - own.height - GAP) : Math.min(innerHeight - own.height - 8, box.bottom + GAP);
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide() {
    this.tip.hidden = true;
  }
}

/**
 * @param {string} text
 * @param {string} className
 */
function line(text, className) {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}

// @ts-check
/** Captions: what a thing is, and what a click on it does, beside whatever the pointer or the keyboard is on. */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./targets.js").Targets} Targets */
/** @typedef {import("./walk.js").Point} Point */

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
    board.svg.addEventListener("pointermove", (event) => this.tip.hasAttribute("role") || this.show(event)); // a refusal stays
    board.svg.addEventListener("pointerout", () => this.tip.hasAttribute("role") && this.hide());
    board.svg.addEventListener("pointerdown", (event) => this.show(event));
    board.overlay.addEventListener("click", () => this.hide());
    board.svg.addEventListener("pointerleave", () => this.hide());
    board.frame.addEventListener("focusin", (event) => this.show(event));
    board.frame.addEventListener("focusout", () => this.hide());
    board.svg.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
    addEventListener("pointerdown", (event) => this.name(/** @type {Element} */ (event.target)));
  }

  /**
   * Say what a figure beside the board is: a finger does not hover.
   * @param {Element} touched
   */
  name(touched) {
    const figure = touched.closest(".figure[aria-label]");
    if (figure) this.lay(figure.getBoundingClientRect(), [line(figure.getAttribute("aria-label") ?? "", "what")]);
    else if (!this.board.svg.contains(touched)) this.hide();
  }

  /** @param {Event} event */
  show(event) {
    const element = /** @type {Element} */ (event.target).closest("[data-id]");
    const id = element?.getAttribute("data-id") ?? "";
    const label = this.board.nodes.get(id)?.label ?? "";
    const choices = this.targets.targets.get(id)?.choices ?? [];
    if (!element || (!label && !choices.length)) return this.hide();
    const lost = new Set(choices.flatMap((choice) => choice.loses ?? []));
    this.lay(element.getBoundingClientRect(), [
      ...(label ? [line(label, "what")] : []),
      ...choices.map((choice) => line(choice.label, "does")),
      ...[...lost].map((text) => line(text, "loses")),
    ]);
  }

  /**
   * Say beside a point why nothing can be done there.
   * @param {string} sentence
   * @param {Point} at
   */
  refuse(sentence, at) {
    this.lay(new DOMRect(at.x, at.y, 0, 0), [line(sentence, "refusal")]);
    this.tip.setAttribute("role", "alert");
  }

  /**
   * @param {DOMRect} box of what it is about
   * @param {HTMLElement[]} lines
   */
  lay(box, lines) {
    this.tip.removeAttribute("role");
    this.tip.replaceChildren(...lines);
    this.tip.hidden = false;
    const own = this.tip.getBoundingClientRect();
    const above = box.top - own.height - GAP > 8;
    const left = Math.min(innerWidth - own.width - 8, Math.max(8, box.left + box.width / 2 - own.width / 2));
    const top = above ? Math.max(8, box.top - own.height - GAP) : Math.min(innerHeight - own.height - 8, box.bottom + GAP);
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide() {
    this.tip.hidden = true;
    this.tip.removeAttribute("role");
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

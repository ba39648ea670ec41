// @ts-check
/** Tabs beside the board; on a phone they open and close the sheet below it. The address may name the one that is open at first. */

export class Tabs {
  /** @param {HTMLElement} side */
  constructor(side) {
    this.side = side;
    this.tabs = /** @type {HTMLButtonElement[]} */ ([...side.querySelectorAll("[role=tab]")]);
    for (const tab of this.tabs) tab.addEventListener("click", () => this.press(tab));
    side.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => this.walk(/** @type {KeyboardEvent} */ (event)));
    addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.querySelector(".stage")?.addEventListener("pointerdown", () => this.close());
    const named = this.tabs.find((tab) => location.hash === `#${tab.id}`);
    if (named) this.press(named);
  }

  /** Close the sheet. */
  close() {
    this.side.classList.remove("open");
  }

  /** @param {HTMLButtonElement} tab */
  press(tab) {
    const again = tab.getAttribute("aria-selected") === "true";
    this.side.classList.toggle("open", !(again && this.side.classList.contains("open")));
    this.select(tab);
  }

  /** @param {HTMLButtonElement} chosen */
  select(chosen) {
    chosen.classList.remove("news");
    for (const tab of this.tabs) {
      const selected = tab === chosen;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !selected;
    }
    chosen.dispatchEvent(new CustomEvent("select", { bubbles: true }));
  }

  /**
   * Something is new behind a tab that is not open.
   * @param {string} id of the tab
   */
  mark(id) {
    const tab = document.getElementById(id);
    if (tab?.getAttribute("aria-selected") !== "true") tab?.classList.add("news");
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const at = this.tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowRight: 1, ArrowLeft: this.tabs.length - 1 }[event.key];
    if (at < 0 || step === undefined) return;
    const next = this.tabs[(at + step) % this.tabs.length];
    this.select(next);
    next.focus();
  }
}

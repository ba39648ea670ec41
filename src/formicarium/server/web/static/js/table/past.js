// @ts-check
/** The past: the board as it was, and what happened since then, so that it can be shown again. */

/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").NodeChange} NodeChange */

/** @typedef {{ change: NodeChange, line: LogLine | null, turn: number }} Shown */

export class Past {
  constructor() {
    /** @type {Node[]} how it began */
    this.nodes = [];
    /** @type {Shown[]} */
    this.steps = [];
    this.over = false; // the reader has acted since: with the next step of others another past begins
  }

  /**
   * From now on.
   * @param {Iterable<Node>} nodes
   */
  begin(nodes) {
    this.nodes = [...nodes];
    this.steps = [];
    this.over = false;
  }

  /**
   * @param {NodeChange} change
   * @param {LogLine | null} line without one it belongs to the turn before
   */
  add(change, line) {
    this.steps.push({ change, line, turn: line?.turn ?? this.turn });
  }

  /** The last turn of which something was told; -1 for none. */
  get turn() {
    return this.steps.at(-1)?.turn ?? -1;
  }

  /** Whether there is anything to tell again. */
  get tells() {
    return this.steps.some((step) => step.line);
  }
}

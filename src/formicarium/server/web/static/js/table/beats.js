// @ts-check
/** Beats: what on the board changes with which event of a step. Nothing here knows a browser. */

/** @typedef {import("../types.js").Fields} Fields */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").NodeChange} NodeChange */
/** @typedef {import("../types.js").Told} Told */

/**
 * What changes with each event, and at last: a token is turned when it is told what was chosen, not with the guess before
 * it, and what is carried home leaves when that is told. What no event tells of changes with the first, as does what goes
 * on under another id; what is told of and goes, at last. The parts of a piece change with it, and what appears where
 * something leaves, then.
 * @param {NodeChange} change
 * @param {Told[]} events at least one
 * @param {Map<string, Node>} nodes as they are shown before
 * @returns {NodeChange[]} one more than events
 */
export function beatsOf(change, events, nodes) {
  const told = new Set(events.flatMap((event) => event.nodes));
  const moved = new Set(Object.values(change.moved ?? {}));
  const gone = new Set(change.gone);
  const differing = [...change.set, ...(change.changed ?? [])];
  const goesAway = (/** @type {Node | Fields} */ node) => nodes.has(node.id) && "area" in node && (node.area ?? undefined) !== nodes.get(node.id)?.area;
  const away = new Set(differing.filter(goesAway).map(({ id }) => id));
  const pieceOf = (/** @type {string} */ id) => prefixes(id).find((prefix) => told.has(prefix));
  const tells = (/** @type {string} */ piece) => (/** @type {Told} */ event) => event.nodes.includes(piece);

  /** @param {string} piece that is told of */
  const whenTold = (piece) => {
    if (gone.has(piece)) return events.length;
    return away.has(piece) ? events.findLastIndex(tells(piece)) : events.findIndex(tells(piece));
  };
  const leaving = [...told].filter((id) => nodes.has(id) && (gone.has(id) || away.has(id)));

  /** @param {Node | Fields} node */
  const when = (node) => {
    if (moved.has(node.id)) return 0;
    const piece = pieceOf(node.id);
    if (piece !== undefined) return whenTold(piece);
    const before = nodes.has(node.id) ? undefined : leaving.find((id) => isAt(node, nodes.get(id)));
    return before === undefined ? 0 : whenTold(before);
  };
  const whenGone = (/** @type {string} */ id) => {
    const piece = pieceOf(id);
    return piece === undefined ? 0 : whenTold(piece);
  };
  const parts = [...events, null].map((_event, index) => ({
    set: change.set.filter((node) => when(node) === index),
    changed: (change.changed ?? []).filter((fields) => when(fields) === index),
    gone: change.gone.filter((id) => whenGone(id) === index),
  }));
  return [{ ...change, ...parts[0] }, ...parts.slice(1)];
}

/**
 * An id and those of what it may be a part of, the longest first.
 * @param {string} id
 */
function prefixes(id) {
  const words = id.split(":");
  return words.map((_word, index) => words.slice(0, words.length - index).join(":"));
}

/**
 * Whether something lies where something else does.
 * @param {Node | Fields} node
 * @param {Node | undefined} other
 */
function isAt(node, other) {
  return node.area === other?.area && node.x === other?.x && node.y === other?.y;
}

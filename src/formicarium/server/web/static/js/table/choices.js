// @ts-check
/** The legal actions with what a page says of them. The server sends their notation; the rest is put together here. */

/** @typedef {import("../types.js").Full} Full */

/**
 * A legal action.
 * @typedef {Object} Choice
 * @property {string} action in notation
 * @property {string} label in words
 * @property {string[]} nodes that perform it
 * @property {string} [loses] what is given up by it, in a sentence
 */

/** @type {WeakMap<string[], { places: Full["places"], loses: Full["loses"], choices: Choice[] }>} by the list that the server has sent */
const made = new WeakMap();

/**
 * The choices of a message, the same objects as long as they are the same choices.
 * @param {Pick<Full, "choices" | "places" | "labels" | "loses">} shown
 * @returns {Choice[]}
 */
export function choicesOf({ choices, places, labels, loses }) {
  const known = made.get(choices);
  if (known?.places === places && known.loses === loses) return known.choices;
  const found = choices.map((action) => choiceOf(action, places, labels, loses));
  made.set(choices, { places, loses, choices: found });
  return found;
}

/**
 * @param {string} action
 * @param {Full["places"]} places
 * @param {Full["labels"]} labels
 * @param {Full["loses"]} loses
 * @returns {Choice}
 */
function choiceOf(action, places, labels, loses) {
  const [verb, ...words] = action.split(" ");
  const form = `${verb}-${words.length}`;
  const { text, said } = labels[form];
  const nodes = places[action] ?? places[form]?.map((node) => filled(node, words)) ?? [];
  const label = filled(text, words.map((word, at) => said?.[at]?.[word] ?? word));
  return { action, label, nodes, ...(loses[verb] && { loses: loses[verb] }) };
}

/**
 * @param {string} template
 * @param {string[]} words
 */
function filled(template, words) {
  return template.replace(/\{(\d)\}/g, (_whole, at) => words[Number(at)]);
}

// @ts-check
/** One node of a scene as one SVG element: made, and brought up to date. */

/** @typedef {import("../types.js").Node} Node */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svgElement(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * The tag that a node is drawn with.
 * @param {Node} node
 * @returns {"use" | "path" | "text"}
 */
function tagOf(node) {
  return node.sprite ? "use" : node.path ? "path" : "text";
}

/**
 * The element of a new node, not yet painted.
 * @param {Node} node
 */
export function create(node) {
  const element = svgElement(tagOf(node));
  element.classList.add("node");
  element.dataset.id = node.id;
  return element;
}

/**
 * Whether a node can go on using the element that it had.
 * @param {Node} before
 * @param {Node} after
 */
export function isSameKind(before, after) {
  return tagOf(before) === tagOf(after) && before.layer === after.layer;
}

/**
 * Everything but the place: drawing, colours, words.
 * @param {SVGElement} element
 * @param {Node} node
 * @param {string} prefix of the ids of the sheet
 */
export function paint(element, node, prefix) {
  /** @type {Record<string, string | number | undefined>} */
  const attributes = { role: node.label ? "img" : undefined, "aria-label": node.label || undefined };
  if (node.sprite) {
    attributes.href = `#${prefix}${node.sprite}`;
    attributes.color = node.tone && colour(node.tone);
  } else if (node.path) {
    attributes.d = node.path;
    attributes.fill = fill(node, prefix);
    attributes["fill-opacity"] = node.fill ? node.opacity : undefined;
    attributes.stroke = node.stroke && colour(node.stroke);
    attributes["stroke-width"] = node.stroke ? (node.width ?? 1) : undefined;
    attributes["stroke-opacity"] = node.stroke ? node.opacity : undefined;
  } else {
    attributes["font-size"] = node.size ?? 16;
    attributes["text-anchor"] = node.anchor ?? "middle";
    attributes.fill = colour(node.tone || "ink");
    attributes["fill-opacity"] = node.opacity;
    element.classList.add(`face-${node.face ?? "sans"}`);
    if (element.textContent !== node.text) element.textContent = node.text ?? "";
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === "") element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
  element.classList.toggle("decoration", !node.label);
}

/**
 * Where a node is, as a CSS transform: the browser can move that smoothly.
 * @param {Node} node
 * @param {number} [swell] a further factor to the scale
 */
export function transform(node, swell = 1) {
  const scale = (node.scale ?? 1) * swell;
  return `translate(${node.x ?? 0}px, ${node.y ?? 0}px) rotate(${node.turn ?? 0}deg) scale(${scale})`;
}

/**
 * @param {SVGElement} element
 * @param {Node} node
 */
export function place(element, node) {
  element.style.transform = transform(node);
}

/**
 * A token of the theme, or a colour, as CSS.
 * @param {string} token
 */
export function colour(token) {
  return token.startsWith("#") ? token : `var(--${token})`;
}

/**
 * @param {Node} node
 * @param {string} prefix
 */
function fill(node, prefix) {
  if (!node.fill) return "none";
  return node.fill.startsWith("@") ? `url(#${prefix}${node.fill.slice(1)})` : colour(node.fill);
}

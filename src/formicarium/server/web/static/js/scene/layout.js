// @ts-check
/** Where the areas of a picture lie on a screen: of the arrangements that a game gives, the one that suits it best. Nothing here knows a browser. */

/** @typedef {import("../types.js").Area} Area */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").Tree} Tree */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Size & { x: number, y: number }} Box */

/**
 * How an area comes to the screen: a point of the poster times the scale, and moved by x and y; on which page; its least text.
 * @typedef {{ x: number, y: number, scale: number, page: number, text: number }} Place
 */

/** @typedef {{ places: Map<string, Place>, pages: Area[][] }} Plan */

/**
 * How large a tree is when its areas have the scales they want, with the gaps in it, which are always the same.
 * @typedef {{ width: number, height: number, gapsAcross: number, gapsDown: number }} Extent
 */

const MARGIN = 8; // pixels around a page
const GAP = 10; // pixels between areas
const LEAST_TEXT = 11; // pixels, of a picture without areas
export const STRIP = 52; // pixels below the pages for the buttons that lead from one to the other

/**
 * The plan of a screen.
 * @param {Layout} layout
 * @param {Size} poster the whole picture, which is one area if the game names none
 * @param {Size} screen
 * @returns {Plan}
 */
export function plan(layout, poster, screen) {
  const whole = { name: "", label: "", x: 0, y: 0, want: 1, text: LEAST_TEXT, ...poster };
  const areas = new Map((layout.areas.length ? layout.areas : [whole]).map((area) => [area.name, area]));
  const offered = layout.arrangements.length ? layout.arrangements : [[""]];
  const tried = offered.map((pages) => {
    const room = roomOf(screen, pages.length);
    return { pages, room, scale: Math.min(...pages.map((tree) => scaleOf(extent(tree, areas), room))) };
  });
  const readable = tried.filter((one) => one.scale >= layout.least);
  const counts = (readable.length ? readable : tried).map((one) => one.pages.length);
  const count = readable.length ? Math.min(...counts) : Math.max(...counts); // as few pages as can be read
  const fit = (readable.length ? readable : tried).filter((one) => one.pages.length === count);
  const best = fit.reduce((one, other) => (other.scale > one.scale ? other : one));
  /** @type {Map<string, Place>} */
  const places = new Map();
  best.pages.forEach((tree, page) => {
    const at = { ...best.room, x: best.room.x + page * screen.width };
    for (const [area, box] of spread(tree, at, areas)) places.set(area.name, { ...within(area, box), page, text: area.text });
  });
  const pages = best.pages.map((tree) => namesIn(tree).map((name) => /** @type {Area} */ (areas.get(name))));
  return { places, pages };
}

/**
 * @param {Size} screen
 * @param {number} pages
 * @returns {Box}
 */
function roomOf(screen, pages) {
  const strip = pages > 1 ? STRIP : 0;
  return { x: MARGIN, y: MARGIN / 2, width: Math.max(1, screen.width - 2 * MARGIN), height: Math.max(1, screen.height - MARGIN - strip) };
}

/**
 * @param {Tree} tree
 * @returns {string[]}
 */
function namesIn(tree) {
  return typeof tree === "string" ? [tree] : tree.flatMap(namesIn);
}

/**
 * @param {Tree} tree
 * @param {Map<string, Area>} areas
 * @param {boolean} across whether it is a row, if it is not an area
 * @returns {Extent}
 */
function extent(tree, areas, across = true) {
  if (typeof tree === "string") {
    const { width, height, want } = /** @type {Area} */ (areas.get(tree));
    return { width: width * want, height: height * want, gapsAcross: 0, gapsDown: 0 };
  }
  const inner = tree.map((child) => extent(child, areas, !across));
  const gaps = GAP * (tree.length - 1);
  const sum = (/** @type {keyof Extent} */ key) => inner.reduce((total, one) => total + one[key], 0);
  const most = (/** @type {keyof Extent} */ key) => Math.max(...inner.map((one) => one[key]));
  return across
    ? { width: sum("width"), height: most("height"), gapsAcross: sum("gapsAcross") + gaps, gapsDown: most("gapsDown") }
    : { width: most("width"), height: sum("height"), gapsAcross: most("gapsAcross"), gapsDown: sum("gapsDown") + gaps };
}

/**
 * @param {Extent} size
 * @param {Size} room
 */
function scaleOf(size, room) {
  return Math.min((room.width - size.gapsAcross) / size.width, (room.height - size.gapsDown) / size.height);
}

/**
 * The box of each area: all get what they want at the scale of the whole, and what is left over goes to those that can use it.
 * @param {Tree} tree
 * @param {Box} box
 * @param {Map<string, Area>} areas
 * @param {boolean} across
 * @returns {[Area, Box][]}
 */
function spread(tree, box, areas, across = true) {
  if (typeof tree === "string") return [[/** @type {Area} */ (areas.get(tree)), box]];
  const sizes = tree.map((child) => extent(child, areas, !across));
  const scale = scaleOf(extent(tree, areas, across), box);
  const [room, thick] = across ? [box.width, box.height] : [box.height, box.width];
  const wanted = sizes.map((size) => (across ? size.width * scale + size.gapsAcross : size.height * scale + size.gapsDown));
  const usable = sizes.map((size) => {
    const most = across ? (thick - size.gapsDown) / size.height : (thick - size.gapsAcross) / size.width;
    return across ? size.width * most + size.gapsAcross : size.height * most + size.gapsDown;
  });
  const wishes = usable.map((most, index) => Math.max(0, most - wanted[index]));
  const left = room - GAP * (tree.length - 1) - total(wanted);
  const share = Math.min(1, left / (total(wishes) || 1));
  const lengths = wanted.map((length, index) => length + wishes[index] * share);
  let at = (across ? box.x : box.y) + (room - GAP * (tree.length - 1) - total(lengths)) / 2;
  return tree.flatMap((child, index) => {
    const inner = across ? { ...box, x: at, width: lengths[index] } : { ...box, y: at, height: lengths[index] };
    at += lengths[index] + GAP;
    return spread(child, inner, areas, !across);
  });
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/**
 * An area in the middle of a box, as large as fits.
 * @param {Area} area
 * @param {Box} box
 */
function within(area, box) {
  const scale = Math.min(box.width / area.width, box.height / area.height);
  const x = box.x + (box.width - area.width * scale) / 2 - area.x * scale;
  const y = box.y + (box.height - area.height * scale) / 2 - area.y * scale;
  return { x, y, scale };
}

// @ts-check
/** Walking over the board with arrow keys: which target lies in which direction. */

/** @typedef {{ x: number, y: number }} Point */

const ASIDE = 1.2; // a step aside costs more than one ahead, yet little enough that hexagons do not skip a row

/**
 * The nearest thing that lies more or less in a direction; what lies straight ahead counts as nearer.
 * @template {{ centre: Point }} Thing
 * @param {Thing} from
 * @param {Thing[]} all
 * @param {Point} direction of length one, along an axis
 * @returns {Thing | undefined}
 */
export function inDirection(from, all, direction) {
  let best;
  let least = Infinity;
  for (const thing of all) {
    const x = thing.centre.x - from.centre.x;
    const y = thing.centre.y - from.centre.y;
    const ahead = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y) + Math.abs(y * direction.x);
    if (ahead <= 0.5 || aside > 3 * ahead) continue;
    const cost = ahead + ASIDE * aside;
    if (cost < least) [best, least] = [thing, cost];
  }
  return best;
}

/**
 * Row by row from the top, each from the left.
 * @template {{ centre: Point }} Thing
 * @param {Thing[]} things
 */
export function readingOrder(things) {
  return things.sort((a, b) => Math.round((a.centre.y - b.centre.y) / 8) || a.centre.x - b.centre.x);
}

// @ts-check
/** Moments on a page, told by the reader's own clock: the server does not know where it is. */

import { pageData } from "./page.js";

const moments = new Intl.DateTimeFormat(pageData().language, { dateStyle: "medium", timeStyle: "short" });

/** @param {ParentNode} part */
export function showTimes(part) {
  for (const time of part.querySelectorAll("time[data-at]")) {
    time.textContent = moments.format(new Date(1000 * Number(time.getAttribute("data-at"))));
  }
}

// @ts-check
/** The way to the next table that waits for the reader, at tables with days for a move. */

import { ask } from "../api.js";

const link = document.getElementById("next");

/**
 * The reader has something to do here, or not: then others may wait.
 * @param {boolean} yours
 */
export async function look(yours) {
  if (!link) return;
  link.hidden = true;
  if (yours) return;
  /** @type {{ tables: string[] }} */
  const { tables } = await ask("/api/waiting");
  link.hidden = !tables.some((table) => !location.pathname.endsWith(table));
}

// @ts-check
/** It is your turn: told by the browser when the page is out of sight, in its title, and by the site when the page is closed. */

import { ask } from "../api.js";

const KEY = "notice";
const title = document.title;

/** Whether the reader wants to be told. */
export function isOn() {
  return localStorage.getItem(KEY) === "on" && "Notification" in window && Notification.permission === "granted";
}

/**
 * Switch it; the browser asks for permission the first time.
 * @param {boolean} on
 * @param {boolean} closed whether the site tells who has closed the page, too
 * @returns {Promise<boolean>} whether it is on now
 */
export async function setOn(on, closed) {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(KEY, allowed ? "on" : "off");
  if (closed) await (allowed ? subscribe() : unsubscribe()).catch(() => {}); // without it, an open page tells all the same
  return allowed;
}

async function subscribe() {
  const worker = await navigator.serviceWorker.ready;
  /** @type {{ key: string }} */
  const { key } = await ask("/api/notices");
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  await ask(`/api/notices?lang=${document.documentElement.lang}`, { endpoint, keys });
}

async function unsubscribe() {
  const found = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!found) return;
  await ask("/api/notices/end", { endpoint: found.endpoint });
  await found.unsubscribe();
}

/**
 * @param {boolean} yours whether it is the reader's turn
 * @param {string} sentence what to do now
 */
export function tell(yours, sentence) {
  document.title = yours ? `● ${title}` : title;
  if (!yours || !document.hidden || !isOn()) return;
  try {
    const notice = new Notification(title, { body: sentence, tag: location.pathname });
    notice.onclick = () => window.focus();
  } catch {
    // Some phones allow notices only from service workers: there the title must do.
  }
}

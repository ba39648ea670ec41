// @ts-check
/** It is your turn: told by the browser when the page is out of sight, and in its title. */

const KEY = "notice";
const title = document.title;

/** Whether the reader wants to be told. */
export function isOn() {
  return localStorage.getItem(KEY) === "on" && "Notification" in window && Notification.permission === "granted";
}

/**
 * Switch it; the browser asks for permission the first time.
 * @param {boolean} on
 * @returns {Promise<boolean>} whether it is on now
 */
export async function setOn(on) {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(KEY, allowed ? "on" : "off");
  return allowed;
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

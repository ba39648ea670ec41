// @ts-check
/** The settings of the pages: theme, palette, language, pace. They live in cookies, so that pages arrive as they should look. */

const YEAR = 31_536_000;

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

/**
 * Pictures come in a light and a dark look.
 * @param {string} theme
 */
function choosePictures(theme) {
  const media = { dark: "all", light: "not all" }[theme] ?? "(prefers-color-scheme: dark)";
  for (const source of document.querySelectorAll("source[data-look=dark]")) source.setAttribute("media", media);
}

const root = document.documentElement;

for (const field of document.querySelectorAll("[data-setting]")) {
  if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue;
  field.addEventListener("change", () => {
    const name = field.dataset.setting ?? "";
    const value = field instanceof HTMLInputElement ? (field.checked ? field.value : "") : field.value;
    keep(name, value);
    if (name === "language") {
      navigator.serviceWorker?.controller?.postMessage("language"); // the rules that are kept for later change too
      location.reload();
    }
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
    if (name === "theme") choosePictures(value);
  });
}

// A click elsewhere and Escape close what was folded open.
const folded = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.settings"));
addEventListener("pointerdown", (event) => folded?.contains(/** @type {Node} */ (event.target)) || folded?.removeAttribute("open"));
addEventListener("keydown", (event) => event.key === "Escape" && folded?.removeAttribute("open"));

// Who is offline still finds the rules. It waits until the page has what it needs itself.
addEventListener("load", () => void navigator.serviceWorker?.register(`/worker.js?static=${new URL("..", import.meta.url).pathname}`).catch(() => {}));

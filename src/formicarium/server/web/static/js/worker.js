// @ts-check
/** The service worker: who is offline still has the shell of the pages and the rules. A table, a list and whatever the API says always come from the server. */

const STATIC = new URL(location.href).searchParams.get("static") ?? "/static/"; // changes with what is there, and the worker with it
const KEPT = `kept ${STATIC}`;
const SHELL = ["/offline", "/style/tokens.css", ...["css/house.css", "css/pages.css", "css/guide.css", "js/settings.js", "ant.svg"].map((name) => STATIC + name)];
const RULES = "/rules/"; // and whatever begins so. All else goes by: a table has dozens of scripts, and each detour delays its first picture

const worker = /** @type {any} */ (self); // the types of a page do not know what a service worker is

/** Fetch everything that is kept: the shell, and the rules of all games in the reader's language. */
async function keepAll() {
  /** @type {{ name: string }[]} */
  const games = await (await fetch("/api/games")).json();
  const cache = await caches.open(KEPT);
  await cache.addAll([...SHELL, ...games.map((game) => `/rules/${game.name}`)]);
}

/** Forget what an earlier worker kept. */
async function forget() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * What the server says now, else what it said last. Nobody waits until it is kept.
 * @param {any} event
 */
async function freshOrKept(event) {
  /** @type {Request} */
  const request = event.request;
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(request, { ignoreVary: true, ignoreSearch: true })) ?? offline();
  }
}

/**
 * @param {Request} request
 * @param {Response} answer
 */
async function keep(request, answer) {
  await (await caches.open(KEPT)).put(request, answer);
}

async function offline() {
  return (await caches.match("/offline", { ignoreVary: true })) ?? Response.error();
}

/**
 * What the site tells who has closed its pages: `{ title, body, link, language }`, encrypted for this browser.
 * @param {any} event
 */
async function show(event) {
  const { title, body, link, language } = event.data.json();
  const open = await worker.clients.matchAll({ type: "window" });
  if (open.some((/** @type {any} */ page) => new URL(page.url).pathname === link && page.visibilityState === "visible")) return;
  await worker.registration.showNotification(title, { body, lang: language, tag: link, data: link, icon: `${STATIC}icon-192.png`, badge: `${STATIC}icon-192.png` });
}

/**
 * To the table: in the page that shows it, else in a new one.
 * @param {any} event
 */
async function follow(event) {
  event.notification.close();
  const link = event.notification.data;
  const open = await worker.clients.matchAll({ type: "window" });
  const page = open.find((/** @type {any} */ page) => new URL(page.url).pathname === link);
  await (page ? page.focus() : worker.clients.openWindow(link));
}

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(follow(event)));
worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepAll());
  worker.skipWaiting();
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget()));
worker.addEventListener("message", (/** @type {any} */ event) => event.data === "language" && event.waitUntil(keepAll()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (SHELL.includes(pathname) || pathname.startsWith(RULES)) event.respondWith(freshOrKept(event));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});

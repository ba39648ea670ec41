// @ts-check
/** The service worker: who is offline still has the shell of the pages and the rules. A table, a list and whatever the API says always come from the server. */

const KEPT = "kept-1"; // its name changes when what is kept must be fetched anew
const SHELL = ["/offline", "/style/tokens.css", "/static/css/house.css", "/static/css/pages.css", "/static/js/settings.js", "/static/ant.svg"];
const FRESH = ["/rules/", "/static/css/", "/static/js/", "/style/"]; // beginnings of what is fetched if it can be, else as it was kept

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
 * What the server says now, else what it said last.
 * @param {Request} request
 */
async function freshOrKept(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request, { ignoreVary: true, ignoreSearch: true })) ?? offline();
  }
}

async function offline() {
  return (await caches.match("/offline", { ignoreVary: true })) ?? Response.error();
}

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
  if (FRESH.some((beginning) => pathname.startsWith(beginning))) event.respondWith(freshOrKept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});

// @ts-check
/** The account: becoming a member, signing in and out, and what one signs in by. After each change the page is asked anew. */

import { ask, Problem } from "./api.js";
import { need } from "./dom.js";
import { _ } from "./messages.js";
import { pageData } from "./page.js";
import { hasPasskeys, makePasskey, signIn } from "./passkeys.js";
import { sentenceOf } from "./problems.js";

const problem = need("problem", HTMLElement);
const sent = need("sent", HTMLElement);
const { language } = pageData();

/**
 * Do something that a button or a form asks for; problems are said at the top, where they are seen.
 * @param {HTMLElement} element
 * @param {"click" | "submit" | "change"} event
 * @param {() => Promise<unknown>} work what to show anew afterwards, if anything
 */
function wire(element, event, work) {
  const own = element instanceof HTMLButtonElement || element instanceof HTMLInputElement ? element : element.querySelector("button");
  element.addEventListener(event, async (happened) => {
    happened.preventDefault();
    problem.hidden = sent.hidden = true;
    if (own) own.disabled = true;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem.textContent = sentenceOf(error);
      problem.hidden = false;
      problem.scrollIntoView({ block: "nearest" });
    } finally {
      if (own) own.disabled = false;
    }
  });
  if (own) own.disabled = false;
}

/**
 * What stands in a field of a form.
 * @param {string} form
 * @param {string} field
 */
function field(form, field) {
  return String(new FormData(need(form, HTMLFormElement)).get(field) ?? "").trim();
}

/** @param {unknown} [_done] */
function again(_done) {
  location.assign("/account");
}

/** @param {string} email */
function tellSent(email) {
  sent.textContent = _("A letter is on its way to {email}, if it can be sent there. Open its link soon: it works once.", { email });
  sent.hidden = false;
  sent.scrollIntoView({ block: "nearest" });
}

/** What there is on the page, and what it does.
 * @type {Record<string, ["click" | "submit" | "change", () => Promise<unknown>]>} */
const doings = {
  "sign-in": ["click", async () => again(await signIn())],
  "sign-in-link": ["submit", () => askLink("sign-in-link", null)],
  "sign-up": ["submit", async () => again(await makePasskey(field("sign-up", "name")))],
  "sign-up-link": ["submit", () => askLink("sign-up-link", field("sign-up", "name"))],
  "change-name": ["submit", async () => again(await ask("/api/account/name", { name: field("change-name", "name") }))],
  "add-passkey": ["click", async () => again(await makePasskey(null))],
  "change-email": ["submit", changeEmail],
  "holiday": ["submit", async () => again(await ask("/api/account/holiday", { last: field("holiday", "last") }))],
  "come-back": ["click", async () => again(await ask("/api/account/holiday", { last: null }))],
  "letters": ["change", () => ask(`/api/account/letters?lang=${language}`, { daily: need("letters", HTMLInputElement).checked })],
  "drop-email": ["click", async () => again(await ask("/api/account/email", undefined, "DELETE"))],
  "sign-out": ["click", async () => again(await ask("/api/sign-out", {}))],
  "sign-out-everywhere": ["click", async () => again(await ask("/api/account/devices", undefined, "DELETE"))],
  "delete": ["submit", async () => again(await ask("/api/account", undefined, "DELETE"))],
};

/**
 * @param {string} form
 * @param {string | null} name
 */
async function askLink(form, name) {
  const email = field(form, "email");
  await ask(`/api/sign-in/link?lang=${language}`, { email, name });
  tellSent(email);
}

async function changeEmail() {
  const email = field("change-email", "email");
  await ask(`/api/account/email?lang=${language}`, { email });
  tellSent(email);
}

for (const [id, [event, work]] of Object.entries(doings)) {
  const element = document.getElementById(id);
  if (element) wire(element, event, work);
}
for (const [kind, address] of [["device", "/api/account/devices/"], ["passkey", "/api/account/passkeys/"]]) {
  for (const found of document.querySelectorAll(`button[data-${kind}]`)) {
    const button = /** @type {HTMLButtonElement} */ (found);
    wire(button, "click", async () => again(await ask(address + button.dataset[kind], undefined, "DELETE")));
  }
}
if (!hasPasskeys) need("no-passkeys", HTMLElement).hidden = false;

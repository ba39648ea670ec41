// @ts-check
/** Passkeys: what the server asks for goes to the browser's authenticators, and what they say comes back as JSON. */

import { ask, Problem } from "./api.js";

/** @typedef {{ options: any }} Asked as WebAuthn writes its options in JSON */

/** Whether this browser has passkeys at all, at this address. */
export const hasPasskeys = "PublicKeyCredential" in window && isSecureContext;

/** @param {string} text in the letters of addresses */
function bytes(text) {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null} buffer */
function text(buffer) {
  if (!buffer) return null;
  const letters = [...new Uint8Array(buffer)].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * Ask the browser; that its person says no, or that it cannot, is a problem like others.
 * @param {() => Promise<Credential | null>} asking
 */
async function answered(asking) {
  try {
    const credential = await asking();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new Problem("passkey/there", "there is a passkey on this device already");
    if (error.name === "SecurityError") throw new Problem("passkey/address", "passkeys need an address with https and a name");
  }
  throw new Problem("passkey/none", "no passkey was chosen");
}

/**
 * Make a passkey, of a guest under a name; the account with it.
 * @param {string | null} name
 */
export async function makePasskey(name) {
  const { options } = /** @type {Asked} */ (await ask("/api/account/passkeys/begin", { name }));
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) })),
  };
  const made = await answered(() => navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const said = { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) };
  await ask("/api/account/passkeys", { answer: { id: made.id, rawId: made.id, type: made.type, response: said }, name });
}

/** Sign in by a passkey that the person chooses. */
export async function signIn() {
  const { options } = /** @type {Asked} */ (await ask("/api/sign-in/begin", {}));
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const found = await answered(() => navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  const said = {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  };
  await ask("/api/sign-in", { answer: { id: found.id, rawId: found.id, type: found.type, response: said } });
}

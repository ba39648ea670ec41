// @ts-check
/** Requests to the server: JSON there and back, problems as errors with their code. */

/** @typedef {import("./types.js").Invite} Invite */
/** @typedef {{ id: string, link: string, number: number, commitment: string, you: number[], invites: Invite[] }} MadeTable */
/** @typedef {{ text: string, nodes: string[] }} Fact a sentence, and the nodes that it is about */
/** @typedef {{ action: string, label: string, shares: number[], visits: number, chance: number, because: Fact[], leads_to: string }} HintLine */
/** @typedef {{ number: number, action: string, label: string, lines: HintLine[], notes: Fact[] }} Hint */

export class Problem extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number | null} number where the table stands
   */
  constructor(code, message, number = null) {
    super(message);
    this.code = code;
    this.number = number;
  }
}

/**
 * The answer of the server; who asks says of which type it is.
 * @template Answer
 * @param {string} address
 * @param {object} [body] sent as JSON; without one it is a question
 * @param {string} [method] if it is another one than that of a question or a wish
 * @returns {Promise<Answer>}
 */
export async function ask(address, body, method) {
  const headers = { "content-type": "application/json" };
  const request = body === undefined ? { method } : { method: method ?? "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(address, request);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/**
 * A file that the server makes.
 * @param {string} address
 * @returns {Promise<Blob>}
 */
export async function askFile(address) {
  const response = await fetch(address);
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** @param {Response} response */
async function problemOf(response) {
  /** @type {{ code?: string, message?: string, number?: number | null }} */
  const answer = await response.json();
  return new Problem(answer.code ?? String(response.status), answer.message ?? response.statusText, answer.number);
}

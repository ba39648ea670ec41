// @ts-check
/** Requests to the server: JSON there and back, problems as errors with their code. */

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
 * @param {string} address
 * @param {object} [body] sent as JSON; without one it is a question
 * @returns {Promise<any>}
 */
export async function ask(address, body) {
  const headers = { "content-type": "application/json" };
  const request = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(address, request);
  if (!response.ok) throw await problemOf(response);
  return response.status === 204 ? null : response.json();
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
  const answer = await response.json();
  return new Problem(answer.code ?? String(response.status), answer.message ?? response.statusText, answer.number);
}

/** What an operator can ask of the server: JSON over HTTP, each request with the token. */

const KEPT = "operator-token";

/** A request that was not granted. */
export class Refused extends Error {
  /** @param {number} status @param {string} text */
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

export const token = {
  get: () => sessionStorage.getItem(KEPT) ?? "",
  /** @param {string} text */
  keep: (text) => sessionStorage.setItem(KEPT, text),
  forget: () => sessionStorage.removeItem(KEPT),
};

/** @param {string} what @param {Record<string, any>} [given] */
export const look = (what, given) => request("GET", what, given);

/** @param {string} what @param {Record<string, any>} [given] */
export const act = (what, given) => request("POST", what, given);

async function request(method, what, given = {}) {
  const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
  const headers = { Authorization: `Bearer ${token.get()}` };
  const answer = await fetch(`/admin/${what}?${query}`, { method, headers, cache: "no-store" });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, told.text);
  return told;
}

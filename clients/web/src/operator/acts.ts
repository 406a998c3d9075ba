/** What an operator can ask of the server: JSON over HTTP, each request with the token. */

import type { Given, Looks } from "./told.ts";

const KEPT = "operator-token";

/** A request that was not granted. */
export class Refused extends Error {
  status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** The operator's token, kept in this tab. */
export const token = {
  get: (): string => sessionStorage.getItem(KEPT) ?? "",
  keep: (text: string): void => sessionStorage.setItem(KEPT, text),
  forget: (): void => sessionStorage.removeItem(KEPT),
};

/** Look at something. Throws `Refused`. */
export const look = <W extends keyof Looks>(what: W, given: Given = {}) =>
  request("GET", what, given) as Promise<Looks[W]>;

/** Do something; what has been done, as a sentence. Throws `Refused`. */
export const act = (what: string, given: Given = {}) => request("POST", what, given) as Promise<{ done: string }>;

async function request(method: "GET" | "POST", what: string, given: Given): Promise<unknown> {
  const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
  const headers = { Authorization: `Bearer ${token.get()}` };
  const answer = await fetch(`/admin/${what}?${query}`, { method, headers, cache: "no-store" });
  const told: unknown = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, String((told as { text?: unknown }).text));
  return told;
}

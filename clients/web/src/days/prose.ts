/** What is written to be read aloud: words between asterisks are stressed. */

import type { Child } from "../view/dom.ts";
import { h } from "../view/dom.ts";

/** A text cut at its asterisks: every second part is stressed. An asterisk that has no other stays as it is. */
export function stressed(text: string): string[] {
  const parts = text.split("*");
  if (parts.length % 2) return parts;
  return [...parts.slice(0, -2), parts.slice(-2).join("*")];
}

/** A text for a paragraph. */
export const prose = (text: string): Child =>
  stressed(text).map((part, at) => (at % 2 ? h("em", { key: `em-${at}` }, part) : part));

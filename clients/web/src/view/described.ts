/** For tests: what a description says and does, without a page. */

import type { VNode } from "preact";
import { isValidElement } from "preact";
import type { Child } from "./dom.ts";

/** The words of a description, in their order. */
export function wordsOf(node: Child): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  return insideOf(node).map(wordsOf).join("");
}

/** Press the button that says this. */
export function press(node: Child, words: string): void {
  if (isElement(node) && node.type === "button" && wordsOf(node) === words) node.props.onclick?.();
  for (const one of insideOf(node)) press(one, words);
}

const isElement = (node: Child): node is VNode<{ onclick?: () => void; children?: Child }> => isValidElement(node);

function insideOf(node: Child): readonly Child[] {
  if (Array.isArray(node)) return node as readonly Child[];
  if (!isElement(node)) return [];
  const { children } = node.props;
  return Array.isArray(children) ? (children as readonly Child[]) : [children];
}

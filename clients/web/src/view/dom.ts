/**
 * The page is described anew at each change, and Preact makes it look so: `h` describes an element, `memo` a part that
 * is described anew only when what it depends on has changed, `patch` shows a description.
 *
 * Attributes and events bear the names that they have in a document (`class`, `onclick`).
 */

import type { Attributes, ComponentChild, ComponentChildren, VNode } from "preact";
import { Component, createElement, Fragment, render } from "preact";

/** An element, described. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Preact's own type of a description whose properties nobody reads
export type Vnode = VNode<any>;

/** What may stand in an element: falsy things are left out, lists flattened. */
export type Child = ComponentChild | readonly Child[];

type ElementOf<T extends string> = T extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[T]
  : T extends keyof SVGElementTagNameMap
    ? SVGElementTagNameMap[T]
    : Element;

/** What an event of a field hits is the field itself; elsewhere it may be anything inside. */
type TargetOf<T extends string> = T extends "input" | "select" | "textarea" | "form" ? ElementOf<T> : HTMLElement;

/** An event that an element of that tag has heard. */
export type Heard<T extends string, E = Event> = E & {
  readonly target: TargetOf<T>;
  readonly currentTarget: ElementOf<T>;
};

type Handlers<T extends string> = {
  [E in keyof GlobalEventHandlersEventMap as `on${E}`]?:
    ((event: Heard<T, GlobalEventHandlersEventMap[E]>) => unknown) | null;
};

/** Attributes, properties and handlers (`onclick`) of an element. */
export type Props<T extends string = string> = Handlers<T> & { readonly [name: string]: unknown };

/** Describe an element. Falsy children are left out, nested lists flattened. */
export function h<T extends string>(tag: T, props?: Props<T> | null, ...kids: Child[]): Vnode {
  return createElement(tag, props ? attributes(props) : null, ...(kids as ComponentChildren[]));
}

/**
 * What is null is left out, as Preact makes an empty attribute of it (`title=""`). For `data-` and `aria-` it writes
 * "false" and "true", and a sheet's `[data-over]` would hold for "false": they are left out and empty.
 */
function attributes(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const name in props) if (isOdd(name, props[name])) return plain(props);
  return props;
}

const isOdd = (name: string, value: unknown) =>
  value === null || value === undefined || (typeof value === "boolean" && name[4] === "-");

function plain(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const name in props) {
    const value = props[name];
    if (!isOdd(name, value)) own[name] = value;
    else if (value === true) own[name] = "";
  }
  return own;
}

type Watched = Attributes & { deps: readonly unknown[]; build: () => Vnode };

/** A part that stays as it is while what it depends on is the same. */
class Memo extends Component<Watched> {
  override shouldComponentUpdate({ deps }: Watched): boolean {
    const old = this.props.deps;
    return old.length !== deps.length || !old.every((one, at) => Object.is(one, deps[at]));
  }

  override render({ build }: Watched): Vnode {
    return build();
  }
}

/** Describe an element only if what it depends on has changed; else it stays as it is. */
export function memo(key: string, deps: readonly unknown[], build: () => Vnode): Vnode {
  return createElement(Memo, { key, deps, build });
}

/** Make the children of an element look like these. */
export function patch(parent: Element, kids: Child): void {
  render(createElement(Fragment, null, kids as ComponentChildren), parent);
}

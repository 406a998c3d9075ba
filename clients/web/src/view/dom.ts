/**
 * A small virtual tree: `h` describes elements, `patch` makes the page look like the description.
 * Elements are kept where tag and key agree, so focus, scroll positions and transitions survive.
 */

/** An element, described. */
export type Vnode = { tag: string; props: Record<string, unknown>; kids: Kid[]; key: string };

/** A description that is made anew only when what it depends on has changed. */
export type Memo = {
  tag: "memo";
  key: string;
  deps: readonly unknown[];
  build: () => Vnode | Memo;
  built: Vnode | Memo | null;
};

type Kid = Vnode | Memo | string;

/** What may stand in an element: falsy things are left out, lists flattened. */
export type Child = Kid | number | boolean | null | undefined | readonly Child[];

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

type Drawn = { kid: Kid; el: Node };
type Parent = Element & { hwKids?: Drawn[] };
type Listening = Element & { hwOn?: Record<string, unknown> };

const SVG = "http://www.w3.org/2000/svg";
const FEW = 24;
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "hidden"]);

/** Describe an element. Falsy children are left out, nested lists flattened. */
export function h<T extends string>(tag: T, props?: Props<T> | null, ...kids: Child[]): Vnode {
  const own: Record<string, unknown> = props ?? {};
  return { tag, props: own, kids: flat(kids, []), key: String(own["key"] ?? "") };
}

/** Describe an element only if what it depends on has changed; else it stays as it is. */
export function memo(key: string, deps: readonly unknown[], build: () => Vnode | Memo): Memo {
  return { tag: "memo", key, deps, build, built: null };
}

const isMemo = (kid: Kid): kid is Memo => typeof kid !== "string" && "deps" in kid;

const isSame = (old: Memo, kid: Memo) =>
  old.deps.length === kid.deps.length && old.deps.every((one, at) => Object.is(one, kid.deps[at]));

function flat(kids: readonly Child[], into: Kid[]): Kid[] {
  for (const kid of kids) {
    if (Array.isArray(kid)) flat(kid as readonly Child[], into);
    else if (kid !== null && kid !== undefined && kid !== false && kid !== "")
      into.push(typeof kid === "object" ? (kid as Kid) : String(kid));
  }
  return into;
}

/** Make the children of an element look like these. */
export function patch(parent: Element, kids: Child): void {
  arrange(parent, flat([kids], []));
}

/** Children that have kept their places are refreshed there; only what lies between is matched. */
function arrange(parent: Parent, wanted: Kid[]) {
  const known = parent.hwKids ?? [];
  const most = Math.min(known.length, wanted.length);
  let [from, rest] = [0, 0];
  while (from < most && stays(known[from], wanted[from])) from += 1;
  while (rest < most - from && stays(known[known.length - 1 - rest], wanted[wanted.length - 1 - rest])) rest += 1;
  if (from + rest < known.length || from + rest < wanted.length) rearrange(parent, known, wanted, from, rest);
  for (let at = 0; at < from; at += 1) renewAt(known[at], wanted[at]);
  for (let at = 1; at <= rest; at += 1) renewAt(known[known.length - at], wanted[wanted.length - at]);
}

/** Renew a child where both are there. This runs for every child in every frame: a shared accessor would be slower. */
function renewAt(old: Drawn | undefined, kid: Kid | undefined) {
  if (old !== undefined && kid !== undefined) renew(old, kid);
}

/** Whether there is a known child that goes on as the wanted one. */
const stays = (old: Drawn | undefined, kid: Kid | undefined): boolean =>
  old !== undefined && kid !== undefined && continues(old.kid, kid);

/** Match the children between the first that have kept their places and the last that have. */
function rearrange(parent: Parent, known: Drawn[], wanted: Kid[], from: number, rest: number) {
  const between = known.slice(from, known.length - rest);
  const free = new Set(between);
  const byKey = between.length > FEW ? keyed(between) : null;
  const next = wanted.slice(from, wanted.length - rest).map((kid): Drawn => {
    const old = find(free, kid, byKey);
    if (!old) return { kid, el: create(kid, parent) };
    free.delete(old);
    renew(old, kid);
    return old;
  });
  for (const gone of free) (gone.el as ChildNode).remove();
  const before = known[from - 1];
  let at = before ? before.el.nextSibling : parent.firstChild;
  for (const { el } of next) {
    if (el === at) at = el.nextSibling;
    else parent.insertBefore(el, at);
  }
  parent.hwKids = [...known.slice(0, from), ...next, ...known.slice(known.length - rest)];
}

/** Whether a child is the known one, described anew. */
function continues(old: Kid, kid: Kid): boolean {
  if (typeof kid === "string" || typeof old === "string") return typeof kid === typeof old;
  return old.tag === kid.tag && old.key === kid.key;
}

/** Make a known child look as it is described now. */
function renew(old: Drawn, kid: Kid) {
  if (isMemo(kid) && isMemo(old.kid) && isSame(old.kid, kid)) return;
  old.el = refresh(old, kid);
  old.kid = kid;
}

/** Known children by tag and key, where there are many of them. */
function keyed(known: Drawn[]): Map<string, Drawn> {
  const found = new Map<string, Drawn>();
  for (const old of known)
    if (typeof old.kid !== "string" && old.kid.key) found.set(`${old.kid.tag} ${old.kid.key}`, old);
  return found;
}

/** The known child that a new one continues; in the usual case the first that is left. */
function find(free: Set<Drawn>, kid: Kid, byKey: Map<string, Drawn> | null): Drawn | undefined {
  if (byKey && typeof kid !== "string" && kid.key) {
    const old = byKey.get(`${kid.tag} ${kid.key}`);
    return old && free.has(old) ? old : undefined;
  }
  for (const old of free) if (continues(old.kid, kid)) return old;
  return undefined;
}

function create(kid: Kid, parent: Element): Node {
  if (typeof kid === "string") return document.createTextNode(kid);
  if (isMemo(kid)) return create((kid.built = kid.build()), parent);
  const isSvg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const el = isSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  setProps(el, {}, kid.props);
  arrange(el, kid.kids);
  setValue(el, kid.props);
  return el;
}

function refresh(old: Drawn, kid: Kid): Node {
  if (typeof kid === "string") {
    const text = old.el as Text;
    if (text.data !== kid) text.data = kid;
    return text;
  }
  if (isMemo(kid)) {
    const inner: Drawn = { kid: (old.kid as Memo).built as Vnode | Memo, el: old.el };
    renew(inner, kid.build());
    kid.built = inner.kid as Vnode | Memo;
    return inner.el;
  }
  const el = old.el as Element;
  setProps(el, (old.kid as Vnode).props, kid.props);
  arrange(el, kid.kids);
  setValue(el, kid.props);
  return el;
}

function setProps(el: Element, before: Record<string, unknown>, now: Record<string, unknown>) {
  for (const name in before) if (!(name in now)) setProp(el, name, null);
  for (const name in now) if (before[name] !== now[name]) setProp(el, name, now[name]);
}

function setProp(el: Element, name: string, value: unknown) {
  if (name === "key" || name === "value") return;
  if (name.startsWith("on")) listen(el, name.slice(2), value);
  else if (PROPERTIES.has(name)) Object.assign(el, { [name]: value ?? false });
  else if (value === null || value === undefined || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? "" : String(value));
}

/** One listener for each type, which calls whatever is described at the moment. */
function listen(el: Listening, type: string, value: unknown) {
  const on = (el.hwOn ??= {});
  if (!(type in on))
    el.addEventListener(type, (event) => {
      const heard = on[type];
      if (typeof heard === "function") heard(event);
    });
  on[type] = value;
}

/** A field's value is set after its children, so that a list can select one of its options. */
function setValue(el: Element & { value?: unknown }, props: Record<string, unknown>) {
  if ("value" in props && el.value !== String(props["value"])) el.value = props["value"];
}

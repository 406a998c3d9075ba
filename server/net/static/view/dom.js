/**
 * A small virtual tree: `h` describes elements, `patch` makes the page look like the description.
 * Elements are kept where tag and key agree, so focus, scroll positions and transitions survive.
 *
 * @typedef {{tag: string, props: Record<string, any>, kids: Kid[], key: string, el: any}} Vnode
 * @typedef {Vnode | string} Kid
 */

const SVG = "http://www.w3.org/2000/svg";
const FEW = 24;
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "hidden"]);

/**
 * Describe an element. Falsy children are left out, nested lists flattened.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...any} kids
 * @returns {Vnode}
 */
export function h(tag, props, ...kids) {
  const own = props ?? {};
  return { tag, props: own, kids: flat(kids, []), key: String(own.key ?? ""), el: null };
}

/**
 * Describe an element only if what it depends on has changed; else it stays as it is.
 * @param {string} key @param {any[]} deps @param {() => any} build @returns {any}
 */
export function memo(key, deps, build) {
  return { tag: "memo", key, deps, build, built: null };
}

const isSame = (old, kid) => old.deps.length === kid.deps.length && old.deps.every((one, at) => Object.is(one, kid.deps[at]));

/** @param {any[]} kids @param {Kid[]} into @returns {Kid[]} */
function flat(kids, into) {
  for (const kid of kids) {
    if (Array.isArray(kid)) flat(kid, into);
    else if (kid !== null && kid !== undefined && kid !== false && kid !== "")
      into.push(typeof kid === "object" ? kid : String(kid));
  }
  return into;
}

/** Make the children of an element look like these. @param {any} parent @param {any} kids */
export function patch(parent, kids) {
  arrange(parent, flat([kids], []));
}

/** Children that have kept their places are refreshed there; only what lies between is matched. */
function arrange(parent, wanted) {
  /** @type {{kid: Kid, el: any}[]} */
  const known = parent.hwKids ?? [];
  const most = Math.min(known.length, wanted.length);
  let [from, rest] = [0, 0];
  while (from < most && continues(known[from].kid, wanted[from])) from += 1;
  while (rest < most - from && continues(known.at(-1 - rest).kid, wanted.at(-1 - rest))) rest += 1;
  if (from + rest < known.length || from + rest < wanted.length) rearrange(parent, known, wanted, from, rest);
  for (let at = 0; at < from; at += 1) renew(known[at], wanted[at]);
  for (let at = 1; at <= rest; at += 1) renew(known.at(-at), wanted.at(-at));
}

/** Match the children between the first that have kept their places and the last that have. */
function rearrange(parent, known, wanted, from, rest) {
  const between = known.slice(from, known.length - rest);
  const free = new Set(between);
  const byKey = between.length > FEW ? keyed(between) : null;
  const next = wanted.slice(from, wanted.length - rest).map((kid) => {
    const old = find(free, kid, byKey);
    if (!old) return { kid, el: create(kid, parent) };
    free.delete(old);
    renew(old, kid);
    return old;
  });
  for (const gone of free) gone.el.remove();
  let at = from ? known[from - 1].el.nextSibling : parent.firstChild;
  for (const { el } of next) {
    if (el === at) at = at.nextSibling;
    else parent.insertBefore(el, at);
  }
  parent.hwKids = [...known.slice(0, from), ...next, ...known.slice(known.length - rest)];
}

/** Whether a child is the known one, described anew. */
function continues(old, kid) {
  if (typeof kid === "string" || typeof old === "string") return typeof kid === typeof old;
  return old.tag === kid.tag && old.key === kid.key;
}

/** Make a known child look as it is described now. */
function renew(old, kid) {
  if (kid.tag === "memo" && isSame(old.kid, kid)) return;
  old.el = refresh(old, kid);
  old.kid = kid;
}

/** Known children by tag and key, where there are many of them. */
function keyed(known) {
  const found = new Map();
  for (const old of known) if (typeof old.kid !== "string" && old.kid.key) found.set(`${old.kid.tag} ${old.kid.key}`, old);
  return found;
}

/** The known child that a new one continues; in the usual case the first that is left. */
function find(free, kid, byKey) {
  if (byKey && typeof kid !== "string" && kid.key) {
    const old = byKey.get(`${kid.tag} ${kid.key}`);
    return free.has(old) ? old : undefined;
  }
  for (const old of free) if (continues(old.kid, kid)) return old;
  return undefined;
}

function create(kid, parent) {
  if (typeof kid === "string") return document.createTextNode(kid);
  if (kid.tag === "memo") return create((kid.built = kid.build()), parent);
  const isSvg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const el = isSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  setProps(el, {}, kid.props);
  arrange(el, kid.kids);
  setValue(el, kid.props);
  return el;
}

function refresh(old, kid) {
  if (typeof kid === "string") {
    if (old.el.data !== kid) old.el.data = kid;
    return old.el;
  }
  if (kid.tag === "memo") {
    const inner = { kid: old.kid.built, el: old.el };
    renew(inner, kid.build());
    kid.built = inner.kid;
    return inner.el;
  }
  setProps(old.el, old.kid.props, kid.props);
  arrange(old.el, kid.kids);
  setValue(old.el, kid.props);
  return old.el;
}

function setProps(el, before, now) {
  for (const name in before) if (!(name in now)) setProp(el, name, null);
  for (const name in now) if (before[name] !== now[name]) setProp(el, name, now[name]);
}

function setProp(el, name, value) {
  if (name === "key" || name === "value") return;
  if (name.startsWith("on")) {
    el.hwOn ??= {};
    const type = name.slice(2);
    if (!(type in el.hwOn)) el.addEventListener(type, (event) => el.hwOn[type]?.(event));
    el.hwOn[type] = value;
  } else if (PROPERTIES.has(name)) el[name] = value ?? false;
  else if (value === null || value === undefined || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? "" : String(value));
}

/** A field's value is set after its children, so that a list can select one of its options. */
function setValue(el, props) {
  if ("value" in props && el.value !== String(props.value)) el.value = props.value;
}

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
  const wanted = flat([kids], []);
  /** @type {{kid: Kid, el: any}[]} */
  const known = parent.hwKids ?? [];
  const free = new Set(known);
  const byKey = known.length > FEW ? keyed(known) : null;
  const next = wanted.map((/** @type {any} */ kid) => {
    const old = find(free, kid, byKey);
    if (old) free.delete(old);
    if (old && kid.tag === "memo" && isSame(old.kid, kid)) return old;
    return { kid, el: old ? refresh(old, kid) : create(kid, parent) };
  });
  for (const gone of free) gone.el.remove();
  let at = parent.firstChild;
  for (const { el } of next) {
    if (el === at) at = at.nextSibling;
    else parent.insertBefore(el, at);
  }
  parent.hwKids = next;
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
  for (const old of free) {
    if (typeof kid === "string" || typeof old.kid === "string") {
      if (typeof kid === typeof old.kid) return old;
    } else if (old.kid.tag === kid.tag && old.kid.key === kid.key) return old;
  }
  return undefined;
}

function create(kid, parent) {
  if (typeof kid === "string") return document.createTextNode(kid);
  if (kid.tag === "memo") return create((kid.built = kid.build()), parent);
  const isSvg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const el = isSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  setProps(el, {}, kid.props);
  patch(el, kid.kids);
  setValue(el, kid.props);
  return el;
}

function refresh(old, kid) {
  if (typeof kid === "string") {
    if (old.el.data !== kid) old.el.data = kid;
    return old.el;
  }
  if (kid.tag === "memo") return refresh({ kid: old.kid.built, el: old.el }, (kid.built = kid.build()));
  setProps(old.el, old.kid.props, kid.props);
  patch(old.el, kid.kids);
  setValue(old.el, kid.props);
  return old.el;
}

function setProps(el, before, now) {
  for (const name of Object.keys(before)) if (!(name in now)) setProp(el, name, null);
  for (const [name, value] of Object.entries(now)) {
    if (before[name] !== value || name.startsWith("on")) setProp(el, name, value);
  }
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

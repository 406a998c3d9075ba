/**
 * The fold: a commit's diff makes the next state out of the last, without any rule of the game.
 * States are never changed in place: nodes on the way to a change are copied, the rest is shared.
 *
 * @typedef {Record<string, any>} State
 */

/** The questions and states that a commit leads to do not fit together: versions are missing. */
export class Gap extends Error {}

/**
 * The state after a diff: drop the paths in `gone`, then put the values of `put`, in order.
 * @param {State} state @param {string[]} gone @param {Record<string, any>} put @returns {State}
 */
export function folded(state, gone, put) {
  /** @type {Map<string, State>} */
  const owned = new Map([["", { ...state }]]);
  for (const path of gone) {
    const [way, name] = parted(path);
    const node = nodeAt(owned, way, true);
    if (node) {
      delete node[name];
      forget(owned, path);
    }
  }
  for (const [path, value] of Object.entries(put)) {
    const [way, name] = parted(path);
    /** @type {State} */ (nodeAt(owned, way, false))[name] = value;
    forget(owned, path);
  }
  return /** @type {State} */ (owned.get(""));
}

/** @param {string} path */
function parted(path) {
  const at = path.lastIndexOf("/");
  return at < 0 ? ["", path] : [path.slice(0, at), path.slice(at + 1)];
}

/** The copy of a node that this fold may write to. */
function nodeAt(owned, way, missingOk) {
  const known = owned.get(way);
  if (known) return known;
  const [above, name] = parted(way);
  const parent = nodeAt(owned, above, missingOk);
  const child = parent && Object.hasOwn(parent, name) ? parent[name] : undefined;
  if (typeof child !== "object" || child === null || Array.isArray(child)) {
    if (missingOk) return null;
    throw new Gap(`nothing stands at ${way}`);
  }
  const mine = { ...child };
  parent[name] = mine;
  owned.set(way, mine);
  return mine;
}

/** What stood at or below a path is not the fold's own copy any more. */
function forget(owned, path) {
  for (const known of [...owned.keys()]) {
    if (known === path || known.startsWith(path + "/")) owned.delete(known);
  }
}

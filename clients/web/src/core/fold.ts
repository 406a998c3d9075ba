/**
 * The fold: a commit's diff makes the next state out of the last, without any rule of the game.
 * States are never changed in place: nodes on the way to a change are copied, the rest is shared.
 */

/** A map on the way to a value. */
type Node = Record<string, unknown>;

/** The questions and states that a commit leads to do not fit together: versions are missing. */
export class Gap extends Error {}

/** The state after a diff: drop the paths in `gone`, then put the values of `put`, in order. */
export function folded<S extends object>(state: S, gone: readonly string[], put: Readonly<Record<string, unknown>>): S {
  const root = { ...state } as Node;
  const owned = new Map([["", root]]);
  for (const path of gone) {
    const [way, name] = parted(path);
    const node = nodeAt(owned, way);
    if (node) {
      delete node[name];
      forget(owned, path);
    }
  }
  for (const [path, value] of Object.entries(put)) {
    const [way, name] = parted(path);
    const node = nodeAt(owned, way);
    if (!node) throw new Gap(`nothing stands at ${way}`);
    node[name] = value;
    forget(owned, path);
  }
  return root as S;
}

function parted(path: string): [way: string, name: string] {
  const at = path.lastIndexOf("/");
  return at < 0 ? ["", path] : [path.slice(0, at), path.slice(at + 1)];
}

/** The copy of a node that this fold may write to, null where there is none. */
function nodeAt(owned: Map<string, Node>, way: string): Node | null {
  const known = owned.get(way);
  if (known) return known;
  const [above, name] = parted(way);
  const parent = nodeAt(owned, above);
  const child = parent && Object.hasOwn(parent, name) ? parent[name] : undefined;
  if (!parent || typeof child !== "object" || child === null || Array.isArray(child)) return null;
  const mine: Node = { ...child };
  parent[name] = mine;
  owned.set(way, mine);
  return mine;
}

/** What stood at or below a path is not the fold's own copy any more. */
function forget(owned: Map<string, Node>, path: string) {
  for (const known of [...owned.keys()]) {
    if (known === path || known.startsWith(path + "/")) owned.delete(known);
  }
}

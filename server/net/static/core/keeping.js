/** What the browser remembers for this player: the identity, the name, the view's settings. */

const PREFIX = "hexwarden.";

/** A remembered text, "" where there is none. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** Remember a text; "" forgets it. @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    if (value) localStorage.setItem(PREFIX + name, value);
    else localStorage.removeItem(PREFIX + name);
  } catch {
    // A browser without storage forgets; the session works all the same.
  }
}

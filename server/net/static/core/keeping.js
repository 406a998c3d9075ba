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

/** What this tab carries along until it is closed, "" where there is nothing. @param {string} name */
export function carried(name) {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** Let this tab carry a text along; "" drops it. @param {string} name @param {string} value */
export function carry(name, value) {
  try {
    if (value) sessionStorage.setItem(PREFIX + name, value);
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage a reloaded page needs the link again.
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

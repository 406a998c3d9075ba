/** What the browser remembers for this player: the identity, the name, the view's settings. */

const PREFIX = "hexwarden.";

/** A remembered text, "" where there is none. */
export function kept(name: string) {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** What this tab carries along until it is closed, "" where there is nothing. */
export function carried(name: string) {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** Let this tab carry a text along; "" drops it. */
export function carry(name: string, value: string) {
  try {
    if (value) sessionStorage.setItem(PREFIX + name, value);
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage a reloaded page needs the link again.
  }
}

/** Remember a text; "" forgets it. */
export function keep(name: string, value: string) {
  try {
    if (value) localStorage.setItem(PREFIX + name, value);
    else localStorage.removeItem(PREFIX + name);
  } catch {
    // A browser without storage forgets; the session works all the same.
  }
}

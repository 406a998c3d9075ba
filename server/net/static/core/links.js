/**
 * Links of invitation. The code stands behind the `#`, which browsers keep to themselves: no server,
 * proxy or log on the way sees it. Older links have it in the path, `/join/CODE`; they still work.
 */

const CODE = /^[A-Za-z0-9_.-]+$/;

/** The link for an invite code. @param {string} site @param {string} code */
export const linkOf = (site, code) => `${site}/#join=${code}`;

/** The invite code of a link in either form, or of a bare code; "" where there is none. @param {string} text */
export function codeOf(text) {
  const [before, fragment] = text.trim().split("#", 2);
  if (fragment !== undefined) {
    const said = new URLSearchParams(fragment).get("join") ?? "";
    return CODE.test(said) ? said : "";
  }
  const found = before.split("/join/").at(-1)?.replace(/\/$/, "") ?? "";
  return CODE.test(found) ? found : "";
}

/** The code that a page's own address names. @param {{pathname: string, hash: string}} place */
export function codeAt({ pathname, hash }) {
  const inPath = pathname.startsWith("/join/") ? codeOf(pathname) : "";
  return inPath || (hash ? codeOf(hash) : "");
}

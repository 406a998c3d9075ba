/**
 * Links of invitation. The code stands behind the `#`, which browsers keep to themselves: no server,
 * proxy or log on the way sees it. Older links have it in the path, `/join/CODE`; they still work.
 */

const CODE = /^[A-Za-z0-9_.-]+$/;

/** What part of the map a link shows: its middle, and how near. */
export type LinkedView = { x: number; y: number; zoom: number };

/** A view as it stands in a link; "" for the whole map, which needs none. */
export const viewText = ({ x, y, zoom }: LinkedView): string =>
  zoom > 1 ? `&view=${x.toFixed(0)},${y.toFixed(0)},${zoom.toFixed(2)}` : "";

/** The view of a link, null where it has none. */
export function viewIn(text: string | null): LinkedView | null {
  const [x = NaN, y = NaN, zoom = NaN] = (text ?? "").split(",").map(Number);
  return [x, y, zoom].every(Number.isFinite) && zoom >= 1 ? { x, y, zoom } : null;
}

/** The link for an invite code. */
export const linkOf = (site: string, code: string) => `${site}/#join=${code}`;

/** The invite code of a link in either form, or of a bare code; "" where there is none. */
export function codeOf(text: string) {
  const [before = "", fragment] = text.trim().split("#", 2);
  if (fragment !== undefined) {
    const said = new URLSearchParams(fragment).get("join") ?? "";
    return CODE.test(said) ? said : "";
  }
  const found = before.split("/join/").at(-1)?.replace(/\/$/, "") ?? "";
  return CODE.test(found) ? found : "";
}

/** The code that a page's own address names. */
export function codeAt({ pathname, hash }: { pathname: string; hash: string }) {
  const inPath = pathname.startsWith("/join/") ? codeOf(pathname) : "";
  return inPath || (hash ? codeOf(hash) : "");
}

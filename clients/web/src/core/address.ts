/** The address of every screen: what stands behind the `#`, which no server, proxy or log sees. */

/** A screen. A replay's moment is no screen of its own. */
export type Place =
  | { kind: "lobby" }
  | { kind: "keys" }
  | { kind: "rules" }
  | { kind: "table"; table: string }
  | { kind: "battle"; table: string }
  | { kind: "replay"; battle: string; at: string; share: string };

const HELP = ["keys", "rules"] as const;

/** The address of a screen, from the site's root on. */
export function addressFor(place: Place): string {
  switch (place.kind) {
    case "lobby":
      return "/";
    case "keys":
    case "rules":
      return `/#${place.kind}`;
    case "table":
      return `/#table=${place.table}`;
    case "battle":
      return `/#table=${place.table}&battle`;
    case "replay":
      return `/#replay=${place.battle}&at=${place.at}${place.share ? `&share=${encodeURIComponent(place.share)}` : ""}`;
  }
}

/** The screen that an address names; the lobby, where it names none. */
export function placeAt({ hash }: { hash: string }): Place {
  const wished = new URLSearchParams(hash.slice(1));
  const help = HELP.find((one) => wished.has(one));
  if (help) return { kind: help };
  const battle = wished.get("replay");
  if (battle) return { kind: "replay", battle, at: wished.get("at") ?? "", share: wished.get("share") ?? "" };
  const table = wished.get("table");
  if (table) return { kind: wished.has("battle") ? "battle" : "table", table };
  return { kind: "lobby" };
}

/** Whether two places are the same screen: Back does not go through the moments of a replay. */
export function isSameScreen(one: Place, other: Place): boolean {
  if (one.kind === "replay" && other.kind === "replay") return one.battle === other.battle;
  return addressFor(one) === addressFor(other);
}

/** The address of every screen: what stands behind the `#`, which no server, proxy or log sees. */

import type { BattleId, TableId } from "../protocol.ts";
/** Screens beside tables, battles and recordings: what they show is the same for everybody. */
const ASIDES = ["keys", "rules", "ladder"] as const;
export type Aside = (typeof ASIDES)[number];

/** The screen of that name, undefined for none of those beside. */
export const asideOf = (name: string): Aside | undefined => ASIDES.find((one) => one === name);

/** A screen. A replay's moment is no screen of its own. */
export type Place =
  | { kind: "lobby" }
  | { kind: Aside; /** What is sought there; it is no part of the screen's own address. */ word?: string }
  | { kind: "table"; table: TableId }
  | { kind: "battle"; table: TableId }
  | { kind: "replay"; battle: BattleId; at: string; share: string };

/** The address of a screen, from the site's root on. */
export function addressFor(place: Place): string {
  switch (place.kind) {
    case "lobby":
      return "/";
    case "keys":
    case "rules":
    case "ladder":
      return `/#${place.kind}`;
    case "table":
      return `/#table=${place.table}`;
    case "battle":
      return `/#table=${place.table}&battle`;
    case "replay":
      return `/#replay=${place.battle}&at=${place.at}${place.share ? `&share=${encodeURIComponent(place.share)}` : ""}`;
  }
}

/** Where the page of rules shows one of them. */
export const ruleLink = (rule: string) => `#rules=${encodeURIComponent(rule)}`;

/** A link that is handed on: what it names stands in the path, so that previews can show it; a key stays behind the `#`. */
const HANDED_ON = /^\/([tb])\/([A-Za-z0-9_-]{1,64})$/;

/** The link to a public table. */
export const tableLink = (site: string, table: TableId) => `${site}/t/${table}`;

/** The link to a battle's replay; `rest` says where in it, and what opens it. */
export const battleLink = (site: string, battle: BattleId, rest: string) => `${site}/b/${battle}#${rest}`;

/** The screen that an address names; the lobby, where it names none. */
export function placeAt({ hash, pathname = "/" }: { hash: string; pathname?: string }): Place {
  const wished = new URLSearchParams(hash.slice(1));
  const [, kind = "", id = ""] = HANDED_ON.exec(pathname) ?? [];
  if (kind === "t") wished.set("table", id);
  if (kind === "b") wished.set("replay", id);
  const aside = ASIDES.find((one) => wished.has(one));
  const word = aside && wished.get(aside);
  if (aside) return word ? { kind: aside, word } : { kind: aside };
  const battle = wished.get("replay") as BattleId | null;
  if (battle) return { kind: "replay", battle, at: wished.get("at") ?? "", share: wished.get("share") ?? "" };
  const table = wished.get("table") as TableId | null;
  if (table) return { kind: wished.has("battle") ? "battle" : "table", table };
  return { kind: "lobby" };
}

/** Whether two places are the same screen: Back does not go through the moments of a replay. */
export function isSameScreen(one: Place, other: Place): boolean {
  if (one.kind === "replay" && other.kind === "replay") return one.battle === other.battle;
  return addressFor(one) === addressFor(other);
}

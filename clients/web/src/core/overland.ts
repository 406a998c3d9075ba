/** A session between battles, as the page needs it: the state of a campaign's session and its province's map. */

import type { BattleId, UnitId } from "../protocol.ts";
import type { CampaignWords, PlaceWords, ProvinceWords } from "./words.ts";
import { title } from "./names.ts";
import type { Hex, State, Tile } from "./state.ts";
import { keyOf } from "./hexes.ts";

/** What a session's state has that a battle's has not. */
export type SessionPart = {
  plan: { province: string; guild: string; quest: string; endgame: boolean };
  day: number;
  day_phase: string;
  party_at: Hex | null;
  tokens: Record<string, Hex>;
  closed: string[];
  dial: number;
  saved: Record<UnitId, number>;
  guild: string;
  quest: string;
  step: string;
  done: string[];
  trackers: Record<string, number>;
  keywords: string[];
  finished: string[];
  effects: Record<string, string>;
  /** What has been laid for the next battle, by name. */
  twists?: string[];
  ended_why: string;
  encounter: {
    kind: string;
    name: string;
    unstable: boolean;
    choice: string;
    battle: BattleId;
    over: boolean;
    success: boolean;
  } | null;
  visit: { town: string; actions: Record<UnitId, number>; square: UnitId[]; trainer: string[]; aside: string[] } | null;
};
export type SessionState = State & SessionPart;

/** Days of a session. */
export const DAYS = 12;
/** How the tile of a terrain's hexes is called, before the terrain. */
export const LAND = "land:";

/** Whether a state is that of a campaign's session. */
export const isSession = (state: State): state is SessionState =>
  typeof (state as Partial<SessionState>).plan === "object";

/** A place of the map with its parts by name. */
export type Place = { at: Hex; key: string; terrain: string; landmark: string; id: string; name: string; text: string };

const known = new WeakMap<ProvinceWords, Place[]>();

/** Every hex of a province; the same list each time. */
export function placesOf(province: ProvinceWords): Place[] {
  const found = known.get(province) ?? province.map.map(placeOf);
  known.set(province, found);
  return found;
}

function placeOf([q, r, terrain, landmark = "", id = "", name = "", text = ""]: PlaceWords): Place {
  return { at: [q, r], key: keyOf([q, r]), terrain, landmark, id, name, text };
}

const lands = new WeakMap<ProvinceWords, Record<string, Tile>>();

/** The map as tiles, one for each terrain: so the board paints and offers it as it does a battle's. */
export function tilesOf(province: ProvinceWords): Record<string, Tile> {
  const made = lands.get(province);
  if (made) return made;
  const hexes = new Map<string, Hex[]>();
  for (const place of placesOf(province)) hexes.set(place.terrain, [...(hexes.get(place.terrain) ?? []), place.at]);
  const tiles = Object.fromEntries(
    [...hexes].map(([terrain, at]) => [terrain, { kind: `${LAND}${terrain}`, hexes: at, card: "" } as unknown as Tile]),
  );
  lands.set(province, tiles);
  return tiles;
}

const laid = new WeakMap<State, { province: ProvinceWords; state: SessionState }>();

/** A session's state with its map laid out; the same object while state and words are the same. */
export function onTheMap(state: SessionState, province: ProvinceWords): SessionState {
  const made = laid.get(state);
  if (made?.province === province) return made.state;
  const found = { ...state, tiles: tilesOf(province) };
  laid.set(state, { province, state: found });
  return found;
}

/** Where a gauge stands, from the first of its levels. */
export function levelOf(state: SessionState, province: ProvinceWords): number {
  const { id, levels } = province.gauge;
  return Math.min(levels.length - 1, Math.max(0, state.trackers?.[id] ?? 0));
}

/** What campaigns call something by its id: a town, a place, a step, a guild; else the id in words. */
export function calledIn(words: CampaignWords, id: string): string {
  const named = words.guilds?.[id] ?? words.side_quests?.[id] ?? words.cards?.[id];
  if (named) return named.name;
  for (const province of Object.values(words.provinces ?? {})) {
    const found =
      province.towns[id]?.name ||
      (province.caravan?.id === id && province.caravan.name) ||
      Object.values(province.quests).find((quest) => Object.hasOwn(quest.steps, id))?.steps[id]?.name ||
      placesOf(province).find((place) => place.id === id)?.name ||
      (province.gauge.id === id && province.gauge.name);
    if (found) return found;
  }
  return title(id);
}

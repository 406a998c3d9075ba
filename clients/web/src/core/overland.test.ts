import assert from "node:assert/strict";
import { test } from "node:test";
import { isSession, levelOf, onTheMap, placesOf, tilesOf } from "./overland.ts";
import type { SessionState } from "./overland.ts";
import type { ProvinceWords } from "./words.ts";
import type { State } from "./state.ts";

const province = {
  name: "Black Marsh",
  text: "",
  effect: { name: "", text: "" },
  gauge: { id: "weather", name: "Weather", levels: [{ name: "Sunny" }, { name: "Rainy" }] },
  terrains: { marsh: "marsh", coast: "coast" },
  map: [
    [0, 0, "marsh"],
    [1, 0, "coast", "", "lilmoth", "Lilmoth"],
    [0, 1, "marsh", "peaceful"],
  ],
  towns: {},
  quests: {},
} as unknown as ProvinceWords;

test("given rows that end early, then what is left out is empty", () => {
  assert.deepEqual(placesOf(province)[0], {
    at: [0, 0],
    key: "0,0",
    terrain: "marsh",
    landmark: "",
    id: "",
    name: "",
    text: "",
  });
  assert.equal(placesOf(province)[1]?.name, "Lilmoth");
});

test("given a map, then each terrain is a tile with its hexes, made once", () => {
  assert.deepEqual(tilesOf(province)["marsh"]?.hexes, [
    [0, 0],
    [0, 1],
  ]);
  assert.equal(tilesOf(province), tilesOf(province));
});

test("given a session, then its state with the map is the same object until the state changes", () => {
  const state = { plan: { province: "black-marsh" }, trackers: { weather: 7 } } as unknown as SessionState;
  assert.ok(isSession(state));
  assert.ok(!isSession({} as State));
  assert.equal(onTheMap(state, province), onTheMap(state, province));
  assert.notEqual(onTheMap({ ...state }, province), onTheMap(state, province));
  assert.equal(levelOf(state, province), 1, "no further than the last level");
});

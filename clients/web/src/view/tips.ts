/** Tips for somebody's first battle, one at a time, each when it fits what is going on. */

import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import { keep, kept } from "../core/keeping.ts";
import { canAttack } from "../core/plans.ts";
import { TIP, TIPS } from "../texts/en.ts";
import { h } from "./dom.ts";
import { isYours } from "./yours.ts";
import { isSecondMove, modeOf, openMode } from "./turn_modes.ts";

const SEEN = "tips"; // remembered: the tips that were shown, by name, with blanks between
const ALL = Object.keys(TIPS);

/** The tip in sight, "" for none. */
let shown = "";
/** The turn in which it was shown last. */
let shownIn = "";
/** Remembered: the turns in which each tip was shown, a line each. After two of them it has been read. */
const TURNS = "tips-shown";
const ENOUGH = 2;
/** The turn in which a tip was put away: the next one comes in another, or it would seem to come back. */
let silent = "";

/** The turn, or the time between turns, that a state stands in. */
const turnIn = ({ state, battle }: Scene): string =>
  [battle.battle, state.turns, state.turn?.unit, state.phase].join(" ");

/** The tip that fits now, false where there is none, or none is wanted. */
export function tip(app: App, scene: Scene) {
  if (app.player || !app.session.seats.length || scene.battle.over) return false;
  const seen = kept(SEEN).split(" ").filter(Boolean);
  const note = (all: readonly string[]) => keep(SEEN, all.join(" "));
  const done = (all: readonly string[]) => () => {
    note(all);
    silent = turnIn(scene);
    app.render();
  };
  const now = turnIn(scene);
  const deed = followed(app, scene);
  const isFollowed = shown !== "" && (deed === shown || hasPassed(scene));
  // Who does what a tip says needs it no more: it makes room for what is chosen next.
  if (isFollowed && !seen.includes(shown)) note([...seen, shown]);
  const isOver = (one: string) => seen.includes(one) || (isFollowed && one === shown) || isRead(one, now);
  const name = deed || silent === now ? "" : (fitting(app, scene).find((one) => !isOver(one)) ?? "");
  shown = name;
  shownIn = now;
  if (!name) return false;
  noteTurn(name, now);
  return h(
    "aside",
    { class: "tip", key: `tip ${name}`, role: "note", "aria-label": TIP.label },
    h(
      "div",
      null,
      h("p", null, name === "move" && youAre(app, scene), TIPS[name]),
      // Far from the other button, and on a phone in the menu alone: a slip of a finger would cost all tips.
      h(
        "button",
        { type: "button", class: "quiet never", onclick: () => [done(ALL)(), app.session.say(TIP.off)] },
        TIP.never,
      ),
    ),
    h("button", { type: "button", class: "next", onclick: done([...seen, name]) }, TIP.next),
  );
}

/** Who one is on the board: where it says "You" the story and the list tell a name. */
function youAre(app: App, scene: Scene): string {
  const unit = scene.state.turn?.unit;
  return unit && isYours(app, scene, unit) ? `${TIP.youAre(scene.names.unit(unit))} ` : "";
}

/** Whether there are tips that somebody has not read yet, nor put away. */
export function hasTips(): boolean {
  const seen = kept(SEEN).split(" ");
  return ALL.some((one) => !seen.includes(one) && turnsOf(one).length < ENOUGH);
}

/** No tips any more; or, where there are none left, all of them once more. */
export function turnTips(): void {
  const isOff = !hasTips();
  keep(SEEN, isOff ? "" : ALL.join(" "));
  if (!isOff) return;
  keep(TURNS, "");
  [silent, shown] = ["", ""];
}

/** The turns in which a tip was shown. */
const turnsOf = (name: string): string[] =>
  kept(TURNS)
    .split("\n")
    .filter((line) => line.startsWith(`${name} `));

function noteTurn(name: string, now: string): void {
  if (!turnsOf(name).includes(`${name} ${now}`)) keep(TURNS, `${kept(TURNS)}${name} ${now}\n`);
}

/** Whether a tip was shown in as many turns as it takes to be read, before this one. */
function isRead(name: string, now: string): boolean {
  const before = turnsOf(name);
  return before.length >= ENOUGH && !before.includes(`${name} ${now}`);
}

/** Whether what the tip in sight says has been done since: the answer may have come before the page was drawn. */
function hasPassed(scene: Scene): boolean {
  const { mine, state } = scene;
  if (shown === "end") return shownIn !== turnIn(scene);
  if (shown !== "move" || shownIn !== turnIn(scene) || !mine.length) return false;
  const move = mine.find((one) => modeOf(one) === "move");
  return !move || isSecondMove(move, state);
}

/**
 * The tip whose deed is done, "" for none: an attack has its target, a way is taken. A way that is only picked leaves
 * the tip where it is: without it the board would move away below the finger.
 */
function followed(app: App, { mine }: Scene): string {
  const open = openMode(app, mine);
  const question = mine.find((one) => modeOf(one) === open);
  if (!open || !question) return "";
  const isAimed = open === "attack" && app.drafts.of(question).some((one) => one.startsWith("target:"));
  return isAimed || app.session.isSent(question) ? open : "";
}

/** The tips about what can be seen and done now, the most pressing first; who has rolled dice knows how to attack. */
function fitting(app: App, { mine, state }: Scene): string[] {
  if (state.phase === "enemies") return ["enemies"];
  const [move, attack] = (["move", "attack"] as const).map((mode) => mine.find((one) => modeOf(one) === mode));
  if (!move && !attack) return [];
  const open = openMode(app, mine);
  const isUsed = app.session.seats.some((seat) =>
    Object.values(state.adventurers ?? {}).some((one) => one.seat === seat && one.track.length > 0),
  );
  return [
    move && open !== "attack" && "move",
    attack && !isUsed && open !== "move" && canAttack(attack.shape) && "attack",
    isUsed && "dice",
    !move && "end",
  ].filter((one): one is string => Boolean(one));
}

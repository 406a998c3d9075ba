/** Once a battle is over: how it ended, who did what, its best moment, and what comes next. */

import { NO_SEAT } from "../protocol.ts";
import type { BattleId, UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { harderThan, nextAfter, playOn } from "../core/again.ts";
import type { Reckoning } from "../core/looking_back.ts";
import type { TableSettings } from "../core/messages.ts";
import { luckOf } from "../core/summary.ts";
import type { Best, Share } from "../core/summary.ts";
import { DIFFICULTIES, DRAMA, ENDING, T, wordOf } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Scene } from "./scene.ts";
import type { enamel } from "./tokens.ts";

const SIGNS: Readonly<Record<string, string>> = { victory: "crown", defeat: "defeated", retreat: "exit" };
const MOTTOS: Readonly<Record<string, string>> = {
  victory: DRAMA.victoryText,
  defeat: DRAMA.defeatText,
  retreat: DRAMA.retreatText,
};
/** What is counted, with its sign, and which of it is best. */
const COUNTED = [
  ["damage", "bolt"],
  ["kills", "defeated"],
  ["prevented", "shield"],
  ["healed", "heart"],
] as const;

/** What the order of turns gives somebody is earned all the same, but no deed. */
const BY_ORDER: ReadonlySet<string> = new Set(["take-first-turn", "take-last-turn"]);

/** How a token is drawn: the first page can do that, and an import from there would cut its script in pieces. */
type Drawn = typeof enamel;

export function ending(app: App, scene: Scene, drawn: Drawn) {
  const { outcome, rounds = 0 } = scene.state;
  const reckoning = app.lookingBack.of(scene.battle.battle);
  return h(
    "section",
    { class: `questions ending ${outcome}`, key: "questions" },
    h(
      "header",
      null,
      h("span", { class: "medal" }, icon(SIGNS[outcome] ?? "round")),
      h(
        "div",
        null,
        h("h2", null, wordOf(outcome) || outcome || T.stopped),
        h("p", null, [mottoOf(app, outcome), rounds > 0 && ENDING.inRounds(rounds)].filter(Boolean).join(" ")),
      ),
    ),
    gains(scene, reckoning),
    sums(app, scene, reckoning, drawn),
    best(app, scene, reckoning),
    app.parting.battle ? onward(app) : next(app),
    h(
      "div",
      { class: "row last" },
      h("button", { key: "replay", onclick: () => app.openReplay(scene.battle.battle) }, icon("replay"), T.replay),
      !app.parting.battle && h("button", { key: "table", onclick: () => app.set({ showTable: true }) }, T.backToTable),
    ),
    deeds(scene),
  );
}

/** A campaign's battle is not tried again: its days go on. */
const mottoOf = (app: App, outcome: string) =>
  outcome === "defeat" && app.parting.battle ? ENDING.daysGoOn : MOTTOS[outcome];

/** The classes that were gained by the battle, each by whom. */
function gains({ names, glossary }: Scene, { classes }: Reckoning) {
  return (
    classes.length > 0 &&
    h(
      "ul",
      { class: "plain gains", key: "gains", "aria-label": ENDING.gainedText },
      classes.map(({ unit, cls }) =>
        h(
          "li",
          { key: unit, "data-card": `classes:${cls}` },
          icon(`classes:${cls}`),
          h("b", null, ENDING.gained(names.unit(unit), glossary.name("classes", cls) || cls)),
        ),
      ),
    )
  );
}

/** Who did what, in a table; the highest of each column stands out. */
function sums(app: App, scene: Scene, { isDone, shares }: Reckoning, drawn: Drawn) {
  if (!isDone) return h("p", { class: "faint", key: "sums" }, ENDING.reckoning);
  if (!shares.length) return false;
  const top = Object.fromEntries(COUNTED.map(([what]) => [what, Math.max(1, ...shares.map((one) => one[what]))]));
  const table = h(
    "table",
    { class: "sums", key: "sums" },
    h("caption", { class: "unseen" }, ENDING.whoDidWhat),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, h("span", { class: "unseen" }, ENDING.whoDidWhat)),
        COUNTED.map(([what, sign]) => h("th", { scope: "col", key: what }, icon(sign), h("small", null, ENDING[what]))),
        h("th", { scope: "col" }, icon("play"), h("small", null, ENDING.luck)),
      ),
    ),
    h(
      "tbody",
      null,
      shares.map((share) => sumsOf(app, scene, share, top, drawn)),
    ),
  );
  const hasLuck = shares.some(({ spread }) => spread > 0);
  return [table, hasLuck && h("p", { class: "hint about-luck", key: "about-luck" }, ENDING.aboutLuck)];
}

function sumsOf(app: App, scene: Scene, share: Share, top: Readonly<Record<string, number>>, drawn: Drawn) {
  const unit = scene.state.units?.[share.unit];
  const name = scene.names.unit(share.unit);
  const luck = luckOf(share);
  const isOwn = app.session.seats.includes(scene.state.adventurers?.[share.unit]?.seat ?? NO_SEAT);
  return h(
    "tr",
    { key: share.unit, class: isOwn ? "own" : "" },
    h(
      "th",
      { scope: "row" },
      unit && h("svg", { class: "token", viewBox: "-44 -44 88 88", "aria-hidden": "true" }, drawn(scene, unit)),
      h("span", null, isOwn ? T.own(name) : name),
    ),
    COUNTED.map(([what]) => h("td", { key: what, class: share[what] === top[what] ? "top" : "" }, share[what])),
    h(
      "td",
      { class: "luck", title: ENDING.luckText(luck, share.rolled, share.expected) },
      share.spread > 0 && [
        h("span", { class: "scale", "aria-hidden": "true" }, h("i", { style: `left: ${luck}%` })),
        h("span", null, luck),
      ],
    ),
  );
}

function best(app: App, scene: Scene, { best: one }: Reckoning) {
  if (!one) return false;
  const { battle } = scene.battle;
  return h(
    "p",
    { class: "best", key: "best" },
    icon("experience"),
    h("span", null, h("b", null, ENDING.best), ` ${scene.names.unit(one.unit)}: ${ENDING.bestWords(one)}.`),
    h("button", { id: "best", onclick: () => void watch(app, battle, one) }, ENDING.see),
  );
}

/** Play a moment of the recording, from just before it until it is over. */
async function watch(app: App, battle: BattleId, { version, until }: Best): Promise<void> {
  await app.openReplay(battle, String(version - 1));
  app.player?.play(1, until);
}

/** What was earned in it, each by whom. */
function deeds(scene: Scene) {
  const earned = Object.entries(scene.state.achievements ?? {}).filter(([what]) => !BY_ORDER.has(what));
  return (
    earned.length > 0 &&
    h(
      "details",
      { class: "more", key: "deeds" },
      h("summary", null, `${ENDING.deeds} (${earned.length})`),
      h(
        "ul",
        { class: "plain" },
        earned.map(([what, unit]) =>
          h("li", { key: what }, `${T.deed(what, scene.lexicon.piece("", what))}: ${scene.names.unit(unit as UnitId)}`),
        ),
      ),
    )
  );
}

/** From a campaign's battle back to its session. */
function onward(app: App) {
  if (app.player) return false;
  return h(
    "div",
    { class: "next", key: "next" },
    h("button", { class: "gold", "data-next": "session", onclick: () => goOn(app) }, ENDING.onward),
  );
}

/** The end has been looked at: to the session, as far as it has come. */
function goOn(app: App): void {
  app.parting.end();
  app.stood();
  app.render();
}

/** For whoever leads the table: the next battle, one press away. */
function next(app: App) {
  const { session } = app;
  const { table } = session;
  if (app.player || !table || !session.leads || !session.seats.length) return false;
  const { encounter, difficulty } = table.settings;
  const harder = harderThan(difficulty);
  const following = nextAfter(
    encounter,
    app.glossary.all("encounters").map(([id]) => id),
  );
  const go = (key: string, text: string, change: Partial<TableSettings>) =>
    h(
      "button",
      { key, "data-next": key, class: key === "again" ? "gold" : "", onclick: () => begin(app, change) },
      text,
    );
  return h(
    "div",
    { class: "next", key: "next", role: "group", "aria-label": ENDING.next },
    go("again", ENDING.again, {}),
    harder && go("harder", ENDING.harder(DIFFICULTIES[harder]?.name ?? harder), { difficulty: harder }),
    following &&
      go("next", ENDING.nextOne(app.lexicon.piece("encounters", following)), { encounter: following, options: {} }),
  );
}

async function begin(app: App, change: Partial<TableSettings>): Promise<void> {
  const { session } = app;
  const isOn = await playOn(session, session.atTable, session.player, change);
  app.set({ showTable: !isOn });
}

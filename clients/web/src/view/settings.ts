/** What a table plays and how, as fields; each choice says what it means. */

import type { Forms } from "../ui.ts";
import type { App } from "../app.ts";
import { usualDifficulty } from "../core/wins.ts";
import type { EncounterWords } from "../core/words.ts";
import { DIFFICULTIES, T } from "../texts/en.ts";
import { durationWords } from "../texts/campaigns.ts";
import type { TableSettings } from "../core/messages.ts";
import type { Settings } from "../protocol.ts";
import { h } from "./dom.ts";
import type { Heard } from "./dom.ts";

const DAY = 86_400; // seconds
const CLOCKS = [0, 30, 60, 120, 300, DAY / 2, DAY, 3 * DAY, 7 * DAY];
const ABSENCES = [0, 60, 120, 300, DAY, 2 * DAY, 7 * DAY];
const DELAYS = [0, 30, 60, 300];
/** Seconds that each side of a rated match has for the whole of it, and by each turn, unless they are chosen. */
const RATED_PACE = "1800+20";
const SEATS = [1, 2, 3, 4];
const DIALS = [0, 2, 4, 6, 8, 10, 15, 20, 30, 40];
const FIRST: Required<Omit<Forms, "name" | "code" | "chat" | "luck" | "kind" | "called">> = {
  encounter: "jailbreak",
  difficulty: "adept",
  roster_1: "",
  roster_2: "",
  muster: false,
  pace: "0+0",
  rated: false,
  party: "4",
  others: "bots",
  decides: "first",
  clock: "0",
  absence: "120",
  undo: "consent",
  listed: false,
  delay: "0",
  options: {},
  delayRounds: 0,
  xp: "0",
};
/** The encounter that is always played at the same point of a campaign: its beginning. */
const BEGINNING = "jailbreak";

/** Remember what a field holds. */
export function field(app: App, name: keyof Forms) {
  return (event: Heard<"input" | "select">) => {
    const { target } = event;
    const isTick = target instanceof HTMLInputElement && target.type === "checkbox";
    app.ui.forms = { ...app.ui.forms, [name]: isTick ? target.checked : target.value };
    app.render();
  };
}

/** What a field holds, or what it holds at first. */
export const valueOf = <N extends keyof typeof FIRST>(app: App, name: N): (typeof FIRST)[N] =>
  (app.ui.forms[name] as (typeof FIRST)[N] | undefined) ??
  (name === "difficulty" ? (usualDifficulty() as (typeof FIRST)[N]) : FIRST[name]);

/** The fields that hold a text. */
type TextField = {
  [N in keyof typeof FIRST]: (typeof FIRST)[N] extends string ? N : never;
}[keyof typeof FIRST];

/** The kind of encounter that two play against each other: it has no difficulty. */
const MATCH = "match";
/** What an option says that is taken. */
const YES = "yes";
const RIVALS = 2;

/** How hard a battle or a session is, and for how many. */
function battle(app: App, chosen: EncounterWords | undefined) {
  return [
    segments(
      app,
      "difficulty",
      T.difficulty,
      Object.entries(DIFFICULTIES).map(([id, one]) => [id, one.name]),
      DIFFICULTIES[valueOf(app, "difficulty")]?.text,
    ),
    segments(
      app,
      "party",
      T.partySize,
      SEATS.map((n) => [String(n), String(n)]),
      chosen?.challenges?.[valueOf(app, "party")],
    ),
  ];
}

/** Whether a bot is to sit at a new table, or sits at this one: then nothing is rated. */
export const hasBots = (app: App, isNew: boolean): boolean =>
  isNew ? valueOf(app, "others") === "bots" : app.session.atTable.chairs.some(({ bot }) => bot);

/** Whether the match is to be rated. */
export const isRated = (app: App, isNew: boolean): boolean => valueOf(app, "rated") && !hasBots(app, isNew);

/** The pace that is chosen; a rated match always has one. */
export function paceOf(app: App, isNew: boolean): string {
  const pace = valueOf(app, "pace");
  return isRated(app, isNew) && pace === FIRST.pace ? RATED_PACE : pace;
}

/** The fields of a table's settings; `isNew` with what only matters at the start. */
export function settingsFields(app: App, isNew: boolean) {
  const encounters = app.glossary.all("encounters").filter(([, one]) => !one.campaign);
  const chosen = app.glossary.entry("encounters", valueOf(app, "encounter"));
  return [
    choice(
      app,
      "encounter",
      T.encounter,
      encounters.length
        ? encounters.map(([id, one]) => [id, T.encounterOf(one.name, one.kind)])
        : [["jailbreak", "Jailbreak"]],
      chosen?.objective,
    ),
    chosen?.kind === MATCH ? app.ladder.want()?.matchFields(app, chosen.rosters ?? {}, isNew) : battle(app, chosen),
    isNew &&
      segments(
        app,
        "others",
        T.others,
        [
          ["bots", T.othersBots],
          ["friends", T.othersFriends],
        ],
        "",
      ),
    h(
      "details",
      { class: "more", key: "more" },
      h("summary", null, T.moreChoices),
      h(
        "div",
        { class: "stack" },
        segments(
          app,
          "decides",
          T.decides,
          [
            ["first", T.decidesFirst],
            ["leader", T.decidesLeader],
          ],
          T.decidesText[valueOf(app, "decides")],
        ),
        choice(
          app,
          "clock",
          T.clock,
          CLOCKS.map((n) => [String(n), n ? durationWords(n) : T.noClock]),
          T.clockText,
        ),
        choice(
          app,
          "absence",
          T.absence,
          ABSENCES.map((n) => [String(n), n ? durationWords(n) : T.never]),
          T.absenceText,
        ),
        chosen &&
          valueOf(app, "encounter") !== BEGINNING &&
          choice(
            app,
            "xp",
            T.dial,
            DIALS.map((n) => [String(n), n ? T.xp(n) : T.asPrinted]),
            T.dialText,
          ),
        choice(app, "undo", T.undoing, Object.entries(T.undos), ""),
        choice(
          app,
          "delay",
          T.delay,
          DELAYS.map((n) => [String(n), n ? T.seconds(n) : T.noDelay]),
          T.delayText,
        ),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            id: "listed",
            checked: Boolean(valueOf(app, "listed")),
            onchange: field(app, "listed"),
          }),
          T.listed,
        ),
      ),
    ),
  ];
}

/** The settings that the fields say, as the protocol's array. */
export function settingsOf(app: App, isNew: boolean): { wish: Settings; party: number; others: string } {
  const { xp: _printed, ...others } = valueOf(app, "options");
  const encounter = valueOf(app, "encounter");
  const xp = valueOf(app, "xp");
  const isRaised = xp !== FIRST.xp && encounter !== BEGINNING;
  const isMatch = app.glossary.entry("encounters", encounter)?.kind === MATCH;
  const party = isMatch ? RIVALS : Number(valueOf(app, "party"));
  const rated = isMatch && isRated(app, isNew);
  const [sideClock, increment] = (isMatch ? paceOf(app, isNew) : FIRST.pace).split("+").map(Number);
  const wish: Settings = [
    encounter,
    isMatch ? "" : valueOf(app, "difficulty"),
    party,
    valueOf(app, "decides"),
    Number(valueOf(app, "clock")),
    rated ? 0 : Number(valueOf(app, "absence")),
    valueOf(app, "listed"),
    valueOf(app, "undo"),
    isMatch ? rostersOf(app) : isRaised ? { ...others, xp } : others,
    Number(valueOf(app, "delay")),
    valueOf(app, "delayRounds"),
    sideClock,
    increment,
    rated,
  ];
  return { wish, party, others: valueOf(app, "others") };
}

/** The warbands that were chosen, as a table's options; those that were not are the usual ones. */
function rostersOf(app: App): Record<string, string> {
  const muster = valueOf(app, "muster") ? YES : "";
  const chosen = { roster_1: valueOf(app, "roster_1"), roster_2: valueOf(app, "roster_2"), muster };
  return Object.fromEntries(Object.entries(chosen).filter(([, one]) => one));
}

/** Fill the fields with a table's settings. */
export function recallSettings(app: App, settings: TableSettings): void {
  const { turn, absence, isPublic, delay, party, sideClock, increment, ...others } = settings;
  app.ui.forms = {
    ...app.ui.forms,
    ...others,
    difficulty: others.difficulty || FIRST.difficulty,
    party: String(party),
    clock: String(turn),
    absence: String(absence),
    listed: isPublic,
    delay: String(delay),
    pace: `${sideClock}+${increment}`,
    xp: others.options["xp"] ?? FIRST.xp,
    roster_1: others.options["roster_1"] ?? FIRST.roster_1,
    roster_2: others.options["roster_2"] ?? FIRST.roster_2,
    muster: others.options["muster"] === YES,
  };
}

/** A list to choose from, with what it means. */
export function choice(
  app: App,
  name: TextField,
  label: string,
  options: readonly (readonly [string, string])[],
  text: string | undefined,
  value: string = valueOf(app, name),
) {
  const all = options.some(([key]) => key === value) ? options : [...options, [value, value]];
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h(
      "select",
      { id: name, value, onchange: field(app, name) },
      all.map(([key, words]) => h("option", { value: key, key }, words)),
    ),
    text && h("small", null, text),
  );
}

/** A row of radio buttons that look like one control. */
function segments(
  app: App,
  name: TextField,
  label: string,
  options: readonly (readonly [string, string])[],
  text: string | undefined,
) {
  const value = valueOf(app, name);
  return h(
    "fieldset",
    { key: name, class: "segments" },
    h("legend", null, label),
    h(
      "div",
      { class: "row" },
      options.map(([key, words]) =>
        h(
          "label",
          { key, class: value === key ? "on" : "" },
          h("input", {
            type: "radio",
            name,
            value: key,
            id: `${name}-${key}`,
            checked: value === key,
            onchange: field(app, name),
          }),
          h("span", null, words),
        ),
      ),
    ),
    text && h("small", null, text),
  );
}

/** What a table plays and how, as fields; each choice says what it means. */

import { DIFFICULTIES, T } from "../texts/en.js";
import { h } from "./dom.js";

const CLOCKS = [0, 30, 60, 120, 300];
const ABSENCES = [0, 60, 120, 300];
const DELAYS = [0, 30, 60, 300];
const SEATS = [1, 2, 3, 4];
const DIALS = [0, 2, 4, 6, 8, 10, 15, 20, 30, 40];
const FIRST = {
  encounter: "jailbreak", difficulty: "adept", party: "4", others: "bots", decides: "first", clock: "0", absence: "120",
  undo: "consent", listed: false, delay: "0", options: {}, delayRounds: 0, xp: "0",
};
/** The encounter that is always played at the same point of a campaign: its beginning. */
const BEGINNING = "jailbreak";

/** Remember what a field holds. */
export function field(app, name) {
  return (event) => {
    const { type, checked, value } = event.target;
    app.ui.forms = { ...app.ui.forms, [name]: type === "checkbox" ? checked : value };
    app.render();
  };
}

const valueOf = (app, name) => app.ui.forms[name] ?? FIRST[name];

/** The fields of a table's settings; `isNew` with what only matters at the start. */
export function settingsFields(app, isNew) {
  const encounters = app.glossary.all("encounters");
  const chosen = app.glossary.entry("encounters", valueOf(app, "encounter"));
  const difficulty = valueOf(app, "difficulty");
  return [
    choice(app, "encounter", T.encounter, encounters.length ? encounters.map(([id, one]) => [id, T.encounterOf(one.name, one.kind)]) : [["jailbreak", "Jailbreak"]], chosen?.objective),
    segments(app, "difficulty", T.difficulty, Object.entries(DIFFICULTIES).map(([id, one]) => [id, one.name]), DIFFICULTIES[difficulty]?.text),
    segments(app, "party", T.partySize, SEATS.map((n) => [String(n), String(n)]), chosen?.challenges?.[valueOf(app, "party")]),
    isNew && segments(app, "others", T.others, [["bots", T.othersBots], ["friends", T.othersFriends]], ""),
    h("details", { class: "more", key: "more" }, h("summary", null, T.moreChoices),
      h("div", { class: "stack" },
        segments(app, "decides", T.decides, [["first", T.decidesFirst], ["leader", T.decidesLeader]], T.decidesText[valueOf(app, "decides")]),
        choice(app, "clock", T.clock, CLOCKS.map((n) => [String(n), n ? T.seconds(n) : T.noClock]), T.clockText),
        choice(app, "absence", T.absence, ABSENCES.map((n) => [String(n), n ? T.seconds(n) : T.never]), T.absenceText),
        chosen && valueOf(app, "encounter") !== BEGINNING && choice(app, "xp", T.dial, DIALS.map((n) => [String(n), n ? T.xp(n) : T.asPrinted]), T.dialText),
        choice(app, "undo", T.undoing, Object.entries(T.undos), ""),
        choice(app, "delay", T.delay, DELAYS.map((n) => [String(n), n ? T.seconds(n) : T.noDelay]), T.delayText),
        h("label", { class: "check" },
          h("input", { type: "checkbox", id: "listed", checked: Boolean(valueOf(app, "listed")), onchange: field(app, "listed") }), T.listed))),
  ];
}

/** The settings that the fields say, as the protocol's array. */
export function settingsOf(app) {
  const value = (name) => valueOf(app, name);
  const { xp: _printed, ...options } = value("options");
  if (value("xp") !== FIRST.xp && value("encounter") !== BEGINNING) options.xp = value("xp");
  const party = Number(value("party"));
  const wish = [
    value("encounter"), value("difficulty"), party, value("decides"), Number(value("clock")), Number(value("absence")),
    Boolean(value("listed")), value("undo"), options, Number(value("delay")), value("delayRounds"),
  ];
  return { wish, party, others: value("others") };
}

/** Fill the fields with a table's settings. */
export function recallSettings(app, { turn, absence, isPublic, delay, party, ...others }) {
  app.ui.forms = {
    ...app.ui.forms, ...others, difficulty: others.difficulty || FIRST.difficulty, party: String(party), clock: String(turn),
    absence: String(absence), listed: isPublic, delay: String(delay), xp: others.options?.xp ?? FIRST.xp,
  };
}

function choice(app, name, label, options, text) {
  const value = valueOf(app, name);
  const all = options.some(([key]) => key === value) ? options : [...options, [value, value]];
  return h("label", { key: name }, h("span", null, label),
    h("select", { id: name, value, onchange: field(app, name) }, all.map(([key, words]) => h("option", { value: key, key }, words))),
    text && h("small", null, text));
}

/** A row of radio buttons that look like one control. */
function segments(app, name, label, options, text) {
  const value = valueOf(app, name);
  return h("fieldset", { key: name, class: "segments" }, h("legend", null, label),
    h("div", { class: "row" }, options.map(([key, words]) =>
      h("label", { key, class: value === key ? "on" : "" },
        h("input", { type: "radio", name, value: key, id: `${name}-${key}`, checked: value === key, onchange: field(app, name) }), h("span", null, words)))),
    text && h("small", null, text));
}

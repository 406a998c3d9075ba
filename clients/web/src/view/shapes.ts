/** How each shape of question is answered: buttons for options, steppers for points, lists for orders. */

import type { Child, Heard } from "./dom.ts";
import type { Ask, Scene } from "./scene.ts";
import { dieNamed } from "../core/state.ts";
import type { Option, Shape, Slot } from "../core/messages.ts";
import { ends, isMisfit, spanIn, whyNot } from "../core/answers.ts";
import { parse } from "../core/hexes.ts";
import { title } from "../core/names.ts";
import { letterOf, thingOf } from "../core/offers.ts";
import { PLACE } from "../core/laying.ts";
import { bent } from "../core/plans.ts";
import { END_KEY, isRetreat } from "../core/option_keys.ts";
import { TRAVEL, metWords } from "../core/waymarks.ts";
import { T, TURN } from "../texts/en.ts";
import { MATCH } from "../texts/match.ts";
import { ahead } from "./ahead.ts";
import { CHECKS, checkChoices, PATH, pickPath } from "./checks.ts";
import { h } from "./dom.ts";
import { isWonSoon } from "./goal.ts";
import { aim, isSpent } from "./turn_modes.ts";
import { neededSlot } from "./needed.ts";
import { cardOf, noteOf, optionButton, takenOnSight } from "./option.ts";
import { pieceOption } from "./pieces.ts";

export function oneShape(ask: Ask) {
  const { options } = ask.question.shape;
  const pieces = options.map((option) => pieceOption(ask.scene, option));
  const look = pieces.some(Boolean) ? "gallery" : "";
  const isTile = ask.question.why === PLACE;
  const areHexes = !isTile && options.length > 0 && options.every((option) => parse(option.text));
  const last = ask.question.why === "turn.act" ? options.findIndex((option) => option.key === "end") : -1;
  const buttons = options.map(
    (option, at) =>
      at !== last &&
      !isRetreat(ask.question, option.key) &&
      optionButton(ask, option, takenOnSight(ask, option), {
        ...(pieces[at] && { inside: pieces[at], look: "piece" }),
        ...(areHexes && !ask.app.ui.coordinates && { inside: T.spot(letterOf(ask.question, option.key)) }),
        isPicked: ask.picks.includes(option.key) || undefined,
      }),
  );
  // The end of a turn has the same key whatever else is offered.
  const ending = options[last];
  // With nothing sensible left it is what is mostly meant.
  const end =
    ending &&
    optionButton({ ...ask, number: () => END_KEY }, ending, takenOnSight(ask, ending), {
      look: isSpent(ask.scene) || isWonSoon(ask.app, ask.scene) ? "gold" : "",
    });
  return [
    h(
      "div",
      { class: `options ${areHexes ? "dense" : look}`, key: "options", onkeydown: throughOptions },
      isTile && h("p", { class: "hint", key: "hint" }, T.placing),
      areHexes && h("p", { class: "hint", key: "hint" }, T.pickHex),
      buttons,
    ),
    retreat(ask),
    last >= 0 && h("div", { class: "always", key: "always" }, end),
  ];
}

/**
 * A retreat: the last of what is offered and apart from it, so that nobody hits it who means something else; in a turn,
 * where it only leads to the end of the battle, behind a line of its own.
 */
function retreat(ask: Ask) {
  const { question } = ask;
  const option = question.shape.options.find(({ key }) => isRetreat(question, key));
  if (!option) return false;
  const isWon = question.fallback.includes(option.key);
  const button = optionButton(ask, option, takenOnSight(ask, option), {
    isPicked: ask.picks.includes(option.key) || undefined,
  });
  if (isWon || question.why !== "turn.act")
    return h("div", { class: isWon ? "apart" : "apart grave", key: "apart" }, button);
  // What is behind the line comes up clear of the turn's end.
  const show = ({ currentTarget }: { currentTarget: Element }) => currentTarget.scrollIntoView({ block: "nearest" });
  return h("details", { class: "apart grave", key: "apart", ontoggle: show }, h("summary", null, TURN.leave), button);
}

/** Many options that are seldom wanted, behind one line. */
export function foldedShape(ask: Ask, words = T.ways(ask.question.shape.options.length)) {
  return h(
    "details",
    { class: "folded", key: "folded" },
    h("summary", null, words),
    oneShape({ ...ask, number: () => "" }),
  );
}

/** How a tile is laid: the board shows it, and all ways in words are one press away. */
export const tileShape = (ask: Ask): Child => [ask.app.later.want()?.wayWords(ask), foldedShape(ask, T.allWays)];

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrow keys go from option to option, round and round. */
function throughOptions(event: Heard<"div", KeyboardEvent>) {
  const by = STEPS[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button.option")];
  const at = all.findIndex((one) => one === document.activeElement);
  if (!by || at < 0) return;
  event.preventDefault();
  all[(at + by + all.length) % all.length]?.focus();
}

function toggle(ask: Ask, key: string) {
  return () => {
    if (!aim(ask.app, ask.question, key)) ask.app.drafts.toggle(ask.question, key);
    ask.change();
  };
}

export function someShape(ask: Ask) {
  const { shape } = ask.question;
  return h(
    "div",
    { class: "options" },
    h("p", { class: "hint" }, T.pickSpan(shape.low, shape.high)),
    shape.options.map((option) => {
      const at = ask.picks.indexOf(option.key);
      const mark = at >= 0 && shape.high > 1 ? `${at + 1}.` : "";
      return optionButton(ask, option, toggle(ask, option.key), { isPicked: at >= 0, mark });
    }),
  );
}

export function orderShape(ask: Ask) {
  const { question, picks, app, scene } = ask;
  const texts = new Map(question.shape.options.map((option) => [option.key, option]));
  const isSuggested = question.fallback.length > 0 && picks.join() === question.fallback.join();
  const shift = (key: string, by: number) => () => {
    app.drafts.shift(question, key, by);
    ask.change();
  };
  return h(
    "ol",
    { class: "order" },
    h(
      "li",
      { class: "hint", key: "hint" },
      T.order,
      isSuggested && [` ${T.orderSuggested}`, h("span", { class: "by-keys" }, ` ${T.enterTakes}`)],
    ),
    picks.map((key, at) => {
      const option = texts.get(key);
      if (!option) return null;
      return h(
        "li",
        { key },
        h(
          "span",
          { class: "words", "data-card": cardOf(scene, option) || null },
          `${at + 1}. ${option.text}`,
          noteOf(option),
        ),
        h("button", { "aria-label": `${T.up}: ${option.text}`, disabled: at === 0, onclick: shift(key, -1) }, "▲"),
        h(
          "button",
          { "aria-label": `${T.down}: ${option.text}`, disabled: at === picks.length - 1, onclick: shift(key, 1) },
          "▼",
        ),
      );
    }),
  );
}

export function splitShape(ask: Ask) {
  const { question, picks, app, scene } = ask;
  const { shape } = question;
  const share = (key: string, by: number) => () => {
    app.drafts.share(question, key, by);
    ask.change();
  };
  return h(
    "div",
    { class: "split" },
    shape.points > 1 && h("p", { class: "hint" }, T.points(picks.length, shape.points)),
    shape.options.map((option, at) => {
      const count = picks.filter((pick) => pick === option.key).length;
      const cap = shape.caps[at] ?? shape.points;
      return h(
        "div",
        { class: "line", key: option.key },
        h(
          "span",
          { class: "words", "data-card": cardOf(scene, option) || null },
          pieceOption(scene, option) ?? [option.text, noteOf(option)],
        ),
        h(
          "button",
          { "aria-label": `${T.less}: ${option.text}`, disabled: count === 0, onclick: share(option.key, -1) },
          "−",
        ),
        h("output", null, count),
        h(
          "button",
          {
            "aria-label": `${T.more}: ${option.text}`,
            "data-number": ask.number(option.key) || null,
            "data-key": option.key,
            disabled: count >= cap || picks.length >= shape.points,
            onclick: share(option.key, 1),
          },
          "+",
        ),
      );
    }),
  );
}

export function routeShape(ask: Ask) {
  const { question, picks, app } = ask;
  const goals = [...ends(question.shape)].sort((a, b) => a[1].cost - b[1].cost);
  const notes = goals.flatMap(([, way]) => way.notes).join(", ");
  return [
    h(
      "details",
      { class: "routes", key: "routes" },
      h("summary", null, picks.length ? T.routeTo(app.ui.coordinates ? (picks.at(-1) ?? "") : "") : T.pickHex),
      h(
        "div",
        { class: "options hexes" },
        goals.map(([key, way]) => {
          const place = question.why === TRAVEL ? (way.notes[0] ?? "") : "";
          const option = {
            key,
            text: place.split(", ")[0] || key,
            note: [T.cost(way.cost, question.shape.budget), ...way.notes].join(", "),
          };
          const choose = () => {
            app.drafts.set(question, way.picks);
            ask.change();
          };
          return optionButton({ ...ask, number: () => "" }, option, choose, {
            isPicked: picks.join() === way.picks.join(),
          });
        }),
      ),
    ),
    ahead(ask),
    notes &&
      question.why !== TRAVEL &&
      h("p", { class: "hint notes", key: "notes" }, h("b", null, T.warned), ` ${T.onTheWay(metWords(notes))}`),
  ];
}

/** What the parts of a plan of a match are called. */
const SLOTS: Readonly<Record<string, string>> = {
  [CHECKS]: MATCH.climbsOrJumps,
  [PATH]: MATCH.kindOfWay,
  targets: MATCH.targets,
  unit: MATCH.whoGoes,
};

/** Whom an attack aims at: a tap on somebody who is out of reach brings the form that reaches them, or says why none does. */
const TARGET = "target";

/** More dice than these lie close together, without their names: those picked are named above them. */
const MANY_DICE = 8;

/** The names of what is picked in a slot, "2 × Shield Discipline, Combat". */
function pickedIn({ options }: Slot, picks: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const { key, text } of options) if (picks.includes(key)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count > 1 ? `${count} × ${text}` : text)).join(", ");
}

/** What stands beside the name of a slot: how many may be picked; of many dice, those that are. */
function slotWords(shape: Shape, slot: Slot, picks: readonly string[], layout: string): string {
  if (!slot.options.length) return slot.name === "target" ? T.nothingInReach : T.noneLeft;
  const { low, high } = spanIn(shape, slot);
  return (layout.endsWith(" many") && pickedIn(slot, picks)) || T.pickSpan(low, high);
}

/** What the server says of a line whose dice go with another form. */
const OTHER_FORM = / dice need another form\b/;

/** Each reason once, with those that it stands for: dice of several lines that need another form share a sentence. */
function toldOnce(reasons: readonly string[]): [told: string, all: readonly string[]][] {
  const each = [...new Set(reasons.filter(Boolean))];
  const forms = each.filter((reason) => OTHER_FORM.test(reason));
  if (forms.length < 2) return each.map((reason) => [reason, [reason]]);
  const others = each.filter((reason) => !forms.includes(reason));
  return [...others.map((reason): [string, string[]] => [reason, [reason]]), [T.otherForm, forms]];
}

/** How the options of a slot are laid out: forms and dice as tiles, many as small buttons. */
function layoutOf(scene: Scene, slot: Slot) {
  const isAll = (test: (thing: string) => unknown) =>
    slot.options.length > 1 && slot.options.every((option) => test(thingOf(option.key)));
  if (isAll((thing) => scene.glossary.entry("forms", thing))) return "tiles forms";
  if (isAll((thing) => dieNamed(scene.state, thing))) return slot.options.length > MANY_DICE ? "tiles many" : "tiles";
  return slot.options.length > 6 ? "dense" : "";
}

/** What the form that is picked does. */
function formWords({ scene, picks }: Ask, { options }: Slot): Child {
  const picked = options.find(({ key }) => picks.includes(key));
  const words = picked && scene.glossary.entry("forms", thingOf(picked.key))?.text;
  return words && h("p", { class: "hint form-does", key: "does" }, words);
}

/** What is done besides an attack, beside its button: always in sight with it. */
const AFTERWARDS = "afterwards";
/** The next attempt at a lock, picked from the start. */
const AGAIN = "roll";

/** The parts of a plan, one below the other, but for what is done besides. */
export function planShape(ask: Ask) {
  // To roll again is what the button says: no choice beside it.
  const slots = ask.question.shape.slots.filter(({ name }) => name !== AFTERWARDS && name !== AGAIN);
  return h(
    "div",
    { class: "plan" },
    slots.map((slot) => slotOf(ask, slot)),
  );
}

/** What is done besides, as a box to be ticked; nothing where nothing can be. */
export function afterwards(ask: Ask): Child {
  const slot = ask.question.shape.slots.find(({ name }) => name === AFTERWARDS);
  return slot && slotOf(ask, slot);
}

function slotOf(ask: Ask, slot: Slot) {
  const { question, picks, scene } = ask;
  const { shape } = question;
  const needed = neededSlot(question, picks);
  const reasons = slot.options.map((option) => whyNot(shape, picks, option.key));
  const canBend = slot.options.map((option, at) => Boolean(reasons[at] && bent(question, picks, option.key)));
  const isPath = slot.name === PATH;
  const layout = layoutOf(scene, slot);
  const button = (option: Option, inside?: Child) => {
    const at = slot.options.indexOf(option);
    const isTarget = slot.name === TARGET;
    const held = isPath ? {} : { reason: reasons[at], canBend: canBend[at], tellsWhy: isTarget };
    const look = isMisfit(shape, picks, option.key) ? "misfit" : "";
    const letter = ask.app.ui.coordinates ? "" : letterOf(question, option.key);
    const told = inside ?? (letter && T.spot(letter));
    const more = {
      isPicked: picks.includes(option.key),
      isTold: true,
      look,
      ...held,
      ...(told ? { inside: told } : {}),
    };
    const press = isPath ? () => pickPath(ask, option.key) : toggle(ask, option.key);
    return optionButton(ask, option, press, more);
  };
  return h(
    "fieldset",
    {
      key: slot.name,
      class: "slot",
      "data-slot": slot.name,
      "data-needed": slot.name === needed && `${question.why} ${question.about} ${needed}`,
    },
    h(
      "legend",
      null,
      T.slots[slot.name] ?? SLOTS[slot.name] ?? title(slot.name),
      slot.name !== CHECKS && h("small", null, ` ${slotWords(shape, slot, picks, layout)}`),
    ),
    slot.name === CHECKS
      ? checkChoices(slot, picks, button)
      : h(
          "div",
          { class: `options ${layout}` },
          slot.options.map((option) => button(option)),
        ),
    formWords(ask, slot),
    toldOnce(isPath || slot.name === CHECKS || slot.name === TARGET ? [] : reasons).map(([told, all]) =>
      h(
        "p",
        { key: told, class: "reason" },
        told,
        // Several lines' dice share one short sentence: a phone has no room for a second.
        slot.name === "dice" &&
          all.length < 2 &&
          canBend.some((can, at) => can && all.includes(reasons[at] ?? "")) &&
          ` ${T.bends}`,
      ),
    ),
  );
}

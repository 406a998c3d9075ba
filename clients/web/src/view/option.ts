/** An option as a button: its key, its picture, its words, what a press does. */

import type { Child } from "./dom.ts";
import type { Ask, Scene } from "./scene.ts";
import type { Option } from "../core/messages.ts";
import type { UnitId } from "../protocol.ts";
import { NO_SEAT } from "../protocol.ts";
import { PLACE, placement } from "../core/laying.ts";
import { dieNamed, unitNamed } from "../core/state.ts";
import { parse, withoutHexes } from "../core/hexes.ts";
import { isMatch } from "../core/match.ts";
import { faceOf, showing, title } from "../core/names.ts";
import { thingOf } from "../core/offers.ts";
import { THEN_END } from "../core/option_keys.ts";
import { T, TURN } from "../texts/en.ts";
import { dieChip } from "./dice.ts";
import { h } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";
import { pointedAt } from "./pointed.ts";
import { portraitOption } from "./portraits.ts";
import { enamel } from "./tokens.ts";

/** The card of what an option means, "" where nothing stands behind it. */
export function cardOf(scene: Scene, option: Option) {
  const thing = thingOf(option.key);
  const { state, glossary } = scene;
  if (unitNamed(state, thing)) return `unit:${thing}`;
  if (dieNamed(state, thing)) return `die:${thing}`;
  for (const mat of Object.values(state.adventurers ?? {})) {
    const card = [...mat.ready, ...mat.pack].find((one) => one.id === thing);
    if (card) return `items:${card.item}`;
  }
  const kind = glossary.kindOf(thing);
  return kind ? `${kind}:${thing}` : "";
}

/** Whether an option is something that the board shows: a place, a way, somebody. */
export function isOnBoard({ state }: Scene, { key, note }: Option): boolean {
  const thing = thingOf(key);
  return Boolean(placement(note) || parse(thing) || unitNamed(state, thing));
}

/**
 * Taking an option that the board shows: a press that cannot have seen it there picks it for a look
 * first. A mouse and the tab key see it on their way, a finger does not. How a tile lies is always looked at first: it
 * is laid by a button of its own.
 */
export function takenOnSight(ask: Ask, option: Option) {
  const { app, question, scene, picks } = ask;
  const isTile = question.why === PLACE;
  return ({ pointerType }: { pointerType?: string }) => {
    const isBlind = pointerType === "touch" && isOnBoard(scene, option) && !picks.includes(option.key);
    if (!isBlind && !isTile) return ask.answer([option.key]);
    app.drafts.set(question, [option.key]);
    app.set(isTile ? {} : { hover: thingOf(option.key) });
  };
}

/** What a press on an option does. */
export type Press = (event: PointerEvent) => unknown;

/** How an option looks, besides its words. */
export type More = {
  reason?: string;
  isPicked?: boolean;
  canBend?: boolean;
  /** A press on it, though it cannot be taken, shows what it would need. */
  tellsWhy?: boolean;
  isTold?: boolean;
  look?: string;
  mark?: string;
  inside?: Child;
};

/** An option as a button. `more` may hold a reason against it, and whether it is picked. */
export function optionButton(ask: Ask, option: Option, onclick: Press, more: More = {}) {
  const { scene } = ask;
  const number = ask.number(option.key);
  const thing = thingOf(option.key);
  const isPlace = Boolean(parse(thing) || unitNamed(scene.state, thing));
  // A check names terrain: where that lies, the table shows.
  const isFeature = isMatch(scene.state) && /^(?:climb|across|down):/.test(option.key);
  const hover = (on: boolean) => () => {
    if (isFeature) ask.app.set({ hover: on ? option.key : "" });
    if (!isPlace || (!on && ask.app.ui.hover !== thing)) return;
    ask.app.set({ hover: on ? thing : "" });
  };
  const isOff = Boolean(more.reason) && !more.isPicked && !more.canBend;
  // What is done besides is a box to be ticked: nothing happens by a press on it.
  const isTick = option.key === THEN_END;
  const isShut = isOff && !more.tellsWhy;
  const looks = [
    "option",
    more.isPicked && "picked",
    isOff && "off",
    more.canBend && "bends",
    isTick && "tick",
    more.look,
  ];
  return h(
    "button",
    {
      class: looks.filter(Boolean).join(" "),
      key: option.key,
      "data-key": option.key,
      "data-card": (more.look !== "piece" && cardOf(scene, option)) || null,
      ...(isTick
        ? { role: "checkbox", "aria-checked": String(Boolean(more.isPicked)) }
        : { "aria-pressed": more.isPicked === undefined ? null : String(more.isPicked) }),
      "aria-disabled": isShut ? "true" : null,
      disabled: ask.isSent,
      title: more.reason || null,
      "data-number": number || null,
      onclick: isShut ? null : onclick,
      ...pointedAt(hover(true), hover(false)),
    },
    number && h("kbd", { "aria-hidden": "true" }, number),
    more.mark && h("span", { class: "mark" }, more.mark),
    more.look === "piece" ? portraitOption(scene, option, ask.question.to[0] ?? NO_SEAT) : picture(scene, thing),
    h(
      "span",
      { class: "words" },
      more.inside ?? [textOf(scene, option), noteOf(option)],
      isOff && !more.isTold && h("small", { class: "reason" }, more.reason),
    ),
  );
}

function picture(scene: Scene, thing: string) {
  const { state } = scene;
  const unit = unitNamed(state, thing);
  // The seats' colours tell apart who would have the same sign.
  if (unit)
    return (
      !isMatch(state) &&
      h("svg", { class: "token of-unit", viewBox: "-44 -44 88 88", "aria-hidden": "true" }, enamel(scene, unit))
    );
  const die = dieNamed(state, thing);
  return die && h("span", { class: "inline-die" }, dieChip(null, { ...scene, offers: new Map() }, thing));
}

/** A form's name; that it is a weapon is read everywhere, and seen where there is room. */
function formName(name: string): Child {
  const [, kind, weapon] = /^(\S+)( weapon)$/i.exec(name) ?? [];
  return kind ? [kind, h("span", { key: "weapon", class: "if-room" }, weapon)] : name;
}

function textOf(scene: Scene, option: Option) {
  const thing = thingOf(option.key);
  if (option.key === THEN_END) return TURN.thenEnd;
  if (placement(option.note)) return withoutHexes(option.text);
  if (option.key.startsWith("form:") && option.text !== thing)
    return [icon(thing), TURN.onlyForm(scene.lexicon.piece("forms", thing))];
  if (scene.glossary.entry("forms", thing)) return [icon(thing), formName(scene.lexicon.piece("forms", thing))];
  if (isDrawn(option.text)) return [icon(option.text), title(option.text)];
  // In a match the same unit may be named to move and to run.
  if (unitNamed(scene.state, thing) && !isMatch(scene.state)) return scene.names.unit(thing as UnitId);
  const [, row, end] = /^slot:(\d)([LR])$/.exec(option.key) ?? [];
  if (row) return T.rowEnd(row, end === "L");
  const [, kind, face] = /^(.+): ([a-z-]+(?:-\d)?(?::\S+)?)$/.exec(option.text) ?? [];
  if (/^[a-z-]+(?:-\d(?::\d+)?|:\d+)$/.test(option.text)) return faceOf("", option.text);
  if (kind && face) return showing(kind, faceOf(kind.toLowerCase().replaceAll(" ", "-"), face));
  return /^[a-z]+(-[a-z]+)+$/.test(option.text) ? title(option.text) : option.text.replace(/\([a-z-]+:(\d+)\)/, "($1)");
}

export const noteOf = (option: Option) =>
  option.note && !placement(option.note) && [" ", h("small", { key: "note" }, option.note)];

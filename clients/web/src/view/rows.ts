/** Laying out attribute rows: take an attribute, put it at an end of a row of six squares. */

import { NO_SEAT } from "../protocol.ts";
import type { Question } from "../core/messages.ts";
import type { Slot } from "../core/messages.ts";
import type { Ask } from "./scene.ts";
import { refuse } from "../core/answers.ts";
import { T, wordOf } from "../texts/en.ts";
import type { RaceWords, Stat } from "../core/words.ts";
import { h } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";

const PLACE = /^([^:]+):(\d)([LR])$/;
const SQUARES = 6;
const STARTING_DICE = 2;

/** Whether a plan's options are places in rows. */
export function takesRows({ shape }: Question): boolean {
  return (
    shape.kind === "plan" &&
    shape.slots.length > 1 &&
    shape.slots.every((slot: Slot) => slot.low === 1 && slot.options.every((option) => PLACE.test(option.key)))
  );
}

export function rowsShape(ask: Ask) {
  const { question, picks, app } = ask;
  const { slots } = question.shape;
  const held = app.ui.attribute && slots.some((slot) => slot.name === app.ui.attribute) ? app.ui.attribute : "";
  const placed = new Map(
    picks.flatMap((pick): [place: string, name: string][] => {
      const [, name, row, end] = PLACE.exec(pick) ?? [];
      return name && row && end ? [[row + end, name]] : [];
    }),
  );
  const rowsUsed = [
    ...new Set(slots.flatMap((slot) => slot.options.map((option) => PLACE.exec(option.key)?.[2] ?? ""))),
  ].sort();
  const put = (place: string) => () => {
    const here = placed.get(place);
    if (!held) return app.set({ attribute: here ?? "" });
    const old = picks.find((pick) => pick.startsWith(`${held}:`));
    const swapped = picks.filter((pick) => pick !== old && pick !== `${here}:${place}`);
    const moved = here && here !== held && old ? [`${here}:${old.slice(old.lastIndexOf(":") + 1)}`] : [];
    app.drafts.set(question, [...swapped, ...moved, `${held}:${place}`]);
    app.set({ attribute: "" });
  };
  return h(
    "div",
    { class: "row-editor", key: "rows" },
    h("p", { class: "hint" }, held ? T.putAttribute(nameOf(ask, held)) : T.takeAttribute),
    h(
      "ol",
      { class: "plain" },
      rowsUsed.map((row) =>
        h(
          "li",
          { key: row },
          ["L", "R"].map((end) => cell(ask, row, end, placed.get(row + end), held, put(row + end))),
        ),
      ),
    ),
    refuse(question, picks) && h("p", { class: "reason" }, refuse(question, picks)),
  );
}

const nameOf = ({ scene }: Ask, attribute: string) => wordOf(attribute) ?? scene.lexicon.piece("lines", attribute);

function cell(ask: Ask, row: string, end: string, name: string | undefined, held: string, onclick: () => void) {
  const place = `${row}${end}`;
  const count = name ? squaresOf(ask, name) : 0;
  const words = name ? nameOf(ask, name) : T.freeSlot;
  return h(
    "button",
    {
      key: place,
      class: `row-end ${end} ${name && name === held ? "held" : ""} ${name ? "" : "free"}`,
      onclick,
      "aria-pressed": String(Boolean(name && name === held)),
      "aria-label": `${T.rowEnd(row, end === "L")}: ${words}`,
      "data-card": name ? (wordOf(name) ? `stat:${name}` : `lines:${name}`) : null,
    },
    name &&
      h(
        "span",
        { class: "words" },
        isDrawn(name) ? icon(name) : name === "health" ? icon("heart") : icon("book"),
        words,
      ),
    !name && h("span", { class: "words" }, words),
    h(
      "span",
      { class: "squares", "aria-hidden": "true" },
      Array.from({ length: count }, (_, at) => h("i", { key: at, class: "square" })),
    ),
  );
}

/** How many squares an attribute takes: what its race prints, two for a line's starting dice. */
function squaresOf({ scene, question }: Ask, name: string) {
  if (name === "health") return 0;
  const race = scene.glossary.entry("races", scene.lexicon.races.get(question.to[0] ?? NO_SEAT) ?? "");
  return Math.min(SQUARES, statOf(race, name) ?? STARTING_DICE);
}

/** A figure that a race prints, undefined for a line. */
const statOf = (race: RaceWords | undefined, name: string) => (race && name in race ? race[name as Stat] : undefined);

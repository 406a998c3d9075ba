/** What an action in a town brings, before it is taken; and what the others have done there. */

import type { UnitId } from "../protocol.ts";
import { unitNamed } from "../core/state.ts";
import type { Adventurer } from "../core/state.ts";
import type { Ask } from "../view/scene.ts";
import type { Deed } from "./chronicle.ts";
import type { Change, Days } from "./parts.ts";
import type { Ware } from "./wares.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon, isDrawn } from "../view/icons.ts";
import { changes, endButton, goldButton } from "./decide.ts";
import { foreseen } from "./foreseen.ts";
import { portrait } from "./parts.ts";
import { deedWords } from "./told.ts";
import { placeWords, townOf } from "./town.ts";
import { moreOf, pickedWare, waresOf } from "./wares.ts";

const SLOT = /^(\d)([LR])$/;
const [MOST_ITEMS, SQUARES] = [8, 6];

/** The panel of whoever acts in a town. */
export function townPanel(ask: Ask, scene: Days) {
  const { question, picks } = ask;
  const ware = pickedWare(waresOf(question), picks[0]);
  const about = question.about as UnitId;
  const left = scene.state.visit?.actions[about] ?? 0;
  const unit = scene.state.units[about];
  const more = moreOf(question);
  return [
    h(
      "header",
      { class: "who", key: "who" },
      unit && portrait(scene, unit),
      h(
        "div",
        null,
        h("h2", null, townOf(scene)?.name ?? ""),
        h(
          "small",
          null,
          more ? SESSION.whoseMore(scene.names.unit(about), more) : SESSION.whose(scene.names.unit(about), left),
        ),
      ),
    ),
    kept(question.text),
    ware
      ? chosen(ask, scene, ware, left)
      : h("p", { class: "faint first", key: "first" }, more ? SESSION.pickMore : SESSION.pickFirst),
    endButton(ask, "done", SESSION.leave, left ? SESSION.leaveText : ""),
  ];
}

/** What the last action is kept for, where the party has agreed on something together. */
function kept(text: string) {
  const [, words] = /action left\. (.+)$/.exec(text) ?? [];
  return words !== undefined && h("p", { class: "hint kept", key: "kept" }, words);
}

/** Where figures before and after say all of it. */
const FIGURED = new Set(["shop", "trainer", "inn", "alchemy-station"]);

function chosen(ask: Ask, scene: Days, ware: Ware, left: number) {
  const item = ware.feature === "shop" ? scene.glossary.entry("items", ware.id) : undefined;
  const line = ware.feature === "trainer" ? scene.glossary.entry("lines", ware.id) : undefined;
  const told = placeWords(scene, ware.feature, townOf(scene), [ware]);
  const isFree = ware.feature === "own" || moreOf(ask.question) > 0;
  const sign = item ? `subtypes:${item.subtype}` : line ? `lines:${ware.id}` : ware.feature;
  const text =
    item?.text ??
    (line ? line.dice.map((kind) => scene.lexicon.piece("dice", kind)).join(", ") : ware.note || told.text);
  return h(
    "div",
    { class: "chosen", key: `${ware.feature} ${ware.id}` },
    h(
      "div",
      { class: `art ${item?.subtype ?? ware.feature} ${line?.constellation ?? ""}`, "aria-hidden": "true" },
      icon(isDrawn(sign) ? sign : "bag"),
    ),
    h("h3", null, item?.name ?? line?.name ?? ware.text),
    h("p", null, text),
    !item &&
      !line &&
      told.brings.length > 0 &&
      h(
        "ul",
        { class: "plain brings" },
        told.brings.map((one) => h("li", { key: one }, one)),
      ),
    ways(ask, scene, ware),
    changes(changed(scene, ask.question.about as UnitId, ware, left, isFree)),
    FIGURED.has(ware.feature) ? false : foreseen(ask, scene),
    goldButton(
      ask,
      `${SESSION.buttons[ware.feature] ?? SESSION.rule}${isFree ? "" : `: ${SESSION.forAction}`}`,
      ask.picks,
    ),
  );
}

/** Of several ways to have the same thing one is asked for: where a card goes, which slot a token takes. */
function ways(ask: Ask, scene: Days, ware: Ware) {
  if (ware.ways.length < 2) return false;
  const mat = scene.state.adventurers[ask.question.about as UnitId];
  return h(
    "fieldset",
    { class: "ways", key: "ways" },
    h("legend", null, ware.feature === "trainer" ? SESSION.slot : SESSION.whereTo),
    ware.ways.map(({ key, how }) =>
      h(
        "button",
        {
          key,
          class: `variant ${ask.picks.includes(key) ? "picked" : ""}`,
          "data-way": how,
          "aria-pressed": String(ask.picks.includes(key)),
          onclick: () => {
            ask.app.drafts.set(ask.question, [key]);
            ask.change();
          },
        },
        wayWords(how, mat),
      ),
    ),
  );
}

function wayWords(how: string, mat: Adventurer | undefined) {
  const slot = SLOT.exec(how);
  if (!slot) return how === "ready" ? SESSION.ready : SESSION.pack;
  const row = mat?.mat[Number(slot[1]) - 1];
  const [ends, free] = [
    row ? [row.left, row.right] : [],
    SQUARES - (row?.left_squares ?? 0) - (row?.right_squares ?? 0),
  ];
  const beside = slot[2] === "L" ? ends[1] : ends[0];
  return [
    h("span", null, SESSION.slotName(slot[1] ?? "", slot[2] === "L")),
    h(
      "span",
      { class: "slot-row", "aria-hidden": "true" },
      Array.from({ length: SQUARES }, (_, at) => h("i", { key: at, class: at >= SQUARES - free ? "free" : "" })),
      beside && icon(`lines:${beside}`) && isDrawn(`lines:${beside}`)
        ? icon(`lines:${beside}`)
        : beside && icon(beside === "health" ? "heart" : beside),
    ),
    h("small", null, SESSION.slotRoom(free)),
  ];
}

/** What is otherwise once it is done. */
function changed(scene: Days, id: UnitId, ware: Ware, left: number, isFree: boolean): Change[] {
  const { state } = scene;
  const [unit, mat] = [state.units[id], state.adventurers[id]];
  if (!unit || !mat) return [];
  const { figures, ofAll } = SESSION;
  const items = mat.ready.length + mat.pack.length;
  const rows: Record<string, Change[]> = {
    shop: [
      {
        sign: "bag",
        word: figures.items,
        now: ofAll(items, MOST_ITEMS),
        then: ofAll(Math.min(items + 1, MOST_ITEMS), MOST_ITEMS),
      },
    ],
    trainer: [{ sign: "trainer", word: figures.lines, now: mat.lines.length, then: mat.lines.length + 1 }],
    inn: [
      { sign: "heart", word: figures.hp, now: unit.hp, then: unit.health },
      { sign: "tired", word: figures.track, now: mat.track.length, then: 0 },
      ...(mat.drained.length ? [{ sign: "bag", word: figures.away, now: mat.drained.length, then: 0 }] : []),
    ],
  };
  const price = isFree ? [] : [{ sign: "minutes", word: figures.actions, now: left, then: Math.max(0, left - 1) }];
  return [...(rows[ware.feature] ?? []), ...price];
}

/** What everybody has done in this town so far. */
export function whatOthersDid(scene: Days, deeds: readonly Deed[]) {
  return (
    deeds.length > 0 &&
    h(
      "section",
      { class: "others", key: "others", tabindex: "0", "aria-label": SESSION.others },
      h("h3", null, SESSION.others),
      h(
        "ul",
        { class: "plain" },
        deeds.map(({ said, version }, at) => {
          const [unit = "", feature = "", about = ""] = said.map(String);
          const who = unitNamed(scene.state, unit);
          return h(
            "li",
            { key: `${version}-${at}` },
            who && portrait(scene, who, "small"),
            h(
              "span",
              null,
              h("strong", null, scene.names.unit(unit as UnitId)),
              ` ${deedWords(scene, feature, about)}`,
            ),
          );
        }),
      ),
    )
  );
}

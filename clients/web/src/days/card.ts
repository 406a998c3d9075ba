/** An encounter as its card: the story, the choices with what each asks and brings, where a battle would be fought. */

import type { App } from "../app.ts";
import type { Choices, ChoiceWords } from "../core/words.ts";
import type { Question } from "../core/messages.ts";
import type { Ask } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Motif } from "./vignette.ts";
import type { Days } from "./parts.ts";
import { twistsAhead } from "../core/twists.ts";
import { T, twistName } from "../texts/en.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { minimap } from "../view/minimap.ts";
import { provinceOf } from "../view/overland.ts";
import { askOf } from "../view/questions.ts";
import { goldButton } from "./decide.ts";
import { foreseen } from "./foreseen.ts";
import { prose } from "./prose.ts";
import { landOf, townOf } from "./town.ts";
import { vignette } from "./vignette.ts";

/** Why a party is asked how it resolves an encounter. */
export const CHOICE = "encounter.choice";

/** What is printed of an encounter. */
export type Printed = { id: string; name: string; text: string; kind: string; deck: string; choices: Choices };

const FOUGHT = new Set(["clash", "delve", "dungeon"]);
const UNASKED = ". What does the party do?";

/** What could be printed on the day's encounter, likeliest first. */
function candidates(scene: Days): Printed[] {
  const { state, glossary } = scene;
  const { campaign } = glossary;
  const name = state.encounter?.name ?? "";
  const province = provinceOf(scene, state);
  const steps = Object.entries(province?.quests[state.quest]?.steps ?? {});
  const of = (
    kind: string,
    id: string,
    one: { name: string; text: string; choices?: Choices } | undefined,
    deck = "",
  ) => (one ? [{ id, name: one.name, text: one.text, kind, deck, choices: one.choices ?? {} }] : []);
  const town = townOf(scene)?.effect;
  const card = campaign.cards?.[name];
  return [
    ...of("card", name, card, card?.deck),
    ...of("town", state.visit?.town ?? "", town),
    ...steps
      .filter(([id]) => id === name || id === state.step)
      .flatMap(([id, step]) => of("quest", id, { ...step, text: step.scene })),
    ...of("side-quest", name, campaign.side_quests?.[name]),
    ...(province?.endgame?.days ?? []).flatMap((day, at) => of("quest", `end-${at}`, day)),
  ];
}

/** The print that a question is about; its title and its options alone where nothing else is known. */
export function printedOf(scene: Days, question?: Question): Printed {
  if (scene.state.encounter?.kind === "card") scene.glossary.wantDrawn();
  const title = question?.text.replace(UNASKED, "") ?? "";
  const known = candidates(scene);
  const found = question ? known.find((one) => one.name === title) : known[0];
  return found ?? { id: title, name: title, text: "", kind: scene.state.encounter?.kind ?? "", deck: "", choices: {} };
}

/** The card with its choices, in the middle of the page. */
export function cardScreen(app: App, scene: Days, question: Question) {
  const ask = askOf(app, scene, question, numbered());
  const printed = printedOf(scene, question);
  const picked = question.shape.options.find((option) => option.key === ask.picks[0]);
  return h(
    "section",
    { class: "questions card-screen", key: "card", "aria-label": printed.name },
    h(
      "article",
      { class: `question story ${ask.isSent ? "sent " : ""}one`, key: `card ${printed.id}`, "data-why": CHOICE },
      h(
        "header",
        { class: "banner", key: "banner" },
        vignette(printed.id, landOf(scene), motifOf(printed)),
        h(
          "div",
          { class: "title-of" },
          h(
            "small",
            null,
            icon(printed.deck || printed.kind),
            SESSION.decks[printed.deck] ?? SESSION.sources[printed.kind] ?? "",
          ),
          h("h2", null, printed.name),
        ),
      ),
      printed.text && h("p", { class: "tale", key: "tale" }, prose(printed.text)),
      scene.state.encounter?.unstable && h("p", { class: "wild", key: "wild" }, icon("unstable"), SESSION.unstableHere),
      h("h3", { key: "asks" }, SESSION.chooses),
      h("div", { class: "choices", key: "choices" }, choices(ask, scene, printed)),
      picked && foreseen(ask, scene),
      picked && goldButton(ask, SESSION.choose(picked.text), ask.picks),
    ),
  );
}

/** The picture that suits a print. */
export function motifOf({ deck, choices, kind }: Pick<Printed, "deck" | "choices" | "kind">): Motif {
  const all = Object.values(choices);
  if (kind === "town") return "town";
  if (deck === "conflict" || (all.length > 0 && all.every((one) => one.kind === "clash"))) return "battle";
  if (all.some((one) => one.kind === "delve" || one.kind === "dungeon")) return "deep";
  return deck === "peaceful" || all.some((one) => one.check) ? "talk" : "road";
}

/** The keys 1 to 9 for what can be picked. */
function numbered(): () => string {
  let next = 1;
  return () => (next <= 9 ? String(next++) : "");
}

/** Every choice that is printed, in its order; those that cannot be taken now say what they need. */
function choices(ask: Ask, scene: Days, printed: Printed): Child {
  const options = new Map(ask.question.shape.options.map((option) => [option.key, option]));
  const ids = [...new Set([...Object.keys(printed.choices), ...options.keys()])];
  return ids.map((id) => {
    const option = options.get(id);
    const words: ChoiceWords = printed.choices[id] ?? { name: option?.text ?? id, text: "" };
    return choiceRow(ask, scene, id, words, option?.note ?? "", option !== undefined);
  });
}

function choiceRow(ask: Ask, scene: Days, id: string, words: ChoiceWords, note: string, isOpen: boolean) {
  const isPicked = ask.picks[0] === id;
  const kind = words.kind ?? (/^(clash|delve|dungeon)\b/.exec(note)?.[1] || "");
  const number = isOpen ? ask.number(id) : "";
  const pick = () => {
    ask.app.drafts.set(ask.question, isPicked ? [] : [id]);
    ask.change();
  };
  return h(
    "div",
    { key: id, class: `choice ${isPicked ? "picked" : ""} ${isOpen ? "" : "barred"}` },
    h(
      "button",
      {
        class: `option ${isPicked ? "picked" : ""}`,
        "data-key": id,
        "data-number": number || null,
        "aria-pressed": String(isPicked),
        "aria-disabled": isOpen ? null : "true",
        disabled: ask.isSent,
        onclick: isOpen ? pick : null,
      },
      number && h("kbd", { "aria-hidden": "true" }, number),
      h(
        "span",
        { class: `seal ${kind || "peaceful"}` },
        icon(FOUGHT.has(kind) ? "conflict" : words.check ? "crowd" : "peaceful"),
      ),
      h(
        "span",
        { class: "words" },
        h("strong", null, words.name),
        h("span", { class: "tags" }, tags(words, kind, note, isOpen)),
        terms(words),
      ),
    ),
    isPicked && diagram(scene, words),
  );
}

/** What a choice is, in short. */
function tags(words: ChoiceWords, kind: string, note: string, isOpen: boolean): Child {
  const wanted = /social check (\d+)/.exec(note)?.[1] ?? words.check?.wanted;
  const xp = words.xp ?? Number(/(\d+) XP/.exec(note)?.[1] ?? 0);
  return [
    FOUGHT.has(kind) && h("em", { key: "kind", class: "fight" }, SESSION.kinds[kind]),
    words.unstable &&
      h("em", { key: "unstable", class: "wild", title: SESSION.unstableText }, icon("unstable"), SESSION.unstable),
    wanted &&
      h(
        "em",
        { key: "check", class: "check" },
        SESSION.check(wanted),
        words.check && ` (${words.check.gate ? SESSION.checkGate : SESSION.checkMore})`,
      ),
    xp > 0 && h("em", { key: "xp", class: "xp" }, icon("xp"), SESSION.xp(xp)),
    words.alone && h("em", { key: "alone" }, SESSION.one),
    !isOpen && h("em", { key: "barred", class: "closed" }, SESSION.closed),
  ];
}

/** What stands between conditions; effects are sentences. */
const JOINED: Readonly<Record<string, string>> = { needs: ", ", sure: ` ${SESSION.or} ` };

/** What a choice asks for, costs and brings, a line each. */
function terms(words: ChoiceWords): Child {
  const rows: [string, string, readonly string[]][] = [
    ["needs", SESSION.needs, words.needs ?? []],
    ["costs", SESSION.costs, words.costs ?? []],
    ["brings", SESSION.brings, words.brings ?? []],
    ["check", SESSION.checkMore, words.check?.brings ?? []],
    ["sure", SESSION.sure, words.check?.sure ?? []],
    ["lost", SESSION.lost, words.failed ?? []],
  ];
  return rows
    .filter(([, , said]) => said.length)
    .map(([key, name, said]) =>
      h(
        "span",
        { key, class: `term ${key}` },
        h("b", null, key === "sure" ? `${name} ` : `${name}: `),
        said.join(JOINED[key] ?? " "),
      ),
    );
}

/** Where a battle would be fought; what the party has for a social check. */
function diagram(scene: Days, words: ChoiceWords): Child {
  const { state, glossary } = scene;
  const place = words.encounter ? glossary.entry("encounters", words.encounter) : undefined;
  const mats = Object.values(state.adventurers ?? {});
  const speech = Object.values(state.dice ?? {}).filter(
    (die) => glossary.entry("dice", die.kind)?.line === "speech",
  ).length;
  const pegs = mats.reduce((sum, mat) => sum + mat.tenacity, 0);
  return [
    place &&
      h(
        "figure",
        { class: "diagram", key: "diagram" },
        place.map?.length ? minimap(place.map) : false,
        h(
          "figcaption",
          null,
          SESSION.diagram(place.name),
          h("small", null, place.goal ?? place.objective),
          twistsAhead(state, place).map(({ name, text }) =>
            h("small", { key: name, class: "twisted" }, h("b", null, `${twistName(name)}: `), text),
          ),
        ),
      ),
    words.check &&
      h(
        "p",
        { class: "have", key: "have" },
        words.check.text && h("q", null, words.check.text),
        h("span", null, icon("dice:persuasive-will"), SESSION.checkHave(speech, pegs)),
      ),
    words.encounter && !place && h("p", { class: "faint", key: "somewhere" }, T.happening && ""),
  ];
}

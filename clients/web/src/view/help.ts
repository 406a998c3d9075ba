/** Two pages for whoever wonders: which key does what, and what the words of the game mean. */

import "../style/help_page.css";
import type { App } from "../app.ts";
import type { Vnode } from "./dom.ts";
import { HELP, KEYS, KINDS } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";

/** A word with what it means, and where the rulebook says so. */
type Entry = { id: string; name: string; text: string; page: string; sign: string };

/** Which page of help is wanted. */
export function helpPage(app: App, page: "keys" | "rules"): Vnode {
  return h(
    "main",
    { class: "page help", key: `help-${page}` },
    h(
      "header",
      { class: "masthead" },
      h("h1", { class: "title" }, icon("logo"), HELP[page]),
      h(
        "span",
        { class: "acts" },
        (["keys", "rules"] as const).map((one) =>
          h(
            "button",
            {
              key: one,
              class: "quiet",
              "aria-pressed": String(one === page),
              onclick: () => app.set({ page: one }),
            },
            HELP[one],
          ),
        ),
        h("button", { id: "help-back", onclick: () => app.set({ page: "" }) }, HELP.back),
      ),
    ),
    page === "keys" ? keys() : words(app),
  );
}

function keys() {
  return [
    h("p", { class: "faint", key: "what" }, HELP.keysText),
    h(
      "div",
      { class: "columns even", key: "keys" },
      KEYS.map(([where, all]) =>
        h(
          "section",
          { class: "card", key: where },
          h("h2", null, where),
          h(
            "dl",
            { class: "keys" },
            all.map(([key, does]) => [h("dt", { key: `k-${key}` }, h("kbd", null, key)), h("dd", { key }, does)]),
          ),
        ),
      ),
    ),
  ];
}

function words(app: App) {
  const sought = (app.ui.word ?? "").trim().toLowerCase();
  const sections = (Object.keys(KINDS) as (keyof typeof KINDS)[])
    .map((kind) => ({ kind, entries: entriesOf(app, kind).filter((one) => hits(one, sought)) }))
    .filter(({ entries }) => entries.length);
  return [
    h("p", { class: "faint", key: "what" }, HELP.rulesText),
    h(
      "label",
      { class: "find", key: "find" },
      HELP.find,
      h("input", {
        id: "word",
        type: "search",
        value: app.ui.word ?? "",
        placeholder: HELP.findHint,
        oninput: (event) => app.set({ word: event.target.value }),
      }),
    ),
    !sections.length && h("p", { key: "none" }, HELP.nothing),
    sections.map(({ kind, entries }) =>
      h(
        "details",
        { class: "card words", key: kind, open: Boolean(sought) || kind !== "rules" },
        h("summary", null, h("h2", null, `${KINDS[kind]} (${entries.length})`)),
        h(
          "dl",
          null,
          entries.map((one) => [
            h("dt", { key: `n-${one.id}` }, one.sign && icon(one.sign), one.name),
            h("dd", { key: one.id }, one.text, one.page && h("small", null, ` ${one.page}`)),
          ]),
        ),
      ),
    ),
  ];
}

const hits = ({ id, name, text }: Entry, sought: string): boolean =>
  !sought || [id, name, text].some((one) => one.toLowerCase().includes(sought));

/** The catalogue's entries of a kind. */
function entriesOf({ glossary }: App, kind: keyof typeof KINDS): Entry[] {
  const pageOf = (rule: string) => glossary.entry("rules", rule)?.page ?? "";
  const sign = (id: string) => (isDrawn(id) ? id : "");
  switch (kind) {
    case "rules":
      return glossary
        .all(kind)
        .map(([id, one]) => ({ id, name: id, text: one.text, page: `${one.chapter}, ${one.page}`, sign: "" }));
    case "lines":
      return glossary
        .all(kind)
        .map(([id, one]) => ({ id, name: one.name, text: diceOf(glossary, one), page: "", sign: "" }));
    case "skills":
      return glossary.all(kind).map(([id, one]) => ({ id, name: one.name, text: one.text, page: "", sign: "" }));
    default:
      return glossary
        .all(kind)
        .map(([id, one]) => ({ id, name: one.name, text: one.text, page: pageOf(one.rule), sign: sign(id) }));
  }
}

/** What a line's dice are called. */
const diceOf = (glossary: App["glossary"], line: { constellation: string; dice: readonly string[] }): string =>
  [line.constellation, ...line.dice.map((die) => glossary.name("dice", die) || die)].join(", ");

/** The story and the chat. */

import { inWholeMoves } from "../core/steps.ts";
import type { Tag } from "../core/events.ts";
import type { Line } from "../core/teller.ts";
import type { App } from "../app.ts";
import { T } from "../texts/en.ts";
import { h, memo } from "./dom.ts";
import { letterOf, signOf } from "../icons/signs.ts";
import { isDrawn } from "./icons.ts";
import type { Vnode } from "./dom.ts";
import { isMouse } from "./pointed.ts";

/**
 * So many lines are shown at first: as many as there is room for, where a line is 22 CSS pixels high or more, and 300 of
 * the window go to what stands above and below them. Each of them is painted anew with every new line.
 */
const shownAtFirst = (): number => Math.max(12, Math.ceil((innerHeight - 300) / 22));
/** So many more come whenever one scrolls down to them. */
const MORE = 40;
/** Earlier lines come before the last one that is shown comes into sight, in CSS pixels. */
const AHEAD = 120;
/** So many sentences are kept where they are read out: more than one commit tells. */
const READ_OUT = 40;
const BLOCK = 8;

export function storyBox(app: App) {
  const { details } = app.ui;
  return h(
    "div",
    { class: `story ${details ? "detailed" : ""}`, key: "story" },
    h(
      "label",
      { class: "check small" },
      h("input", {
        type: "checkbox",
        id: "details",
        checked: Boolean(details),
        onchange: () => app.set({ details: !details }),
      }),
      T.details,
    ),
    h(
      "div",
      { class: "lines", key: "lines", tabindex: "0", role: "group", "aria-label": T.log, onscroll: scrolled(app) },
      recent(app, shownOf(app.teller.lines, details)),
    ),
  );
}

/** The lines that are shown. `data-more` stands there while further ones come as soon as somebody scrolls. */
const recent = (app: App, lines: readonly Line[]) =>
  h(
    "div",
    {
      class: `recent ${app.ui.earlier ? "far" : ""}`,
      key: "recent",
      "data-more": !app.ui.earlier && lines.length > shown(app),
    },
    told(app, lines),
  );

/** Further lines as one scrolls down to them, and only the last ones again for who is back at the top. */
const scrolled = (app: App) => (event: Event) => {
  const { scrollTop, scrollHeight, clientHeight } = event.currentTarget as HTMLElement;
  if (scrollTop === 0 && app.ui.earlier) app.set({ earlier: 0 });
  else if (app.teller.lines.length <= shown(app)) return;
  else if (!app.ui.earlier || scrollHeight - scrollTop - clientHeight < AHEAD) showEarlier(app);
};

const showEarlier = (app: App): void => app.set({ earlier: (app.ui.earlier ?? 0) + 1 });

/** The lines that are shown: all of them under "Details", else what matters, with each move as one line. */
const shownOf = (lines: readonly Line[], details: boolean | undefined): readonly Line[] =>
  details ? lines : inWholeMoves(lines.filter(({ quiet }) => !quiet));

/** What happens, sentence by sentence as it is shown, for those who hear the page: the story itself has the newest line first. */
export function readOut(app: App) {
  const { details } = app.ui;
  // Of the last lines alone: this is looked at in every frame.
  const late = app.teller.lines.slice(-READ_OUT);
  const lines = shownOf(late, details);
  return memo("read-out", [lines.at(-1), lines.length, details, app.teller.edition], () =>
    h(
      "div",
      { class: "unseen", role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": T.news },
      lines.map(({ id, text }) => h("p", { key: id }, text)),
    ),
  );
}

/** The battle, the newest line first; below it, folded away, what came before its first round: who was made, what was drawn. */
function told(app: App, lines: readonly Line[]) {
  const start = lines.findIndex(({ tag }) => tag === "round");
  if (start <= 0 || lines.length - start > shown(app)) return blocksOf(app, lines);
  return [
    ...blocksOf(app, lines.slice(start)),
    h(
      "details",
      { class: "prelude", key: "prelude" },
      h("summary", null, T.prelude(start)),
      blocksOf(app, lines.slice(0, start)),
    ),
  ];
}

const shown = ({ ui }: App): number => shownAtFirst() + MORE * (ui.earlier ?? 0);

/** The last lines, the newest first, in blocks, of which only those that change are drawn anew; those before them when asked for. */
function blocksOf(app: App, lines: readonly Line[]) {
  const first = Math.max(0, Math.ceil((lines.length - shown(app)) / BLOCK));
  const last = Math.ceil(lines.length / BLOCK);
  const blocks = Array.from({ length: last - first }, (_, at) => last - 1 - at).map((number) => {
    const block = lines.slice(number * BLOCK, (number + 1) * BLOCK);
    return memo(
      `block-${number}`,
      [block.length, block[0]?.id, block.at(-1), app.player, app.glossary.data, app.teller.edition],
      () =>
        h(
          "ol",
          { class: "plain" },
          block.reverse().map((line: Line) =>
            memo(line.id, [line, app.player, app.glossary.data], () =>
              h(
                "li",
                {
                  class: `told t-${line.tag} ${chapterOf(app, line.rule) ? "ruled" : ""}`,
                  "data-sign": letterOf(signOf(thingOf(app, line))) || null,
                },
                textOf(app, line),
                ruleLink(app, line.rule),
                momentOf(app, line),
              ),
            ),
          ),
        ),
    );
  });
  return [
    ...blocks,
    first > 0 &&
      h("button", { class: "quiet", key: "earlier", onclick: () => showEarlier(app) }, T.earlier(first * BLOCK)),
  ];
}

/** Signs of what happens; what has none shows what it names: a die, a status, an item. */
export const SIGNS: { readonly [T in Tag]?: string } = {
  move: "stamina",
  deploy: "stamina",
  engage: "combat",
  roll: "play",
  damage: "bolt",
  hp: "heart",
  defeat: "defeated",
  fatigue: "fatigue",
  token: "cooldown",
  trap: "trap",
  trapped: "trap",
  shard: "skyshard",
  reveal: "door",
  cache: "cache",
  achieve: "crown",
  promoted: "crown",
  end: "crown",
};
const NAMED = /^(dice|statuses):/;

/**
 * The thing whose sign a line bears, "" if none. The sign is a letter of a face, which a style sheet sets before the line:
 * an SVG in each line is three more things that the browser paints and layers by themselves whenever the story grows.
 */
const thingOf = (app: App, { tag, mentions }: Line): string =>
  SIGNS[tag] ??
  app.match.found?.SIGNS[tag] ??
  mentions.find(({ card }) => NAMED.test(card) && isDrawn(card))?.card ??
  "";

/** A sentence; what it names can be looked at. */
function textOf(app: App, { text, mentions }: Line) {
  let rest: (string | Vnode)[] = [text];
  for (const { card, name } of mentions) {
    rest = rest.flatMap((part) => {
      if (typeof part !== "string" || !part.includes(name)) return [part];
      const at = part.indexOf(name);
      return [
        part.slice(0, at),
        h("span", { class: "mention", "data-card": card }, name),
        part.slice(at + name.length),
      ];
    });
  }
  return rest.flatMap((part) => (typeof part === "string" ? hexesIn(app, part) : [part]));
}

/** A sentence whose hexes are shown on the board; their numbers are said where the board says them, too. */
function hexesIn(app: App, words: string): (string | Vnode)[] {
  return words.split(/(-?\d+,-?\d+)/).map((part, at) => {
    if (at % 2 === 0) return part;
    const look = (ahead: string) => () => app.set({ hover: ahead });
    return h(
      "span",
      {
        class: "mention hex-mention",
        title: T.hexAt(part),
        role: "img",
        "aria-label": part,
        onpointerenter: (event: PointerEvent) => isMouse(event) && look(part)(),
        onpointerleave: look(""),
      },
      h("span", { class: "hex-sign" }, "⬡"),
      h("span", { class: "hex-number" }, part),
    );
  });
}

export const ruleOf = (rule: string | undefined) =>
  rule &&
  h("button", { class: "rule", "data-card": `rule:${rule}`, "aria-label": T.rule(rule), title: T.rule(rule) }, "§");

/** What the rule's chapter is called. */
const chapterOf = (app: App, rule: string) => app.glossary.entry("rules", rule)?.chapter;

/** The rule behind a line, by its name; the card has its sentence and its page. */
function ruleLink(app: App, rule: string) {
  const chapter = chapterOf(app, rule);
  if (!rule || !chapter) return ruleOf(rule);
  return h(
    "button",
    { class: "rule behind", "data-card": `rule:${rule}`, "aria-label": T.ruleNamed(chapter, rule) },
    "§",
    h("span", null, ` ${chapter}`),
  );
}

/** In a recording every line leads to its moment. */
function momentOf(app: App, line: Line) {
  const { player } = app;
  if (!player) return false;
  return h(
    "button",
    {
      class: "quiet moment",
      "aria-label": T.toMoment,
      title: T.toMoment,
      onclick: () => player.seek({ version: line.version, event: line.at + 1 }),
    },
    "↦",
  );
}

export function chatBox(app: App) {
  const { session } = app;
  const say = (event: Event) => {
    event.preventDefault();
    const text = (app.ui.forms.chat ?? "").trim().slice(0, 500);
    if (!text) return;
    app.ui.forms.chat = "";
    void session.ask("chat", text);
    app.render();
  };
  return h(
    "div",
    { class: "chat", key: "chat" },
    h(
      "ol",
      { class: "plain lines", "aria-live": "polite", tabindex: "0", "aria-label": T.chat },
      session.chat
        .slice(-80)
        .reverse()
        .map((one, at) =>
          h(
            "li",
            { key: `said-${session.chat.length - at}` },
            one.name && h("strong", null, `${one.name}: `),
            one.text,
          ),
        ),
    ),
    session.table &&
      h(
        "form",
        { class: "row", onsubmit: say },
        h("input", {
          id: "chat",
          "aria-label": T.say,
          placeholder: T.say,
          maxlength: 500,
          value: app.ui.forms.chat ?? "",
          autocomplete: "off",
          oninput: (event) => {
            app.ui.forms = { ...app.ui.forms, chat: event.target.value };
          },
        }),
        h("button", null, T.send),
      ),
  );
}

/** The panel beside a session's page: what is one's own to decide, with one golden button. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import type { Ask } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Change, Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { T } from "../texts/en.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { lentSeats } from "../view/lent.ts";
import { askOf, clockOf, keyringOf, questionCard, subjectOf } from "../view/questions.ts";
import { openOf } from "./parts.ts";

/** What a page has to say to a question of its own. */
export type Panels = Readonly<Record<string, (ask: Ask, scene: Days) => Child>>;

/** The questions of the page: those with a panel of their own, then all others as everywhere. */
export function decidePanel(app: App, scene: Days, panels: Panels, elsewhere: ReadonlySet<string> = new Set()) {
  const keys = keyringOf(scene, null, true);
  const here = scene.mine.filter((question) => !elsewhere.has(question.why));
  const shown = here.filter((question) => !panels[question.why] || question === openOf(app, scene, question.why));
  return h(
    "section",
    { class: "questions decide", key: `decide ${stepOf(shown)}`, "aria-label": T.youDecide },
    lentSeats(app),
    clockOf(app),
    shown.map((question) => {
      const panel = panels[question.why];
      return panel
        ? h(
            "article",
            {
              class: `question ${app.session.isSent(question) ? "sent " : ""}${question.shape.kind}`,
              key: `${question.why} ${question.about}`,
              "data-why": question.why,
            },
            panel(
              askOf(app, scene, question, (key) => keys.of(question, key)),
              scene,
            ),
          )
        : questionCard(app, scene, question, keys);
    }),
    also(
      app,
      scene,
      here.filter((question) => !shown.includes(question)),
    ),
    !shown.length &&
      here.length === scene.mine.length &&
      h("p", { class: "faint calm", key: "calm" }, idle(app, scene)),
  );
}

/** Each step of creation is read from its top; other questions stay where one has scrolled while they are the same. */
const stepOf = (shown: readonly Question[]): string =>
  shown[0]?.why.startsWith("create.") ? subjectOf(shown) : (shown[0]?.why ?? "");

function idle(app: App, { battle }: Days): string {
  if (!app.session.seats.length) return SESSION.watching;
  if (app.stage.isBusy) return T.happening;
  return battle.questions.length ? SESSION.nothing : SESSION.quiet;
}

/** Other adventurers of one's own that are asked, too. */
function also(app: App, scene: Days, questions: readonly Question[]) {
  return (
    questions.length > 0 &&
    h(
      "p",
      { class: "also", key: "also" },
      `${SESSION.also}: `,
      questions.map((question) =>
        h(
          "button",
          { key: question.id, class: "quiet", onclick: () => app.set({ mat: question.about as UnitId }) },
          scene.names.unit(question.about as UnitId),
        ),
      ),
    )
  );
}

/** What an answer changes: figures before and after. */
export function changes(rows: readonly Change[]) {
  return (
    rows.length > 0 &&
    h(
      "dl",
      { class: "changes", key: "changes" },
      rows.map(({ sign, word, now, then }) =>
        h(
          "div",
          { key: word },
          h("dt", null, icon(sign), word),
          h("dd", null, h("span", null, now), h("i", { "aria-hidden": "true" }, "➜"), h("b", null, then)),
        ),
      ),
    )
  );
}

/** The golden button, which says what happens. */
export function goldButton(ask: Ask, words: string, picks: readonly string[], key = "confirm") {
  return h(
    "button",
    {
      class: "confirm gold big",
      key,
      disabled: ask.isSent || !picks.length,
      onclick: () => ask.answer(picks),
    },
    ask.isSent ? T.sent : words,
  );
}

/** The answer of who wants nothing more; its key is 0. It is the golden one where nothing else can be had. */
export function endButton(ask: Ask, key: string, words: string, note = "", look: "slate" | "gold" = "slate") {
  return h(
    "div",
    { class: "always", key: "always" },
    h(
      "button",
      {
        class: `option ${look}`,
        "data-key": key,
        "data-number": "0",
        disabled: ask.isSent,
        onclick: () => ask.answer([key]),
      },
      h("kbd", { "aria-hidden": "true" }, "0"),
      h("span", { class: "words" }, words, note && h("small", null, note)),
    ),
  );
}

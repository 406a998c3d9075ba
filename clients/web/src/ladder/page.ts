/** The ladder as a page: who is rated how, the own line marked. */

import "../style/ladder.css";
import type { App } from "../app.ts";
import { isProvisional, marginOf } from "../core/ladder.ts";
import type { Standing } from "../core/ladder.ts";
import { LADDER } from "../texts/ladder.ts";
import { h } from "../view/dom.ts";
import type { Child } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { knownTo } from "./known.ts";

/** The page of the ladder. */
export function ladderPage(app: App) {
  const known = knownTo(app);
  if (!document.querySelector(".ladder-page")) void known.refresh(); // It is opened just now.
  return h(
    "main",
    { class: "page ladder-page", key: "ladder" },
    h(
      "header",
      { class: "masthead" },
      h("h1", { class: "title" }, icon("logo"), LADDER.title),
      h(
        "span",
        { class: "acts" },
        h("button", { class: "quiet", id: "ladder-refresh", onclick: () => known.refresh() }, LADDER.refresh),
        h("button", { id: "ladder-back", onclick: () => app.set({ page: "" }) }, LADDER.back),
      ),
    ),
    h("p", { class: "faint" }, LADDER.what),
    body(app),
  );
}

function body(app: App): Child {
  const { list, isFailed } = knownTo(app);
  if (!list) return h("p", { key: "none", role: "status" }, isFailed ? LADDER.failed : LADDER.coming);
  const { rows, listed } = list;
  if (!rows.length)
    return h(
      "section",
      { class: "card empty", key: "empty" },
      h("h2", null, LADDER.nobody),
      h("p", null, LADDER.nobodyText),
    );
  const own = rows.find(({ player }) => player === app.session.player);
  return [
    h("p", { key: "own", role: "status" }, own ? LADDER.own(own.rank, own.rating) : LADDER.unranked),
    h(
      "section",
      { class: "card", key: "list" },
      h(
        "table",
        { class: "ladder-list" },
        h("caption", { class: "unseen" }, LADDER.title),
        head(),
        h(
          "tbody",
          null,
          rows.map((row, at) => line(row, row === own, at === listed)),
        ),
      ),
    ),
    rows.some(isProvisional) && h("p", { class: "faint", key: "provisional" }, LADDER.provisionalText),
    rows.length > listed && h("p", { class: "faint", key: "listed" }, LADDER.listedOf(listed)),
  ];
}

const head = () =>
  h(
    "thead",
    null,
    h(
      "tr",
      null,
      h("th", { scope: "col", class: "number", "aria-sort": "ascending" }, LADDER.rank),
      h("th", { scope: "col" }, LADDER.player),
      h("th", { scope: "col", class: "number" }, LADDER.rating),
      h("th", { scope: "col", class: "number" }, LADDER.won),
    ),
  );

function line(row: Standing, isOwn: boolean, isBelow: boolean) {
  return h(
    "tr",
    {
      key: row.player,
      class: [isOwn && "own", isBelow && "below", row.rank <= 3 && `place-${row.rank}`].filter(Boolean).join(" "),
      "aria-current": isOwn ? "true" : null,
    },
    h("td", { class: "number rank" }, h("span", null, row.rank)),
    h("th", { scope: "row" }, h("span", { class: "called" }, row.name), isOwn && h("small", null, ` ${LADDER.you}`)),
    h(
      "td",
      { class: "number" },
      h("strong", null, row.rating),
      isProvisional(row) && provisional(),
      " ",
      h("small", { "aria-label": LADDER.mayBeOff(marginOf(row)), role: "img" }, LADDER.margin(marginOf(row))),
    ),
    h("td", { class: "number" }, LADDER.wonOf(row.won, row.matches)),
  );
}

/** A rating that still moves much has a mark. */
export const provisional = () =>
  h("abbr", { class: "provisional", title: LADDER.provisional, "aria-label": LADDER.provisional, role: "img" }, "?");

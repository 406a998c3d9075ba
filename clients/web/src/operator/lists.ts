/** The lists of the operators' page: tables, players, processes, bans, acts. */

import type { Console } from "./console.ts";
import { T } from "../texts/operator.ts";
import { h } from "../view/dom.ts";
import type { Child, Props } from "../view/dom.ts";
import type { Found, PlayerTold } from "./told.ts";

export const button = (text: string, onclick: () => unknown, props: Props<"button"> = {}) =>
  h("button", { key: text, onclick, ...props }, text);

const when = (ms: number) => new Date(ms).toLocaleString();

function list(name: string, text: string, empty: string, rows: readonly Child[]) {
  return h(
    "section",
    { class: "card", key: name, id: name },
    h("h2", null, text),
    rows.length ? h("ul", { class: "plain" }, rows) : h("p", { class: "faint" }, empty),
  );
}

const row = (key: string, told: Child, acts: Child = []) =>
  h("li", { class: "line wrap", key }, h("span", null, told), h("span", { class: "row" }, acts));

export function tables(app: Console, found: Found) {
  return list(
    "tables",
    T.tables,
    T.noTables,
    found.tables.map((one) =>
      row(
        one.table,
        [
          h("strong", null, one.name),
          ` ${one.encounter}, ${one.phase}${one.closed ? `. ${T.isClosed("")}` : ""}, ${one.here}/${one.seats}, ${T.spectators(one.spectators)} `,
          h("code", null, one.table),
        ],
        [
          button(T.inspect, () => app.inspect(one.table)),
          !one.closed && button(T.close, () => app.ask("close", { table: one.table })),
        ],
      ),
    ),
  );
}

export function players(app: Console, found: Found) {
  return list(
    "players",
    T.players,
    T.noPlayers,
    found.players.map((one, at) =>
      row(
        `${one.player}-${at}`,
        [h("strong", null, one.name), ` ${one.address} `, h("code", null, one.player)],
        personActs(app, one),
      ),
    ),
  );
}

function personActs(app: Console, one: PlayerTold) {
  return [
    button(T.kick, () => app.ask("kick", { player: one.player })),
    button(T.ban, () => app.ask("ban", { target: one.player })),
    one.address && button(T.banAddress, () => app.ask("ban", { target: one.address })),
  ];
}

export function processes({ silent, processes: found }: Found) {
  return h(
    "section",
    { class: "card", key: "processes", id: "processes" },
    h("h2", null, T.processes),
    h(
      "ul",
      { class: "plain" },
      found.map((one) =>
        row(one.process, [
          h("code", null, one.process),
          ` ${one.version}, ${T.connections(one.connections)}, ${T.battles(one.battles)}${one.draining ? `, ${T.draining}` : ""}`,
        ]),
      ),
    ),
    silent.length > 0 && h("p", { class: "trouble" }, T.silent(silent.join(", "))),
  );
}

export function bans(app: Console) {
  return h(
    "section",
    { class: "card", key: "bans", id: "bans" },
    h("h2", null, T.bans),
    app.bans.length
      ? h(
          "ul",
          { class: "plain" },
          app.bans.map((one) =>
            row(
              one.target,
              [
                h("code", null, one.target),
                ` ${one.until ? T.until(when(one.until)) : T.forGood}, ${one.by}. ${one.why}`,
              ],
              [button(T.lift, () => app.ask("unban", { target: one.target }))],
            ),
          ),
        )
      : h("p", { class: "faint" }, T.noBans),
    h(
      "div",
      { class: "row" },
      h(
        "label",
        null,
        T.banTarget,
        h("input", {
          id: "target",
          value: app.fields.target,
          autocomplete: "off",
          oninput: (event) => {
            app.fields.target = event.target.value;
          },
        }),
      ),
      button(T.ban, () => app.ask("ban", { target: app.fields.target })),
    ),
  );
}

export function audit(app: Console) {
  return list(
    "audit",
    T.audit,
    T.noActs,
    app.audit.map((one) =>
      row(one.id, [
        `${when(one.time)} `,
        h("strong", null, one.operator),
        ` ${one.act} ${Object.entries(one.given)
          .map(([key, value]) => `${key}=${value}`)
          .join(" ")}`,
        one.why && ` (${one.why})`,
        `: ${one.outcome || "?"}`,
      ]),
    ),
  );
}

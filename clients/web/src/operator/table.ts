/** One table, looked into: who sits where, who is waited for, and what can be handed over. */

import { T } from "../texts/operator.ts";
import { h } from "../view/dom.ts";
import type { Heard } from "../view/dom.ts";
import type { Console } from "./console.ts";
import { button } from "./lists.ts";
import type { ChairTold, Found, Given, Inspected } from "./told.ts";

/** Somebody, or something, to whom a thing can be handed over: the name, and what the request says. */
type Heir = { name: string; to?: string; bot?: string };

export function tableCard(app: Console, table: Inspected, found: Found) {
  const others = found.processes.map((one) => one.process).filter((one) => one !== table.host);
  return h(
    "section",
    { class: "card", key: "table", id: "table" },
    h(
      "h2",
      null,
      table.name,
      button(T.back, () => app.closeTable()),
    ),
    h(
      "p",
      null,
      `${table.encounter}, ${table.phase}, ${T.version(table.version)}, ${T.spectators(table.spectators)} `,
      h("code", null, table.table),
    ),
    table.stuck && h("p", { class: "trouble" }, T.isStuck(table.stuck)),
    table.lost && h("p", { class: "trouble" }, T.isLost),
    table.closed && h("p", { class: "trouble" }, T.isClosed(table.why_closed)),
    h(
      "ul",
      { class: "plain" },
      table.chairs.map((chair) => chairLine(app, table, chair)),
    ),
    h(
      "ul",
      { class: "plain" },
      table.questions.map((one) =>
        h("li", { key: String(one.id) }, `${one.text} ${T.waitingFor(one.waited_for.join(", "))}`),
      ),
    ),
    h(
      "div",
      { class: "row" },
      table.stuck && button(T.lose, () => app.ask("lose", { table: table.table })),
      !table.closed && button(T.close, () => app.ask("close", { table: table.table })),
      choice(app, table, T.giveLead, { what: "lead" }, peopleOf(table)),
      choice(
        app,
        table,
        T.giveHost,
        { what: "host" },
        others.map((one) => ({ name: one, to: one })),
      ),
    ),
  );
}

/** To whom something can be handed over, each with what the request says of them. */
const peopleOf = (table: Inspected): Heir[] => table.members.map((one) => ({ name: one.name, to: one.player }));

function chairLine(app: Console, table: Inspected, chair: ChairTold) {
  const who = chair.name || (chair.bot ? T.bot(chair.bot) : T.freeSeat);
  const marks = [
    chair.player && !chair.here && T.away,
    chair.player && chair.player === table.leader.player && T.leader,
    chair.player && chair.bot && T.bot(chair.bot),
  ].filter(Boolean);
  const heirs: Heir[] = [...peopleOf(table), { name: T.bot("sensible"), bot: "sensible" }, { name: T.nobody, to: "" }];
  return h(
    "li",
    { class: "line wrap", key: chair.seat },
    h("span", null, `${chair.seat}: `, h("strong", null, who), ` ${marks.join(", ")}`),
    h(
      "span",
      { class: "row" },
      choice(app, table, T.giveSeat(chair.seat), { what: "seat", seat: chair.seat }, heirs),
      chair.player && button(T.kick, () => app.ask("kick", { player: chair.player, table: table.table })),
    ),
  );
}

/** Something to be handed over, to one of several. */
function choice(app: Console, table: Inspected, text: string, given: Given, heirs: readonly Heir[]) {
  const chosen = (event: Heard<"select">) => {
    const heir = heirs[event.target.selectedIndex - 1];
    event.target.value = "";
    if (!heir) return;
    const { name: _name, ...whom } = heir;
    app.ask("hand-over", { table: table.table, ...given, ...whom });
  };
  return h(
    "select",
    { key: text, "aria-label": text, value: "", onchange: chosen },
    h("option", { value: "" }, text),
    heirs.map(({ name }, at) => h("option", { key: String(at), value: String(at) }, name)),
  );
}

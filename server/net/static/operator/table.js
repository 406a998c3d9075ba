/** One table, looked into: who sits where, who is waited for, and what can be handed over. */

import { T } from "../texts/operator.js";
import { h } from "../view/dom.js";
import { button } from "./lists.js";

export function tableCard(app) {
  const { table } = app;
  const others = app.found.processes.map((one) => one.process).filter((one) => one !== table.host);
  return h("section", { class: "card", key: "table", id: "table" },
    h("h2", null, table.name, button(T.back, () => app.closeTable())),
    h("p", null, `${table.encounter}, ${table.phase}, ${T.version(table.version)}, ${T.spectators(table.spectators)} `, h("code", null, table.table)),
    table.stuck && h("p", { class: "trouble" }, T.isStuck(table.stuck)),
    table.lost && h("p", { class: "trouble" }, T.isLost),
    table.closed && h("p", { class: "trouble" }, T.isClosed(table.why_closed)),
    h("ul", { class: "plain" }, table.chairs.map((chair) => chairLine(app, chair))),
    h("ul", { class: "plain" }, table.questions.map((one) => h("li", { key: String(one.id) }, `${one.text} ${T.waitingFor(one.waited_for.join(", "))}`))),
    h("div", { class: "row" },
      table.stuck && button(T.lose, () => app.ask("lose", { table: table.table })),
      !table.closed && button(T.close, () => app.ask("close", { table: table.table })),
      choice(app, T.giveLead, { what: "lead" }, peopleOf(table)),
      choice(app, T.giveHost, { what: "host" }, others.map((one) => [one, one]))));
}

const peopleOf = (table) => table.members.map((one) => [one.player, one.name]);

function chairLine(app, chair) {
  const { table } = app;
  const who = chair.name || (chair.bot ? T.bot(chair.bot) : T.freeSeat);
  const marks = [chair.player && !chair.here && T.away, chair.player && chair.player === table.leader.player && T.leader, chair.player && chair.bot && T.bot(chair.bot)].filter(Boolean);
  const heirs = [...peopleOf(table), ["bot:sensible", T.bot("sensible")], ["nobody", T.nobody]];
  return h("li", { class: "line wrap", key: chair.seat },
    h("span", null, `${chair.seat}: `, h("strong", null, who), ` ${marks.join(", ")}`),
    h("span", { class: "row" },
      choice(app, T.giveSeat(chair.seat), { what: "seat", seat: chair.seat }, heirs),
      chair.player && button(T.kick, () => app.ask("kick", { player: chair.player, table: table.table }))));
}

/** Something to be handed over, to one of several. */
function choice(app, text, given, heirs) {
  const chosen = (event) => {
    const to = event.target.value;
    event.target.value = "";
    if (to) app.ask("hand-over", { table: app.table.table, ...given, to: to === "nobody" ? "" : to });
  };
  return h("select", { key: text, "aria-label": text, value: "", onchange: chosen },
    h("option", { value: "" }, text), heirs.map(([value, name]) => h("option", { key: value, value }, name)));
}

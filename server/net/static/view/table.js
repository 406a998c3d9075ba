/** A table outside of a battle: seats, bots, invitations, settings, the start, and earlier battles. */

import { carry } from "../core/keeping.js";
import { BOTS, DIFFICULTIES, T } from "../texts/en.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { invitesCard } from "./invites.js";
import { battleLine, encounterName } from "./lobby.js";
import { chatBox } from "./log.js";
import { ownMenu } from "./own.js";
import { recallSettings, settingsFields, settingsOf } from "./settings.js";

export function tablePage(app) {
  const { table } = app.session;
  const { encounter, difficulty } = table.settings;
  const objective = app.glossary.entry("encounters", encounter)?.objective;
  return h("main", { class: "page", key: "table" },
    h("header", { class: "masthead" },
      h("h1", { class: "title" }, icon("logo"), table.name || T.table),
      h("p", null, h("strong", null, encounterName(app, encounter)), `, ${DIFFICULTIES[difficulty]?.name ?? difficulty}. `, objective && h("span", { class: "faint" }, objective)),
      h("span", { class: "acts" }, h("button", { class: "quiet", onclick: () => leave(app) }, T.leave), ownMenu(app))),
    h("div", { class: "columns" },
      h("div", null, seatsCard(app), battlesCard(app)),
      h("div", null, invitesCard(app), settingsCard(app), h("section", { class: "card" }, h("h2", null, T.chat), chatBox(app)))));
}

function leave(app) {
  app.code = "";
  carry("invitation", "");
  app.hasTables = false;
  app.ui.links = {};
  history.replaceState(null, "", "/");
  app.session.leave();
}

function seatsCard(app) {
  const { session } = app;
  const { table } = session;
  return h("section", { class: "card stack", key: "seats" }, h("h2", null, T.party),
    h("ul", { class: "plain seats" }, table.chairs.map((chair) => seatLine(app, chair))),
    others(session),
    table.phase === "playing" ? toBattle(app) : startRow(app));
}

function others(session) {
  const { table } = session;
  const seated = new Set(table.chairs.map((chair) => chair.player));
  const also = table.members.filter((one) => !seated.has(one.player) && table.here.includes(one.player));
  const words = also.map((one) => one.name);
  if (table.spectators) words.push(T.spectators(table.spectators));
  return words.length > 0 && h("p", { class: "faint" }, icon("eye"), words.join(", "));
}

function toBattle(app) {
  const { battle } = app.session.table.battles.at(-1);
  const go = () => {
    if (app.session.battle?.battle !== battle) app.session.watch(battle);
    app.set({ showTable: false });
  };
  return h("button", { class: "primary big", onclick: go }, T.watchLive);
}

function seatLine(app, chair) {
  const { session } = app;
  const mine = chair.player && chair.player === session.player;
  const who = chair.player ? session.nameOf(chair.player) : chair.bot ? BOTS[chair.bot]?.name ?? chair.bot : T.freeSeat;
  const isHere = chair.player && session.table.here.includes(chair.player);
  const marks = [
    mine && T.you, chair.player && chair.player === session.table.leader && T.leader,
    chair.player && !chair.bot && session.table.phase !== "playing" && (chair.ready ? T.ready : T.notReady),
    chair.player && !isHere && T.away,
    chair.bot && (chair.player ? T.botPlays(BOTS[chair.bot]?.name ?? chair.bot) : T.aBotPlays),
  ].filter(Boolean);
  return h("li", { key: chair.seat, class: `seat ${chair.bot || chair.ready ? "set" : ""} ${chair.player || chair.bot ? "" : "empty"}` },
    h("span", { class: "number", "aria-hidden": "true" }, chair.bot || chair.ready ? "✓" : chair.seat),
    h("span", { class: "who" }, h("strong", null, who), h("small", null, ` ${marks.join(", ")}`)),
    h("span", { class: "acts" }, seatActs(app, chair, mine)));
}

function seatActs(app, chair, mine) {
  const { session } = app;
  const act = (text, tag, ...fields) => h("button", { key: text, onclick: () => session.ask(tag, ...fields) }, text);
  if (mine && chair.bot) return act(T.takeBack, "claim", chair.seat);
  if (mine) return [session.table.phase !== "playing" && act(T.standUp, "release", chair.seat), handOver(app, chair)];
  if (chair.player) return [];
  const free = !session.seats.length && (session.table.settings.isPublic || !chair.bot);
  return [
    !chair.bot && free && act(T.takeSeat, "claim", chair.seat),
    session.leads && !chair.bot && Object.entries(BOTS).map(([bot, { button }]) => act(button, "bot", chair.seat, bot)),
    session.leads && chair.bot && session.table.phase !== "playing" && act(T.removeBot, "bot", chair.seat, ""),
  ];
}

/** Give the seat to somebody who is at the table. */
function handOver(app, chair) {
  const { session } = app;
  return [
    session.table.phase === "playing" && h("button", { key: "bot", onclick: () => session.ask("bot", chair.seat, "sensible") }, T.seatBot),
    heirs(app, chair.seat, T.handOver),
  ];
}

/** Who may be given a seat or, for "", the table's lead. */
function heirs(app, seat, text) {
  const { session } = app;
  const others = session.table.members.filter((one) => one.player !== session.player && session.table.here.includes(one.player));
  const give = (event) => event.target.value && session.ask("hand_over", seat, event.target.value);
  return others.length > 0 && h("select", { key: `hand-${seat}`, "aria-label": text, value: "", onchange: give },
    h("option", { value: "" }, text), others.map((one) => h("option", { key: one.player, value: one.player }, one.name)));
}

function startRow(app) {
  const { session } = app;
  const { chairs } = session.table;
  const mine = chairs.filter((chair) => chair.player && chair.player === session.player);
  const isReady = mine.length > 0 && mine.every((chair) => chair.ready || chair.bot);
  const canStart = chairs.every((chair) => chair.bot || (chair.player && chair.ready));
  return h("div", { class: "start" },
    h("div", { class: "row" },
      mine.length > 0 && h("button", {
        class: isReady ? "" : "primary big", id: "ready",
        onclick: () => session.ask("ready", !isReady, isReady ? "" : app.ui.forms.luck?.trim() || luck()),
      }, isReady ? T.notYet : T.getReady),
      session.leads
        ? h("button", { class: canStart ? "primary big" : "", id: "start", disabled: !canStart, onclick: () => session.ask("start") }, T.start)
        : h("span", { class: "faint" }, T.leaderStarts(session.nameOf(session.table.leader))),
      session.leads && heirs(app, "", T.passLead)),
    session.leads && !canStart && h("p", { class: "faint" }, T.startWaits),
    mine.length > 0 && !isReady && luckField(app));
}

/** Something nobody can foresee, to mix into the dice. */
const luck = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function luckField(app) {
  const keepIt = (event) => { app.ui.forms = { ...app.ui.forms, luck: event.target.value }; };
  return h("details", { class: "more", key: "luck" }, h("summary", null, T.fairDice),
    h("p", { class: "faint" }, T.fairDiceText),
    h("label", null, T.yourLuck, h("input", { id: "luck", maxlength: 64, value: app.ui.forms.luck ?? "", oninput: keepIt, autocomplete: "off" })),
    h("p", null, h("small", null, T.promise, " ", h("code", null, app.session.table.commitment))));
}

function settingsCard(app) {
  const { session, ui } = app;
  if (!session.leads) return false;
  if (session.table.phase === "playing") return session.table.members.length > 1 && h("section", { class: "card", key: "settings" }, h("h2", null, T.settings), removal(session));
  const open = () => {
    recallSettings(app, session.table.settings);
    app.set({ settings: !ui.settings });
  };
  const change = async (event) => {
    event.preventDefault();
    if (await session.ask("change", settingsOf(app).wish)) app.set({ settings: false });
  };
  return h("section", { class: "card", key: "settings" },
    h("h2", null, T.settings, h("button", { class: "quiet", "aria-expanded": String(ui.settings), onclick: open }, ui.settings ? T.close : T.changeThem)),
    !ui.settings && h("p", { class: "faint" }, T.settingsWords(session.table.settings)),
    ui.settings && removal(session),
    ui.settings && h("form", { class: "stack", onsubmit: change }, settingsFields(app, false),
      h("button", { class: "primary" }, T.save)));
}

/** Whom the leader can remove from the table. */
function removal(session) {
  const others = session.table.members.filter((one) => one.player !== session.player);
  const remove = ({ target }) => {
    const player = target.value;
    target.value = ""; // so that the same one can be chosen again
    if (player && confirm(T.removeText)) session.ask("remove", player);
  };
  return others.length > 0 && h("select", { id: "remove", "aria-label": T.removeMember, title: T.removeText, value: "", onchange: remove },
    h("option", { value: "" }, T.removeMember), others.map((one) => h("option", { key: one.player, value: one.player }, one.name)));
}

function battlesCard(app) {
  const { battles } = app.session.table;
  if (!battles.length) return false;
  const lines = battles.map((one) => ({ ...one, table: app.session.table.id, name: "" }));
  return h("section", { class: "card", key: "battles" }, h("h2", null, T.battles),
    h("ul", { class: "plain" }, lines.reverse().map((one) => battleLine(app, one))));
}

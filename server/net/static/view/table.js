/** A table outside of a battle: seats, bots, invitations, the start, and earlier battles. */

import { DIFFICULTIES, ENCOUNTERS, T } from "../texts/en.js";
import { h } from "./dom.js";
import { chatBox } from "./log.js";

export function tablePage(app) {
  const { table } = app.session;
  const { encounter, difficulty } = table.settings;
  return h("main", { class: "page", key: "table" },
    h("header", { class: "masthead" },
      h("h1", null, table.name || T.table),
      h("p", null, `${ENCOUNTERS[encounter] ?? encounter}, ${DIFFICULTIES[difficulty] ?? difficulty}`),
      h("button", { class: "quiet", onclick: () => leave(app) }, T.leave)),
    h("div", { class: "columns" },
      h("div", null, seatsCard(app), battlesCard(app)),
      h("div", null, invitesCard(app), h("section", { class: "card" }, h("h2", null, T.chat), chatBox(app)))));
}

function leave(app) {
  app.code = "";
  app.hasTables = false;
  app.ui.links = {};
  history.replaceState(null, "", "/");
  app.session.leave();
}

function seatsCard(app) {
  const { session } = app;
  const { table } = session;
  return h("section", { class: "card stack", key: "seats" },
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
  return words.length > 0 && h("p", { class: "faint" }, `+ ${words.join(", ")}`);
}

function toBattle(app) {
  const { battle } = app.session.table.battles.at(-1);
  const go = () => {
    app.session.replay = null;
    app.session.watch(battle);
    app.set({ showTable: false });
  };
  return h("button", { class: "primary", onclick: go }, T.watchLive);
}

function seatLine(app, chair) {
  const { session } = app;
  const mine = chair.player && chair.player === session.player;
  const who = chair.player ? session.nameOf(chair.player) : chair.bot ? "" : T.freeSeat;
  const marks = [
    mine && T.you, chair.player && chair.player === session.table.leader && T.leader,
    chair.player && !chair.bot && (chair.ready ? T.ready : T.notReady),
    chair.player && !session.table.here.includes(chair.player) && T.away,
    chair.bot && T.botPlays(chair.bot),
  ].filter(Boolean);
  return h("li", { key: chair.seat, class: `seat ${chair.bot || chair.ready ? "set" : ""}` },
    h("span", { class: "number", "aria-hidden": "true" }, chair.seat),
    h("span", { class: "who" }, h("strong", null, who), h("small", null, ` ${marks.join(", ")}`)),
    h("span", { class: "acts" }, seatActs(app, chair, mine)));
}

function seatActs(app, chair, mine) {
  const { session } = app;
  const act = (text, tag, ...fields) => h("button", { key: text, onclick: () => session.ask(tag, ...fields) }, text);
  if (mine && chair.bot) return act(T.takeBack, "claim", chair.seat);
  if (mine) return session.table.phase === "playing" ? [] : act(T.standUp, "release", chair.seat);
  if (chair.player) return [];
  const free = !session.seats.length && (session.table.settings.isPublic || !chair.bot);
  return [
    !chair.bot && free && act(T.takeSeat, "claim", chair.seat),
    session.leads && !chair.bot && act(T.seatBot, "bot", chair.seat, "sensible"),
    session.leads && chair.bot && session.table.phase !== "playing" && act(T.removeBot, "bot", chair.seat, ""),
  ];
}

function startRow(app) {
  const { session } = app;
  const { chairs } = session.table;
  const mine = chairs.filter((chair) => chair.player && chair.player === session.player);
  const isReady = mine.length > 0 && mine.every((chair) => chair.ready || chair.bot);
  const canStart = chairs.every((chair) => chair.bot || (chair.player && chair.ready));
  const luck = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("");
  return h("div", { class: "row" },
    mine.length > 0 && h("button", {
      class: isReady ? "" : "primary", id: "ready",
      onclick: () => session.ask("ready", !isReady, isReady ? "" : luck),
    }, isReady ? T.notYet : T.getReady),
    session.leads
      ? h("button", { class: canStart ? "primary" : "", id: "start", disabled: !canStart, onclick: () => session.ask("start") }, T.start)
      : h("span", { class: "faint" }, T.leaderStarts(session.nameOf(session.table.leader))),
    session.leads && !canStart && h("p", { class: "faint" }, T.startWaits));
}

function invitesCard(app) {
  const { session, ui } = app;
  if (!session.leads) return false;
  const copy = async (seat) => {
    const reply = await session.ask("invite", seat);
    if (!reply) return;
    const link = `${location.origin}/join/${reply[3]}`;
    ui.links = { ...ui.links, [seat]: link };
    try {
      await navigator.clipboard.writeText(link);
      ui.copied = seat;
    } catch {
      ui.copied = null; // The link stands beside the button, to be copied by hand.
    }
    app.render();
  };
  const seats = session.table.chairs.filter((chair) => !chair.player && !chair.bot).map((chair) => chair.seat);
  return h("section", { class: "card", key: "invites" }, h("h2", null, T.inviteLinks),
    h("ul", { class: "plain" }, [...seats, ""].map((seat) =>
      h("li", { key: `seat-${seat}`, class: "line wrap" },
        h("span", null, seat ? `${T.seat} ${seat}`.replace(/^./, (c) => c.toUpperCase()) : T.watchLink),
        h("button", { onclick: () => copy(seat), "data-invite": seat }, ui.copied === seat && ui.links[seat] ? T.copied : T.copyLink),
        ui.links[seat] && h("input", { class: "link", readonly: true, value: ui.links[seat], "aria-label": T.copyLink, onfocus: (e) => e.target.select() })))));
}

function battlesCard(app) {
  const { session } = app;
  const { battles } = session.table;
  if (!battles.length) return false;
  const replay = async (battle) => {
    session.replay = { battle, version: 1, last: 1, speed: 0 };
    if (!(await session.ask("replay", battle, 1, 0))) session.replay = null;
    app.set({ showTable: false });
  };
  return h("section", { class: "card", key: "battles" }, h("h2", null, T.battles),
    h("ul", { class: "plain" }, battles.map((one) =>
      h("li", { key: one.battle, class: "line" },
        h("span", null, `${ENCOUNTERS[one.encounter] ?? one.encounter} `,
          h("small", null, `${new Date(one.started).toLocaleString()} ${one.over ? T.finished : T.running}`)),
        h("span", { class: "acts" },
          h("button", { onclick: () => replay(one.battle) }, T.replay),
          one.over && h("a", { class: "button", href: `/replay/${one.battle}`, download: true }, T.download))))));
}


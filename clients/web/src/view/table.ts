/** A table outside of a battle: seats, bots, invitations, settings, the start, and earlier battles. */

import { NO_BATTLE, NO_SEAT } from "../protocol.ts";
import type { PlayerId, SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Chair } from "../core/messages.ts";
import type { Session } from "../core/session.ts";
import { carry } from "../core/keeping.ts";
import { BOTS, T } from "../texts/en.ts";
import type { Asking } from "../core/asking.ts";
import { campaignLine } from "./campaigns.ts";
import { h } from "./dom.ts";
import type { Child, Heard, Vnode } from "./dom.ts";
import { icon } from "./icons.ts";
import { encounterScene } from "./encounter_scene.ts";
import { invitesCard } from "./invites.ts";
import { battleLine } from "./lobby.ts";
import { chatBox } from "./log.ts";
import { ownMenu } from "./own.ts";
import { seatToken, tokenParts } from "./portraits.ts";
import { recallSettings, settingsFields, settingsOf } from "./settings.ts";

export function tablePage(app: App): Vnode {
  const table = app.session.atTable;
  const { encounter, difficulty } = table.settings;
  return h(
    "main",
    { class: "page", key: "table" },
    h(
      "header",
      { class: "masthead" },
      h("h1", { class: "title" }, icon("logo"), table.name || T.table),
      h("span", { class: "acts" }, h("button", { class: "quiet", onclick: () => leave(app) }, T.leave), ownMenu(app)),
    ),
    tokenParts(),
    encounterScene(app, encounter, difficulty),
    h(
      "div",
      { class: "columns" },
      h("div", null, seatsCard(app), battlesCard(app)),
      h(
        "div",
        null,
        invitesCard(app),
        settingsCard(app),
        h("section", { class: "card" }, h("h2", null, T.chat), chatBox(app)),
      ),
    ),
  );
}

function leave(app: App) {
  app.code = "";
  carry("invitation", "");
  app.hasTables = false;
  app.ui.links = {};
  history.replaceState(null, "", "/");
  void app.session.leave();
}

function seatsCard(app: App) {
  const { session } = app;
  const table = session.atTable;
  return h(
    "section",
    { class: "card stack", key: "seats" },
    h("h2", null, T.party),
    h(
      "ul",
      { class: "plain seats" },
      table.chairs.map((chair) => seatLine(app, chair)),
    ),
    others(session),
    guests(session),
    campaignLine(app),
    table.phase === "playing" ? toBattle(app) : startRow(app),
  );
}

function others(session: Session) {
  const table = session.atTable;
  const seated = new Set(table.chairs.map((chair) => chair.player));
  const also = table.members.filter((one) => !seated.has(one.player) && table.here.includes(one.player));
  const words = also.map((one) => one.name);
  if (table.spectators) words.push(T.spectators(table.spectators));
  return words.length > 0 && h("p", { class: "faint" }, icon("eye"), words.join(", "));
}

/** Who came by the link for spectators, each with a way for the leader to end that. */
function guests(session: Session) {
  const table = session.atTable;
  const remove = (player: PlayerId) => confirm(T.removeText) && session.ask("remove", player);
  return (
    table.guests.length > 0 &&
    h(
      "ul",
      { class: "plain", key: "guests", "aria-label": T.guests, title: T.guests },
      table.guests.map((one) =>
        h(
          "li",
          { key: one.player, class: "faint" },
          icon("eye"),
          one.name,
          " ",
          session.leads &&
            h(
              "button",
              {
                class: "quiet",
                "aria-label": T.removeGuest(one.name),
                title: T.removeGuest(one.name),
                onclick: () => remove(one.player),
              },
              T.removeIt,
            ),
        ),
      ),
    )
  );
}

function toBattle(app: App) {
  const battle = app.session.atTable.battles.at(-1)?.battle ?? NO_BATTLE;
  const go = () => {
    if (app.session.battle?.battle !== battle) void app.session.watch(battle);
    app.set({ showTable: false });
  };
  return h("button", { class: "primary big", onclick: go }, T.watchLive);
}

function seatLine(app: App, chair: Chair) {
  const { session } = app;
  const mine = chair.player !== "" && chair.player === session.player;
  const who = chair.player
    ? session.nameOf(chair.player)
    : chair.bot
      ? (BOTS[chair.bot]?.name ?? chair.bot)
      : T.freeSeat;
  const isHere = chair.player && session.atTable.here.includes(chair.player);
  const marks = [
    mine && T.you,
    chair.player && chair.player === session.atTable.leader && T.leader,
    chair.player && !chair.bot && session.atTable.phase !== "playing" && (chair.ready ? T.ready : T.notReady),
    chair.player && !isHere && T.away,
    chair.bot && (chair.player ? T.botPlays(BOTS[chair.bot]?.name ?? chair.bot) : T.aBotPlays),
  ].filter(Boolean);
  return h(
    "li",
    {
      key: chair.seat,
      class: `seat ${chair.bot || chair.ready ? "set" : ""} ${chair.player || chair.bot ? "" : "empty"}`,
    },
    h(
      "span",
      { class: "place", "aria-hidden": "true" },
      seatToken(chair.seat),
      h("span", { class: "number" }, chair.bot || chair.ready ? "✓" : chair.seat),
    ),
    h("span", { class: "who" }, h("strong", null, who), rating(app, chair), h("small", null, ` ${marks.join(", ")}`)),
    adventurerOf(app, chair, mine),
    h("span", { class: "acts" }, seatActs(app, chair, mine)),
  );
}

const isMatch = (app: App, encounter: string): boolean => app.glossary.entry("encounters", encounter)?.kind === "match";

/** How strong somebody is, where two are to play against each other. */
const rating = (app: App, { player }: Chair): Child =>
  isMatch(app, app.session.atTable.settings.encounter) && app.ladder.want()?.ratingAtTable(app, player);

/** What the seat's adventurer is to be called: a field for whoever sits there, between battles. */
function adventurerOf(app: App, chair: Chair, mine: boolean): Child {
  const { session } = app;
  const { phase, campaign, settings } = session.atTable;
  if (isMatch(app, settings.encounter)) return false;
  if (!mine || phase === "playing" || campaign?.phase === "between")
    return chair.adventurer !== "" && h("small", { class: "faint", key: "adventurer" }, chair.adventurer);
  const ask = (event: Heard<"input">) => session.ask("adventurer", chair.seat, event.target.value);
  return h("input", {
    key: "adventurer",
    id: `adventurer-${chair.seat}`,
    maxlength: 40,
    value: chair.adventurer,
    placeholder: T.adventurerOfRace,
    "aria-label": T.nameAdventurer,
    title: T.nameAdventurer,
    autocomplete: "off",
    onchange: ask,
  });
}

function seatActs(app: App, chair: Chair, mine: boolean): Child {
  const { session } = app;
  const act = <A extends "claim" | "release" | "bot">(text: string, tag: A, ...fields: Asking<A>) =>
    h("button", { key: text, onclick: () => session.ask(tag, ...fields) }, text);
  if (mine && chair.bot) return act(T.takeBack, "claim", chair.seat);
  if (mine) return [session.atTable.phase !== "playing" && act(T.standUp, "release", chair.seat), handOver(app, chair)];
  if (chair.player) return [];
  const free = !session.seats.length && (session.atTable.settings.isPublic || !chair.bot);
  return [
    !chair.bot && free && act(T.takeSeat, "claim", chair.seat),
    session.leads &&
      !chair.bot &&
      !session.atTable.settings.rated &&
      Object.entries(BOTS).map(([bot, { button }]) => act(button, "bot", chair.seat, bot)),
    session.leads && chair.bot && session.atTable.phase !== "playing" && act(T.removeBot, "bot", chair.seat, ""),
  ];
}

/** Give the seat to somebody who is at the table. */
function handOver(app: App, chair: Chair) {
  const { session } = app;
  return [
    session.atTable.phase === "playing" &&
      h("button", { key: "bot", onclick: () => session.ask("bot", chair.seat, "sensible") }, T.seatBot),
    heirs(app, chair.seat, T.handOver),
  ];
}

/** Who may be given a seat or, for "", the table's lead. */
function heirs(app: App, seat: SeatId, text: string) {
  const { session } = app;
  const others = session.atTable.members.filter(
    (one) => one.player !== session.player && session.atTable.here.includes(one.player),
  );
  const give = (event: Heard<"select">) =>
    event.target.value && session.ask("hand_over", seat, event.target.value as PlayerId);
  return (
    others.length > 0 &&
    h(
      "select",
      { key: `hand-${seat}`, "aria-label": text, value: "", onchange: give },
      h("option", { value: "" }, text),
      others.map((one) => h("option", { key: one.player, value: one.player }, one.name)),
    )
  );
}

function startRow(app: App) {
  const { session } = app;
  const { chairs } = session.atTable;
  const mine = chairs.filter((chair: Chair) => chair.player && chair.player === session.player);
  const isReady = mine.length > 0 && mine.every((chair: Chair) => chair.ready || chair.bot);
  const canStart = chairs.every((chair: Chair) => chair.bot || (chair.player && chair.ready));
  return h(
    "div",
    { class: "start" },
    h(
      "div",
      { class: "row" },
      mine.length > 0 &&
        h(
          "button",
          {
            class: isReady ? "big" : "primary big",
            id: "ready",
            onclick: () => session.ask("ready", !isReady, isReady ? "" : app.ui.forms.luck?.trim() || luck()),
          },
          isReady ? T.notYet : T.getReady,
        ),
      session.leads
        ? h(
            "button",
            {
              class: canStart ? "primary big" : "big",
              id: "start",
              disabled: !canStart,
              onclick: () => session.ask("start"),
            },
            app.glossary.entry("encounters", session.atTable.settings.encounter)?.kind === "campaign"
              ? T.startSession
              : T.start,
          )
        : h("span", { class: "faint" }, T.leaderStarts(session.nameOf(session.atTable.leader))),
      session.leads && heirs(app, NO_SEAT, T.passLead),
    ),
    // Whoever gets ready finds everything where it was: a second tap hits nothing else.
    session.leads && h("p", { class: "faint" }, canStart ? T.startsNow : T.startWaits),
    mine.length > 0 && luckField(app, isReady),
  );
}

/** Something nobody can foresee, to mix into the dice. */
const luck = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function luckField(app: App, isReady: boolean) {
  const keepIt = (event: Heard<"input">) => {
    app.ui.forms = { ...app.ui.forms, luck: event.target.value };
  };
  return h(
    "details",
    { class: "more", key: "luck" },
    h("summary", null, T.fairDice),
    h("p", { class: "faint" }, T.fairDiceText),
    h(
      "label",
      null,
      T.yourLuck,
      h("input", {
        id: "luck",
        disabled: isReady,
        maxlength: 64,
        value: app.ui.forms.luck ?? "",
        oninput: keepIt,
        autocomplete: "off",
      }),
    ),
    h("p", null, h("small", null, T.promise, " ", h("code", null, app.session.atTable.commitment))),
  );
}

function settingsCard(app: App) {
  const { session, ui } = app;
  if (!session.leads) return false;
  if (session.atTable.phase === "playing")
    return (
      session.atTable.members.length > 1 &&
      h("section", { class: "card", key: "settings" }, h("h2", null, T.settings), removal(app))
    );
  const open = () => {
    recallSettings(app, session.atTable.settings);
    app.set({ settings: !ui.settings });
  };
  const change = async (event: Event) => {
    event.preventDefault();
    if (await session.ask("change", settingsOf(app, false).wish)) app.set({ settings: false });
  };
  return h(
    "section",
    { class: "card", key: "settings" },
    h(
      "h2",
      null,
      T.settings,
      h(
        "button",
        { class: "quiet", "aria-expanded": String(ui.settings), onclick: open },
        ui.settings ? T.close : T.changeThem,
      ),
    ),
    !ui.settings && h("p", { class: "faint" }, T.settingsWords(session.atTable.settings)),
    ui.settings &&
      h(
        "form",
        { class: "stack", onsubmit: change },
        settingsFields(app, false),
        h("button", { class: "primary" }, T.save),
      ),
    ui.settings && removal(app),
  );
}

/** Whom the leader can remove from the table. */
function removal(app: App) {
  const { session } = app;
  const others = session.atTable.members.filter((one) => one.player !== session.player);
  const remove = async ({ target }: Heard<"select">) => {
    const player = target.value as PlayerId;
    target.value = ""; // so that the same one can be chosen again
    // Every link has ended by it: those shown here would lead nowhere.
    if (player && confirm(T.removeText) && (await session.ask("remove", player))) app.set({ links: {}, copied: null });
  };
  return (
    others.length > 0 &&
    h(
      "select",
      { id: "remove", "aria-label": T.removeMember, title: T.removeText, value: "", onchange: remove },
      h("option", { value: "" }, T.removeMember),
      others.map((one) => h("option", { key: one.player, value: one.player }, one.name)),
    )
  );
}

function battlesCard(app: App) {
  const { battles } = app.session.atTable;
  if (!battles.length) return false;
  const lines = battles.map((one) => ({ ...one, table: app.session.atTable.id, name: "" }));
  return h(
    "section",
    { class: "card", key: "battles" },
    h("h2", null, T.battles),
    h(
      "ul",
      { class: "plain" },
      lines.reverse().map((one) => battleLine(app, one)),
    ),
  );
}

/** The menu of a battle: what is seldom wanted, each line with what it does. */

import type { App } from "../app.ts";
import { isMatch } from "../core/match.ts";
import { isSounding, turnSound } from "../core/sound.ts";
import { HELP, T, TIP } from "../texts/en.ts";
import { h } from "./dom.ts";
import { menuLine } from "./menus.ts";
import { ownChoices } from "./own.ts";
import { hasTips, turnTips } from "./tips.ts";
import { wishLines } from "./when_asked.ts";

const PACES = [0, 0.6, 1, 2];

/** The menu. */
export function battleMenu(app: App) {
  const { session, ui } = app;
  const sound = () => {
    turnSound();
    app.render();
  };
  return h(
    "details",
    { class: "menu", key: "menu" },
    h("summary", null, T.menu),
    h(
      "div",
      null,
      session.seats.length > 0 && !app.player && !session.battle?.over && driverButtons(app),
      menuLine("threats", T.allThreats, HELP.menu.threats, () => app.set({ threats: !ui.threats }), {
        isOn: Boolean(ui.threats),
      }),
      menuLine("coordinates", T.coordinates, HELP.menu.coordinates, () => app.set({ coordinates: !ui.coordinates }), {
        isOn: Boolean(ui.coordinates),
      }),
      !app.player && wishLines(app),
      paceChoice(app),
      menuLine("sound", T.sound, HELP.menu.sound, sound, { isOn: isSounding() }),
      !app.player &&
        !isMatch(app.stage.state) &&
        menuLine("tips", TIP.all, HELP.menu.tips, () => [turnTips(), app.render()], { isOn: hasTips() }),
      ownChoices(app),
      session.seats.length > 0 && lookBack(app),
      !app.player &&
        session.table &&
        menuLine("table", T.backToTable, HELP.menu.table, () => app.set({ showTable: true })),
    ),
  );
}

/** To what has happened so far, while the battle goes on. */
export function lookBack(app: App) {
  const { battle } = app.session;
  if (app.player || !battle || battle.over || battle.version < 2) return false;
  return menuLine(
    "look-back",
    T.lookBack,
    HELP.menu.lookBack,
    () => app.openReplay(battle.battle, String(battle.version)),
    { id: "look-back" },
  );
}

function paceChoice(app: App) {
  return h(
    "label",
    { class: "pace" },
    T.pace,
    h(
      "select",
      { id: "pace", value: String(app.stage.speed), onchange: (event) => app.setPace(Number(event.target.value)) },
      PACES.map((pace) => h("option", { key: pace, value: String(pace) }, T.paces[pace])),
    ),
  );
}

function driverButtons(app: App) {
  const { session } = app;
  return session.seats.map((seat) => {
    // The way back from the bot stands where one decides (`lentSeats`).
    if (session.chair(seat)?.bot) return false;
    const on = Boolean(session.standing[seat]);
    const pass = () => session.ask("standing", on ? "off" : "my_turn", [], seat);
    return [
      menuLine(`auto-${seat}`, T.autoPass, HELP.menu.autoPass, pass, { isOn: on }),
      menuLine(`bot-${seat}`, T.botTakes, HELP.menu.bot, () => session.ask("bot", seat, "sensible")),
    ];
  });
}

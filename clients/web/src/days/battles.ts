/** From a day to the recordings of its battles, and back. */

import type { BattleId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Day } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { battleOf } from "./naming.ts";

/** Watch a battle from a session's page; the way back is kept: to its recording, or to the running session by leaving. */
async function watch(app: App, journal: BattleId, version: number, battle: BattleId): Promise<void> {
  app.ui.backTo = app.player ? { journal, at: String(version) } : null;
  await app.openReplay(battle);
}

/** Buttons to the recordings of a day's battles. */
export function toBattles(app: App, scene: Days, day: Day) {
  const journal = scene.battle.battle;
  const isOver = (call: unknown) => day.deeds.some(({ tag, said }) => tag === "return" && said[0] === call);
  return day.deeds
    .filter(({ tag, said }) => tag === "call" && isOver(said[0]))
    .map(({ said, version }) => {
      const battle = battleOf(journal, Number(said[0]));
      const spec = said[1] as { settings?: { encounter?: string } } | null;
      const place = scene.glossary.entry("encounters", spec?.settings?.encounter ?? "")?.name ?? SESSION.battle;
      return h(
        "button",
        {
          key: `call-${String(said[0])}`,
          class: "to-battle",
          "data-battle": battle,
          onclick: () => void watch(app, journal, version, battle),
        },
        icon("conflict"),
        h("span", null, place, h("small", null, ` ${SESSION.watch}`)),
      );
    });
}

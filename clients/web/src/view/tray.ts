/** The dice of the last roll, as they fell. */

import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import { T } from "../texts/en.ts";
import { looseDie } from "./dice.ts";
import { h, memo } from "./dom.ts";

export function tray(app: App, scene: Scene) {
  const { roll } = app.teller;
  if (!roll) return h("div", { class: "tray", key: "tray" });
  return memo(`tray-${roll.id}`, [roll, scene.glossary.data], () =>
    h(
      "div",
      { class: "tray full" },
      h("small", null, roll.who ? T.diceOf(scene.names.unit(roll.who)) : ""),
      h(
        "div",
        { class: "dice" },
        roll.dice.map(({ die, kind, face }, at) =>
          looseDie(scene, kind, face, die, { class: "fallen", style: `animation-delay: ${Math.min(at, 8) * 45}ms` }),
        ),
      ),
    ),
  );
}

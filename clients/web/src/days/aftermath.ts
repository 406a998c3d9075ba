/** What the party chose today, told: read out after the choice, with what has come of it so far. */

import type { Day } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { prose } from "./prose.ts";
import { linesOf } from "./told.ts";

/** The last encounter of a day in which something was chosen, up to now; false before a choice. */
export function aftermath(scene: Days, day: Day | undefined) {
  const chosen = day?.deeds.findLastIndex(({ tag }) => tag === "choice") ?? -1;
  if (!day || chosen < 0) return false;
  const met = day.deeds.slice(0, chosen).findLastIndex(({ tag }) => tag === "encounter");
  const lines = linesOf(scene, { ...day, deeds: day.deeds.slice(Math.max(met, 0)) });
  return h(
    "section",
    { class: "aftermath pane", key: "aftermath", tabindex: "0", "aria-label": SESSION.cameOfIt },
    lines.map(({ text, look }, at) =>
      look === "title" ? h("h2", { key: at }, text) : h("p", { key: at, class: look }, prose(text)),
    ),
  );
}

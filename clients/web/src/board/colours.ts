/** What the system and the player wish of colours: dark or light, painted or plain. */

import type { Theme } from "./ground/paint.ts";

/** Asked once, for that may cost a layout, and again when it changes. */
const system = { isPlain: false, isDark: false };
const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"];
const listeners: (() => void)[] = [];

function askSystem(): void {
  system.isPlain = matchMedia("(prefers-contrast: more), (forced-colors: active)").matches;
  system.isDark = matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Hear of whatever the system changes of its colours, from now on. */
export function whenColoursChange(changed: () => void): void {
  if (!listeners.length) {
    askSystem();
    const tell = (): void => {
      askSystem();
      for (const listener of listeners) listener();
    };
    for (const query of QUERIES) matchMedia(query).addEventListener("change", tell);
  }
  listeners.push(changed);
}

/** Whether somebody needs plain colours: then nothing is painted. */
export const isPlain = (): boolean => system.isPlain;

/** The theme that is shown: as the system has it, until somebody chooses. */
export function themeNow(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "dark" || chosen === "light") return chosen;
  return system.isDark ? "dark" : "light";
}

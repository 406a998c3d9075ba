/** Dark or light: as the system has it, until somebody chooses. */

import type { App } from "../app.ts";
import { keep, kept } from "../core/keeping.ts";

/** Show the page as it was chosen before. */
export function recallTheme() {
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
}

/** Turn from dark to light or back, and remember it. */
export function turnTheme(app: App) {
  const now = document.documentElement.dataset.theme;
  const isDark = now ? now === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
  keep("theme", isDark ? "light" : "dark");
  app.render();
}

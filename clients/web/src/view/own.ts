/** What concerns only whoever sits here, on every page: light, language, where they are signed in. */

import type { App } from "../app.ts";
import { keep } from "../core/keeping.ts";
import { HELP, T } from "../texts/en.ts";
import { languages } from "../texts/language.ts";
import { noticeChoice } from "./campaigns.ts";
import { h } from "./dom.ts";
import { menuLine } from "./menus.ts";
import { turnTheme } from "./theme.ts";

/** The lines of a menu. */
export function ownChoices(app: App) {
  return [
    (["keys", "rules", "ladder"] as const).map((page) =>
      menuLine(`to-${page}`, HELP[page], HELP.menu[page], () => app.set({ page }), { id: `to-${page}` }),
    ),
    menuLine("theme", T.theme, HELP.menu.theme, () => turnTheme(app)),
    languageChoice(),
    noticeChoice(app),
    app.session.link === "up" && menuLine("sign-out", T.signOut, T.signOutText, () => signOutElsewhere(app)),
  ];
}

/** Take another token: every connection that came with the one before is ended. */
async function signOutElsewhere(app: App) {
  if (!(await app.session.ask("new_token"))) return;
  await app.session.reintroduce();
  app.session.say(T.signedOut);
  app.render();
}

/** The menu of a page that has nothing else in it. */
export const ownMenu = (app: App) =>
  h("details", { class: "menu", key: "menu" }, h("summary", null, T.menu), h("div", null, ownChoices(app)));

/** The languages, where there is more than one; each is called as those call it who speak it. */
function languageChoice() {
  const spoken = document.documentElement.lang;
  const all = languages(spoken);
  return (
    all.length > 1 &&
    h(
      "label",
      { key: "language", class: "pace" },
      T.language,
      h(
        "select",
        { id: "language", value: spoken, onchange: (event) => speakFromNowOn(event.target.value) },
        all.map((one) => h("option", { key: one, value: one, lang: one }, nameOf(one))),
      ),
    )
  );
}

const nameOf = (language: string) => new Intl.DisplayNames([language], { type: "language" }).of(language);

/** Words are chosen before the first one is said: the page begins anew. */
function speakFromNowOn(language: string) {
  keep("language", language);
  history.replaceState(null, "", `${location.pathname}${location.hash}`);
  location.reload();
}

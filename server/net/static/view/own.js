/** What concerns only whoever sits here, on every page: light, language, where they are signed in. */

import { keep } from "../core/keeping.js";
import { T } from "../texts/en.js";
import { languages } from "../texts/language.js";
import { h } from "./dom.js";
import { turnTheme } from "./theme.js";

/** The lines of a menu. */
export function ownChoices(app) {
  return [
    h("button", { key: "theme", type: "button", class: "quiet", onclick: () => turnTheme(app) }, T.theme),
    languageChoice(),
    app.session.link === "up" && h("button", { key: "sign-out", type: "button", class: "quiet", title: T.signOutText, onclick: () => app.signOutElsewhere() }, T.signOut),
  ];
}

/** The menu of a page that has nothing else in it. */
export const ownMenu = (app) =>
  h("details", { class: "menu", key: "menu" }, h("summary", null, T.menu), h("div", null, ownChoices(app)));

/** The languages, where there is more than one; each is called as those call it who speak it. */
function languageChoice() {
  const spoken = document.documentElement.lang;
  const all = languages(spoken);
  return all.length > 1 && h("label", { key: "language", class: "pace" }, T.language,
    h("select", { id: "language", value: spoken, onchange: (event) => speakFromNowOn(event.target.value) },
      all.map((one) => h("option", { key: one, value: one, lang: one }, nameOf(one)))));
}

const nameOf = (language) => new Intl.DisplayNames([language], { type: "language" }).of(language);

/** Words are chosen before the first one is said: the page begins anew. */
function speakFromNowOn(language) {
  keep("language", language);
  history.replaceState(null, "", `${location.pathname}${location.hash}`);
  location.reload();
}

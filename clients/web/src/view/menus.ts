/** Menus close as elsewhere: on Escape, on a press beside them, and once something in them was chosen. */

import { h } from "./dom.ts";

/** A line of a menu with a word on what it does; one that turns something on or off says how it stands (`isOn`). */
export function menuLine(
  key: string,
  words: string,
  help: string,
  onclick: () => unknown,
  { isOn, id }: { isOn?: boolean; id?: string } = {},
) {
  return h(
    "button",
    {
      key,
      id: id ?? null,
      type: "button",
      class: "quiet",
      "aria-pressed": isOn === undefined ? null : String(isOn),
      // What is turned on and off is seen where it stands; anything else leads away from the menu.
      onclick: isOn === undefined ? () => [closeMenu(), onclick()] : onclick,
    },
    words,
    h("small", { class: "help-of" }, help),
  );
}

const OPEN = "details.menu[open]";

/** The open menus; without `but` all of them. */
const others = (but: Node | null): HTMLDetailsElement[] =>
  [...document.querySelectorAll<HTMLDetailsElement>(OPEN)].filter((menu) => !but || !menu.contains(but));

/** Close the open menu and give the focus back to what opened it; whether there was one. */
export function closeMenu(): boolean {
  const [menu] = others(null);
  if (!menu) return false;
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector("summary")?.focus();
  return true;
}

/** From now on a press beside a menu closes it. */
export function watchMenus(): void {
  document.addEventListener("pointerdown", ({ target }) => {
    for (const menu of others(target instanceof Node ? target : null)) menu.open = false;
  });
  document.addEventListener("focusin", ({ target }) => {
    for (const menu of others(target instanceof Node ? target : null)) menu.open = false;
  });
}

/**
 * The card of whatever is pointed at, focused or held: anything with a `data-card`. It stays while
 * the pointer is on it, until Escape once it is pinned.
 */

import { card } from "./cards.js";
import { patch } from "./dom.js";
import { sceneOf } from "./battle.js";

const WAIT = 260;
const LEAVE = 180;
const HOLD = 480;
const GAP = 10;
const NARROW = 560;

export class Inspector {
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.anchor = null;
    this.shown = "";
    this.isPinned = false;
    this.timer = 0;
    this.rests = { x: NaN, y: NaN };
    this.below = null;
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.over(event));
    document.addEventListener("pointermove", (event) => this.moved(event), { capture: true, passive: true });
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointerup", () => clearTimeout(this.holding));
    document.addEventListener("focusin", (event) => this.focused(event.target));
    document.addEventListener("contextmenu", (event) => this.menu(event));
    document.addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("scroll", () => this.isPinned || this.close(), { capture: true, passive: true });
  }

  /** Where the mouse is. A finger leaves none: what a browser then reports as one is its guess. */
  moved({ pointerType, screenX: x, screenY: y, movementX, movementY }) {
    if (pointerType !== "mouse" || !(this.rests || movementX || movementY)) return;
    const isStill = this.rests?.x === x && this.rests?.y === y;
    this.rests = { x, y };
    if (this.below && !isStill) this.enter(this.below, true);
  }

  /** The page moves below a pointer, too: only one that has come here by itself asks for a card. */
  over({ target, screenX, screenY }) {
    const hasMoved = this.rests && !(this.rests.x === screenX && this.rests.y === screenY);
    this.enter(target, hasMoved);
    this.below = hasMoved ? null : target;
  }

  enter(target, asks) {
    this.below = null;
    if (this.isPinned) return;
    const place = asks && target.closest?.("[data-card]");
    clearTimeout(this.timer);
    if (place && !this.root.contains(target)) this.timer = setTimeout(() => this.show(place), this.shown ? 60 : WAIT);
    else if (this.shown && !this.root.contains(target)) this.timer = setTimeout(() => this.close(), LEAVE);
  }

  /** Holding a finger on something shows its card. */
  down(event) {
    if (this.shown && !this.root.contains(event.target)) this.close();
    if (event.pointerType === "mouse") return;
    this.rests = null;
    const place = event.target.closest?.("[data-card]");
    clearTimeout(this.holding);
    if (place) this.holding = setTimeout(() => this.pin(place), HOLD);
  }

  /** A tap on something that does nothing else shows its card. */
  clicked(event) {
    const place = event.target.closest?.("[data-card]");
    if (!place || this.root.contains(event.target)) return;
    const isActive = place.closest("button:not(.rule), a, .offered");
    if (!isActive && !this.app.ui.dragged) this.pin(place);
  }

  focused(target) {
    const place = target.closest?.("[data-card]");
    if (place && target.matches(":focus-visible")) this.show(place);
    else if (!this.isPinned && !this.root.contains(target)) this.close();
  }

  menu(event) {
    const place = event.target.closest?.("[data-card]");
    if (!place) return;
    event.preventDefault();
    this.pin(place);
  }

  /** Show the card of a place, until it is closed. */
  pin(place) {
    const here = place?.closest?.("[data-card]");
    if (!here) return;
    this.show(here);
    this.isPinned = Boolean(this.shown);
    this.root.classList.toggle("pinned", this.isPinned);
  }

  show(place) {
    clearTimeout(this.timer);
    const wanted = place.dataset.card;
    if (!this.app.battle && !wanted) return;
    const scene = this.app.battle ? sceneOf(this.app) : { state: {}, glossary: this.app.glossary, lexicon: this.app.lexicon, names: null };
    const inside = card({ ...scene, ...this.foreseen(wanted) }, wanted, place.dataset);
    if (!inside) return this.close();
    this.anchor = place;
    this.shown = wanted;
    patch(this.root, inside);
    this.root.hidden = false;
    this.settle();
  }

  /** What the rules tell of a unit: its values as they are now, and its coming turn. */
  foreseen(wanted) {
    const { player, stage, foresight } = this.app;
    if (player || stage.isBusy || !wanted.startsWith("unit:")) return {};
    const unit = wanted.slice(5);
    return { coming: foresight.known.get(`enemy|${unit}`), values: foresight.values(unit) };
  }

  /** More is known about what is shown. */
  refresh() {
    if (this.shown && this.anchor?.isConnected) this.show(this.anchor);
  }

  /** Beside what it is about, inside the window; on the map's other half for what lies there, clear of the questions. */
  settle() {
    const { root, anchor } = this;
    if (innerWidth < NARROW) {
      root.style.cssText = "";
      root.classList.add("sheet");
      return;
    }
    root.classList.remove("sheet");
    const map = anchor.closest(".board") && anchor.closest(".map")?.getBoundingClientRect();
    const at = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = root;
    root.classList.toggle("passing", Boolean(map));
    if (map && map.width > 2 * (width + at.width)) {
      const isLeft = at.left + at.right < map.left + map.right;
      const aside = isLeft ? map.right - GAP - width : map.left + GAP;
      root.style.cssText = `left: ${aside.toFixed(0)}px; top: ${(map.top + GAP).toFixed(0)}px`;
      return;
    }
    const right = at.right + GAP + width < innerWidth;
    const left = right ? at.right + GAP : Math.max(GAP, at.left - GAP - width);
    const top = Math.min(Math.max(GAP, at.top), innerHeight - height - GAP);
    root.style.cssText = `left: ${left.toFixed(0)}px; top: ${Math.max(GAP, top).toFixed(0)}px`;
  }

  /** Whether there was a card to close. */
  close() {
    clearTimeout(this.timer);
    const was = Boolean(this.shown);
    this.shown = "";
    this.isPinned = false;
    this.root.hidden = true;
    this.root.classList.remove("pinned");
    return was;
  }
}

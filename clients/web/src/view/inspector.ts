/**
 * The card of whatever is pointed at, focused or held: anything with a `data-card`. It stays while
 * the pointer is on it, until Escape once it is pinned.
 */

import type { App, Cards } from "../app.ts";
import { Names } from "../core/names.ts";
import { NOTHING } from "../core/state.ts";
import { sceneOf } from "./battle.ts";
import { card } from "./cards.ts";
import { patch } from "./dom.ts";

const WAIT = 260;
const LEAVE = 180;
const HOLD = 480;
const GAP = 10;
const NARROW = 560;

/** What has a card. */
type Place = HTMLElement | SVGElement;

/** The nearest thing with a card around something on the page. */
const placeOf = (target: EventTarget | null): Place | null =>
  target instanceof Element ? target.closest<Place>("[data-card]") : null;

type Timer = ReturnType<typeof setTimeout> | undefined;

export class Inspector implements Cards {
  app: App;
  root: HTMLElement;
  anchor: Place | null = null;
  shown = "";
  isPinned = false;
  timer: Timer = undefined;
  holding: Timer = undefined;
  rests: { x: number; y: number } | null = { x: NaN, y: NaN };
  below: EventTarget | null = null;

  constructor(app: App, root: HTMLElement) {
    this.app = app;
    this.root = root;
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.over(event));
    document.addEventListener("pointermove", (event) => this.moved(event), { capture: true, passive: true });
    document.addEventListener("pointerdown", (event) => this.down(event));
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(this.holding));
    document.addEventListener("focusin", (event) => this.focused(event.target));
    document.addEventListener("contextmenu", (event) => this.menu(event));
    document.addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("scroll", () => this.isPinned || this.close(), { capture: true, passive: true });
  }

  /**
   * Where the mouse is. A finger leaves none: what a browser then reports as one is its guess. While
   * something is carried no card comes: it would lie where that is to be dropped.
   */
  moved({ pointerType, screenX: x, screenY: y, movementX, movementY, buttons }: PointerEvent) {
    if (this.app.ui.held) clearTimeout(this.holding);
    if (pointerType !== "mouse" || buttons || !(this.rests || movementX || movementY)) return;
    const isStill = this.rests?.x === x && this.rests?.y === y;
    this.rests = { x, y };
    if (this.below && !isStill) this.enter(this.below, true);
  }

  /** The page moves below a pointer, too: only one that has come here by itself asks for a card. */
  over({ target, screenX, screenY, buttons }: PointerEvent) {
    const hasMoved = !buttons && this.rests !== null && !(this.rests.x === screenX && this.rests.y === screenY);
    this.enter(target, hasMoved);
    this.below = hasMoved ? null : target;
  }

  enter(target: EventTarget | null, asks: boolean) {
    this.below = null;
    if (this.isPinned) return;
    const place = asks ? placeOf(target) : null;
    clearTimeout(this.timer);
    if (place && !this.has(target)) this.timer = setTimeout(() => this.show(place), this.shown ? 60 : WAIT);
    else if (this.shown && !this.has(target)) this.timer = setTimeout(() => this.close(), LEAVE);
  }

  /** Holding a finger on something shows its card. */
  down(event: PointerEvent) {
    if (!this.has(event.target)) this.close();
    if (event.pointerType === "mouse") return;
    this.rests = null;
    const place = placeOf(event.target);
    clearTimeout(this.holding);
    if (place) this.holding = setTimeout(() => this.pin(place), HOLD);
  }

  /** A tap on something that does nothing else shows its card. */
  clicked(event: Event) {
    const place = placeOf(event.target);
    if (!place || this.has(event.target)) return;
    const isActive = place.closest("button:not(.rule), a, .offered");
    if (!isActive && !this.app.ui.dragged) this.pin(place);
  }

  focused(target: EventTarget | null) {
    const place = placeOf(target);
    if (place && target instanceof Element && target.matches(":focus-visible")) this.show(place);
    else if (!this.isPinned && !this.has(target)) this.close();
  }

  menu(event: Event) {
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    this.pin(place);
  }

  /** Show the card of a place, until it is closed. */
  pin(place: Element | null): void {
    const here = placeOf(place);
    if (!here) return;
    this.show(here);
    this.isPinned = Boolean(this.shown);
    this.root.classList.toggle("pinned", this.isPinned);
  }

  show(place: Place): void {
    clearTimeout(this.timer);
    const wanted = place.dataset["card"] ?? "";
    const { app } = this;
    const { glossary, lexicon, battle } = app;
    if (!battle && !wanted) return;
    const scene = battle
      ? sceneOf(app, battle)
      : { state: NOTHING, glossary, lexicon, names: new Names(NOTHING, null, lexicon, null) };
    const inside = card({ ...scene, ...this.foreseen(wanted) }, wanted, place.dataset);
    if (!inside) {
      this.close();
      return;
    }
    this.anchor = place;
    this.shown = wanted;
    patch(this.root, inside);
    this.root.hidden = false;
    this.settle();
  }

  /** What the rules tell of a unit: its values as they are now, and its coming turn. */
  foreseen(wanted: string) {
    const { player, stage, foresight } = this.app;
    if (player || stage.isBusy || !wanted.startsWith("unit:")) return {};
    const unit = wanted.slice(5);
    return { coming: foresight.coming(unit), values: foresight.values(unit) };
  }

  /** More is known about what is shown. */
  refresh(): void {
    if (this.shown && this.anchor?.isConnected) this.show(this.anchor);
  }

  /** Beside what it is about, inside the window; on the map's other half for what lies there, clear of the questions. */
  settle(): void {
    const { root, anchor } = this;
    if (!anchor) return;
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

  /** Whether something lies in the card. */
  has(target: EventTarget | null): boolean {
    return target instanceof Node && this.root.contains(target);
  }

  /** Whether there was a card to close. */
  close(): boolean {
    clearTimeout(this.timer);
    const was = Boolean(this.shown);
    this.shown = "";
    this.isPinned = false;
    this.root.hidden = true;
    this.root.classList.remove("pinned");
    return was;
  }
}

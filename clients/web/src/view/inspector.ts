/**
 * The card of whatever is pointed at, focused or held: anything with a `data-card`. It stays while
 * the pointer is on it; once it is pinned, until Escape, or until a finger taps it or something else.
 */

import type { UnitId } from "../protocol.ts";
import type { App, Cards } from "../app.ts";
import { placeCard, roomBeside } from "../core/card_place.ts";
import type { Box } from "../core/card_place.ts";
import { Names } from "../core/names.ts";
import { NOTHING } from "../core/state.ts";
import { sceneOf } from "./battle.ts";
import { card } from "./cards.ts";
import { patch } from "./dom.ts";
import { hasFingers } from "./pointed.ts";
import { isYours } from "./yours.ts";

const WAIT = 260;
const LEAVE = 180;
const HOLD = 480;
/** A mouse on a page as narrow as a phone's is held, too: some browsers say that a finger is one. A click is shorter. */
const MOUSE_HOLD = 650;
const NARROW = 560;
/** What the cards of hexes of an overland map begin with: these come with the days. */
const OVER_LAND = "place:";

/** What has a card. */
type Place = HTMLElement | SVGElement;

/** The nearest thing with a card around something on the page. */
const placeOf = (target: EventTarget | null): Place | null =>
  target instanceof Element ? target.closest<Place>("[data-card]") : null;

/** Where the question stands that is open, null where none is in sight. */
function askedBox(): Box | null {
  const panel = document.querySelector(".questions:has(.question)");
  return panel?.checkVisibility() ? panel.getBoundingClientRect() : null;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

export class Inspector implements Cards {
  app: App;
  root: HTMLElement;
  anchor: Place | null = null;
  shown = "";
  isPinned = false;
  timer: Timer = undefined;
  holding: Timer = undefined;
  /** Whether the press that goes on, or has just ended, was a hold. */
  hasHeld = false;
  /** The unit whose card was pinned; "" for none. */
  held = "";
  rests: { x: number; y: number } | null = { x: NaN, y: NaN };
  below: EventTarget | null = null;
  /** The questions that have been in sight. */
  asked: ReadonlySet<number> = new Set();

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

  /** Holding a finger on something shows what pointing at it shows: its card, and what a unit threatens. */
  down(event: PointerEvent) {
    this.hasHeld = false;
    if (!this.has(event.target)) this.close();
    clearTimeout(this.holding);
    const isMouse = event.pointerType === "mouse";
    if (isMouse && innerWidth >= NARROW) return;
    if (!isMouse && !this.has(event.target)) this.lookAway(event.target);
    if (!isMouse) this.rests = null;
    const place = placeOf(event.target);
    if (place) this.holding = setTimeout(() => this.hold(place), isMouse ? MOUSE_HOLD : HOLD);
  }

  /** A finger rests on nothing once it taps elsewhere: no unit's threat stays on the board. */
  lookAway(target: EventTarget | null) {
    const { hover, picked } = this.app.ui;
    const units = this.app.battle?.state.units ?? {};
    // A second tap on the line of a unit that is picked lets go of it by itself.
    const isLine = target instanceof Element && target.closest(".unit-line.picked") !== null;
    const isLeft = !isLine && picked in units;
    if (hover || isLeft) this.app.set({ hover: "", picked: isLeft ? "" : picked });
  }

  /** These questions are in sight: what a finger has looked at before makes room for one that has come. */
  ask(questions: readonly { id: number }[]) {
    const known = this.asked;
    this.asked = new Set(questions.map(({ id }) => id));
    if (!hasFingers() || questions.every(({ id }) => known.has(id))) return;
    // The page is being drawn: what changes it waits until that is done.
    queueMicrotask(() => {
      this.close();
      this.lookAway(null);
    });
  }

  hold(place: Place) {
    this.hasHeld = true;
    this.pin(place);
  }

  /** A tap on something that does nothing else shows its card. */
  clicked(event: Event) {
    // What ends a hold is no tap: it chooses nothing.
    if (this.hasHeld) {
      this.hasHeld = false;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    if (this.has(event.target)) return this.tapped(event.target);
    const place = placeOf(event.target);
    if (!place) return;
    const isActive = place.closest("button:not(.rule), a, .offered");
    if (!isActive && !this.app.ui.dragged) this.pin(place);
  }

  /** A finger that taps a card has read it: the card goes, and with it what it has marked on the board. */
  tapped(target: EventTarget | null) {
    const isLink = target instanceof Element && target.closest("a, button");
    if (!isLink && this.isPinned && hasFingers()) this.close();
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
    // A finger that is held asks for a menu, too: its card is there, and may lie below the finger by now.
    if (!this.hasHeld) this.pin(place);
  }

  /** Show the card of a place, until it is closed. */
  pin(place: Element | null): void {
    const here = placeOf(place);
    if (!here) return;
    // What a unit threatens is on the board as long as its card is there.
    const { unit = "" } = here.dataset;
    const isLeft = this.held !== unit && this.app.ui.picked === this.held;
    if ((unit || isLeft) && this.app.ui.picked !== unit) this.app.set({ picked: unit });
    this.held = unit;
    this.show(here);
    this.isPinned = Boolean(this.shown);
    this.root.classList.toggle("pinned", this.isPinned);
    this.root.classList.toggle("tapped", this.isPinned && hasFingers());
  }

  show(place: Place): void {
    clearTimeout(this.timer);
    this.draw(place);
  }

  /** Lay the card of a place beside it. A card that is about to go, or to make room for another, still does. */
  draw(place: Place): void {
    const wanted = place.dataset["card"] ?? "";
    const { app } = this;
    const { glossary, lexicon, battle } = app;
    if (!battle && !wanted) return;
    const scene = battle
      ? sceneOf(app, battle)
      : { state: NOTHING, glossary, lexicon, names: new Names(NOTHING, null, lexicon, null) };
    const inside =
      battle && wanted.startsWith(OVER_LAND)
        ? app.days.found?.placeCard(sceneOf(app, battle), wanted.slice(OVER_LAND.length))
        : card({ ...scene, ...this.foreseen(wanted) }, wanted, place.dataset);
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

  /** Whose a unit is, what the story has told of its statuses, and the rules of its values as they are now and of its coming turn. */
  foreseen(wanted: string) {
    const { player, stage, foresight, teller } = this.app;
    if (!wanted.startsWith("unit:")) return {};
    const unit = wanted.slice(5) as UnitId;
    const known = { causes: teller.causesOf(unit), isYours: isYours(this.app, stage, unit) };
    if (player || stage.isBusy) return known;
    return { ...known, coming: foresight.coming(unit), values: foresight.values(unit) };
  }

  /** More is known about what is shown. */
  refresh(): void {
    if (this.shown && this.anchor?.isConnected) this.draw(this.anchor);
  }

  /** Beside what it is about and clear of the question; at the lower edge of a narrow page where nothing is asked. */
  settle(): void {
    const { root, anchor } = this;
    if (!anchor) return;
    const asked = askedBox();
    const isSheet = innerWidth < NARROW && !asked;
    root.classList.toggle("sheet", isSheet);
    root.style.cssText = "";
    if (isSheet) return;
    const map = anchor.closest(".board") && anchor.closest(".map")?.getBoundingClientRect();
    root.classList.toggle("passing", Boolean(map));
    const room = roomBeside({ width: innerWidth, height: innerHeight }, asked);
    const size = { width: root.offsetWidth, height: root.offsetHeight };
    let place = placeCard(room, size, anchor.getBoundingClientRect(), map ?? null);
    if (place.width < size.width) {
      // Narrower it is higher: it takes what height there is.
      root.style.width = `${place.width.toFixed(0)}px`;
      place = placeCard(room, { width: place.width, height: root.offsetHeight }, anchor.getBoundingClientRect(), null);
    }
    const { left, top, width, height } = place;
    root.style.cssText = `left: ${left.toFixed(0)}px; top: ${top.toFixed(0)}px; width: ${width.toFixed(0)}px; max-height: ${Math.ceil(height)}px`;
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
    this.root.classList.remove("pinned", "tapped");
    if (this.held && this.app.ui.picked === this.held) this.app.set({ picked: "" });
    this.held = "";
    return was;
  }
}

/** A lock as it lies on the table: its digits as plates, the dice against them below, and under each die how it turns. */

import { lockAsked, trapAsked } from "../core/locks.ts";
import type { LockAsked } from "../core/locks.ts";
import type { Question } from "../core/messages.ts";
import { LOCK } from "../texts/answering.ts";
import { looseDie } from "./dice.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Child } from "./dom.ts";
import { optionButton, takenOnSight } from "./option.ts";
import type { Ask } from "./scene.ts";

const KIND = "lockpick";
const ADJUST = "lockpick.adjust";

/** Whether the picture of the lock has the options: dice are turned where they lie. */
export const turnsDice = (question: Question): boolean => question.why === ADJUST && lockAsked(question) !== null;

/** The trap whose lock is tried, null where it is a cache's. */
const trapOf = ({ question, scene }: Ask) => trapAsked(question, scene.state, scene.glossary);

/** The heading of a question about a lock whose numbers the picture shows, "" where there is none. */
export function lockHeading(ask: Ask): string {
  const trap = trapOf(ask);
  return trap ? LOCK.trap(trap.name) : lockWords(ask.question);
}

/** What follows from giving a lock up, where that is told of this one. */
export function lockFollows(ask: Ask): string {
  const trap = trapOf(ask);
  return trap ? LOCK.trapFollows(trap.text) : "";
}

/** What is asked about a lock. */
function lockWords(question: Question): string {
  const lock = lockAsked(question);
  const words = lock && LOCK.asked[question.why];
  return words ? words(lock.left) : "";
}

/** The lock that a question is about, nothing where it is about none. */
export function lockPicture(ask: Ask): Child {
  const lock = lockAsked(ask.question);
  const trap = lock && trapOf(ask);
  return (
    lock &&
    h(
      "div",
      { class: `lock ${trap ? "trap" : ""}`, key: "lock" },
      trap && h("p", { key: "does", class: "trap-does" }, icon("trap"), trap.text),
      trap && h("p", { key: "asked" }, lockWords(ask.question)),
      plates(lock),
      lock.dice.length > 0 && dice(ask, lock),
    )
  );
}

const plates = ({ digits }: LockAsked) =>
  h(
    "p",
    { class: "digits", role: "img", "aria-label": LOCK.code(digits) },
    digits.map(({ value, isKey, isMet }, at) =>
      h(
        "b",
        { key: at, class: `digit ${isKey ? "key" : ""} ${isMet ? "met" : ""}`, title: isKey ? LOCK.first : null },
        value,
      ),
    ),
    h("small", { "aria-hidden": "true" }, digits.some(({ isKey }) => isKey) && LOCK.first),
  );

/** The dice in a row; where a die can be turned, both ways below the first of its number. */
function dice(ask: Ask, lock: LockAsked) {
  const { question, scene } = ask;
  const options = question.why === ADJUST ? question.shape.options : [];
  const missing = lock.digits.filter(({ isMet }) => !isMet).map(({ value }) => value);
  return [
    h(
      "div",
      { class: "turns", key: "dice" },
      lock.dice.map(({ value, fits }, at) => {
        const isFirst = lock.dice.findIndex((one) => one.value === value) === at;
        const turns = isFirst ? options.filter(({ key }) => key.startsWith(`${value}>`)) : [];
        return h(
          "div",
          { key: at },
          looseDie(scene, KIND, Number(value) - 1, "die", { class: fits ? "fits" : "" }),
          turns.map((option) => {
            const to = option.key.slice(value.length + 1);
            return optionButton(ask, { ...option, note: "" }, takenOnSight(ask, option), {
              look: !fits && missing.includes(to) ? "helps" : "",
              inside: [h("span", { class: "unseen", key: "from" }, `${value} `), LOCK.turnTo(to)],
            });
          }),
        );
      }),
    ),
    options.length > 0 && h("p", { class: "hint", key: "price" }, LOCK.price(options[0]?.note ?? "")),
  ];
}

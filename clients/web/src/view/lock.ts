/** A lock as it lies on the table: its digits as plates, the dice against them below, and under each die how it turns. */

import { lockAsked } from "../core/locks.ts";
import type { LockAsked } from "../core/locks.ts";
import type { Question } from "../core/messages.ts";
import { LOCK } from "../texts/answering.ts";
import { looseDie } from "./dice.ts";
import { h } from "./dom.ts";
import type { Child } from "./dom.ts";
import { optionButton, takenOnSight } from "./option.ts";
import type { Ask } from "./scene.ts";

const KIND = "lockpick";
const ADJUST = "lockpick.adjust";

/** Whether the picture of the lock has the options: dice are turned where they lie. */
export const turnsDice = (question: Question): boolean => question.why === ADJUST && lockAsked(question) !== null;

/** What is asked about a lock whose numbers the picture shows, "" where there is none. */
export function lockWords(question: Question): string {
  const lock = lockAsked(question);
  const words = lock && LOCK.asked[question.why];
  return words ? words(lock.left) : "";
}

/** The lock that a question is about, nothing where it is about none. */
export function lockPicture(ask: Ask): Child {
  const lock = lockAsked(ask.question);
  return lock && h("div", { class: "lock", key: "lock" }, plates(lock), lock.dice.length > 0 && dice(ask, lock));
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

"""A bot that plays to win: focuses targets, raises its guard, picks locks when it is safe."""

from typing import Any

from clients.bots import Answer, Questions, board, engaging, moving, reacting
from protocol.questions import Picks, Question, refuse

LINES = ("two-handed", "destruction-staff", "bow", "one-hand-and-shield")
RACES = ("redguard", "nord", "khajiit", "imperial", "dark-elf", "orc", "wood-elf", "argonian")


class SensibleBot:
    """Answers from rules of thumb; whatever it does not know it answers by default."""

    def choose(self, view: dict[str, Any], seat: str, questions: Questions) -> Answer:
        """The first question that it has an opinion on, the menu of its turn before others."""
        by_why = {question.why: question for question in questions}
        if "turn.act" in by_why:
            question, picks = self._turn(view, seat, by_why)
        else:
            question = questions[0]
            picks = self._answer(view, seat, question)
        if refuse(question, picks) is not None:
            picks = reacting.fallback(question)
        return question.id, picks

    def _turn(
        self, view: dict[str, Any], seat: str, menu: dict[str, Question]
    ) -> tuple[Question, Picks]:
        unit = board.me(view, seat)
        first = view["turn"]["engages"] == 0
        if (plan := menu.get("turn.engage")) and (
            picks := engaging.attack(view, unit, plan, first)
        ):
            return plan, picks
        if (route := menu.get("turn.move")) and (picks := moving.advance(view, unit, route)):
            return route, picks
        if plan and first and (picks := engaging.guard(view, unit, plan)):
            return plan, picks
        ability = reacting.ability(view, unit, menu["turn.act"])
        return menu["turn.act"], (ability,) if ability else ("end",)

    def _answer(self, view: dict[str, Any], seat: str, question: Question) -> Picks:
        unit = board.me(view, seat)
        match question.why:
            case "create.race":
                return _by_seat(question, RACES, seat)
            case "create.line":
                return _by_seat(question, LINES, seat)
            case "engage.resolve":
                return engaging.resolve(view, unit, question)
            case "move.continue":
                return ()
            case _:
                return reacting.react(view, unit, question)


def _by_seat(question: Question, wanted: tuple[str, ...], seat: str) -> Picks:
    """A different one for each seat, as far as they are to be had."""
    keys = [option.key for option in getattr(question.shape, "options", ())]
    first = sum(ord(letter) for letter in seat) % len(wanted)
    for name in (*wanted[first:], *wanted[:first]):
        if name in keys:
            return (name,)
    return (keys[0],)

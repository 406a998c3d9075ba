"""A bot that plays to win: focuses targets, raises its guard, picks locks when it is safe."""

from typing import Any

from clients.bots import (
    Answer,
    Questions,
    board,
    creating,
    delving,
    engaging,
    moving,
    outfitting,
    reacting,
    using,
)
from protocol.questions import Picks, Question, refuse


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
        act, plan, route = menu["turn.act"], menu.get("turn.engage"), menu.get("turn.move")
        if ability := using.beforehand(view, unit, act):
            return act, (ability,)
        if route and (picks := moving.to_locks(view, unit, route)):
            return route, picks
        nearer = first and view["turn"]["moves"] == 0 and not _has_aims(view)
        if nearer and plan and route and (picks := moving.within_reach(view, unit, route)):
            return route, picks
        if plan and (picks := engaging.plan(view, unit, plan, first)):
            return plan, picks
        stays = view["turn"]["moves"] > 0 and not _has_aims(view)
        if stays and plan and (picks := engaging.guard(view, unit, plan, first)):
            return plan, picks
        if route and (picks := moving.advance(view, unit, route)) and (first or _has_aims(view)):
            return route, picks
        if (doors := menu.get("turn.explore")) and (picks := delving.explores(view, unit, doors)):
            return doors, picks
        if plan and (picks := engaging.guard(view, unit, plan, first)):
            return plan, picks
        if picks := delving.leaves(view, act):
            return act, picks
        if ability := using.ability(view, unit, act):
            return act, (ability,)
        if route and (picks := moving.retreat(view, unit, route)):
            return route, picks
        return act, ("end",)

    def _answer(self, view: dict[str, Any], seat: str, question: Question) -> Picks:
        unit = board.me(view, seat)
        if (made := creating.choose(view, unit, seat, question)) is not None:
            return made
        if (sorted_ := outfitting.choose(view, unit, question)) is not None:
            return sorted_
        match question.why:
            case "engage.resolve":
                return engaging.resolve(view, unit, question)
            case "move.continue":
                return moving.advance(view, unit, question) if view.get("delve") else ()
            case "explore.here":
                return delving.opens(view, unit, question)
            case "round.retreat" if delving.is_stuck(view):
                return ("yes",)
            case _:
                return reacting.react(view, unit, question)


def _has_aims(view: dict[str, Any]) -> bool:
    """Whether there is somewhere to go besides into a fight."""
    return bool(view.get("delve")) or bool(board.goals(view))

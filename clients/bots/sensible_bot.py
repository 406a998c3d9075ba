"""A bot that plays to win: focuses targets, raises its guard, picks locks when it is safe."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from clients.bots import (
    board,
    creating,
    delving,
    engaging,
    leaving,
    matches,
    moving,
    outfitting,
    reacting,
    reasons,
    using,
)
from clients.bots.board import View
from clients.bots.days import Traveller
from clients.bots.figures import Dice, Words
from clients.bots.policy import Answer, Questions
from protocol.ids import SeatId, UnitId, Why
from protocol.questions import Picks, Question, refuse


class Act(NamedTuple):
    """Something that it may do in its turn, and why."""

    question: Question
    picks: Picks
    why: str


class SensibleBot:
    """Answers from rules of thumb; whatever it does not know it answers by default.

    `words` is the catalogue of the server where it plays, as `/catalogue.json` gives it.
    """

    def __init__(self, words: Words) -> None:
        self._expected, self._days = Dice(words), Traveller(words)

    def choose(self, view: dict[str, Any], seat: SeatId, questions: Questions) -> Answer:
        """Return the first question that it has an opinion on, the menu of its turn before
        others.
        """
        if matches.is_match(view):
            return matches.answer(view, seat, questions)
        by_why: dict[Why, Question] = {question.why: question for question in questions}
        if "turn.act" in by_why:
            question, picks, note = self._turn(view, seat, by_why)
        else:
            question = questions[0]
            picks = self._answer(view, seat, question)
            note = leaving.reason(view, question, picks)
        if refuse(question, picks) is not None:
            picks, note = reacting.fallback(question), ""
        return Answer(question.id, picks, note)

    def _turn(self, view: dict[str, Any], seat: SeatId, menu: dict[Why, Question]) -> Act:
        unit, act = board.me(view, seat), menu["turn.act"]
        for one in self._acts(view, unit, menu):
            if one.picks:
                return one
        return Act(act, ("end",), reasons.ends(view, unit, reacting.LOW_HP))

    def _acts(self, view: View, unit: UnitId, menu: dict[Why, Question]) -> Iterator[Act]:
        """Yield what it might do, the most urgent first; without picks where that is
        nothing now.
        """
        act, plan, route = menu["turn.act"], menu.get("turn.engage"), menu.get("turn.move")
        yield Act(act, using.beforehand(view, unit, act), reasons.READY)
        if route:
            yield Act(route, moving.to_locks(view, unit, route), reasons.LOCKS)
            yield from self._moves_up(view, unit, route, can_engage=plan is not None)
        if plan:
            yield from self._engages(view, unit, plan)
        first = view["turn"]["engages"] == 0
        if route and (first or _has_aims(view)):
            yield Act(route, moving.advance(view, unit, route), reasons.advances(view))
        if doors := menu.get("turn.explore"):
            yield Act(doors, delving.explores(view, unit, doors), reasons.DOOR)
        if plan:
            yield self._engage(view, plan, engaging.guard(view, unit, plan, first, self._expected))
        yield Act(act, delving.leaves(view, act), reasons.NO_MORE)
        yield Act(act, using.ability(view, unit, act), reasons.HELPS)
        if route:
            yield Act(route, moving.retreat(view, unit, route), reasons.steps_back(view, unit))

    def _moves_up(
        self, view: View, unit: UnitId, route: Question, *, can_engage: bool
    ) -> Iterator[Act]:
        """Moves before the first engage: to where the own dice reach, or to who fights ahead."""
        if view["turn"]["engages"] or view["turn"]["moves"] or _has_aims(view):
            return
        if can_engage:
            picks = moving.within_reach(view, unit, route, self._expected)
            yield Act(route, picks, reasons.SHOT)
        if picks := moving.keep_up(view, unit, route):
            yield Act(route, picks, reasons.keeps_up(view, unit, picks))

    def _engages(self, view: View, unit: UnitId, plan: Question) -> Iterator[Act]:
        """Yield the engage worth most, or a defensive one after a move with nobody in reach."""
        first, dice = view["turn"]["engages"] == 0, self._expected
        yield self._engage(view, plan, engaging.plan(view, unit, plan, first, dice))
        if view["turn"]["moves"] > 0 and not _has_aims(view):
            yield self._engage(view, plan, engaging.guard(view, unit, plan, first, dice))

    def _engage(self, view: View, plan: Question, picks: Picks) -> Act:
        return Act(plan, picks, reasons.engages(view, picks, self._expected) if picks else "")

    def _answer(self, view: dict[str, Any], seat: SeatId, question: Question) -> Picks:
        unit = board.me(view, seat)
        if (made := creating.choose(view, unit, seat, question, self._expected)) is not None:
            return made
        if (sorted_ := outfitting.choose(view, unit, question)) is not None:
            return sorted_
        if (gone := self._days.choose(view, question)) is not None:
            return gone
        match question.why:
            case "engage.resolve":
                return engaging.resolve(view, unit, question, self._expected)
            case "move.continue":
                return moving.advance(view, unit, question) if view.get("delve") else ()
            case "explore.here":
                return delving.opens(view, unit, question)
            case "round.retreat":
                return leaving.answer(view, seat, question)
            case _:
                return reacting.react(view, unit, question)


def _has_aims(view: dict[str, Any]) -> bool:
    """Return whether there is somewhere to go besides into a fight."""
    return bool(view.get("delve")) or bool(board.goals(view))

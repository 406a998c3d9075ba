"""A group action that one adventurer proposes and all others join or refuse (p38; TWN-9).

It is asked beside what everybody does: whoever proposed it, or has joined, goes on meanwhile. So it
may fall through before all have answered: somebody spends the last action, or a price is gone.
"""

from collections.abc import Callable

from protocol.ids import UnitId
from protocol.questions import One, Option, Picks, Question
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState
from server.rules.campaign.towns.features import Act

YES, NO = "yes", "no"


def may_need(state: SessionState, of_one: Question, of_another: Question) -> bool:
    """Return whether an answer to `of_one` could spend the town action that a group action still
    needs (TWN-9), while the adventurer whom the second question asks can still propose one.
    """
    visit = state.visit
    if (
        visit is None
        or of_one.why != "together.town"
        or visit.actions.get(UnitId(of_one.about)) != 1
    ):
        return False
    mats = state.adventurers
    return any(left and mats[unit].seat in of_another.to for unit, left in visit.actions.items())


class Proposal:
    """A proposed group action, and who has joined. `possible` says whether it can still be carried
    out; `carry_out` does so once all have joined.

    No part of the state: a beat is run from its start.
    """

    def __init__(
        self,
        session: Session,
        by: UnitId,
        act: Act,
        possible: Callable[[], bool],
        carry_out: Callable[[], None],
    ) -> None:
        self._session, self._act, self._possible = session, act, possible
        self._carry_out = carry_out
        self._missing = [unit for unit in session.party if unit != by]
        self._closed = False
        self.name = act.option.text

    def is_open(self) -> bool:
        """Return whether somebody still has to answer, and the action can be carried out."""
        return not self._closed and self._possible()

    def has_joined(self, unit: UnitId) -> bool:
        """Return whether an adventurer has proposed or joined an action that still waits for
        others.
        """
        return self.is_open() and unit not in self._missing

    def asks(self) -> list[Follow]:
        """Return the questions to all others; where there is nobody else the action is carried
        out.
        """
        if not self._missing:
            self._close()
        return [self._ask(unit) for unit in self._missing]

    def _ask(self, unit: UnitId) -> Follow:
        def question() -> Question | None:
            return self._question(unit) if self.is_open() else None

        def answered(picks: Picks) -> None:
            # Without picks this is no answer: the proposal has fallen through.
            if picks == (NO,):
                # One refusal is enough: nobody else is asked (TWN-9).
                self._closed = True
            elif picks:
                self._missing.remove(unit)
                if not self._missing:
                    self._close()

        return Follow(question, answered, unit)

    def _question(self, unit: UnitId) -> Question:
        text = f"{self._act.option.text}: a group action. Do you join in, for one of your actions?"
        return Question(
            to=self._session.battle.deciders(unit),
            why="together.town.join",
            text=text,
            shape=One((Option(YES, "Join in"), Option(NO, "Not now"))),
            rule="TWN-9",
            default=(YES,),
            about=unit,
        )

    def _close(self) -> None:
        self._closed = True
        self._carry_out()

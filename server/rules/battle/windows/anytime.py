"""The any-time window: effects that may be used at any time, offered beside other questions."""

from typing import Final

from protocol.ids import NOBODY, SeatId, UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.windows import offers
from server.rules.engine.game import Choice
from server.rules.engine.windows import Act

ANYTIME: Final = "anytime"
"""The code of this window's questions."""


class AnytimeWindow:
    """The effects that may be used at any time, as one question for each seat. The caller asks its
    own questions first, then these (`questions`), and calls `take` if one of them is answered.

    With `only`, none but the player of that unit is offered anything.
    """

    def __init__(self, battle: Battle, now: Happening, *, only: UnitId = NOBODY) -> None:
        by_seat: dict[SeatId, list[Act]] = {}
        moments = [now]
        if now.moment is not Moment.ANYTIME:
            moments.append(Happening(Moment.ANYTIME, unit=now.unit, by=now.by, engage=now.engage))
        for moment in moments:
            for act in offers.offered(battle, moment):
                # Between the dice of an engage only its own player may step in: for all others it
                # is still resolving (test_evocation_waits_until_somebody_elses_engage_is_over).
                if not only or act.seat == battle.seat(only):
                    by_seat.setdefault(act.seat, []).append(act)
        self._offers = list(by_seat.values())
        self.questions = [
            Question(
                to=(seat,),
                why=ANYTIME,
                text="You may use this at any time.",
                shape=One(tuple(Option(act.key, act.text, act.note) for act in acts)),
                rule=acts[0].rule,
            )
            for seat, acts in by_seat.items()
        ]

    def take(self, choice: Choice, before: int = 1) -> None:
        """Do what was picked; `before` is the number of questions asked before these."""
        acts = self._offers[choice.index - before]
        next(act for act in acts if act.key == choice.picks[0]).do()

"""Skill dice that are rolled in towns (p61; OUT-1, OUT-3): the Legerdemain line's upper ones.

A roll away from battle has no fatigue, no form and no target. Each die is rolled once in a town
encounter and comes home, whatever it shows; a forced result exhausts it. Tenacity faces give
nothing: that takes an engage (CLS-13).
"""

from collections.abc import Iterator
from functools import partial

from protocol.battle import DiceGathered, DiceShown, DieRecovered
from protocol.campaign import TownActionGained
from protocol.ids import DieId, UnitId
from protocol.option_keys import option_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import tenacity, track
from server.rules.battle.kernel.state import Die
from server.rules.campaign.adventurers import conditions, stalls
from server.rules.campaign.components.towns import Town
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.towns.features import Act

DICE = "dice"
FINGERS, FRIENDS = "light-fingers", "friends-in-low-places"
COMMON, LEGENDARY, COURAGE, CAUGHT = (f"{FINGERS}-{n}" for n in (1, 2, 3, 4))
BOLDER = 2
"""Tenacity for a result of Light Fingers."""


class DiceActs:
    """The dice that adventurers can roll in one town encounter."""

    def __init__(self, session: Session, town: Town) -> None:
        self._session, self._town = session, town
        self._rolled: set[DieId] = set()

    def acts(self, unit: UnitId, *, begun: bool) -> Iterator[Act]:
        """Yield the dice of an adventurer that can be rolled now, before anybody has acted: Light
        Fingers where there is a shop, Friends in Low Places in any town.
        """
        # Who fears rolls nothing: all but Combat dice would be ignored (STS-8).
        if begun or self._session.battle.has(unit, "fear"):
            return
        offered: set[str] = set()
        for die in self._session.battle.mat(unit).row:
            kind = self._session.state.dice[die].kind
            due = kind == FRIENDS or (kind == FINGERS and self._town.shop is not None)
            if due and die not in self._rolled and kind not in offered:
                offered.add(kind)
                name = self._session.catalogue.dice[kind].name
                option = Option(option_key(DICE, die), f"Roll {name}", "no town action")
                yield Act(option, DICE, kind, partial(self._roll, unit, die))

    def _roll(self, unit: UnitId, die: DieId) -> None:
        session = self._session
        self._rolled.add(die)
        session.emit(DiceGathered(unit, (die,)))
        while self._throw(unit, die):
            pass
        # Unless a forced result has exhausted it.
        if die in session.battle.mat(unit).rolled:
            session.emit(DieRecovered(die))

    def _throw(self, unit: UnitId, die: DieId) -> bool:
        """Roll the die once and do what it shows; whether it is rolled again."""
        session = self._session
        (face,) = session.battle.roll(1, "town", unit)
        session.emit(DiceShown((die,), (face,), "roll"))
        icon = session.catalogue.dice[self._shown(die).kind].icon(face)
        if icon == FRIENDS:
            session.emit(TownActionGained(unit))
        elif icon in (COMMON, LEGENDARY):
            return self._stolen(unit, "common" if icon == COMMON else "legendary")
        elif icon == COURAGE:
            tenacity.gain(session.battle, unit, BOLDER, FINGERS)
        elif icon == CAUGHT:
            track.exhaust(session.battle, die)
            conditions.fatigue(session, unit, 1)
        return False

    def _shown(self, die: DieId) -> Die:
        return self._session.state.dice[die]

    def _stolen(self, unit: UnitId, deck: str) -> bool:
        """Take an item of the shop, or none; then the die may be rolled again."""
        session = self._session
        offered = {
            option_key(item, where): (item, where)
            for item in dict.fromkeys(stalls.shown(session, deck))
            for where in stalls.places(session, unit, item)
        }
        items = session.catalogue.items
        options = tuple(
            Option(key, f"{items[item].name}, {where}", items[item].text)
            for key, (item, where) in offered.items()
        )
        if not options:
            return False
        to = session.battle.deciders(unit)
        text = f"Which {deck} item do you slip into your sleeve?"
        default = (options[0].key,)
        chosen = session.choose(
            Question(to, "town.fingers", text, One(options), "OUT-1", True, default, unit)
        )
        if not chosen:
            return False
        stalls.take(session, unit, deck, *offered[chosen])
        again = (Option("no", "Enough"), Option("yes", "Roll again"))
        text = "Roll Light Fingers once more?"
        question = Question(
            to, "town.again", text, One(again), "OUT-1", default=("no",), about=unit
        )
        return session.choose(question) == "yes"

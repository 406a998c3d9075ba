"""Skill dice that are rolled in towns (p61; OUT-1, OUT-3): the Legerdemain line's upper ones.

A roll away from battle has no fatigue, no form and no target. Each die is rolled once in a town
encounter and goes back to its row, whatever it shows; a forced result exhausts it. Tenacity faces
give nothing: that takes an engage (CLS-13).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from protocol.battle import DiceGathered, DiceShown, DieRecovered, NamedReason, PlaceOfItems
from protocol.campaign import TownActionGained
from protocol.ids import DieId, ItemId, UnitId
from protocol.option_keys import option_key
from protocol.questions import One, Option, Picks, Question
from server.rules.battle.adventurer import tenacity, track
from server.rules.battle.kernel.state import Die
from server.rules.campaign.adventurers import conditions, stalls
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.components.towns import Town
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.towns.features import Act

DICE: Final = "dice"
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

    def _roll(self, unit: UnitId, die: DieId) -> Follow | None:
        self._rolled.add(die)
        self._session.emit(DiceGathered(unit, (die,)))
        return self._throw(unit, die)

    def _home(self, unit: UnitId, die: DieId) -> None:
        # Unless a forced result has exhausted it.
        if die in self._session.battle.mat(unit).rolled:
            self._session.emit(DieRecovered(die))

    def _throw(self, unit: UnitId, die: DieId) -> Follow | None:
        """Roll the die once and carry out what it shows. Returns the question which item is taken,
        if one is; others go on while it is open.
        """
        session = self._session
        (face,) = session.battle.roll(1, "town", unit)
        session.emit(DiceShown((die,), (face,), "roll"))
        icon = session.catalogue.dice[self._shown(die).kind].icon(face)
        if icon in (COMMON, LEGENDARY):
            deck = "common" if icon == COMMON else "legendary"
            return Follow(
                lambda: self._which(unit, deck), lambda picks: self._taken(unit, die, deck, picks)
            )
        if icon == FRIENDS:
            session.emit(TownActionGained(unit))
        elif icon == COURAGE:
            tenacity.gain(session.battle, unit, BOLDER, NamedReason(FINGERS))
        elif icon == CAUGHT:
            track.exhaust(session.battle, die)
            conditions.fatigue(session, unit, 1)
        self._home(unit, die)
        return None

    def _shown(self, die: DieId) -> Die:
        return self._session.state.dice[die]

    def _offered(self, unit: UnitId, deck: str) -> dict[str, tuple[ItemId, PlaceOfItems]]:
        return {
            option_key(item, where): (item, where)
            for item in dict.fromkeys(stalls.shown(self._session, deck))
            for where in stalls.places(self._session, unit, item)
        }

    def _which(self, unit: UnitId, deck: str) -> Question | None:
        """Return the question which item of the shop is taken, if any; None if nothing lies there
        any more.
        """
        items = self._session.catalogue.items
        options = tuple(
            Option(key, f"{items[item].name}, {where}", items[item].text)
            for key, (item, where) in self._offered(unit, deck).items()
        )
        if not options:
            return None
        to = self._session.battle.deciders(unit)
        text = f"Which {deck} item do you slip into your sleeve?"
        default = (options[0].key,)
        return Question(to, "town.fingers", text, One(options), "OUT-1", True, default, unit)

    def _taken(self, unit: UnitId, die: DieId, deck: str, picks: Picks) -> Follow | None:
        """Take the picked item. Returns the question whether the die is rolled again."""
        if not picks:
            self._home(unit, die)
            return None
        stalls.take(self._session, unit, deck, *self._offered(unit, deck)[picks[0]])
        again = (Option("no", "Enough"), Option("yes", "Roll again"))
        question = Question(
            self._session.battle.deciders(unit),
            "town.again",
            "Roll Light Fingers once more?",
            One(again),
            "OUT-1",
            default=("no",),
            about=unit,
        )
        return Follow(lambda: question, lambda chosen: self._again(unit, die, chosen))

    def _again(self, unit: UnitId, die: DieId, picks: Picks) -> Follow | None:
        if picks == ("yes",):
            return self._throw(unit, die)
        self._home(unit, die)
        return None

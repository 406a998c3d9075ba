"""Outcomes made of outcomes: those that ask, roll, check, or depend on requirements."""

from collections.abc import Sequence

import msgspec

from protocol.ids import UnitId
from server.rules.campaign.components.blocks import (
    Figure,
    Outcome,
    Requirement,
    all_met,
    can_all,
    do_all,
)
from server.rules.campaign.components.session import Running, Seen
from server.rules.content.provinces.blocks import OutcomeBlock, as_clause, block, shelf


def texts_of(outcomes: Sequence[Outcome]) -> str:
    """Return the texts of outcomes as one paragraph; outcomes without a text are left out."""
    return " ".join(one.text for one in outcomes if one.text)


@block("if")
class If(OutcomeBlock, frozen=True):
    """Outcomes where all of `when` are met, else others."""

    when: tuple[Requirement, ...]
    then: tuple[Outcome, ...]
    otherwise: tuple[Outcome, ...] = ()

    @property
    def text(self) -> str:
        """Return the requirements with the texts of both."""
        cause = " and ".join(one.text for one in self.when)
        other = f" Otherwise: {texts_of(self.otherwise)}" if texts_of(self.otherwise) else ""
        return f"{cause[:1].upper()}{cause[1:]}: {texts_of(self.then)}{other}"

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether what would happen now can happen in full."""
        return can_all(self.then if all_met(self.when, session) else self.otherwise, session, who)

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Do what the requirements lead to as they stand now."""
        do_all(self.then if all_met(self.when, session) else self.otherwise, session, who)


@block("check")
class Check(OutcomeBlock, frozen=True):
    """A social check: outcomes on success, others on failure."""

    difficulty: Figure
    then: tuple[Outcome, ...]
    otherwise: tuple[Outcome, ...] = ()
    says: str = ""

    @property
    def text(self) -> str:
        """Return the check with its difficulty, and what comes of it."""
        other = f" On a failure: {texts_of(self.otherwise)}" if texts_of(self.otherwise) else ""
        return f"Social check ({self.difficulty}): {texts_of(self.then)}{other}"

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Make the check, once."""
        won = session.check(self.difficulty.at(len(session.party)), self.says or self.text)
        do_all(self.then if won else self.otherwise, session, who)


class Way(msgspec.Struct, frozen=True):
    """One of several ways: its words to players, its outcomes (costs among them), and when it is
    open.
    """

    says: str
    does: tuple[Outcome, ...]
    when: tuple[Requirement, ...] = ()


@block("either")
class Either(OutcomeBlock, frozen=True):
    """The party picks one of several ways; one that is not met or cannot be paid is not offered."""

    says: str
    ways: tuple[Way, ...]

    @property
    def text(self) -> str:
        """Return the ways in words."""
        return f"{self.says} {' Or: '.join(way.says for way in self.ways)}"

    def _open(self, session: Seen, who: Sequence[UnitId]) -> dict[str, Way]:
        known = {str(number): way for number, way in enumerate(self.ways)}
        return {
            key: way
            for key, way in known.items()
            if all_met(way.when, session) and can_all(way.does, session, who)
        }

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether the party can take at least one of the ways."""
        return bool(self._open(session, who))

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Ask for one of the ways that can be taken, and do it; do nothing if there is none."""
        ways = self._open(session, who)
        if ways:
            key = session.pick(self.says, [(key, way.says) for key, way in ways.items()])
            do_all(ways[key].does, session, who)


@block("each-may")
class EachMay(OutcomeBlock, frozen=True):
    """Each of those meant may, one by one, pay what it costs and have what it brings."""

    says: str
    does: tuple[Outcome, ...]

    @property
    def text(self) -> str:
        """Return what is offered: the price, and what it brings."""
        return f"Each adventurer may: {as_clause(self.says)}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Ask each adventurer who can pay, one after the other, and do it for those whose player
        accepts.
        """
        for one in who:
            if can_all(self.does, session, (one,)) and session.asks(one, self.says):
                do_all(self.does, session, (one,))


class Result(msgspec.Struct, frozen=True):
    """What a roll brings from `least` up to, not including, the `least` of the next result."""

    least: int
    does: tuple[Outcome, ...]


@block("roll")
class Roll(OutcomeBlock, frozen=True):
    """A six-sided die is rolled, and the last result counts whose `least` it reaches."""

    says: str
    results: tuple[Result, ...]

    @property
    def text(self) -> str:
        """Return the results in words, each with the numbers that lead to it."""
        lines = [f"{one.least}+: {texts_of(one.does) or 'nothing.'}" for one in self.results]
        return f"{self.says} Roll a die. {' '.join(lines)}"

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Roll once for everybody."""
        rolled = session.roll()
        reached = [one for one in self.results if one.least <= rolled]
        if reached:
            do_all(max(reached, key=lambda one: one.least).does, session, who)


@block("for-one")
class ForOne(OutcomeBlock, frozen=True):
    """The party picks one adventurer, to whom all of this happens."""

    says: str
    does: tuple[Outcome, ...]

    @property
    def text(self) -> str:
        """Return what happens to the one."""
        return f"{self.says} {texts_of(self.does).replace('Each adventurer', 'That adventurer')}"

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether it can happen to anybody."""
        return any(can_all(self.does, session, (one,)) for one in who)

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Do it to one to whom it can happen."""
        able = [one for one in who if can_all(self.does, session, (one,))]
        if able:
            one = able[0] if len(able) == 1 else session.pick_adventurer(self.says, able)
            do_all(self.does, session, (one,))


FLOW = shelf(If, Check, Either, EachMay, Roll, ForOne)

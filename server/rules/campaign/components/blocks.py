"""The two kinds of named block that a province's files are made of: requirements (`Requirement`)
and outcomes (`Outcome`). Blocks are pure figures: frozen structs with a sentence to players. `Rule`
says at which moment outcomes happen by themselves.
"""

import re
from collections.abc import Sequence
from typing import Protocol, Self, runtime_checkable

import msgspec

from protocol.ids import UnitId
from server.rules.campaign.components.session import Running, Seen
from server.rules.campaign.components.words import When


@runtime_checkable
class Requirement(Protocol):
    """A condition of a choice, a trigger, or a step's end."""

    @property
    def text(self) -> str:
        """Return the requirement in words to players: "on day 5 or later"."""

    def met(self, session: Seen) -> bool:
        """Return whether it is met now. It asks nobody and changes nothing."""


@runtime_checkable
class Outcome(Protocol):
    """An effect on adventurers, or on the session."""

    @property
    def text(self) -> str:
        """Return the outcome in words to players, a sentence: "Each adventurer heals 2 HP."."""

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether it can happen in full to them; a cost that cannot be paid bars its
        choice.
        """

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Carry the outcome out. `who` are the adventurers meant: the party, or whoever takes a
        town action.
        """


def all_met(requirements: Sequence[Requirement], session: Seen) -> bool:
    """Return whether every requirement is met; True if there are none."""
    return all(one.met(session) for one in requirements)


def can_all(outcomes: Sequence[Outcome], session: Seen, who: Sequence[UnitId]) -> bool:
    """Return whether every one can happen in full."""
    return all(one.can(session, who) for one in outcomes)


def do_all(outcomes: Sequence[Outcome], session: Running, who: Sequence[UnitId]) -> None:
    """Carry outcomes out, in order."""
    for one in outcomes:
        one.do(session, who)


class Rule(msgspec.Struct, frozen=True):
    """Outcomes that happen to the whole party at a moment, while whatever prints the rule is in
    play and all of `when` is met. Where it `may`, the party decides each time.
    """

    at: When
    does: tuple[Outcome, ...]
    when: tuple[Requirement, ...] = ()
    text: str = ""
    may: bool = False


_FIGURE = re.compile(r"(?:(?P<times>\d*)P)?(?P<plus>(?:^|[+-])\d+)?")


class Figure(str):
    """A number that depends on the party size P (p36), as it is printed: "4", "P", "2P+3".

    Raises ValueError for another text.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Read a text."""
        plain = text.replace(" ", "")
        if not plain or _FIGURE.fullmatch(plain) is None:
            raise ValueError(f"{text!r} is no number of the party size; expected: '4', '2P', 'P+3'")
        return super().__new__(cls, plain)

    def at(self, players: int) -> int:
        """Return the number for a party of this size."""
        found = _FIGURE.fullmatch(self)
        assert found is not None
        times = int(found["times"] or 1) if "P" in self else 0
        return times * players + int(found["plus"] or 0)

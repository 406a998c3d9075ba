"""Routes over the table, their legs, and the Checks that some legs require (SK-13)."""

from typing import Literal

from msgspec import Struct

from protocol.skirmish import LegKind
from server.rules.skirmish.geometry.lengths import Mil, Point

CheckKind = Literal["climb", "across", "down"]
"""The kinds of legs that require an Agility Check."""


class Check(Struct, frozen=True):
    """A Check that a player is willing to make on the route (SK-32).

    `feature` is the terrain that is climbed or jumped from. `face` limits a climb to one side of
    its outline, `onto` a jump across to the terrain where it lands, `at` a jump down to a point of
    the edge; what is left out is chosen so that the route is short.
    """

    kind: CheckKind
    feature: str
    face: int | None = None
    onto: str = ""
    at: Point | None = None


class Leg(Struct, frozen=True):
    """A straight piece of a route; `length` is what it counts in mils, `check` what it requires."""

    kind: LegKind
    start: Point
    end: Point
    length: Mil
    check: Check | None = None
    feature: str = ""


class Route(Struct, frozen=True):
    """A route from one place to another: legs that follow each other, or none."""

    start: Point
    legs: tuple[Leg, ...] = ()

    @property
    def end(self) -> Point:
        """Return where it ends."""
        return self.legs[-1].end if self.legs else self.start

    @property
    def length(self) -> Mil:
        """Return the length of the whole route, in mils (L of SK-16)."""
        return sum(leg.length for leg in self.legs)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Return the Checks on the route, in order."""
        return tuple(leg.check for leg in self.legs if leg.check is not None)

"""Ways over the table: legs, the Checks that some of them ask for, and whole routes (SK-13)."""

from typing import Literal

from msgspec import Struct

from protocol.skirmish import LegKind
from server.rules.skirmish.geometry.lengths import Mil, Point

CheckKind = Literal["climb", "across", "down"]
"""The legs that ask for an Agility Check."""


class Check(Struct, frozen=True):
    """A Check that somebody is ready to make on the way (SK-32).

    `feature` is the terrain that is climbed or jumped from. `face` narrows a climb to one side of
    its outline, `onto` a jump across to the terrain where it lands, `at` a jump down to the point
    of the edge; what is left out is chosen so that the way is short.
    """

    kind: CheckKind
    feature: str
    face: int | None = None
    onto: str = ""
    at: Point | None = None


class Leg(Struct, frozen=True):
    """A straight piece of a route with its cost in mils; `check` is what it asks for."""

    kind: LegKind
    start: Point
    end: Point
    length: Mil
    check: Check | None = None
    feature: str = ""


class Route(Struct, frozen=True):
    """A way from a place to another: legs that follow each other, at least one or none at all."""

    start: Point
    legs: tuple[Leg, ...] = ()

    @property
    def end(self) -> Point:
        """Return where it ends."""
        return self.legs[-1].end if self.legs else self.start

    @property
    def length(self) -> Mil:
        """Return what the whole way costs, in mils (L of SK-16)."""
        return sum(leg.length for leg in self.legs)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Return the Checks on the way, in their order."""
        return tuple(leg.check for leg in self.legs if leg.check is not None)

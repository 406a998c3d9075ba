"""Events that happen to units: moves, checks, falls, injuries, pairs of the engaged."""

from protocol.events import Event
from protocol.ids import Text, UnitId
from protocol.skirmish.points import Point
from protocol.skirmish.words import (
    CheckedStat,
    CheckReason,
    Injury,
    InjuryReason,
    Mark,
    Movement,
    ShiftReason,
)


class UnitPathed(Event, frozen=True, array_like=True, tag="sk.moved"):
    """A unit moved along `way`, from its first point to its last one; `how` says in what."""

    unit: UnitId
    how: Text[Movement]
    way: tuple[Point, ...]


class UnitShifted(Event, frozen=True, array_like=True, tag="sk.shifted"):
    """A unit was put somewhere by a rule, since it fell or made room."""

    unit: UnitId
    to: Point
    why: Text[ShiftReason]


class CheckMade(Event, frozen=True, array_like=True, tag="sk.check"):
    """A unit made a check: the stat, the number needed, the dice as they show, and what they come
    to. `needs` 0 stands for a dash: nothing was rolled.
    """

    unit: UnitId
    stat: Text[CheckedStat]
    why: Text[CheckReason]
    needs: int
    dice: tuple[int, ...]
    counts: int
    passed: bool


class UnitFell(Event, frozen=True, array_like=True, tag="sk.fell"):
    """A unit fell so far; its Mishap Roll with what the height adds comes to `total`."""

    unit: UnitId
    height: int
    total: int


class InjurySet(Event, frozen=True, array_like=True, tag="sk.injury"):
    """A unit became staggered, dazed or stunned, or "" is none of it any more."""

    unit: UnitId
    injury: Text[Injury]
    why: Text[InjuryReason]


class WoundsSet(Event, frozen=True, array_like=True, tag="sk.wounds"):
    """A unit has so many wounds left."""

    unit: UnitId
    left: int


class UnitLost(Event, frozen=True, array_like=True, tag="sk.lost"):
    """A unit is incapacitated and off the board; `by` is who did it, "" for nobody."""

    unit: UnitId
    by: UnitId


class UnitRaised(Event, frozen=True, array_like=True, tag="sk.raised"):
    """A lost unit is back on the board."""

    unit: UnitId
    at: Point


class PairsMade(Event, frozen=True, array_like=True, tag="sk.engaged"):
    """Enemies are engaged with each other from now on: each pair names both."""

    pairs: tuple[tuple[UnitId, UnitId], ...]


class PairsEnded(Event, frozen=True, array_like=True, tag="sk.free"):
    """Pairs of enemies are engaged with each other no more."""

    pairs: tuple[tuple[UnitId, UnitId], ...]


class UnitMarked(Event, frozen=True, array_like=True, tag="sk.marked"):
    """Something counts for a unit until the turn ends, such as that it has shot."""

    unit: UnitId
    mark: Text[Mark]


class GearLost(Event, frozen=True, array_like=True, tag="sk.gear"):
    """A unit's weapon is gone for the rest of the match."""

    unit: UnitId
    weapon: str

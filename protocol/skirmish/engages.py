"""Events of an attempt to engage, in the order in which its steps tell them."""

from protocol.events import Event
from protocol.ids import Text, UnitId
from protocol.skirmish.points import Point
from protocol.skirmish.words import EngageFailure, LegKind


class EngageDeclared(Event, frozen=True, array_like=True, tag="sk.declared"):
    """A unit attempts to engage targets by a kind of path: 1 without checks, 2 shorter with the
    named checks, 3 with a dive.
    """

    unit: UnitId
    targets: tuple[UnitId, ...]
    choice: int
    checks: tuple[str, ...]


class FearChecked(Event, frozen=True, array_like=True, tag="sk.fear"):
    """A unit stood the sight of one that causes fear, or did not."""

    unit: UnitId
    of: UnitId
    passed: bool


class DistanceSet(Event, frozen=True, array_like=True, tag="sk.distance"):
    """How far the unit can come, and how far it moves if that is too short.

    `face` is the Out-of-Sight Roll, 0 where the target was seen.
    """

    unit: UnitId
    face: int
    reach: int
    failing: int


class PathMeasured(Event, frozen=True, array_like=True, tag="sk.measured"):
    """The path to the targets was measured."""

    unit: UnitId
    length: int
    reaches: bool


class NobodyIntercepted(Event, frozen=True, array_like=True, tag="sk.open"):
    """Nobody stepped into the path."""

    unit: UnitId


class PathIntercepted(Event, frozen=True, array_like=True, tag="sk.intercepted"):
    """An enemy stepped into the path of the unit."""

    unit: UnitId
    by: UnitId
    to: Point


class LegChecked(Event, frozen=True, array_like=True, tag="sk.leg"):
    """A unit came to a leg of its path that takes a check, and passed it or not."""

    unit: UnitId
    leg: Text[LegKind]
    passed: bool


class RoomMade(Event, frozen=True, array_like=True, tag="sk.room"):
    """A target, and those engaged with it, were moved back to make room."""

    unit: UnitId
    target: UnitId


class EngageSucceeded(Event, frozen=True, array_like=True, tag="sk.success"):
    """The unit is in contact with those that it engaged; it strikes first this turn."""

    unit: UnitId
    others: tuple[UnitId, ...]


class EngageFailed(Event, frozen=True, array_like=True, tag="sk.failed"):
    """The attempt came to nothing: `why` is fear, short, check or room."""

    unit: UnitId
    why: Text[EngageFailure]

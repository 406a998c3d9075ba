"""Events that happen to the map and to an encounter's own count."""

from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import UnitId


class GroundChanged(Event, frozen=True, array_like=True, tag="ground"):
    """Hexes became impassable (`shut`), or passable again (`opened`)."""

    shut: tuple[Hex, ...]
    opened: tuple[Hex, ...] = ()


class CacheMoved(Event, frozen=True, array_like=True, tag="shift"):
    """A cache chip went to another hex, as its own became impassable."""

    at: Hex
    to: Hex


class Tallied(Event, frozen=True, array_like=True, tag="tally"):
    """A count of the encounter's special rules stands at `now`."""

    what: str
    now: int


class UnitRoused(Event, frozen=True, array_like=True, tag="rouse"):
    """A unit that took no turns takes turns from now on."""

    unit: UnitId


class CounterSet(Event, frozen=True, array_like=True, tag="counter"):
    """An effect set the Round Counter; the next start of round counts on from there."""

    round: int

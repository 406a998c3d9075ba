"""Sentences about the map and about an encounter's own count."""

from collections.abc import Callable
from typing import Any

from clients.core.names import listed, title
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.hexes import Hex, key


def _hexes(hexes: tuple[Hex, ...]) -> str:
    return listed([key(at) for at in hexes])


def ground_changed(t: Telling, event: ev.GroundChanged) -> str:
    """Return the sentence for hexes that close or open."""
    told = [f"Impassable from now on: {_hexes(event.shut)}."] if event.shut else []
    told += [f"Passable again: {_hexes(event.opened)}."] if event.opened else []
    return " ".join(told) or "The ground holds."


def cache_moved(t: Telling, event: ev.CacheMoved) -> str:
    """Return the sentence for a cache."""
    return f"The cache at {key(event.at)} goes to {key(event.to)}."


def tallied(t: Telling, event: ev.Tallied) -> str:
    """Return the sentence for a count."""
    return f"{title(event.what)}: {event.now}."


def unit_roused(t: Telling, event: ev.UnitRoused) -> str:
    """Return the sentence for a unit that acts from now on."""
    return f"{t.names.unit(event.unit)} is roused."


def counter_set(t: Telling, event: ev.CounterSet) -> str:
    """Return the sentence for the Round Counter."""
    return f"The Round Counter is set to {event.round}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    ev.GroundChanged: ground_changed,
    ev.CacheMoved: cache_moved,
    ev.Tallied: tallied,
    ev.UnitRoused: unit_roused,
    ev.CounterSet: counter_set,
}

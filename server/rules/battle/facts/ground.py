"""Events that happen to the map and to an encounter's own count."""

from typing import Any

from protocol import battle as ev
from protocol.hexes import key
from server.rules.battle.state import BattleState
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def ground_changed(state: BattleState, event: ev.GroundChanged) -> Ops:
    """The impassable hexes, in the order in which they became so."""
    assert all(at not in state.blocked for at in event.shut)
    assert all(at in state.blocked for at in event.opened)
    kept = tuple(at for at in state.blocked if at not in event.opened)
    return (put("blocked", (*kept, *event.shut)),)


def cache_moved(state: BattleState, event: ev.CacheMoved) -> Ops:
    """One cache a hex."""
    assert key(event.to) not in state.caches
    return (
        drop(f"caches/{key(event.at)}"),
        put(f"caches/{key(event.to)}", state.caches[key(event.at)]),
    )


def tallied(state: BattleState, event: ev.Tallied) -> Ops:
    """The count."""
    return (put(f"tally/{event.what}", event.now),)


def unit_roused(state: BattleState, event: ev.UnitRoused) -> Ops:
    """It takes turns."""
    assert state.units[event.unit].still
    return (put(f"units/{event.unit}/still", False),)


def counter_set(state: BattleState, event: ev.CounterSet) -> Ops:
    """The die on the dial."""
    assert 0 <= event.round <= 6
    return (put("round", event.round),)


APPLY: dict[Any, Any] = {
    ev.GroundChanged: ground_changed,
    ev.CacheMoved: cache_moved,
    ev.Tallied: tallied,
    ev.UnitRoused: unit_roused,
    ev.CounterSet: counter_set,
}

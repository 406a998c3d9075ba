"""Events of the map, and of an encounter's own counts."""

from typing import Any

from protocol import battle as ev
from protocol.hexes import key
from server.rules.battle.kernel.state import BattleState
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def ground_changed(state: BattleState, event: ev.GroundChanged) -> Ops:
    """Make hexes impassable or passable. Impassable ones stay in the order in which they became
    so.
    """
    assert all(at not in state.blocked for at in event.shut)
    assert all(at in state.blocked for at in event.opened)
    kept = tuple(at for at in state.blocked if at not in event.opened)
    return (put("blocked", (*kept, *event.shut)),)


def cache_moved(state: BattleState, event: ev.CacheMoved) -> Ops:
    """Move a cache chip into another hex, which must hold none."""
    assert key(event.to) not in state.caches
    return (
        drop(f"caches/{key(event.at)}"),
        put(f"caches/{key(event.to)}", state.caches[key(event.at)]),
    )


def tallied(state: BattleState, event: ev.Tallied) -> Ops:
    """Set an encounter's own count."""
    return (put(f"tally/{event.what}", event.now),)


def unit_roused(state: BattleState, event: ev.UnitRoused) -> Ops:
    """Let a unit take turns that has taken none so far (`Unit.still`)."""
    assert state.units[event.unit].still
    return (put(f"units/{event.unit}/still", False),)


def counter_set(state: BattleState, event: ev.CounterSet) -> Ops:
    """Set the round counter to a number from 0 to 6."""
    assert 0 <= event.round <= 6
    return (put("round", event.round),)


APPLY: dict[Any, Any] = {
    ev.GroundChanged: ground_changed,
    ev.CacheMoved: cache_moved,
    ev.Tallied: tallied,
    ev.UnitRoused: unit_roused,
    ev.CounterSet: counter_set,
}

"""What each event changes in the state of a match: one function per event, gathered in `APPLY`.

A function asserts what its event presupposes and returns the operations; it decides nothing.
"""

from collections.abc import Callable
from typing import Any

from protocol import events
from protocol import skirmish as ev
from protocol.events import Event
from server.rules.engine.patch import Op
from server.rules.skirmish.kernel.facts import course, units
from server.rules.skirmish.kernel.state import MatchState

APPLY: dict[type[Event], Callable[[MatchState, Any], tuple[Op, ...]]] = {
    **course.APPLY,
    **units.APPLY,
}

TELLS = frozenset(
    {
        events.Answered,
        events.BeatBegan,
        events.BeatRestarted,
        events.Rolled,
        events.Undone,
        ev.AttackRolled,
        ev.CheckMade,
        ev.CombatBegan,
        ev.DistanceSet,
        ev.EngageDeclared,
        ev.EngageFailed,
        ev.EngageSucceeded,
        ev.FearChecked,
        ev.LegChecked,
        ev.NobodyIntercepted,
        ev.PathIntercepted,
        ev.PathMeasured,
        ev.RoomMade,
        ev.RoutTested,
        ev.SpellTried,
        ev.TargetProtected,
        ev.UnitFell,
    }
)
"""Events that change nothing of the state: they record what happened."""


def apply(state: MatchState, event: Event) -> tuple[Op, ...]:
    """Return the operations of an event. Raises KeyError for one that is neither in `APPLY` nor in
    `TELLS`, AssertionError if the state is not as the event presupposes.
    """
    kind = type(event)
    return () if kind in TELLS else APPLY[kind](state, event)


__all__ = [
    "APPLY",
    "TELLS",
    "apply",
]

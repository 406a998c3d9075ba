"""What each event changes in the state of a battle: one function per event, gathered in `APPLY`.

A function asserts what its event presupposes and returns the operations; it decides nothing.
"""

from collections.abc import Callable
from typing import Any

from protocol import battle as ev
from protocol import events
from protocol.events import Event
from server.rules.battle.kernel.facts import (
    advancement,
    class_sheets,
    delve,
    dice,
    ground,
    items,
    phases,
    units,
)
from server.rules.battle.kernel.state import BattleState
from server.rules.engine.patch import Op

APPLY: dict[type[Event], Callable[[BattleState, Any], tuple[Op, ...]]] = {
    **phases.APPLY,
    **delve.APPLY,
    **dice.APPLY,
    **items.APPLY,
    **ground.APPLY,
    **advancement.APPLY,
    **class_sheets.APPLY,
    **units.APPLY,
}

TELLS = frozenset(
    {
        events.Answered,
        events.BattleStopped,
        events.BeatBegan,
        events.BeatRestarted,
        ev.EngageEnded,
        ev.Spared,
        ev.Told,
        ev.TrapTried,
        events.Undone,
    }
)
"""Events that change nothing of the state: they record what happened."""


def apply(state: BattleState, event: Event) -> tuple[Op, ...]:
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

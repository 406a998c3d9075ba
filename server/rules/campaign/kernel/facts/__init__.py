"""What each event changes in the state of a session: one function per event, gathered in `APPLY`.
The battle's events change here what they change in a battle. A function asserts what its event
presupposes and returns the operations; it decides nothing.
"""

from collections.abc import Callable
from typing import Any

from protocol.events import Called, Event
from server.rules.battle.kernel import facts as battle
from server.rules.campaign.kernel.facts import (
    battles,
    days,
    encounters,
    growth,
    overland,
    quests,
    towns,
)
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.patch import Op

APPLY: dict[type[Event], Callable[[SessionState, Any], tuple[Op, ...]]] = {
    # The battle's first: a session's own take their place where it knows more, as of `Drawn`.
    **battle.APPLY,
    **battles.APPLY,
    **days.APPLY,
    **encounters.APPLY,
    **growth.APPLY,
    **overland.APPLY,
    **quests.APPLY,
    **towns.APPLY,
}

TELLS = battle.TELLS | {Called}
"""Events that tell what happened and change nothing of the state."""


def apply(state: SessionState, event: Event) -> tuple[Op, ...]:
    """Return the operations of an event. Raises KeyError for a type of event that has no function
    here and is not in `TELLS`.
    """
    kind = type(event)
    return () if kind in TELLS else APPLY[kind](state, event)


__all__ = [
    "APPLY",
    "TELLS",
    "apply",
]

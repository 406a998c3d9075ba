"""What each event changes in the state of a battle: one function per event, gathered in `APPLY`.

A function asserts what its event presupposes and gives the operations; it decides nothing.
"""

from collections.abc import Callable
from typing import Any

from protocol.events import Event
from server.rules.battle.facts import course, delve, dice, goods, ground, growth, sheets, units
from server.rules.battle.state import BattleState
from server.rules.engine.patch import Op

APPLY: dict[type[Event], Callable[[BattleState, Any], tuple[Op, ...]]] = {
    **course.APPLY,
    **delve.APPLY,
    **dice.APPLY,
    **goods.APPLY,
    **ground.APPLY,
    **growth.APPLY,
    **sheets.APPLY,
    **units.APPLY,
}


def apply(state: BattleState, event: Event) -> tuple[Op, ...]:
    """The operations of an event; events that only tell change nothing."""
    change = APPLY.get(type(event))
    return change(state, event) if change else ()

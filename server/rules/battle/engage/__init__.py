"""The engage action of an adventurer, step by step; the damage that any unit's engage deals; and
the odds of a planned engage.
"""

from server.rules.battle.engage import dealing, engage_action, odds, plan, resolving, selecting
from server.rules.battle.engage.dealing import on_target

__all__ = [
    "dealing",
    "engage_action",
    "odds",
    "on_target",
    "plan",
    "resolving",
    "selecting",
]

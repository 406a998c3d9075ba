"""The standard objectives of clashes (p86). Both are looked at as a round ends (OBJ-6)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def conquer(battle: "Battle") -> bool:
    """No enemy is on the map: all are defeated or removed (OBJ-1)."""
    return not any(battle.in_play("enemy"))


def eliminate(*chips: str) -> Callable[["Battle"], bool]:
    """None of the named chips is on the map as an enemy (OBJ-2)."""

    def met(battle: "Battle") -> bool:
        return all(unit.chip not in chips for unit in battle.in_play("enemy"))

    return met

"""The standard objectives of clashes (p86). Both are looked at as a round ends (OBJ-6)."""

from collections.abc import Callable

from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import OBJECTIVE


def conquer(battle: Battle) -> bool:
    """Return whether no enemy is on the map: all are defeated or removed (OBJ-1)."""
    return not any(battle.in_play("enemy"))


def eliminate(*chips: str) -> Callable[[Battle], bool]:
    """Return the objective that none of the named chips, and no objective unit, is on the map as an
    enemy (OBJ-2). An enemy that stands in for a named one is an objective unit like it (LIM-13).
    """

    def met(battle: Battle) -> bool:
        return not any(u.kind == OBJECTIVE or u.chip in chips for u in battle.in_play("enemy"))

    return met

"""The standard objectives of clashes (p86). The rules check them as a round ends (OBJ-6)."""

from collections.abc import Callable

from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import OBJECTIVE


def conquer(battle: Battle) -> bool:
    """Return whether no enemy is left on the map (OBJ-1)."""
    return not any(battle.in_play("enemy"))


def eliminate(*chips: str) -> Callable[[Battle], bool]:
    """Return the predicate of an objective: no enemy on the map is one of the named chips or an
    objective unit (OBJ-2). An enemy that replaces a named one is an objective unit, too (LIM-13).
    """

    def met(battle: Battle) -> bool:
        return not any(u.kind == OBJECTIVE or u.chip in chips for u in battle.in_play("enemy"))

    return met

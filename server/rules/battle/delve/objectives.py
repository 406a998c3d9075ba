"""The objectives of delves (p86). Both are looked at as a round ends."""

from server.rules.battle.delve import skyshards
from server.rules.battle.kernel.battle import Battle


def survey(battle: Battle) -> bool:
    """Return whether all required skyshards are gained; the battle ends by itself then (OBJ-3,
    C-50).
    """
    return skyshards.all_gained(battle)


def uncover(battle: Battle) -> bool:
    """Return False: no state of the map is enough, the party has to retreat with all skyshards
    (OBJ-4, C-50).
    """
    return False


def may_leave(battle: Battle) -> bool:
    """Return whether a retreat now is what wins an Uncover (RET-3)."""
    return skyshards.all_gained(battle)

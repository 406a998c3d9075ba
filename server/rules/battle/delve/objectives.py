"""The objectives of delves (p86). Both are looked at as a round ends."""

from typing import TYPE_CHECKING

from server.rules.battle.delve import skyshards

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def survey(battle: "Battle") -> bool:
    """All required skyshards are gained; the battle ends by itself (OBJ-3, C-50)."""
    return skyshards.all_gained(battle)


def uncover(battle: "Battle") -> bool:
    """Never met on the map: the party has to retreat with all skyshards (OBJ-4, C-50)."""
    return False


def may_leave(battle: "Battle") -> bool:
    """Whether a retreat now is what wins an Uncover (RET-3)."""
    return skyshards.all_gained(battle)

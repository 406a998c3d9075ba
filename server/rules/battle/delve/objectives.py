"""The objectives of delves (p86). The rules check them as a round ends."""

from server.rules.battle.delve import skyshards
from server.rules.battle.kernel.battle import Battle


def survey(battle: Battle) -> bool:
    """Return whether all required skyshards are gained (OBJ-3): the battle is won then without a
    retreat (C-50).
    """
    return skyshards.all_gained(battle)


def uncover(battle: Battle) -> bool:
    """Return False: this objective is only met by a retreat with all skyshards (OBJ-4, C-50)."""
    return False


def may_leave(battle: Battle) -> bool:
    """Return whether a retreat now would win an Uncover delve (RET-3)."""
    return skyshards.all_gained(battle)

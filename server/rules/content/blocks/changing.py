"""Values that a pack's cards change: modifiers from their tables."""

from collections.abc import Callable

from server.rules.battle.components.effects import Modifier
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.values import Stat
from server.rules.content.blocks.effects import PrintedStat

Applies = Callable[[Battle, Me], bool]


def always(battle: Battle, me: Me) -> bool:
    """Return True: the change is for every bearer."""
    return True


def modifier_of(row: PrintedStat, name: str, applies: Applies = always) -> Modifier:
    """Return the modifier that a row describes, for bearers to whom it `applies`. The card's name
    explains it; a value that is below `least` already stays as it is.
    """

    def change(battle: Battle, me: Me, value: int) -> int:
        """As the card says."""
        return value + row.by if applies(battle, me) else value

    return Modifier(Stat(row.stat), name, change, least=row.least)

"""Values that a pack's cards change: modifiers from their tables."""

from collections.abc import Callable

from server.rules.battle.battle import Battle
from server.rules.battle.effects import Me, Modifier, Stat
from server.rules.content.packs.effects import PrintedStat

Applies = Callable[[Battle, Me], bool]


def always(battle: Battle, me: Me) -> bool:
    """For every bearer."""
    return True


def modifier_of(row: PrintedStat, name: str, applies: Applies = always) -> Modifier:
    """A change of a value, told by the card's name; what is lower already stays as it is."""

    def change(battle: Battle, me: Me, value: int) -> int:
        """As the card says."""
        if not applies(battle, me):
            return value
        return value + row.by if row.by > 0 else max(min(value, row.least), value + row.by)

    return Modifier(Stat(row.stat), name, change)

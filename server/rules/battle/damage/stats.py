"""Stats that change in battle (p20, p90): the value counts, the tokens on the mat stay."""

from typing import Literal

from protocol.battle import HpChanged, StatChanged
from protocol.ids import UnitId
from server.rules.battle.damage import defeat
from server.rules.battle.kernel.battle import Battle

Name = Literal["health", "stamina", "magicka", "cooldown"]


def change(battle: Battle, unit: UnitId, stat: Name, points: int, by: UnitId) -> None:
    """Raise or lower an adventurer's stat by `points`, to 0 at least. For a temporary change the
    caller has to call this again with the opposite (STA-14).

    HP rise with Health, and are lost above it (STA-3, STA-4); a defeated adventurer gains none.
    """
    chip = battle.unit(unit)
    old = chip.health if stat == "health" else getattr(battle.mat(unit), stat)
    new = max(0, old + points)
    battle.emit(StatChanged(unit, stat, new))
    if stat != "health" or chip.fate:
        return
    hp = chip.hp + new - old if new > old else min(chip.hp, new)
    if hp != chip.hp:
        battle.emit(HpChanged(unit, hp, chip.bonus, "stat", by))
    if not hp:
        defeat.defeat(battle, unit, by)

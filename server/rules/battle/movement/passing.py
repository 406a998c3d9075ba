"""The units that a movement may pass through."""

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components import active_effects, dice_effects
from server.rules.battle.kernel.battle import Battle

ENEMIES, EVERYBODY = 1, 2
"""The values of `through`: which units a movement may pass through; 0 is none."""


def passes(battle: Battle, unit: UnitId) -> int:
    """Return which units an adventurer's dice and class sheet let it pass through: `EVERYBODY`,
    `ENEMIES`, or 0.
    """
    traits = dice_effects.traits_at_work(battle, unit).union(active_effects.traits(battle, unit))
    if "pass-everybody" in traits:
        return EVERYBODY
    return ENEMIES if "pass-through" in traits else 0


def impassable(battle: Battle, unit: UnitId, taken: frozenset[Hex], through: int) -> frozenset[Hex]:
    """Return those of the occupied hexes (`taken`) that a movement may not enter."""
    if through != ENEMIES:
        return frozenset() if through == EVERYBODY else taken
    side = battle.unit(unit).side
    return frozenset(
        u.at for u in battle.in_play(side, decoys=True) if u.at in taken and u.at is not None
    )

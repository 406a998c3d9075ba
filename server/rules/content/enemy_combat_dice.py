"""Enemy Combat dice that an effect rolls against a unit, outside every engage's own roll."""

from protocol.battle import Reason
from protocol.ids import UnitId
from server.rules.battle.damage import deal
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.engage import resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance


def roll(battle: Battle, by: UnitId, dice: int) -> list[int]:
    """Roll enemy Combat dice once for any number of targets. Returns the value of each die: 0 for a
    miss.
    """
    return engaging.combat_dice(battle, dice, by)


def apply(
    battle: Battle,
    by: UnitId,
    unit: UnitId,
    values: list[int],
    how: Reason,
    *,
    true: bool = False,
    more: int = 0,
) -> DamageInstance:
    """Deal a unit the damage that rolled values show, and `more` on top. Returns the instance of
    damage. The dealer's Maim halves what the dice show unless the damage is `true` (STS-9).
    """
    points = resolving.enemy_combat_damage(battle, unit, values)
    if true:
        return deal(battle, unit, by, true=points + more, how=how)
    if battle.has(by, "maim"):
        points //= 2
    return deal(battle, unit, by, points + more, how=how)


def strike(
    battle: Battle, by: UnitId, unit: UnitId, dice: int, how: Reason, *, true: bool = False
) -> DamageInstance:
    """Roll enemy Combat dice and deal one unit what they show. Returns the instance of damage."""
    return apply(battle, by, unit, roll(battle, by, dice), how, true=true)

"""Enemy Combat dice that an effect rolls against a unit, outside every engage's own roll."""

from server.rules.battle import engage as engaging
from server.rules.battle.battle import Battle
from server.rules.battle.blow import Blow
from server.rules.battle.damage import deal
from server.rules.battle.resolving import dealing


def roll(battle: Battle, by: str, dice: int) -> list[int]:
    """The values of a roll that may be meant for several units."""
    return engaging.combat_dice(battle, dice, by)


def apply(
    battle: Battle,
    by: str,
    unit: str,
    values: list[int],
    how: str,
    *,
    true: bool = False,
    more: int = 0,
) -> Blow:
    """Deal a unit what rolled dice show and `more`; Maim halves the dice, true damage aside."""
    points = dealing(battle, unit, values)
    if true:
        return deal(battle, unit, by, true=points + more, how=how)
    if battle.has(by, "maim"):
        points //= 2
    return deal(battle, unit, by, points + more, how=how)


def strike(battle: Battle, by: str, unit: str, dice: int, how: str, *, true: bool = False) -> Blow:
    """Roll enemy Combat dice and deal a unit what they show."""
    return apply(battle, by, unit, roll(battle, by, dice), how, true=true)

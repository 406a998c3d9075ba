"""Predicates and effects that the hooks which prevent damage share (p63)."""

from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening


def hurt(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether physical damage is coming to the bearer, and some of it is left (DMG-7)."""
    return now.unit == me.unit and now.instance is not None and now.instance.physical > 0


def hurt_by_enemy(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether physical damage is coming to the bearer from an enemy unit."""
    return hurt(battle, me, now) and bool(now.by) and battle.unit(now.by).side == "enemy"


def hurt_from_beside(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether physical damage is coming to the bearer from an adjacent enemy."""
    return hurt_by_enemy(battle, me, now) and now.instance is not None and now.instance.adjacent


def hurt_at_all(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether damage of either type is coming to the bearer."""
    return now.unit == me.unit and now.instance is not None and now.instance.left > 0


def its_value(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent the number on the bearer's die."""
    assert now.instance is not None
    now.instance.prevent(me.value)


def all_of_it(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent all damage of an instance, true damage aside."""
    assert now.instance is not None
    now.instance.prevent(now.instance.physical)


def everything(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent all damage of an instance, true damage too."""
    assert now.instance is not None
    now.instance.prevent_all()

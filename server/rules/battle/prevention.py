"""When damage can be prevented, and how much of it: what prevention hooks share (p63)."""

from typing import TYPE_CHECKING

from server.rules.battle.effects import Me
from server.rules.battle.moments import Happening

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def hurt(battle: "Battle", me: Me, now: Happening) -> bool:
    """Physical damage is coming to the bearer, and some of it is left (DMG-7)."""
    return now.unit == me.unit and now.blow is not None and now.blow.physical > 0


def hurt_by_enemy(battle: "Battle", me: Me, now: Happening) -> bool:
    """Physical damage is coming to the bearer from an enemy unit."""
    return hurt(battle, me, now) and bool(now.by) and battle.unit(now.by).side == "enemy"


def hurt_from_beside(battle: "Battle", me: Me, now: Happening) -> bool:
    """Physical damage is coming to the bearer from an adjacent enemy."""
    return hurt_by_enemy(battle, me, now) and now.blow is not None and now.blow.adjacent


def hurt_at_all(battle: "Battle", me: Me, now: Happening) -> bool:
    """Damage of either type is coming to the bearer."""
    return now.unit == me.unit and now.blow is not None and now.blow.left > 0


def its_value(battle: "Battle", me: Me, now: Happening) -> None:
    """The number on the bearer's die is prevented."""
    assert now.blow is not None
    now.blow.prevent(me.value)


def all_of_it(battle: "Battle", me: Me, now: Happening) -> None:
    """All damage of an instance is prevented, true damage aside."""
    assert now.blow is not None
    now.blow.prevent(now.blow.physical)


def everything(battle: "Battle", me: Me, now: Happening) -> None:
    """All damage of an instance is prevented, true damage too."""
    assert now.blow is not None
    now.blow.prevent_all()

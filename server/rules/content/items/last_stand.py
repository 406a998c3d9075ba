"""Keeping the last HP: a limit on what is lost, which is no prevention of damage."""

from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening


def would_be_last(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the bearer is about to lose all HP it has, to damage or otherwise."""
    unit = battle.unit(me.unit)
    if now.unit != me.unit or unit.fate:
        return False
    lost = now.amount
    if now.instance is not None:
        bonus = min(unit.bonus, now.instance.physical)
        lost = min(now.instance.left - bonus, now.instance.most)
    return lost >= unit.hp


def keep_one(battle: Battle, me: Me, now: Happening) -> None:
    """Limit the loss so that the bearer keeps 1 HP."""
    most = battle.unit(me.unit).hp - 1
    now.amount = min(now.amount, most)
    if now.instance is not None:
        now.instance.limit(most)

"""The last HP, and what keeps it: a limit on what is lost, which is no prevention."""

from server.rules.battle.battle import Battle
from server.rules.battle.effects import Me
from server.rules.battle.moments import Happening


def would_be_last(battle: Battle, me: Me, now: Happening) -> bool:
    """The bearer is about to lose all HP it has, to damage or otherwise."""
    unit = battle.unit(me.unit)
    if now.unit != me.unit or unit.fate:
        return False
    lost = now.amount
    if now.blow is not None:
        bonus = min(unit.bonus, now.blow.physical)
        lost = min(now.blow.left - bonus, now.blow.most)
    return lost >= unit.hp


def keep_one(battle: Battle, me: Me, now: Happening) -> None:
    """1 HP stays."""
    most = battle.unit(me.unit).hp - 1
    now.amount = min(now.amount, most)
    if now.blow is not None:
        now.blow.limit(most)

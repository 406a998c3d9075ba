"""Lockpick checks (p68): when races, classes and cards answer them, and the attempt more."""

from server.rules.battle.battle import Battle
from server.rules.battle.effects import Me, my
from server.rules.battle.moments import Happening


def begins(battle: Battle, me: Me, now: Happening) -> bool:
    """The bearer begins a check, and nothing has opened the lock yet."""
    return my(battle, me, now) and not now.stopped


def on_the_table(battle: Battle, me: Me, now: Happening) -> bool:
    """Dice of the bearer's check lie on the table."""
    return my(battle, me, now) and now.attempt is not None


def tries_again(battle: Battle, me: Me, now: Happening) -> None:
    """One more attempt."""
    assert now.attempt is not None
    now.attempt.gained += 1

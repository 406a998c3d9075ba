"""Lockpick checks (p68): when races, classes and cards answer them, and the further attempt."""

from server.rules.battle.components.effects import my
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening


def begins(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the bearer begins a check, and nothing has opened the lock yet."""
    return my(battle, me, now) and not now.stopped


def on_the_table(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether dice of the bearer's check lie on the table."""
    return my(battle, me, now) and now.attempt is not None


def tries_again(battle: Battle, me: Me, now: Happening) -> None:
    """Give the check one more attempt."""
    assert now.attempt is not None
    now.attempt.gained += 1

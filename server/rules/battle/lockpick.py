"""Lockpicking (p68-70): three D6 against a code, within a number of attempts."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.questions import One, Option, Question, Some
from server.rules.battle import cooldown
from server.rules.battle.effects import Lock

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

DICE = 3


def may_roll(battle: "Battle", unit: str) -> bool:
    """A dazed adventurer who has moved rolls no dice, not even these (STS-15)."""
    turn = battle.state.turn
    moved = turn is not None and turn.unit == unit and turn.moved > 0
    return not (moved and battle.has(unit, "daze"))


@dataclass
class Attempt:
    """The dice on the table and the key digits matched so far; `holders` are the dice at keys."""

    dice: list[int]
    keys: tuple[int, ...] = ()
    holders: tuple[int, ...] = ()

    def match_keys(self, lock: Lock) -> None:
        """Key digits that a die shows for the first time stay matched (LOK-5, LOK-6)."""
        for digit in (Counter(lock.keys) - Counter(self.keys)).elements():
            for at, value in enumerate(self.dice):
                if value == digit and at not in self.holders:
                    self.keys, self.holders = (*self.keys, digit), (*self.holders, at)
                    break

    def missing(self, lock: Lock) -> tuple[int, ...]:
        """The digits still open; other digits match only once every key does (LOK-2, LOK-8)."""
        have = Counter(self.keys)
        if len(self.keys) == len(lock.keys):
            have += Counter(v for at, v in enumerate(self.dice) if at not in self.holders)
        return tuple((Counter(lock.digits) - have).elements())


def check(battle: "Battle", unit: str, lock: Lock) -> bool:
    """A lockpick check, from the first attempt to success or failure (LOK-1 to LOK-10)."""
    now = Attempt([])
    for attempt in range(1, lock.attempts + 1):
        faces = battle.roll(DICE - len(now.dice), "lockpick", unit)
        now.dice += [face + 1 for face in faces]
        now.match_keys(lock)
        _adjust(battle, unit, lock, now)
        if not now.missing(lock):
            return True
        if attempt == lock.attempts or not _keep(battle, unit, lock, now, lock.attempts - attempt):
            break
    return False


def _adjust(battle: "Battle", unit: str, lock: Lock, now: Attempt) -> None:
    """Turn dice by 1 for 1 light fatigue each, as often as wanted (LOK-7)."""
    while now.missing(lock) and not battle.unit(unit).fate:
        options = [
            Option(f"{value}>{new}", f"{value} to {new}", "1 light fatigue")
            for value in sorted(Counter(now.dice))
            for new in (value - 1, value + 1)
            if 1 <= new <= 6
        ]
        chosen = battle.pick(
            Question(
                to=battle.deciders(unit),
                why="lockpick.adjust",
                text=f"You have {_list(now.dice)} against {_list(lock.digits)}. Adjust a die?",
                shape=One(tuple(options)),
                rule="LOK-7",
                may_pass=True,
            )
        )
        if not chosen:
            return
        old, _, new_value = chosen.partition(">")
        at = max(i for i, value in enumerate(now.dice) if value == int(old))
        now.dice[at] = int(new_value)
        now.match_keys(lock)
        cooldown.gain_fatigue(battle, unit, light=1)


def _keep(battle: "Battle", unit: str, lock: Lock, now: Attempt, left: int) -> bool:
    """Which dice stay for the next attempt; False to give up (LOK-4, LOK-5, LOK-10)."""
    if len(now.keys) == len(lock.keys):
        options = [Option(f"{at}", f"{value}") for at, value in enumerate(now.dice)]
        go_on = Option("roll", f"Roll again ({left} left)")
        shape: Some | One = Some((go_on, *options), 1, DICE)
    else:
        shape = One((Option("roll", f"Roll all dice again ({left} left)"),))
    picks = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="lockpick.keep",
            text=f"You have {_list(now.dice)} against {_list(lock.digits)}. Which dice do you keep?",
            shape=shape,
            rule="LOK-4",
            may_pass=True,
            default=("roll",),
        )
    )
    if not picks:
        return False
    kept = sorted(int(pick) for pick in picks if pick != "roll")[: DICE - 1]
    now.holders = tuple(kept.index(at) for at in now.holders if at in kept)
    now.dice = [now.dice[at] for at in kept]
    return True


def _list(dice: list[int] | tuple[int, ...]) -> str:
    return "-".join(str(value) for value in dice)

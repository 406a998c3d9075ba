"""Lockpicking (p68-70): three D6 against a code, within a number of attempts."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.questions import One, Option, Plan, Question, Slot
from server.rules.battle import cooldown, statuses
from server.rules.battle.components import Lock
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

DICE = 3


@dataclass
class Attempt:
    """The dice on the table and the key digits matched in attempts before.

    `holders` are the dice that still show the key digit they matched: a kept result stays that
    digit's and matches no other one. `helped` are the skill dice that were rolled in this attempt,
    `gained` the further attempts that they gave.
    """

    dice: list[int]
    keys: tuple[int, ...] = ()
    holders: tuple[int, ...] = ()
    helped: list[str] = field(default_factory=list)
    gained: int = 0

    def resolved(self, lock: Lock) -> "Attempt":
        """As it stands if the attempt is resolved now: key digits that a die shows are matched."""
        keys, holders = self.keys, self.holders
        for digit in (Counter(lock.keys) - Counter(keys)).elements():
            for at, value in enumerate(self.dice):
                if value == digit and at not in holders:
                    keys, holders = (*keys, digit), (*holders, at)
                    break
        return Attempt(self.dice, keys, holders)

    def missing(self, lock: Lock) -> tuple[int, ...]:
        """The digits still open; other digits match only once every key does (LOK-2, LOK-8).

        But for keys a digit is matched by a die that shows it now, or was kept (U-11).
        """
        now = self.resolved(lock)
        have = Counter(now.keys)
        if len(now.keys) == len(lock.keys):
            have += Counter(v for at, v in enumerate(now.dice) if at not in now.holders)
        return tuple((Counter(lock.digits) - have).elements())

    def fitting(self, lock: Lock) -> tuple[int, ...]:
        """The places of the dice that match digits which no key has matched already."""
        open_digits = Counter(lock.digits) - Counter(self.keys)
        fits: list[int] = []
        for at, value in enumerate(self.dice):
            if at not in self.holders and open_digits[value]:
                open_digits[value] -= 1
                fits.append(at)
        return tuple(fits)

    def turn(self, old: int, new: int) -> None:
        """Turn a die of value `old`, one that holds no key digit if there is one (LOK-7)."""
        showing = [at for at, value in enumerate(self.dice) if value == old]
        self.put(next((at for at in showing if at not in self.holders), showing[0]), new)

    def put(self, at: int, new: int) -> None:
        """Turn the die at a place; it no longer holds what it matched."""
        if self.dice[at] != new:
            self.dice[at] = new
            self.holders = tuple(holder for holder in self.holders if holder != at)


def pick(battle: "Battle", lock: Lock, now: Happening) -> bool:
    """A whole check, of a cache or a trap, with what may be done as it begins and after a success.

    Who may roll no dice fails one that has to be made (U-07).
    """
    battle.at(now)
    success = now.stopped or (
        statuses.may_roll(battle, now.unit) and check(battle, now.unit, lock, more=now.amount)
    )
    if success:
        battle.at(Happening(Moment.LOCK_PICKED, unit=now.unit))
    return success


def check(battle: "Battle", unit: str, lock: Lock, *, more: int = 0) -> bool:
    """A lockpick check, from the first attempt to success or failure (LOK-1 to LOK-10).

    `more` is how many attempts an effect adds to the printed ones.
    """
    now = Attempt([])
    left = lock.attempts + more
    while left:
        faces = battle.roll(DICE - len(now.dice), "lockpick", unit)
        now.dice += [face + 1 for face in faces]
        if now.missing(lock):
            battle.at(Happening(Moment.LOCKPICK_ROLLED, unit=unit, attempt=now, lock=lock))
        left += now.gained - 1
        _adjust(battle, unit, lock, now, left)
        if not now.missing(lock):
            return not battle.unit(unit).fate
        now = now.resolved(lock)
        if not left or battle.unit(unit).fate or not _keep(battle, unit, lock, now, left):
            break
    return False


def _adjust(battle: "Battle", unit: str, lock: Lock, now: Attempt, left: int) -> None:
    """Turn dice by 1 for 1 light fatigue each, as often as wanted (LOK-7)."""
    tries = f"{left} attempt{'s' if left > 1 else ''} left" if left else "the last attempt"
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
                text=f"{_against(lock, now)}; {tries}. Adjust a die?",
                shape=One(tuple(options)),
                rule="LOK-7",
                may_pass=True,
            )
        )
        if not chosen:
            return
        old, _, new_value = chosen.partition(">")
        now.turn(int(old), int(new_value))
        cooldown.gain_fatigue(battle, unit, light=1)


def _keep(battle: "Battle", unit: str, lock: Lock, now: Attempt, left: int) -> bool:
    """Which dice stay for the next attempt; False to give up (LOK-4, LOK-5, LOK-10)."""
    slots = [Slot("roll", (Option("roll", f"Roll again ({left} left)"),), 1, 1)]
    fits: tuple[str, ...] = ()
    if len(now.keys) == len(lock.keys):
        dice = tuple(Option(f"{at}", f"Keep {value}") for at, value in enumerate(now.dice))
        slots.append(Slot("keep", dice, 0, DICE - 1))
        fits = tuple(str(at) for at in now.fitting(lock)[: DICE - 1])
    picks = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="lockpick.keep",
            text=f"{_against(lock, now)}. Which do you keep?",
            shape=Plan(tuple(slots)),
            rule="LOK-4" if len(slots) > 1 else "LOK-5",
            may_pass=True,
            default=("roll", *fits),
        )
    )
    if not picks:
        return False
    kept = sorted(int(pick) for pick in picks if pick != "roll")
    now.holders = tuple(kept.index(at) for at in now.holders if at in kept)
    now.dice = [now.dice[at] for at in kept]
    return True


def _against(lock: Lock, now: Attempt) -> str:
    keys = f", {_list(lock.keys)} first" if lock.keys else ""
    return f"You have {_list(now.dice)} against {_list(lock.digits)}{keys}"


def _list(dice: list[int] | tuple[int, ...]) -> str:
    return "-".join(str(value) for value in dice)

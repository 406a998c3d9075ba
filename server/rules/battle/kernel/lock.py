"""A lock (the back of an item card) and an attempt at it: the dice on the table (p68-70)."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from protocol.ids import DieId


@dataclass(frozen=True)
class Lock:
    """The back of an item card: attempts, digits, and which of the digits are keys."""

    attempts: int
    digits: tuple[int, ...]
    keys: tuple[int, ...] = ()

    @cached_property
    def id(self) -> str:
        """Return the lock as text: "3:5-2-2", a key digit marked with k."""
        marks = [f"{d}{'k' if i < len(self.keys) else ''}" for i, d in enumerate(self.digits)]
        return f"{self.attempts}:{'-'.join(marks)}"

    @cached_property
    def words(self) -> str:
        """Return the lock as a sentence tells it: "5-2-2, 3 attempts", its key digits first."""
        digits = "-".join(str(digit) for digit in self.digits)
        keys = "-".join(str(digit) for digit in self.keys)
        first = f", {keys} first" if keys else ""
        return f"{digits}{first}, {self.attempts} attempt{'s' if self.attempts > 1 else ''}"


def read_lock(written: str) -> Lock:
    """Return a lock as it is printed: "2: 4-5-2" is two attempts at 4, 5, 2; a key digit bears a
    k.
    """
    attempts, _, code = written.partition(":")
    digits = [part.strip() for part in code.split("-")]
    keys = tuple(int(digit[:-1]) for digit in digits if digit.endswith("k"))
    return Lock(int(attempts), tuple(int(digit.rstrip("k")) for digit in digits), keys)


class DieTurn(NamedTuple):
    """A lockpick die that is turned: the value it shows, and the one that it comes to show."""

    old: int
    new: int

    @property
    def key(self) -> str:
        """Return the key of the option to turn it so: "3>4"."""
        return f"{self.old}>{self.new}"

    @property
    def words(self) -> str:
        """Return the same in words: "3 to 4"."""
        return f"{self.old} to {self.new}"


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
    helped: list[DieId] = field(default_factory=list)
    gained: int = 0

    def resolved(self, lock: Lock) -> "Attempt":
        """Return the attempt as it stands if it is resolved now: key digits that a die shows are
        matched.
        """
        keys, holders = self.keys, self.holders
        for digit in (Counter(lock.keys) - Counter(keys)).elements():
            for at, value in enumerate(self.dice):
                if value == digit and at not in holders:
                    keys, holders = (*keys, digit), (*holders, at)
                    break
        return Attempt(self.dice, keys, holders)

    def missing(self, lock: Lock) -> tuple[int, ...]:
        """Return the digits still open; other digits match only once every key does (LOK-2, LOK-8).

        But for keys a digit is matched by a die that shows it now, or was kept (U-11).
        """
        now = self.resolved(lock)
        have = Counter(now.keys)
        if len(now.keys) == len(lock.keys):
            have += Counter(v for at, v in enumerate(now.dice) if at not in now.holders)
        return tuple((Counter(lock.digits) - have).elements())

    def fitting(self, lock: Lock) -> tuple[int, ...]:
        """Return the places of the dice that match digits which no key has matched already."""
        open_digits = Counter(lock.digits) - Counter(self.keys)
        fits: list[int] = []
        for at, value in enumerate(self.dice):
            if at not in self.holders and open_digits[value]:
                open_digits[value] -= 1
                fits.append(at)
        return tuple(fits)

    def turn(self, die: DieTurn) -> None:
        """Turn a die of the old value, one that holds no key digit if there is one (LOK-7)."""
        showing = [at for at, value in enumerate(self.dice) if value == die.old]
        self.put(next((at for at in showing if at not in self.holders), showing[0]), die.new)

    def put(self, at: int, new: int) -> None:
        """Turn the die at a place; it no longer holds what it matched."""
        if self.dice[at] != new:
            self.dice[at] = new
            self.holders = tuple(holder for holder in self.holders if holder != at)

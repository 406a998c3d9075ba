"""Locks, on the backs of item cards, and an attempt at one: the dice on the table (p68-70)."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from protocol.ids import DieId


@dataclass(frozen=True)
class Lock:
    """The back of an item card: the number of attempts, the digits, and those of them that are
    keys, which come first.
    """

    attempts: int
    digits: tuple[int, ...]
    keys: tuple[int, ...] = ()

    @cached_property
    def id(self) -> str:
        """Return the lock as text: "3:5k-2-2" is 3 attempts at 5, 2, 2, of which 5 is a key."""
        marks = [f"{d}{'k' if i < len(self.keys) else ''}" for i, d in enumerate(self.digits)]
        return f"{self.attempts}:{'-'.join(marks)}"

    @cached_property
    def words(self) -> str:
        """Return the lock for players: "5-2-2, 5 first, 3 attempts", where 5 is a key digit."""
        digits = "-".join(str(digit) for digit in self.digits)
        keys = "-".join(str(digit) for digit in self.keys)
        first = f", {keys} first" if keys else ""
        return f"{digits}{first}, {self.attempts} attempt{'s' if self.attempts > 1 else ''}"


def read_lock(written: str) -> Lock:
    """Return the lock that is written like this: "2: 4k-5-2" is two attempts at 4, 5, 2, of which 4
    is a key. Raises ValueError for other text.
    """
    attempts, _, code = written.partition(":")
    digits = [part.strip() for part in code.split("-")]
    keys = tuple(int(digit[:-1]) for digit in digits if digit.endswith("k"))
    return Lock(int(attempts), tuple(int(digit.rstrip("k")) for digit in digits), keys)


class DieTurn(NamedTuple):
    """Turning a lockpick die from the value `old` to `new`."""

    old: int
    new: int

    @property
    def key(self) -> str:
        """Return its option key: "3>4"."""
        return f"{self.old}>{self.new}"

    @property
    def words(self) -> str:
        """Return the same in words: "3 to 4"."""
        return f"{self.old} to {self.new}"


@dataclass
class Attempt:
    """One attempt: the values of the dice on the table, and the key digits matched so far.

    `holders` are the indices of dice that still show the key digit that they matched: a kept die
    matches no other digit. `helped` are the skill dice rolled in this attempt, `gained` is how many
    further attempts effects have added.
    """

    dice: list[int]
    keys: tuple[int, ...] = ()
    holders: tuple[int, ...] = ()
    helped: list[DieId] = field(default_factory=list)
    gained: int = 0

    def resolved(self, lock: Lock) -> "Attempt":
        """Return the attempt after its dice have matched open key digits that they show."""
        keys, holders = self.keys, self.holders
        for digit in (Counter(lock.keys) - Counter(keys)).elements():
            for at, value in enumerate(self.dice):
                if value == digit and at not in holders:
                    keys, holders = (*keys, digit), (*holders, at)
                    break
        return Attempt(self.dice, keys, holders)

    def missing(self, lock: Lock) -> tuple[int, ...]:
        """Return the digits that are not matched yet; () means that the lock is picked.

        Other digits match only once every key does (LOK-2, LOK-8). A matched key stays matched; any
        other digit needs a die that shows it now, rolled or kept (U-11).
        """
        now = self.resolved(lock)
        have = Counter(now.keys)
        if len(now.keys) == len(lock.keys):
            have += Counter(v for at, v in enumerate(now.dice) if at not in now.holders)
        return tuple((Counter(lock.digits) - have).elements())

    def fitting(self, lock: Lock) -> tuple[int, ...]:
        """Return the indices of the dice to keep: those that match digits still open."""
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
        """Set the die at an index to a new value; it no longer holds a key digit."""
        if self.dice[at] != new:
            self.dice[at] = new
            self.holders = tuple(holder for holder in self.holders if holder != at)

"""The parts of a melee that no longer have anything to do with each other.

Places are those of the units in their melee; sets of them are bits. As a unit strikes at the first
of its enemies who is not down (SK-111), that is the lowest bit.

There are thousands of parts, so what is made for each is plain tuples and numbers.
"""

from collections.abc import Iterable
from typing import NamedTuple

from protocol.ids import UnitId
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.preview.strikes import Pairs, Strikes

Rank = tuple[bool, int]
"""By what units strike in order (SK-109)."""
Part = tuple[int, tuple[int, ...], Pairs, tuple[int, ...]]
"""A melee, or a part of one: who has yet to strike; the conditions of the units that can still be
struck; their pairs that falls have ended; and who cannot be struck, but has yet to strike (numbers
of `Parts.safe`). Of these nothing else matters, so those who strike alike are the same number.
"""
Shape = tuple[int, int, Pairs, tuple[int, ...]]
"""All of a part on which depends how it falls apart: instead of the conditions their shapes."""
Split = tuple[list[Part], list[int]]
"""Parts, and the conditions of the units that nobody will strike any more."""
Marked = tuple[int, int]
"""A unit's bit, and the enemies at whom it can strike."""


class Striker(NamedTuple):
    """Who has yet to strike: its bit, or if it cannot be struck 0 and its number; when its turn is,
    and the enemies at whom it can strike.
    """

    bit: int
    safe: int
    rank: Rank
    foes: int


class Safe(NamedTuple):
    """Who cannot be struck, but strikes: a condition in which a unit strikes as it does, when its
    turn is, and the enemies at whom it can.
    """

    number: int
    rank: Rank
    foes: int


class Group(NamedTuple):
    """Units that belong together: all of them, and who of them has yet to strike; who strikes at
    them but cannot be struck, since before, and since now.
    """

    units: int
    left: int
    safe: tuple[int, ...] = ()
    safe_now: tuple[Marked, ...] = ()


class Parts:
    """Takes apart the melee of these units, which begins in this state."""

    def __init__(self, state: MatchState, names: tuple[UnitId, ...], strikes: Strikes) -> None:
        self._strikes, self._everybody = strikes, (1 << len(names)) - 1
        self._ranks = [_rank(state.units[name]) for name in names]
        places = {name: place for place, name in enumerate(names)}
        self._foes = [0] * len(names)
        for one, two in state.pairs.values():
            if one in places:
                self._foes[places[one]] |= 1 << places[two]
                self._foes[places[two]] |= 1 << places[one]
        self._hexes = [
            (1 << places[caster], 1 << places[spell.target])
            for caster, spell in state.spells.items()
            if caster in places and spell.target in places
        ]
        self.safe: list[Safe] = []
        self._safe_numbers: dict[Safe, int] = {}
        self._kinds: dict[object, int] = {}
        self._typical: dict[int, int] = {}
        self._groups: dict[Shape, list[Group]] = {}

    def split(self, part: Part) -> Split:
        """Take a part apart."""
        left, numbers, apart, known = part
        bits, shapes = self._strikes.bits, self._strikes.shapes
        shape = 0
        for number in numbers:
            shape |= shapes[number]
        key = (left, shape, apart, known)
        if key not in self._groups:
            self._groups[key] = self._grouped(key)
        parts: list[Part] = []
        inside = 0
        for units, yet, safe, safe_now in self._groups[key]:
            inside |= units
            if safe_now:
                now = (self._safe_now(numbers, each) for each in safe_now)
                safe = tuple(sorted((*safe, *now)))
            these = tuple([number for number in numbers if bits[number] & units])
            parts.append((yet, these, _within(apart, units) if apart else apart, safe))
        return parts, [number for number in numbers if not bits[number] & inside]

    def strikers(self, part: Part) -> list[Striker]:
        """Return who has yet to strike, and can."""
        left, numbers, apart, known = part
        shape = 0
        for number in numbers:
            shape |= self._strikes.shapes[number]
        return self._strikers((left, shape, apart, known))

    def _strikers(self, shape: Shape) -> list[Striker]:
        left, alive, apart, known = shape
        alive &= self._everybody
        found = []
        while left:
            bit = left & -left
            left -= bit
            place = bit.bit_length() - 1
            foes = self._foes[place] & alive
            if apart:
                foes &= ~_apart(apart, place)
            if foes:
                found.append(Striker(bit, -1, self._ranks[place], foes))
        for number in known:
            _, rank, foes = self.safe[number]
            if foes & alive:
                found.append(Striker(0, number, rank, foes & alive))
        return found

    def _grouped(self, shape: Shape) -> list[Group]:
        strikers = self._strikers(shape)
        alive, active, near = self._strikes.shaped(shape[1])
        reaches = [_reach(each, strikers, active) for each in strikers]
        struck = 0
        for reach in reaches:
            struck |= reach
        if struck & near:
            # Whoever stands or lies about may be where somebody falls.
            return [Group(self._everybody, sum(each.bit for each in strikers), shape[3])]
        joined: list[tuple[int, list[Striker]]] = []
        for caster, hexed in self._hexes:
            # Who casts on another may lose the spell by a strike, so the other depends on it.
            struck |= caster | hexed
            if alive & hexed:
                _join(joined, caster | hexed, [])
        for each, reach in zip(strikers, reaches, strict=True):
            _join(joined, reach | each.bit & struck, [each])
        return [self._group(units, those) for units, those in joined if those]

    def _group(self, units: int, strikers: list[Striker]) -> Group:
        left, safe, safe_now = 0, [], []
        for bit, number, _, foes in strikers:
            if bit & units:
                left |= bit
            elif bit:
                safe_now.append((bit, foes & units))
            else:
                safe.append(self._safe_number(self.safe[number]._replace(foes=foes & units)))
        return Group(units, left, tuple(sorted(safe)), tuple(safe_now))

    def _safe_now(self, numbers: Iterable[int], who: Marked) -> int:
        """Return the number among the safe of who strikes from now on without being struck."""
        bit, foes = who
        number = next(number for number in numbers if self._strikes.bits[number] == bit)
        rank = self._ranks[self._strikes.conditions[number].place]
        return self._safe_number(Safe(self._like(number), rank, foes))

    def _safe_number(self, safe: Safe) -> int:
        if safe not in self._safe_numbers:
            self._safe_numbers[safe] = len(self.safe)
            self.safe.append(safe)
        return self._safe_numbers[safe]

    def _like(self, number: int) -> int:
        """Return the number of the first condition in which a unit strikes as in this one."""
        if number not in self._typical:
            unit = self._strikes.conditions[number].unit
            is_hexed = unit.id in self._strikes.hexed((number,))
            # By side, too: where it stands for another one, it must not be that one's target.
            kind = (unit.side, unit.type, unit.melee, unit.marks, unit.injury, is_hexed)
            self._typical[number] = self._kinds.setdefault(kind, number)
        return self._typical[number]


def _rank(unit: Unit) -> Rank:
    return not unit.did("charged"), unit.type.agility


def _reach(striker: Striker, strikers: list[Striker], active: int) -> int:
    """Return at whom a unit may come to strike. Each strike before its own puts down one of its
    enemies at most, so it is one of the first few who are not down.
    """
    count = 0
    for each in strikers:
        if each.foes & striker.foes and each.rank <= striker.rank:
            count += 1  # itself, too
    ready = striker.foes & active
    if ready.bit_count() < count:
        return striker.foes
    reach = 0
    for _ in range(count):
        reach |= ready & -ready
        ready &= ready - 1
    return reach


def _join(groups: list[tuple[int, list[Striker]]], mask: int, strikers: list[Striker]) -> None:
    """Put units into one group with all with whom they share one."""
    for group in [group for group in groups if group[0] & mask]:
        groups.remove(group)
        mask |= group[0]
        strikers = group[1] + strikers
    groups.append((mask, strikers))


def _apart(apart: Pairs, place: int) -> int:
    """Return the enemies from whom falls have parted a unit."""
    # Of two places, the other one is what is left of their sum.
    return sum(1 << one + two - place for one, two in apart if place in (one, two))


def _within(apart: Pairs, mask: int) -> Pairs:
    return frozenset(pair for pair in apart if all(mask >> place & 1 for place in pair))

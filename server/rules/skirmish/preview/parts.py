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
Split = tuple[list[Part], list[int]]
"""Parts, and the conditions of the units that nobody will strike any more."""


class Striker(NamedTuple):
    """Who has yet to strike: its bit, or if it cannot be struck 0 and its number; when its turn is,
    the enemies at whom it can strike, and those of them at whom it may come to.
    """

    bit: int
    safe: int
    rank: Rank
    foes: int
    reach: int


class Safe(NamedTuple):
    """Who cannot be struck, but strikes: a condition in which a unit strikes as it does, when its
    turn is, and the enemies at whom it can.
    """

    number: int
    rank: Rank
    foes: int


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
        # All whose turns and conditions matter to whom a unit may come to strike: those who share
        # one of its enemies, and these.
        self._rivals = [self._attackers(foes) for foes in self._foes]
        self.safe: list[Safe] = []
        self._safe_numbers: dict[Safe, int] = {}
        self._kinds: dict[object, int] = {}
        self._typical: dict[int, int] = {}
        self._around = [foes | foes << len(names) for foes in self._foes]
        """The shapes of a unit's enemies: whether they are lost or down."""
        self._known: dict[object, dict[tuple[int, int], Striker | None]] = {}
        self._marked: dict[tuple[int, int], int] = {}

    def split(self, part: Part) -> Split:
        """Take a part apart."""
        left, numbers, apart, known = part
        bits = self._strikes.bits
        shape = self._shape(numbers)
        strikers = self._strikers(left, shape, apart, known)
        if not strikers:
            return [], list(numbers)
        alive, _, near = self._strikes.shaped(shape)
        struck = 0
        for each in strikers:
            struck |= each.reach
        if struck & near:
            # Whoever stands or lies about may be where somebody falls.
            yet = sum(each.bit for each in strikers)
            return [(yet, numbers, apart, known)], []
        for caster, hexed in self._hexes:
            # Who casts on another may lose the spell by a strike, so the other depends on it.
            struck |= caster | hexed
        joined: list[tuple[int, list[Striker]]] = []
        for caster, hexed in self._hexes:
            if alive & hexed:
                _join(joined, caster | hexed, [])
        for each in strikers:
            _join(joined, each.reach | each.bit & struck, [each])
        inside, parts = 0, []
        for units, those in joined:
            if those:
                inside |= units
                these = tuple([number for number in numbers if bits[number] & units])
                yet, safe = self._strike_at(units, those, numbers)
                parts.append((yet, these, _within(apart, units) if apart else apart, safe))
        return parts, [number for number in numbers if not bits[number] & inside]

    def strikers(self, part: Part) -> list[Striker]:
        """Return who has yet to strike, and can."""
        left, numbers, apart, known = part
        return self._strikers(left, self._shape(numbers), apart, known)

    def _shape(self, numbers: Iterable[int]) -> int:
        shapes = self._strikes.shapes
        shape = 0
        for number in numbers:
            shape |= shapes[number]
        return shape

    def _attackers(self, foes: int) -> int:
        """Return all who have one of these for an enemy."""
        found = 0
        while foes:
            bit = foes & -foes
            foes -= bit
            found |= self._foes[bit.bit_length() - 1]
        return found

    def _strikers(
        self, left: int, shape: int, apart: Pairs, known: tuple[int, ...]
    ) -> list[Striker]:
        # Most others do not matter to whom a unit may come to strike, so it is known already.
        memory = self._known.setdefault((apart, known), {})
        many, others = len(self._foes), (left, apart, known)
        found = []
        more = left
        while more:
            bit = more & -more
            more -= bit
            place = bit.bit_length() - 1
            key = (left & self._rivals[place]) << 2 * many | shape & self._around[place], place
            if key not in memory:
                each = Striker(bit, -1, self._ranks[place], self._foes[place], 0)
                memory[key] = self._striker(each, shape, others)
            if (striker := memory[key]) is not None:
                found.append(striker)
        for number in known:
            safe = self.safe[number]
            around = safe.foes | safe.foes << many
            key = (left & self._attackers(safe.foes)) << 2 * many | shape & around, ~number
            if key not in memory:
                each = Striker(0, number, safe.rank, safe.foes, 0)
                memory[key] = self._striker(each, shape, others)
            if (striker := memory[key]) is not None:
                found.append(striker)
        return found

    def _striker(
        self, each: Striker, shape: int, others: tuple[int, Pairs, tuple[int, ...]]
    ) -> Striker | None:
        """Return who strikes, with at whom it may come to strike. Each strike before its own puts
        down one of its enemies at most, so it is one of the first few who are not down. None if it
        has no enemy left.
        """
        left, apart, known = others
        alive, active, _ = self._strikes.shaped(shape)
        foes = each.foes & alive
        if apart:
            foes &= ~_apart(apart, each.bit.bit_length() - 1)
        if not foes:
            return None
        before = [self.safe[number] for number in known]
        count = sum(1 for one in before if one.foes & foes and one.rank <= each.rank)
        rivals = self._attackers(foes) & left
        while rivals:
            place = (rivals & -rivals).bit_length() - 1
            rivals &= rivals - 1
            shared = self._foes[place] & foes
            if apart:
                shared &= ~_apart(apart, place)
            if shared and self._ranks[place] <= each.rank:
                count += 1  # itself, too
        ready = foes & active
        reach = foes
        if ready.bit_count() >= count:
            reach = 0
            for _ in range(count):
                reach |= ready & -ready
                ready &= ready - 1
        return Striker(each.bit, each.safe, each.rank, foes, reach)

    def _strike_at(
        self, units: int, strikers: Iterable[Striker], numbers: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...]]:
        """Return who of some units has yet to strike, and who strikes at them without being struck,
        as numbers.
        """
        left, safe = 0, []
        for bit, number, rank, foes, _ in strikers:
            if bit & units:
                left |= bit
            elif bit:
                safe.append(self._safe_now(numbers, bit, foes & units))
            else:
                like = self.safe[number].number
                safe.append(self._safe_number(Safe(like, rank, foes & units)))
        return left, tuple(sorted(safe)) if safe else ()

    def _safe_now(self, numbers: Iterable[int], bit: int, foes: int) -> int:
        """Return the number among the safe of who strikes from now on without being struck."""
        number = next(number for number in numbers if self._strikes.bits[number] == bit)
        key = (number, foes)
        if key not in self._marked:
            rank = self._ranks[bit.bit_length() - 1]
            self._marked[key] = self._safe_number(Safe(self._like(number), rank, foes))
        return self._marked[key]

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

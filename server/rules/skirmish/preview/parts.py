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
Split = tuple[list[Part], tuple[int, ...]]
"""Parts, and the conditions of the units that nobody will strike any more."""

NOBODY, UNKNOWN = -1, -2
"""In place of the number of a striker: it has no enemy left; it was not looked at yet."""


class Striker(NamedTuple):
    """Who has yet to strike: its bit, or if it cannot be struck 0 and its number; when its turn is,
    the enemies at whom it can strike, and those of them at whom it may come to.
    """

    bit: int
    safe: int
    rank: Rank
    foes: int
    reach: int


View = tuple[int, int]
"""The place of a striker, and what matters to it: of who is left, and of the shape."""


class Safe(NamedTuple):
    """Who cannot be struck, but strikes: a condition in which a unit strikes as it does, when its
    turn is, and the enemies at whom it can.
    """

    number: int
    rank: Rank
    foes: int


Group = tuple[int, int, tuple[int, ...], tuple[tuple[int, int], ...]]
"""Units that have to do with each other (bits): who of them has yet to strike; who strikes at them
without being struck (numbers of `Parts.safe`); and who does so from now on (its bit, and those of
its enemies among them).
"""


class Parts:
    """Takes apart the melee of these units, which begins in this state."""

    def __init__(self, state: MatchState, names: tuple[UnitId, ...], strikes: Strikes) -> None:
        self._strikes, self.everybody = strikes, (1 << len(names)) - 1
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
        self._hexed = sum({hexed for _, hexed in self._hexes})
        # All whose turns and conditions matter to whom a unit may come to strike: those who share
        # one of its enemies, and these.
        self._rivals = [self._attackers(foes) for foes in self._foes]
        self.safe: list[Safe] = []
        self._safe_windows: list[int] = []
        self._safe_numbers: dict[Safe, int] = {}
        self._kinds: dict[object, int] = {}
        self._typical: dict[int, int] = {}
        self._around = [foes | foes << len(names) for foes in self._foes]
        """The shapes of a unit's enemies: whether they are lost or down."""
        self._windows = [
            rivals << 3 * len(names) | around
            for rivals, around in zip(self._rivals, self._around, strict=True)
        ]
        """Bits of the units that are left, and of the shape, on which a unit's choice of targets
        depends.
        """
        self._known: dict[tuple[Pairs, tuple[int, ...]], list[dict[int, int]]] = {}
        self._views: dict[int, tuple[View, ...]] = {}
        self._interned: dict[Striker, int] = {}
        self._all: list[Striker] = []
        self._marked: dict[tuple[int, int], int] = {}
        self._groups: dict[object, tuple[Group, ...]] = {}

    def split(self, part: Part, shape: int) -> Split:
        """Take a part of this shape apart."""
        left, numbers, apart, known = part
        those = self._strikers(left, shape, apart, known)
        if not those:
            return [], numbers
        # Most melees fall apart as one before, whatever the conditions of their units.
        alive, _, near = self._strikes.shaped(shape)
        key = (those, near, alive & self._hexed) if near or self._hexed else those
        groups = self._groups.get(key)
        if groups is None:
            groups = self._groups[key] = self._grouped(those, near, alive)
        if not groups:
            # Whoever stands or lies about may be where somebody falls.
            yet = sum(self._all[each].bit for each in those)
            return [(yet, numbers, apart, known)], ()
        bits = self._strikes.bits
        inside, parts = 0, []
        for units, yet, safe, more in groups:
            inside |= units
            if more:
                now = [self._safe_now(numbers, bit, foes) for bit, foes in more]
                safe = tuple(sorted((*safe, *now)))
            these = tuple([number for number in numbers if bits[number] & units])
            parts.append((yet, these, _within(apart, units) if apart else apart, safe))
        return parts, tuple([number for number in numbers if not bits[number] & inside])

    def _grouped(self, those: tuple[int, ...], near: int, alive: int) -> tuple[Group, ...]:
        """Return into which groups a melee falls; () if it does not fall apart."""
        strikers = [self._all[each] for each in those]
        struck = 0
        for each in strikers:
            struck |= each.reach
        if struck & near:
            return ()
        masks = []
        for caster, hexed in self._hexes:
            # Who casts on another may lose the spell by a strike, so the other depends on it.
            struck |= caster | hexed
            if alive & hexed:
                masks.append(caster | hexed)
        masks += [each.reach | each.bit & struck for each in strikers]
        joined: list[int] = []
        for mask in masks:
            for group in joined[:]:
                if group & mask:
                    mask |= group
                    joined.remove(group)
            joined.append(mask)
        groups = (self._group(units, strikers) for units in joined)
        return tuple([group for group in groups if group is not None])

    def _group(self, units: int, strikers: Iterable[Striker]) -> Group | None:
        """Return a group of units; None if nobody strikes at them."""
        left, known, safe = 0, [], []
        for bit, number, rank, foes, reach in strikers:
            if not reach & units:
                continue
            if bit & units:
                left |= bit
            elif bit:
                safe.append((bit, foes & units))
            else:
                like = self.safe[number].number
                known.append(self._safe_number(Safe(like, rank, foes & units)))
        if not left and not safe and not known:
            return None
        return units, left, tuple(sorted(known)), tuple(safe)

    def strikers(self, part: Part, shape: int) -> list[Striker]:
        """Return the units of a part that have not struck yet and are able to."""
        left, _, apart, known = part
        return [self._all[each] for each in self._strikers(left, shape, apart, known)]

    def shape(self, numbers: Iterable[int]) -> int:
        """Return the shape of units in these conditions."""
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
    ) -> tuple[int, ...]:
        """Return the numbers of who has yet to strike, and can."""
        # Most others do not matter to whom a unit may come to strike, so it is known already.
        many = len(self._foes)
        memory = self._known.get((apart, known))
        if memory is None:
            memory = self._known[apart, known] = [{} for _ in range(many + len(known))]
        packed = left << 3 * many | shape
        views = self._views.get(left)
        if views is None:
            views = self._views[left] = self._viewed(left)
        if known:
            safe = [(at, self._safe_windows[number]) for at, number in enumerate(known, many)]
            views = (*views, *safe)
        found = tuple([memory[at].get(packed & window, UNKNOWN) for at, window in views])
        if UNKNOWN in found:
            for at, window in views:
                if packed & window not in memory[at]:
                    each = self._unaimed(at, known)
                    number = self._numbered(each, shape, (left, apart, known))
                    memory[at][packed & window] = number
            found = tuple([memory[at][packed & window] for at, window in views])
        if NOBODY in found:
            return tuple([number for number in found if number != NOBODY])
        return found

    def _viewed(self, left: int) -> tuple[View, ...]:
        places = (place for place in range(left.bit_length()) if left >> place & 1)
        return tuple((place, self._windows[place]) for place in places)

    def _unaimed(self, at: int, known: tuple[int, ...]) -> Striker:
        """Return the striker at a place of the melee or, beyond the places, among `known`; its
        targets are not narrowed down yet.
        """
        if at < len(self._foes):
            return Striker(1 << at, -1, self._ranks[at], self._foes[at], 0)
        number = known[at - len(self._foes)]
        return Striker(0, number, self.safe[number].rank, self.safe[number].foes, 0)

    def _numbered(
        self, each: Striker, shape: int, others: tuple[int, Pairs, tuple[int, ...]]
    ) -> int:
        """Return the number under which a striker is kept, NOBODY if it has no enemy left."""
        striker = self._striker(each, shape, others)
        if striker is None:
            return NOBODY
        if striker not in self._interned:
            self._interned[striker] = len(self._all)
            self._all.append(striker)
        return self._interned[striker]

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

    def _safe_now(self, numbers: Iterable[int], bit: int, foes: int) -> int:
        """Return the number among the safe of who strikes from now on without being struck."""
        bits = self._strikes.bits
        for number in numbers:
            if bits[number] == bit:
                break
        key = (number, foes)
        if key not in self._marked:
            rank = self._ranks[bit.bit_length() - 1]
            self._marked[key] = self._safe_number(Safe(self._like(number), rank, foes))
        return self._marked[key]

    def _safe_number(self, safe: Safe) -> int:
        if safe not in self._safe_numbers:
            self._safe_numbers[safe] = len(self.safe)
            self.safe.append(safe)
            many = len(self._foes)
            around = safe.foes | safe.foes << many
            self._safe_windows.append(self._attackers(safe.foes) << 3 * many | around)
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


def _apart(apart: Pairs, place: int) -> int:
    """Return the enemies from whom falls have parted a unit."""
    # Of two places, the other one is what is left of their sum.
    return sum(1 << one + two - place for one, two in apart if place in (one, two))


def _within(apart: Pairs, mask: int) -> Pairs:
    return frozenset(pair for pair in apart if all(mask >> place & 1 for place in pair))

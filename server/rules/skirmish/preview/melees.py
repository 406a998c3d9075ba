"""What becomes of each unit of a whole melee, exactly (SK-108 to SK-112).

The units strike in their order; where some are tied for it, each of them is next with the same
chance. What is summed over is not the orders, but what they lead to, stroke by stroke:

- Melees that are alike are one, whatever led there.
- Who is down strikes no more, so when its turn would come does not matter.
- Whether a unit that was brought down is lost or lies there stays open until somebody comes to
  strike at it: the others see no difference.
- A melee falls into parts that have nothing to do with each other any more, which are foreseen
  apart; a unit at which nobody will strike, and that strikes no more, is done.

Chances are whole numbers of ways over one common denominator.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from protocol.ids import UnitId
from server.rules.engine.foresight import Slices
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.preview.branching import Likely, Work
from server.rules.skirmish.preview.chances import became
from server.rules.skirmish.preview.parts import Part, Parts
from server.rules.skirmish.preview.strikes import Pairs, Scene, Strikes

Fates = dict[UnitId, dict[str, Fraction]]
"""By unit, what can become of it with its chance."""
MANY = 6
"""With so many units more, taking apart a melee takes as long as one sum more."""
CROWD, DEARER = 12, 2
"""From so many units on melees differ in more, and one of them takes as long as so many."""
TOGETHER = 8
"""So many melees are taken apart before their work is counted."""
NO_PAIRS: Pairs = frozenset()
Ways = dict[Part, int]
"""In how many ways it comes to each."""
Scattered = tuple[Part, int, int]
"""A part that may fall apart, its shape, and in how many ways it comes to that."""
Result = tuple[tuple[tuple[int, int], ...], Pairs, int]
"""Conditions, each with the one that takes its place; the pairs that a fall ends; and in how many
ways it comes to that.
"""
Blow = tuple[int, list[Result]]
"""What strikes come to, in so many ways together."""


class Turn(NamedTuple):
    """A turn to strike in a part: in how many ways it comes to that, of how many others it is as
    likely to be the next, what is left then, the shape of it before its strike, and what it does.
    """

    ways: int
    tied: int
    rest: Part
    shape: int
    blow: Blow


class Melee:
    """A melee of these units that is foreseen, from the states in which it can begin."""

    def __init__(
        self, rules: Ruleset[MatchState], begun: Likely, names: tuple[UnitId, ...], work: Work
    ) -> None:
        self._begun, self._names, self._work = begun, names, work
        self._dearer = DEARER if len(names) >= CROWD else 1
        state = begun[0][0]
        self._before = [state.units[name] for name in names]
        self._strikes = Strikes(rules, state, names, work)
        self._blows: dict[tuple[int, tuple[int, ...]], Blow] = {}
        self._parts = Parts(state, names, self._strikes)

    def fates(self) -> Slices[Fates]:
        """Return what becomes of each unit. Raises `TooMany`."""
        found: Fates = {name: defaultdict(Fraction) for name in self._names}
        start, whole = self._start()
        melees: Iterable[Scattered] = [
            (part, self._parts.shape(part[1]), ways) for part, ways in start.items()
        ]
        parts: Ways = {}
        for count in range(len(self._names), -1, -1):
            parts, ended = yield from self._parted(melees, parts)
            for number, ways in ended.items():
                parts_of = self._strikes.parts[number]
                together = whole * sum(each for _, each in parts_of)
                for one, each in parts_of:
                    place, unit, _ = self._strikes.conditions[one]
                    what = became(self._before[place], unit)
                    found[self._names[place]][what] += Fraction(ways * each, together)
            turns: list[Turn] = []
            for part in [part for part in parts if _count(part) == count]:
                turns += yield from self._turns(part, parts.pop(part))
            factor = lcm(*(turn.tied * turn.blow[0] for turn in turns))
            parts = {part: ways * factor for part, ways in parts.items()}
            melees = self._struck(turns, factor)
            whole *= factor
        return found

    def _start(self) -> tuple[Ways, int]:
        """Return the melees that can begin, and the ways of all of them together."""
        whole = lcm(*(share.denominator for _, share in self._begun))
        now: Ways = defaultdict(int)
        able = sum(1 << place for place, unit in enumerate(self._before) if not unit.is_downed)
        for state, share in self._begun:
            numbers = (self._strikes.numbered(place, state) for place in range(len(self._names)))
            now[able, tuple(numbers), NO_PAIRS, ()] += share.numerator * (
                whole // share.denominator
            )
        return now, whole

    def _parted(
        self, melees: Iterable[Scattered], before: Ways
    ) -> Slices[tuple[Ways, dict[int, int]]]:
        """Return the parts into which melees fall, with those that there were before, and the
        conditions that nothing changes any more.
        """
        parts: Ways = defaultdict(int, before)
        ended: dict[int, int] = defaultdict(int)
        for count, (melee, shape, ways) in enumerate(melees, 1):
            if not count % TOGETHER:
                sums = 1 + len(melee[1]) // MANY
                yield from self._work.spend(TOGETHER * sums * self._dearer)
            those, done = self._parts.split(melee, shape)
            for part in those:
                parts[part] += ways
            for number in done:
                ended[number] += ways
        return parts, ended

    def _turns(self, part: Part, ways: int) -> Slices[list[Turn]]:
        """Return the turns of the units of which each may be the next to strike in a part."""
        left, numbers, apart, safe = part
        shape, bits = self._parts.shape(numbers), self._strikes.bits
        active = self._strikes.shaped(shape)[1]
        numbers_of = {bits[number]: number for number in numbers}
        strikers = self._parts.strikers(part, shape)
        first = min([each.rank for each in strikers])
        tied = Counter([each for each in strikers if each.rank == first])
        turns = []
        for (bit, known, _, foes, _), times in tied.items():
            if bit:
                number, rest = numbers_of[bit], safe
            else:
                at = safe.index(known)
                number, rest = self._parts.safe[known].number, safe[:at] + safe[at + 1 :]
            # The first of its enemies who is not down, or else the first one.
            among = foes & active or foes
            targets = tuple([each for each in numbers if bits[each] & among])
            blow = yield from self._blow((numbers, apart), number, targets)
            then = (left & ~bit, numbers, apart, rest)
            turns.append(Turn(ways * times, tied.total(), then, shape, blow))
        return turns

    def _blow(self, scene: Scene, by: int, targets: tuple[int, ...]) -> Slices[Blow]:
        """Return the results of a unit's strikes at the first of `targets` that can be struck, with
        the number of ways to each. Raises `TooMany`.
        """
        doubt = self._strikes.doubts.get(targets[0])
        if doubt is None:
            whole, changes = yield from self._strikes.struck(scene, by, targets[0])
            return whole, [
                (((targets[0], each.condition),), each.apart, ways) for each, ways in changes
            ]
        key = (by, targets)
        if key not in self._blows:
            lost_ways, lost, down_ways, down = doubt
            own = tuple([down if each == targets[0] else each for each in scene[0]])
            whole, changes = yield from self._strikes.struck((own, scene[1]), by, down)
            if len(targets) == 1:
                # Nobody else sees what has become of it, so that stays open.
                ends = [(each.condition, many * down_ways) for each, many in changes]
                end = self._strikes.mixture([*ends, (lost, lost_ways * whole)])
                self._blows[key] = 1, [(((targets[0], end),), NO_PAIRS, 1)]
                return self._blows[key]
            other, more = yield from self._blow(scene, by, targets[1:])
            found: list[Result] = [
                (((targets[0], each.condition),), each.apart, many * down_ways * other)
                for each, many in changes
            ]
            found += [
                (((targets[0], lost), *those), gone, many * lost_ways * whole)
                for those, gone, many in more
            ]
            self._blows[key] = (lost_ways + down_ways) * whole * other, found
        return self._blows[key]

    def _struck(self, turns: Iterable[Turn], factor: int) -> Iterator[Scattered]:
        """Yield the melees that turns lead to, in so many times as many ways."""
        is_able, bits, shapes = self._strikes.is_able, self._strikes.bits, self._strikes.shapes
        for ways, tied, (left, numbers, apart, safe), shape, (whole, changes) in turns:
            share = ways * (factor // (tied * whole))
            for those, gone, part_of in changes:
                still, now, its = left, numbers, shape
                for old, new in those:
                    at = now.index(old)
                    now = (*now[:at], new, *now[at + 1 :])
                    its = its - shapes[old] | shapes[new]
                    # Who is down strikes no more.
                    still = still if is_able(new) else still & ~bits[new]
                part = (still, now, apart | gone if gone else apart, safe)
                yield part, its, share * part_of


def _count(part: Part) -> int:
    """Return how many have yet to strike."""
    return part[0].bit_count() + len(part[3])

"""What becomes of each unit of a whole melee, exactly (SK-108 to SK-112).

The units strike in their order; where some are tied for it, each of them is next with the same
chance. What is summed over is not the orders, but what they lead to, stroke by stroke:

- Melees that are alike are one, whatever led there.
- Who is down strikes no more, so when its turn would come does not matter.
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
from server.rules.skirmish.preview.strikes import Pairs, Strikes, Struck

Fates = dict[UnitId, dict[str, Fraction]]
"""By unit, what can become of it with its chance."""
MANY = 6
"""With so many units more, taking apart a melee takes as long as one sum more."""
TOGETHER = 8
"""So many melees are taken apart before their work is counted."""
NO_PAIRS: Pairs = frozenset()
Ways = dict[Part, int]
"""In how many ways it comes to each."""


class Turn(NamedTuple):
    """A turn to strike in a part: in how many ways it comes to that, of how many others it is as
    likely to be the next, what is left then, the index of its target in it, and what it does.
    """

    ways: int
    tied: int
    rest: Part
    at: int
    struck: Struck


class Melee:
    """A melee of these units that is foreseen, from the states in which it can begin."""

    def __init__(
        self, rules: Ruleset[MatchState], begun: Likely, names: tuple[UnitId, ...], work: Work
    ) -> None:
        self._begun, self._names, self._work = begun, names, work
        state = begun[0][0]
        self._before = [state.units[name] for name in names]
        self._strikes = Strikes(rules, state, names, work)
        self._parts = Parts(state, names, self._strikes)

    def fates(self) -> Slices[Fates]:
        """Return what becomes of each unit. Raises `TooMany`."""
        found: Fates = {name: defaultdict(Fraction) for name in self._names}
        start, whole = self._start()
        melees: Iterable[tuple[Part, int]] = start.items()
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
            factor = lcm(*(turn.tied * turn.struck[0] for turn in turns))
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
        self, melees: Iterable[tuple[Part, int]], before: Ways
    ) -> Slices[tuple[Ways, dict[int, int]]]:
        """Return the parts into which melees fall, with those that there were before, and the
        conditions that nothing changes any more.
        """
        parts: Ways = defaultdict(int, before)
        ended: dict[int, int] = defaultdict(int)
        for count, (melee, ways) in enumerate(melees, 1):
            if not count % TOGETHER:
                yield from self._work.spend(TOGETHER * (1 + len(melee[1]) // MANY))
            those, done = self._parts.split(melee)
            for part in those:
                parts[part] += ways
            for number in done:
                ended[number] += ways
        return parts, ended

    def _turns(self, part: Part, ways: int) -> Slices[list[Turn]]:
        """Return the turns of the units of which each may be the next to strike in a part."""
        left, numbers, apart, safe = part
        strikers = self._parts.strikers(part)
        first = min(each.rank for each in strikers)
        tied = Counter(each for each in strikers if each.rank == first)
        turns = []
        for (bit, known, _, foes, _), times in tied.items():
            rest = list(safe)
            if bit:
                number = next(each for each in numbers if self._strikes.bits[each] == bit)
            else:
                number = self._parts.safe[known].number
                rest.remove(known)
            target = self._target(numbers, foes)
            struck = yield from self._strikes.struck((numbers, apart), number, target)
            then = (left & ~bit, numbers, apart, tuple(rest))
            turns.append(Turn(ways * times, tied.total(), then, numbers.index(target), struck))
        return turns

    def _target(self, numbers: tuple[int, ...], foes: int) -> int:
        """Return the first of these enemies who is not down, or else the first one."""
        strikes = self._strikes
        among = [number for number in numbers if strikes.bits[number] & foes]
        return next((number for number in among if strikes.is_able(number)), among[0])

    def _struck(self, turns: Iterable[Turn], factor: int) -> Iterator[tuple[Part, int]]:
        """Yield the melees that turns lead to, in so many times as many ways."""
        is_able, bits = self._strikes.is_able, self._strikes.bits
        for ways, tied, (left, numbers, apart, safe), at, (whole, changes) in turns:
            share = ways * (factor // (tied * whole))
            before, after = numbers[:at], numbers[at + 1 :]
            # Who is down strikes no more.
            downed = left & ~bits[numbers[at]]
            for (number, gone), part_of in changes:
                still = left if is_able(number) else downed
                now = (*before, number, *after)
                yield (still, now, apart | gone if gone else apart, safe), share * part_of


def _count(part: Part) -> int:
    """Return how many have yet to strike."""
    return part[0].bit_count() + len(part[3])

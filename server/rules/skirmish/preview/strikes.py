"""What a unit's strikes do to its target in a melee, as the rules apply them.

A unit's *condition* is the unit as some strikes have left it. Conditions are known by numbers, as
whole units are slow to compare.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from msgspec.structs import replace

from protocol.ids import UnitId
from server.rules.engine.foresight import ShutChance, Slices
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.fight import attacks, melee
from server.rules.skirmish.injuries import lose
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit, pair_key
from server.rules.skirmish.preview import blows
from server.rules.skirmish.preview.branching import RUNS, Work, outcomes

STRIKE, FALL = 3, 6
"""As many runs of rules take as long as to count what a strike can do, or to look where somebody
falls to.
"""
Pair = tuple[int, int]
"""The places of two enemies in their melee, the lower one first."""
Pairs = frozenset[Pair]
Key = tuple[object, ...]


class Condition(NamedTuple):
    """A unit, by its place in its melee, after some strikes; whether its ongoing spell is on."""

    place: int
    unit: Unit
    casts: bool


class Change(NamedTuple):
    """One result of a strike: the target's condition, and its pairs that a fall has ended."""

    condition: int
    apart: Pairs


Scene = tuple[tuple[int, ...], Pairs]
"""The conditions of a melee's units, in its order, and the pairs that falls have ended."""
Struck = tuple[int, tuple[tuple[Change, int], ...]]
"""The changes that a strike can bring, each in how many ways of so many."""


class Strikes:
    """The strikes in a melee of these units, which begins in this state."""

    def __init__(
        self, rules: Ruleset[MatchState], state: MatchState, names: tuple[UnitId, ...], work: Work
    ) -> None:
        self._rules, self._state, self._work = rules, state, work
        self.names = names
        self.conditions: list[Condition] = []
        # By the conditions' numbers:
        self.bits: list[int] = []
        """The bits of the units' places."""
        self.shapes: list[int] = []
        """The same bits again where the unit is not lost, then where it is not down, then where it
        may fall; so that shapes of several units can be put together."""
        self._numbers: dict[Condition, int] = {}
        self._struck: dict[Key, Struck] = {}
        self._harmed: dict[Key, list[tuple[Change, Fraction]]] = {}
        self._ledges: dict[Key, bool] = {}
        self._falls: dict[Key, Key] = {}

    def numbered(self, place: int, state: MatchState) -> int:
        """Return the number of the condition that a unit has in a state."""
        name = self.names[place]
        condition = Condition(place, state.units[name], name in state.spells)
        if condition not in self._numbers:
            self._numbers[condition] = len(self.conditions)
            self.conditions.append(condition)
            unit, bit = condition.unit, 1 << place
            self.bits.append(bit)
            shape = 0
            if not unit.is_lost:
                all_of = len(self.names)
                shape = bit
                shape |= 0 if unit.is_downed else bit << all_of
                shape |= bit << 2 * all_of if self._is_near_ledge(unit) else 0
            self.shapes.append(shape)
        return self._numbers[condition]

    def is_able(self, number: int) -> bool:
        """Return whether the unit is neither lost nor down in this condition."""
        return self.shapes[number] >> len(self.names) & self.bits[number] != 0

    def shaped(self, shape: int) -> tuple[int, int, int]:
        """Return by a shape who is not lost, who is not down either, and who may fall."""
        many = len(self.names)
        every = (1 << many) - 1
        return shape & every, shape >> many & every, shape >> 2 * many & every

    def _is_near_ledge(self, unit: Unit) -> bool:
        """Return whether a unit may fall when it goes down (SK-91)."""
        key = (unit.id, unit.at)
        if key not in self._ledges:
            self._ledges[key] = space.ledge_near(self._match(self._state), unit) is not None
        return self._ledges[key]

    def _may_fall(self, number: int) -> bool:
        return self.shapes[number] >> 2 * len(self.names) != 0

    def struck(self, scene: Scene, by: int, target: int) -> Slices[Struck]:
        """Return what the strikes of a unit in one condition do to a target in another. Raises
        `TooMany`.
        """
        hexed = self.hexed(scene[0])
        # The others matter only where the target may fall on one of them, or away from one.
        near = scene if self._may_fall(target) else None
        key = (by, target, hexed, near)
        if key not in self._struck:
            yield from self._work.spend(STRIKE, RUNS)
            own, foe = self.conditions[by].unit, self.conditions[target].unit
            state = self._after(scene)
            match = self._match(replace(state, units={**state.units, own.id: own}))
            shares: list[tuple[Change, Fraction]] = []
            for hits, share in self._hits(match, own, foe).items():
                changes = yield from self._changes(scene, target, hits, own.id)
                shares += [(change, share * part) for change, part in changes]
            whole = lcm(*(share.denominator for _, share in shares))
            found: Counter[Change] = Counter()
            for change, share in shares:
                found[change] += share.numerator * (whole // share.denominator)
            self._struck[key] = whole, tuple(found.items())
        return self._struck[key]

    def _hits(self, match: Match, unit: Unit, foe: Unit) -> blows.Shares:
        lost = (blows.LEAST["lost"],)
        if foe.injury == "stunned":
            return {lost: Fraction(1)}  # SK-94
        weapons = melee.usual_weapons(unit)
        strikes = [melee.strike_of(match, unit.id, foe.id, weapon) for weapon in weapons]
        found = blows.harmful(match, unit.id, foe.id, strikes)
        if foe.injury == "dazed":
            none = found.get((), Fraction(0))
            return {(): none, lost: 1 - none}  # SK-95
        return found

    def _changes(
        self, scene: Scene, target: int, hits: blows.Hits, by: UnitId
    ) -> Slices[list[tuple[Change, Fraction]]]:
        """Return what hits that no defence stopped do to a target."""
        foe = self.conditions[target]
        if not hits:
            return [(Change(target, frozenset()), Fraction(1))]
        state = self._after(scene)
        key = (target, hits, *(yield from self._where(scene, target)))
        if key not in self._harmed:

            def lands(match: Match) -> None:
                if foe.unit.injury == "stunned":
                    lose(match, foe.unit.id, by)
                else:
                    attacks.harm(match, foe.unit.id, list(hits), by, is_melee=True)

            ends = yield from outcomes(self._rules, state, lands, foe.unit.id, self._work)
            self._harmed[key] = [(self._change(state, end, foe.place), part) for end, part in ends]
        return self._harmed[key]

    def _where(self, scene: Scene, target: int) -> Slices[Key]:
        """Return all of the melee's other units on which the harm to one depends: nothing if it
        does not stand next to a ledge, else where it falls to and from whom, or all of them if it
        may fall on from there.
        """
        if not self._may_fall(target):
            return ()
        key = (scene, target)
        if key not in self._falls:
            yield from self._work.spend(FALL, RUNS)
            match = self._match(self._after(scene))
            # It is down when it falls, and so as high as any other that is.
            unit = replace(self.conditions[target].unit, injury="dazed")
            ledge = space.ledge_near(match, unit)
            assert ledge is not None, "who may fall is next to a ledge"
            to = space.below(match, unit, ledge)
            foes = match.engaged_with(unit.id)
            touched = tuple((foe.id, space.would_touch(match, unit, to, foe)) for foe in foes)
            falls_on = self._is_near_ledge(replace(unit, at=to))
            self._falls[key] = (to, touched, self.hexed(scene[0]), falls_on and self._bodies(scene))
        return self._falls[key]

    def _bodies(self, scene: Scene) -> Key:
        """Return all of a scene that matters to who falls: who stands or lies where."""
        return *((self.shapes[each], self.conditions[each].unit.at) for each in scene[0]), scene[1]

    def _change(self, before: MatchState, after: MatchState, place: int) -> Change:
        name = self.names[place]
        gone: Iterable[tuple[UnitId, UnitId]] = ()
        if not after.units[name].is_lost:
            gone = (pair for key, pair in before.pairs.items() if key not in after.pairs)
        places = (sorted(map(self.names.index, pair)) for pair in gone)
        return Change(self.numbered(place, after), frozenset((one, two) for one, two in places))

    def hexed(self, conditions: tuple[int, ...]) -> frozenset[UnitId]:
        """Return the units on which an ongoing spell is, in these conditions of its caster."""
        if not self._state.spells:
            return frozenset()
        known = [self.conditions[number] for number in conditions]
        over = {self.names[each.place] for each in known if not each.casts}
        return frozenset(
            spell.target for caster, spell in self._state.spells.items() if caster not in over
        )

    def _after(self, scene: Scene) -> MatchState:
        """Return the state in which a melee's units are in these conditions."""
        state = self._state
        known = [self.conditions[number] for number in scene[0]]
        gone = {self.names[each.place] for each in known if each.unit.is_lost}
        over = {self.names[each.place] for each in known if not each.casts}
        apart = {pair_key(self.names[one], self.names[two]) for one, two in scene[1]}
        return replace(
            state,
            units={**state.units, **{each.unit.id: each.unit for each in known}},
            pairs={
                key: pair
                for key, pair in state.pairs.items()
                if key not in apart and gone.isdisjoint(pair)
            },
            spells={
                caster: spell
                for caster, spell in state.spells.items()
                if caster not in over and spell.target not in gone
            },
        )

    def _match(self, state: MatchState) -> Match:
        return Match(Game(self._rules, state, [], ShutChance(), 0))

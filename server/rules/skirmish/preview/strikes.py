"""What a unit's strikes do to its target in a melee, as the rules apply them.

A unit's *condition* is the unit as some strikes have left it. Conditions are known by numbers, as
whole units are slow to compare.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from msgspec.structs import replace

from protocol.ids import UnitId
from server.rules.engine.foresight import ShutChance, Slices
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.fight import attacks, melee
from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.injuries import lose
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit, pair_key
from server.rules.skirmish.preview import blows
from server.rules.skirmish.preview.branching import RUNS, Work, outcomes

STRIKE = 3
"""As many runs of rules take as long as to count what a strike can do."""
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
Doubt = tuple[int, int, int, int]
"""In how many ways a unit can be struck no more, and the condition in which it is then; the same
where it lies among its enemies.
"""
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
        self.parts: list[tuple[tuple[int, int], ...]] = []
        """The conditions of which it is one, each in how many ways: most are one by itself."""
        self.bits: list[int] = []
        """The bits of the units' places."""
        self.shapes: list[int] = []
        """The same bits again where the unit can be struck, then where it is not down, then where
        it may fall; so that shapes of several units can be put together."""
        self._numbers: dict[Condition, int] = {}
        self._freely: bool | None = None
        self._mixtures: dict[tuple[tuple[int, int], ...], int] = {}
        self.doubts: dict[int, Doubt] = {}
        """What is still open, by the number of a condition in which nobody knows yet whether the
        unit can be struck.
        """
        self._struck: dict[Key, Struck] = {}
        self._harmed: dict[Key, list[tuple[Change, Fraction]]] = {}
        self._ledges: dict[Key, Point | None] = {}

    def numbered(self, place: int, state: MatchState) -> int:
        """Return the number of the condition that a unit has in a state."""
        name = self.names[place]
        condition = Condition(place, state.units[name], name in state.spells)
        if condition not in self._numbers:
            self._numbers[condition] = self._added(condition)
        return self._numbers[condition]

    def _added(self, condition: Condition, parts: tuple[tuple[int, int], ...] = ()) -> int:
        number, unit, bit = len(self.conditions), condition.unit, 1 << condition.place
        self.conditions.append(condition)
        self.parts.append(parts or ((number, 1),))
        self.bits.append(bit)
        shape = 0
        # Who falls freely comes to where it touches nobody of its melee.
        has_fallen = unit.at != self._state.units[unit.id].at and self._falls_freely()
        if not unit.is_lost and not has_fallen:
            all_of = len(self.names)
            shape = bit
            shape |= 0 if unit.is_downed else bit << all_of
            if self._ledge(unit) is not None and not self._falls_freely():
                shape |= bit << 2 * all_of
        self.shapes.append(shape)
        return number

    def is_able(self, number: int) -> bool:
        """Return whether the unit is neither lost nor down in this condition."""
        return self.shapes[number] >> len(self.names) & self.bits[number] != 0

    def shaped(self, shape: int) -> tuple[int, int, int]:
        """Return by a shape who is not lost, who is not down either, and who may fall."""
        many = len(self.names)
        every = (1 << many) - 1
        return shape & every, shape >> many & every, shape >> 2 * many & every

    def _ledge(self, unit: Unit) -> Point | None:
        """Return from where a unit may fall when it goes down; None if it may not (SK-91). One that
        is down already is lost by any further harm.
        """
        key = (unit.id, unit.at, unit.is_downed)
        if key not in self._ledges:
            match = self._match(self._state)
            self._ledges[key] = None if unit.is_downed else space.ledge_near(match, unit)
        return self._ledges[key]

    def _falls_freely(self) -> bool:
        """Return whether nothing depends on where units fall to: all come to the open ground, and
        there touch none of the enemies that are above.
        """
        if self._freely is None:
            match = self._match(self._state)
            units = [self._state.units[name] for name in self.names]
            edges = [(unit, ledge) for unit in units if (ledge := self._ledge(unit)) is not None]
            self._freely = all(
                _falls_freely(match, unit, ledge, [other for other, _ in edges if other != unit])
                for unit, ledge in edges
            )
        return self._freely

    def _may_fall(self, number: int) -> bool:
        return self.shapes[number] >> 2 * len(self.names) != 0

    def struck(self, scene: Scene, by: int, target: int) -> Slices[Struck]:
        """Return what the strikes of a unit in one condition do to a target in another. Raises
        `TooMany`.
        """
        hexed = self.hexed(scene[0])
        # The others matter only where the target may fall on one of them, or away from one.
        lying = self._lying(scene, target) if self._may_fall(target) else ()
        key = (by, target, hexed, lying)
        if key not in self._struck and len(self.parts[target]) > 1:
            self._struck[key] = yield from self._struck_mixture(scene, by, target)
        elif key not in self._struck:
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
            self._struck[key] = whole, tuple(self._mixed(found).items())
        return self._struck[key]

    def _mixed(self, found: Counter[Change]) -> Counter[Change]:
        """Return changes of which those are one that leave the target lying at the same place: the
        others see no difference, and how badly it is hurt is told apart when it matters. So they
        are where it is lost, if that makes a difference only to who comes to strike at it.
        """
        lying: dict[Key, list[tuple[Change, int]]] = defaultdict(list)
        for change, ways in found.items():
            _, unit, casts = self.conditions[change.condition]
            key: Key = (change,)
            if (unit.is_lost or unit.is_downed) and self._is_loose():
                key = ()
            elif unit.is_downed:
                key = (unit.at, casts, change.apart)
            lying[key].append((change, ways))
        mixed: Counter[Change] = Counter()
        for alike in lying.values():
            (change, ways), *others = alike
            if others:
                ways = sum(each for _, each in alike)
                parts = [(each.condition, many) for each, many in alike]
                change = change._replace(condition=self.mixture(parts))
            mixed[change] += ways
        return mixed

    def _is_loose(self) -> bool:
        """Return whether it matters only to those who strike at a unit whether it is down or lost:
        no spell ends with it, and nobody can fall on it.
        """
        return not self._state.spells and self._falls_freely()

    def mixture(self, parts: Iterable[tuple[int, int]]) -> int:
        """Return the number of a condition that is one of these, each in so many ways."""
        shares: dict[int, Fraction] = defaultdict(Fraction)
        for number, ways in parts:
            together = sum(each for _, each in self.parts[number])
            for one, each in self.parts[number]:
                shares[one] += Fraction(ways * each, together)
        whole = lcm(*(share.denominator for share in shares.values()))
        counts = {
            one: share.numerator * (whole // share.denominator) for one, share in shares.items()
        }
        least = gcd(*counts.values())
        alike = tuple((one, counts[one] // least) for one in sorted(counts))
        if len(alike) == 1:
            return alike[0][0]
        if alike not in self._mixtures:
            lost = [each for each in alike if not self.shapes[each[0]]]
            down = [each for each in alike if each not in lost]
            like = (down or lost)[0][0]
            number = self._mixtures[alike] = self._added(self.conditions[like], alike)
            if lost and down:
                ways, others = (sum(each for _, each in those) for those in (lost, down))
                self.doubts[number] = ways, self.mixture(lost), others, self.mixture(down)
        return self._mixtures[alike]

    def _struck_mixture(self, scene: Scene, by: int, target: int) -> Slices[Struck]:
        parts = []
        for number, ways in self.parts[target]:
            scene_of = tuple(number if each == target else each for each in scene[0]), scene[1]
            struck = yield from self.struck(scene_of, by, number)
            parts.append((ways, *struck))
        whole = lcm(*(each for _, each, _ in parts))
        found: Counter[Change] = Counter()
        for ways, each, changes in parts:
            for change, many in changes:
                found[change] += many * ways * (whole // each)
        return whole * sum(ways for ways, _, _ in parts), tuple(self._mixed(found).items())

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
        # What it rolls may depend on a spell, where it falls to on who lies there.
        is_hexed = foe.unit.id in self.hexed(scene[0])
        lying = self._lying(scene, target) if self._may_fall(target) else ()
        key = (target, hits, is_hexed, lying)
        if key not in self._harmed:
            state = self._seen_from(scene, target)

            def lands(match: Match) -> None:
                if foe.unit.injury == "stunned":
                    lose(match, foe.unit.id, by)
                else:
                    attacks.harm(match, foe.unit.id, list(hits), by, is_melee=True)

            ends = yield from outcomes(self._rules, state, lands, foe.unit.id, self._work)
            self._harmed[key] = [(self._change(state, end, foe.place), part) for end, part in ends]
        return self._harmed[key]

    def _lying(self, scene: Scene, target: int) -> Key:
        """Return who is below the ledge that a unit may fall off, where, and whether they lie."""
        ledge = self._ledge(self.conditions[target].unit)
        assert ledge is not None, "who may fall is next to a ledge"
        below = (self.conditions[number] for number in scene[0])
        return tuple(
            (each.place, each.unit.at, each.unit.is_downed)
            for each in below
            if each.unit.at is not None and each.unit.at[2] < ledge.z
        )

    def _seen_from(self, scene: Scene, target: int) -> MatchState:
        """Return the state of a scene in which those who do not matter to a unit's harm are as they
        were: all, or if the place where it falls matters, those who are not below its ledge.
        """
        state, unit = self._after(scene), self.conditions[target].unit
        ledge = self._ledge(unit)
        if ledge is None:
            return state
        units = {**self._state.units, unit.id: unit}
        if self._may_fall(target):
            for name in self.names:
                at = state.units[name].at or self._state.units[name].at
                if at is not None and at[2] < ledge.z:
                    units[name] = state.units[name]
        pairs = {
            key: pair
            for key, pair in self._state.pairs.items()
            if not any(units[name].is_lost for name in pair)
        }
        return replace(state, units=units, pairs=pairs)

    def _change(self, before: MatchState, after: MatchState, place: int) -> Change:
        name = self.names[place]
        gone: Iterable[tuple[UnitId, UnitId]] = ()
        if not after.units[name].is_lost and not self._falls_freely():
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


def _falls_freely(match: Match, unit: Unit, ledge: Point, others: list[Unit]) -> bool:
    # It is down when it falls, and so as high as any other that is.
    falling = replace(unit, injury="dazed")
    return space.falls_freely(match, falling, ledge, others) and not any(
        foe.at is None or foe.at[2] <= STEP for foe in match.engaged_with(unit.id)
    )

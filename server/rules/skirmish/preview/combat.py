"""The odds of a whole melee: what becomes of each of its units, exactly (SK-108 to SK-112).

The units strike in their order. What one does to its target is convolved from the rules' own
numbers (`blows`), and applied by the rules themselves; states that are alike are counted as one.
Where units are tied for the order, each of them is next with the same chance.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple

from msgspec.structs import replace

from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.previews import CombatOdds, Fate
from server.rules.engine.foresight import ShutChance, Slices
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.components import Skill
from server.rules.skirmish.fight import attacks, melee, targets
from server.rules.skirmish.injuries import lose
from server.rules.skirmish.kernel import checks, morale, space
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import MatchState, Unit, pair_key
from server.rules.skirmish.preview import blows
from server.rules.skirmish.preview.branching import Work, outcomes
from server.rules.skirmish.preview.chances import fate, ways

Key = tuple[object, ...]
"""All of a state on which a melee depends and that it can change."""
Likely = list[tuple[MatchState, Fraction]]
"""States with their chances."""


class Change(NamedTuple):
    """What hits do to a target that is not next to a ledge: the target, and the ongoing spells that
    end.
    """

    target: Unit
    spells: frozenset[UnitId]
    share: Fraction


def combat(
    game: Game[MatchState], name: UnitId, picks: tuple[str, ...]
) -> Slices[CombatOdds | None]:
    """Return the odds of a unit's melee; of a unit that is not engaged, as if it had engaged the
    enemies named by the picks ("target:t1", "path:3" for a dive). None if there is no such melee,
    or if it is already fought this turn. Raises `TooMany`.
    """
    match, work = Match(game), Work()
    unit = match.state.units.get(name)
    if unit is None or unit.at is None or name in match.state.fought:
        return None
    joins = not match.is_engaged(name)
    begun = _joined(match, unit, picks) if joins else [(match.state, Fraction(1))]
    if not begun:
        return None
    fight = Fight(game.ruleset, melee.connected(begun[0][0], name), work)
    ended = yield from fight.run(begun)
    return CombatOdds(name, tuple(fight.fates(match.state, ended)), joins)


def _joined(match: Match, unit: Unit, picks: tuple[str, ...]) -> Likely:
    """Return the states in which a unit can have engaged the targets of the picks: each of these
    may have failed its check against fear (SK-71). [] if none of them can be engaged.

    The unit is put where the first target stands, as its own place would need the route to be
    known (SK-19): it is next to a ledge if its target is.
    """
    keys = [read_key(pick) for pick in picks]
    named = [match.state.units.get(UnitId(key.name)) for key in keys if key.kind == "target"]
    foes = [foe for foe in dict.fromkeys(named) if foe and foe.at and foe.side != unit.side]
    if not foes or unit.is_downed:
        return []
    marks = ("charged", "jumped") if "path:3" in picks else ("charged",)
    came = replace(unit, at=foes[0].at, marks=(*unit.marks, *marks))
    pairs = {pair_key(unit.id, foe.id): (unit.id, foe.id) for foe in foes}
    state = replace(
        match.state,
        units={**match.state.units, unit.id: came},
        pairs={**match.state.pairs, **pairs},
    )
    found: Likely = []
    for stands in product((True, False), repeat=len(foes)):
        share, units = Fraction(1), dict(state.units)
        for foe, is_calm in zip(foes, stands, strict=True):
            calm = _calm(match, unit, foe)
            share *= calm if is_calm else 1 - calm
            if not is_calm:
                units[foe.id] = replace(foe, marks=(*foe.marks, "daunted"))
        if share:
            found.append((replace(state, units=units), share))
    return found


def _calm(match: Match, unit: Unit, foe: Unit) -> Fraction:
    """Return the chance that an enemy is not daunted by a unit that engages it."""
    if not unit.has(Skill.FEAR) or foe.has(Skill.FEAR):
        return Fraction(1)
    needs = morale.morale_of(match, foe)
    return Fraction(ways(needs, checks.edge_of(match, foe)), SIDES**2)


class Fight:
    """A melee of these units that is foreseen."""

    def __init__(self, rules: Ruleset[MatchState], names: tuple[UnitId, ...], work: Work) -> None:
        self._rules, self._names, self._work = rules, names, work
        self._hits: dict[Key, blows.Shares] = {}
        self._changes: dict[Key, list[Change]] = {}
        self._ledges: dict[Key, bool] = {}

    def run(self, begun: Likely) -> Slices[Likely]:
        """Return the states in which the melee can end."""
        now = begun
        for tied in self._order(begun[0][0]):
            now = yield from self._tied(now, tied)
        return now

    def fates(self, start: MatchState, ended: Likely) -> Iterator[Fate]:
        """Yield what becomes of each unit."""
        for name in self._names:
            shares: dict[str, Fraction] = {}
            before = start.units[name]
            for state, share in ended:
                what = became(before, state.units[name])
                shares[what] = shares.get(what, Fraction(0)) + share
            yield fate(name, shares)

    def _order(self, state: MatchState) -> Iterator[tuple[UnitId, ...]]:
        """Yield the units that strike, in order, those that are tied together (SK-109)."""
        able = [state.units[name] for name in self._names]
        able = [unit for unit in able if not unit.is_downed]
        able.sort(key=_rank)
        for _, group in groupby(able, key=_rank):
            yield tuple(unit.id for unit in group)

    def _tied(self, begun: Likely, tied: tuple[UnitId, ...]) -> Slices[Likely]:
        """Let tied units strike, in every order, all of them equally likely."""
        now: dict[frozenset[UnitId], Likely] = {frozenset(tied): begun}
        for _ in tied:
            then: dict[frozenset[UnitId], dict[Key, tuple[MatchState, Fraction]]] = {}
            for left, likely in now.items():
                for name in sorted(left):
                    into = then.setdefault(left - {name}, {})
                    for state, share in likely:
                        yield from self._strike(state, share * Fraction(1, len(left)), name, into)
            now = {left: list(found.values()) for left, found in then.items()}
        return now[frozenset()]

    def _strike(
        self,
        state: MatchState,
        share: Fraction,
        name: UnitId,
        into: dict[Key, tuple[MatchState, Fraction]],
    ) -> Slices[None]:
        """Let a unit make its attacks, and add the states that come of them."""
        match, unit = self._match(state), state.units[name]
        foes = [] if unit.is_lost or unit.is_downed else targets.of(match, name)
        if not foes:
            self._add(into, state, share)
            return
        target = foes[0]
        for hits, chance in self._blows(match, unit, target).items():
            found = yield from self._harmed(state, target, hits, name)
            for then, other in found:
                yield from self._work.spend()
                self._add(into, then, share * chance * other)

    def _blows(self, match: Match, unit: Unit, target: Unit) -> blows.Shares:
        if target.injury == "stunned":
            return {(blows.LEAST["lost"],): Fraction(1)}  # SK-94
        # By what the numbers depend on and a melee can change.
        hexed = frozenset(spell.target for spell in match.state.spells.values())
        key = (unit.id, unit.marks, target.id, target.injury, hexed)
        if key not in self._hits:
            strikes = [
                melee.strike_of(match, unit.id, target.id, weapon)
                for weapon in melee.usual_weapons(unit)
            ]
            self._hits[key] = blows.harmful(match, unit.id, target.id, strikes)
        return self._hits[key]

    def _harmed(
        self, state: MatchState, target: Unit, hits: blows.Hits, by: UnitId
    ) -> Slices[Likely]:
        """Return the states after hits on a target that no defence stopped."""
        if not hits:
            return [(state, Fraction(1))]

        def lands(match: Match) -> None:
            if target.injury == "stunned":
                lose(match, target.id, by)
            else:
                attacks.harm(match, target.id, list(hits), by, is_melee=True)

        if self._is_near_ledge(state, target):
            # Where it falls to depends on who stands where, and so does whom it touches then.
            return (yield from outcomes(self._rules, state, lands, self._work))
        # By all of the target that can differ, and the spells that may end with it.
        own = target.id, target.injury, target.wounds, target.at, target.marks
        key = (*own, hits, frozenset(state.spells))
        if key not in self._changes:
            found = yield from outcomes(self._rules, state, lands, self._work)
            self._changes[key] = [_change(state, then, target.id, part) for then, part in found]
        return [(_changed(state, one), one.share) for one in self._changes[key]]

    def _is_near_ledge(self, state: MatchState, unit: Unit) -> bool:
        key = (unit.id, unit.at)
        if key not in self._ledges:
            match = self._match(state)
            self._ledges[key] = space.ledge_near(match, unit) is not None
        return self._ledges[key]

    def _add(
        self, into: dict[Key, tuple[MatchState, Fraction]], state: MatchState, share: Fraction
    ) -> None:
        key = self._key(state)
        _, before = into.get(key, (state, Fraction(0)))
        into[key] = (state, before + share)

    def _key(self, state: MatchState) -> Key:
        units = (state.units[name] for name in self._names)
        told = tuple((unit.injury, unit.wounds, unit.at, unit.marks) for unit in units)
        return told, frozenset(state.pairs), frozenset(state.spells)

    def _match(self, state: MatchState) -> Match:
        return Match(Game(self._rules, state, [], ShutChance(), 0))


def _rank(unit: Unit) -> tuple[bool, int]:
    return not unit.did("charged"), unit.type.agility


def _change(before: MatchState, after: MatchState, name: UnitId, share: Fraction) -> Change:
    return Change(
        after.units[name],
        frozenset(before.spells.keys() - after.spells.keys()),
        share,
    )


def _changed(state: MatchState, change: Change) -> MatchState:
    """Return a state after a change that was found in one that differs in other units only."""
    name = change.target.id
    is_lost = change.target.is_lost
    return replace(
        state,
        units={**state.units, name: change.target},
        pairs=_without_unit(state.pairs, name) if is_lost else state.pairs,
        spells={
            caster: spell for caster, spell in state.spells.items() if caster not in change.spells
        },
    )


def _without_unit(
    pairs: Mapping[str, tuple[UnitId, UnitId]], name: UnitId
) -> dict[str, tuple[UnitId, UnitId]]:
    return {key: pair for key, pair in pairs.items() if name not in pair}


def became(before: Unit, after: Unit) -> str:
    """Return what has become of a unit, as the name of a field of `Fate`."""
    if after.is_lost:
        return "lost"
    if after.injury != before.injury:
        return after.injury or "unhurt"
    return "wounded" if after.wounds < before.wounds else "unhurt"

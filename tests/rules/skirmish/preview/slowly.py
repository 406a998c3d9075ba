"""A melee foreseen slowly: stroke by stroke, over every order of its units, with the rules applying
every hit for every way in which their dice can fall.

It takes no notice of what cannot matter any more, and so is what the quick way is judged by.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple

from msgspec.structs import replace

from protocol.ids import UnitId
from server.rules.engine.foresight import ShutChance
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.fight import attacks, melee, targets
from server.rules.skirmish.fight.attacks import CRIT, Strike
from server.rules.skirmish.injuries import LOST, STUNNED, harm_of_attack, lose
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.preview.branching import Chosen, Undecided
from server.rules.skirmish.preview.chances import became, counted, ways

Key = tuple[object, ...]
"""All of a state on which a melee depends and that it can change."""
Likely = list[tuple[MatchState, Fraction]]
"""States with their chances."""
Hits = tuple[int, ...]
Shares = dict[Hits, Fraction]
WHOLE = SIDES**2
LEAST = {"dazed": 1, "stunned": STUNNED, "lost": LOST}


def slowly(
    rules: Ruleset[MatchState], begun: Likely, names: tuple[UnitId, ...]
) -> dict[UnitId, dict[str, Fraction]]:
    """What becomes of each unit, exactly."""
    found: dict[UnitId, dict[str, Fraction]] = {name: {} for name in names}
    for state, share in Fight(rules, names).run(begun):
        for name in names:
            what = became(begun[0][0].units[name], state.units[name])
            found[name][what] = found[name].get(what, Fraction(0)) + share
    return found


class Change(NamedTuple):
    """What hits do to a target that is not next to a ledge: the target, and the ongoing spells that
    end.
    """

    target: Unit
    spells: frozenset[UnitId]
    share: Fraction


class Fight:
    """A melee of these units that is foreseen."""

    def __init__(self, rules: Ruleset[MatchState], names: tuple[UnitId, ...]) -> None:
        self._rules, self._names = rules, names
        self._hits: dict[Key, Shares] = {}
        self._changes: dict[Key, list[Change]] = {}
        self._ledges: dict[Key, bool] = {}

    def run(self, begun: Likely) -> Likely:
        """Return the states in which the melee can end."""
        now = begun
        for tied in self._order(begun[0][0]):
            now = self._tied(now, tied)
        return now

    def _order(self, state: MatchState) -> Iterator[tuple[UnitId, ...]]:
        """Yield the units that strike, in order, those that are tied together (SK-109)."""
        able = [state.units[name] for name in self._names]
        able = [unit for unit in able if not unit.is_downed]
        able.sort(key=_rank)
        for _, group in groupby(able, key=_rank):
            yield tuple(unit.id for unit in group)

    def _tied(self, begun: Likely, tied: tuple[UnitId, ...]) -> Likely:
        """Let tied units strike, in every order, all of them equally likely."""
        now: dict[frozenset[UnitId], Likely] = {frozenset(tied): begun}
        for _ in tied:
            then: dict[frozenset[UnitId], dict[Key, tuple[MatchState, Fraction]]] = {}
            for left, likely in now.items():
                for name in sorted(left):
                    into = then.setdefault(left - {name}, {})
                    for state, share in likely:
                        self._strike(state, share * Fraction(1, len(left)), name, into)
            now = {left: list(found.values()) for left, found in then.items()}
        return now[frozenset()]

    def _strike(
        self,
        state: MatchState,
        share: Fraction,
        name: UnitId,
        into: dict[Key, tuple[MatchState, Fraction]],
    ) -> None:
        """Let a unit make its attacks, and add the states that come of them."""
        match, unit = self._match(state), state.units[name]
        foes = [] if unit.is_lost or unit.is_downed else targets.of(match, name)
        if not foes:
            self._add(into, state, share)
            return
        target = foes[0]
        for hits, chance in self._blows(match, unit, target).items():
            found = self._harmed(state, target, hits, name)
            for then, other in found:
                self._add(into, then, share * chance * other)

    def _blows(self, match: Match, unit: Unit, target: Unit) -> Shares:
        if target.injury == "stunned":
            return {(LEAST["lost"],): Fraction(1)}  # SK-94
        # By what the numbers depend on and a melee can change.
        hexed = frozenset(spell.target for spell in match.state.spells.values())
        key = (unit.id, unit.marks, target.id, target.injury, hexed)
        if key not in self._hits:
            strikes = [
                melee.strike_of(match, unit.id, target.id, weapon)
                for weapon in melee.usual_weapons(unit)
            ]
            self._hits[key] = harmful(match, unit.id, target.id, strikes)
        return self._hits[key]

    def _harmed(self, state: MatchState, target: Unit, hits: Hits, by: UnitId) -> Likely:
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
            return outcomes(self._rules, state, lands)
        # By all of the target that can differ, and the spells that may end with it.
        own = target.id, target.injury, target.wounds, target.at, target.marks
        key = (*own, hits, frozenset(state.spells))
        if key not in self._changes:
            found = outcomes(self._rules, state, lands)
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


def harmful(match: Match, name: UnitId, target: UnitId, strikes: Iterable[Strike]) -> Shares:
    """Return the hits that a unit's attacks on a target may come to, defence considered."""
    found: Shares = {(): Fraction(1)}
    for strike in strikes:
        edge = checks.edge_of(match, match.unit(name), strike.edge)
        one = attack(strike, edge, through(match, target, strike.pierce))
        more: Shares = defaultdict(Fraction)
        for (these, share), (those, other) in product(found.items(), one.items()):
            more[tuple(sorted(these + those))] += share * other
        found = more
    return found


def through(match: Match, target: UnitId, pierce: int) -> Fraction:
    """Return the chance that a hit with this Pierce is not stopped."""
    needs = attacks.defence_against(match, target, pierce)
    if needs is None:
        return Fraction(1)
    return 1 - Fraction(ways(needs, checks.edge_of(match, match.unit(target))), WHOLE)


def attack(strike: Strike, edge: Edge, passes: Fraction, may_crit: bool = True) -> Shares:
    """Return the hits of one attack, and of the further one that a crit grants (SK-79); a hit comes
    through the defence with the chance `passes`.
    """
    found: Shares = defaultdict(Fraction)
    nothing: Shares = {(): Fraction(1)}
    again = attack(strike, edge, passes, False) if may_crit else nothing
    for die, count in counted(edge).items():
        share = Fraction(count, WHOLE)
        if not checks.passes(die, strike.needs, is_attack=True):
            found[()] += share
            continue
        total = die + strike.injury
        more = again if total >= CRIT else nothing
        for hits, other in more.items():
            found[hits] += share * other * (1 - passes)
            found[tuple(sorted((*hits, LEAST[harm_of_attack(total)])))] += share * other * passes
    return found


def outcomes(
    rules: Ruleset[MatchState], state: MatchState, scene: Callable[[Match], None]
) -> Likely:
    """Return the states in which a scene can end, each with its chance. The scene may roll, but
    not ask.
    """
    found: list[tuple[MatchState, Fraction]] = []
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, share = waiting.pop()
        game = Game(rules, state, [], Chosen(faces), 0)
        try:
            scene(Match(game))
        except Undecided as die:
            waiting += [
                ((*faces, face), share * Fraction(1, die.sides)) for face in range(die.sides)
            ]
        else:
            found.append((game.state, share))
    return found

"""What one unit's attacks on one target can do: the hits that no defence stops, convolved.

Chances are counted in whole numbers of ways until the end, as that is several times as fast as sums
of fractions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from protocol.ids import UnitId
from server.rules.skirmish.fight import attacks
from server.rules.skirmish.fight.attacks import CRIT, Strike
from server.rules.skirmish.injuries import LOST, STUNNED, harm_of_attack
from server.rules.skirmish.kernel import checks
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.preview.chances import counted, ways

Hits = tuple[int, ...]
"""Hits that no defence has stopped, in ascending order: each the least total that does its harm."""
Shares = dict[Hits, Fraction]
"""The chance of each; together they are 1."""
WHOLE = SIDES**2
LEAST = {"dazed": 1, "stunned": STUNNED, "lost": LOST}
"""The total that stands for all totals of a harm, as nothing but the harm depends on it."""


class Blow(NamedTuple):
    """All of an attack on which its hits depend. A hit comes through the defence in `through` of
    400 ways.
    """

    needs: int
    injury: int
    edge: Edge
    through: int


def harmful(match: Match, name: UnitId, target: UnitId, strikes: Iterable[Strike]) -> Shares:
    """Return the hits that a unit's attacks on a target may come to, defence considered. Those that
    do the same to it are told as one (see `_spared`).
    """
    unit, foe = match.unit(name), match.unit(target)
    blows = tuple(
        Blow(
            strike.needs,
            strike.injury,
            checks.edge_of(match, unit, strike.edge),
            through(match, target, strike.pierce),
        )
        for strike in strikes
    )
    found: Shares = defaultdict(Fraction)
    for hits, share in landed(blows):
        for those, part in _spared(hits, foe.wounds).items():
            found[those] += share * part
    return found


def _spared(hits: Hits, wounds: int) -> Shares:
    """Return the hits that stand for all that do the same to a unit with so many wounds left:
    fewer take a wound each, and of more, dice spare it all but some, of which the gravest counts
    (SK-112). These are as many as it has wounds and all alike, so whichever is spared.
    """
    if len(hits) < wounds:
        return {(LEAST["dazed"],) * len(hits): Fraction(1)}
    left = Counter(max(left) for left in combinations(hits, len(hits) - (wounds - 1)))
    return {(total,) * wounds: Fraction(count, left.total()) for total, count in left.items()}


def through(match: Match, target: UnitId, pierce: int) -> int:
    """Return in how many of 400 ways a hit with this Pierce is not stopped."""
    needs = attacks.defence_against(match, target, pierce)
    if needs is None:
        return WHOLE
    return WHOLE - ways(needs, checks.edge_of(match, match.unit(target)))


@lru_cache(maxsize=256)
def landed(blows: tuple[Blow, ...]) -> tuple[tuple[Hits, Fraction], ...]:
    """Return the hits of several attacks that come through the defence, with their chances."""
    found: Counter[Hits] = Counter({(): 1})
    for blow in blows:
        more: Counter[Hits] = Counter()
        for (these, count), (those, other) in product(found.items(), attack(blow).items()):
            more[tuple(sorted(these + those))] += count * other
        found = more
    whole = found.total()
    return tuple((hits, Fraction(count, whole)) for hits, count in found.items() if count)


def attack(blow: Blow, may_crit: bool = True) -> Counter[Hits]:
    """Return in how many ways one attack, and the further one that a crit grants (SK-79), comes to
    these hits.
    """
    found: Counter[Hits] = Counter()
    again = attack(blow, False) if may_crit else Counter({(): 1})
    whole = again.total()
    for die, count in counted(blow.edge).items():
        if not checks.passes(die, blow.needs, is_attack=True):
            found[()] += count * WHOLE * whole
            continue
        total = die + blow.injury
        more = again if total >= CRIT else {(): whole}
        for hits, other in more.items():
            hit = tuple(sorted((*hits, LEAST[harm_of_attack(total)])))
            found[hits] += count * other * (WHOLE - blow.through)
            found[hit] += count * other * blow.through
    return found

"""What one unit's attacks on one target can do: the hits that no defence stops, convolved."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

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

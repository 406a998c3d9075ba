"""Chances of a match's dice, counted over all faces."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product

from protocol.ids import UnitId
from protocol.previews import ALL_WAYS, Fate
from server.rules.skirmish.kernel import checks
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import SIDES
from server.rules.skirmish.kernel.state import Unit

FACES = range(1, SIDES + 1)
"""The values of a d20."""


def ways(needs: int, edge: Edge, is_attack: bool = False) -> int:
    """Return in how many of 400 ways two dice pass a check; if one die is rolled, the second does
    not count.
    """
    return sum(
        count for die, count in counted(edge).items() if checks.passes(die, needs, is_attack)
    )


@lru_cache(maxsize=8)
def counted(edge: Edge) -> Counter[int]:
    """Return in how many of 400 ways each value of a d20 is the one that counts."""
    better = max if edge.better else min
    return Counter(
        one if edge.dice == 1 else better(one, two) for one, two in product(FACES, FACES)
    )


def chance(needs: int, edge: Edge) -> str:
    """Return a check's number and chance as text."""
    return f"{needs} or more{by(edge)}: {percent(ways(needs, edge), SIDES**2)}"


def by(edge: Edge) -> str:
    """Return what an edge is, as text behind a number; "" for none."""
    if edge.dice == 1:
        return ""
    return " with advantage" if edge.better else " with disadvantage"


def percent(part: int, whole: int) -> str:
    """Return a share in whole per cent, "under 1%" if it would round to 0 but is possible."""
    rounded = (100 * part + whole // 2) // whole
    return "under 1%" if part and not rounded else f"{rounded}%"


def became(before: Unit, after: Unit) -> str:
    """Return what has become of a unit, as the name of a field of `Fate`."""
    if after.is_lost:
        return "lost"
    if after.injury != before.injury:
        return after.injury or "unhurt"
    return "wounded" if after.wounds < before.wounds else "unhurt"


def fate(unit: UnitId, shares: dict[str, Fraction]) -> Fate:
    """Return what becomes of a unit, by the names of `Fate`'s fields; the shares add up to 1."""
    told = {name: _ways_of(share) for name, share in shares.items() if share}
    # The likeliest one takes what rounding leaves over: there it is seen least.
    most = max(told, key=lambda name: shares[name])
    told[most] += ALL_WAYS - sum(told.values())
    return Fate(unit, told.pop("unhurt", 0), **told)


def _ways_of(share: Fraction) -> int:
    return max(1, round(share * ALL_WAYS))

"""Checks and their dice (SK-76 to SK-80)."""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.skirmish import CheckedStat, CheckMade, CheckReason
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit

ALWAYS_FAILS = 4
"""A die of this value or less fails any check (SK-76)."""
ALWAYS_PASSES = 20
"""A die of this value passes any check that is no attack (SK-76)."""


class Edge(NamedTuple):
    """Whether a roll has advantage, disadvantage, both or neither."""

    better: bool = False
    worse: bool = False

    @property
    def dice(self) -> int:
        """Return the number of dice: advantage and disadvantage cancel each other (SK-78)."""
        return 2 if self.better != self.worse else 1


LEVEL = Edge()


class Thrown(NamedTuple):
    """The values of the dice of a roll, and the one that counts."""

    dice: tuple[int, ...]
    counts: int


def throw(match: Match, what: str, who: UnitId, edge: Edge = LEVEL) -> Thrown:
    """Roll a d20, or with an edge two, of which the higher or the lower one counts (SK-78)."""
    dice = match.roll(what, who, edge.dice)
    # With both or neither there is one die, for which `max` and `min` are the same.
    return Thrown(dice, max(dice) if edge.better else min(dice))


def edge_of(match: Match, unit: Unit, edge: Edge = LEVEL) -> Edge:
    """Return the edge of a unit's check: `edge`, and disadvantage if it is staggered or hexed
    (SK-96).
    """
    is_hexed = any(spell.target == unit.id for spell in match.state.spells.values())
    return Edge(edge.better, edge.worse or unit.injury == "staggered" or is_hexed)


def passes(die: int, needs: int, is_attack: bool = False) -> bool:
    """Return whether a die passes a check with the number `needs` (SK-76)."""
    if die <= ALWAYS_FAILS:
        return False
    return die >= needs or (die >= ALWAYS_PASSES and not is_attack)


def check(
    match: Match,
    name: UnitId,
    stat: CheckedStat,
    needs: int,
    why: CheckReason,
    edge: Edge = LEVEL,
) -> bool:
    """Make a check that is no attack. Returns whether it is passed.

    `needs` is the number with all modifiers: one of +n lowers it by n (SK-77).
    """
    unit = match.unit(name)
    thrown = throw(match, stat, name, edge_of(match, unit, edge))
    passed = passes(thrown.counts, needs)
    match.emit(CheckMade(name, stat, why, needs, thrown.dice, thrown.counts, passed))
    return passed

"""Morale Checks, with a leader's help (SK-75)."""

from protocol.ids import UnitId
from protocol.skirmish import CheckReason, Mil
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH

LENT: Mil = 5 * INCH
"""The distance within which a leader lends its Morale (SK-75)."""


def morale_of(match: Match, unit: Unit) -> int:
    """Return the number to roll for a unit's Morale: its own, or that of its leader within 5 inches
    if it is better. Animals have no leader (SK-75).
    """
    leader = match.leader_of(unit.side)
    if leader is None or unit.has(Skill.ANIMAL) or space.gap(match, leader, unit) > LENT:
        return unit.type.morale
    # The lower number is better, as it is the least that has to be rolled.
    return min(unit.type.morale, leader.type.morale)


def check_morale(match: Match, name: UnitId, why: CheckReason) -> bool:
    """Make a Morale Check. Returns whether it is passed."""
    return checks.check(match, name, "morale", morale_of(match, match.unit(name)), why)

"""Step 3 of an attempt: how far the unit can come (SK-35 to SK-38, SK-43, SK-46)."""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.skirmish import Mil
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import move_of, run_of

NEAR_BAND, MIDDLE_BAND = 5, 15
"""The highest Out-of-Sight Rolls that give half of the Move, and the whole Move (SK-36)."""


class Reach(NamedTuple):
    """How far a unit can come, how far it moves if that is too short, both in mils, and the
    Out-of-Sight Roll (0 for none).
    """

    reach: Mil
    failing: Mil
    face: int = 0


def reach_of(match: Match, name: UnitId, targets: tuple[UnitId, ...]) -> Reach:
    """Return the distance of an attempt: 1.5 times the Move if all targets are seen (SK-35), else
    by an Out-of-Sight Roll (SK-38). Sight is that from where the unit starts (SK-22).
    """
    unit = match.unit(name)
    if all(space.sees(match, unit, match.unit(target)) for target in targets):
        return Reach(run_of(unit), move_of(unit))
    return out_of_sight(match, unit)


def out_of_sight(match: Match, unit: Unit) -> Reach:
    """Make an Out-of-Sight Roll; a torch gives it advantage (SK-36, SK-37)."""
    helped = any(weapon.seeks for weapon in unit.melee)
    # Rolled without the unit's own disadvantages: a table roll is no check (SK-80;
    # test_a_torch_gives_advantage_on_the_roll_and_no_state_takes_it).
    face = checks.throw(match, "out-of-sight", unit.id, Edge(better=helped)).counts
    move = move_of(unit)
    if face <= NEAR_BAND:
        return Reach(move // 2, move // 2, face)
    return Reach(move if face <= MIDDLE_BAND else run_of(unit), move, face)

"""Moves of units with Vanguard before the first turn (SK-3)."""

from protocol.ids import UnitId
from protocol.skirmish import VanguardSettled
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.kernel.stats import move_of
from server.rules.skirmish.movement import going


def undecided(state: MatchState) -> UnitId | None:
    """Return the unit with Vanguard that decides next, the first side's first; None if all have."""
    # False sorts before True: the first side comes first.
    for seat in sorted(state.sides, key=lambda seat: seat != state.first):
        for unit in state.units.values():
            if unit.side == seat and unit.has(Skill.VANGUARD) and unit.id not in state.settled:
                return unit.id
    return None


def vanguard(match: Match, name: UnitId) -> None:
    """Let a unit with Vanguard move or stay. Raises `Unfit` for a place where it cannot go."""
    unit = match.unit(name)
    going.go(match, unit, move_of(unit), "vanguard")
    # Whether it moved or not, so that it is not asked again.
    match.emit(VanguardSettled(name))

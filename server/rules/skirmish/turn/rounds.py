"""The beginning and end of a side's turn, and the order of phases (SK-1 to SK-4)."""

from protocol.ids import SeatId
from protocol.skirmish import Mil, Phase, PhaseEntered, SideTurnBegan, SideTurnEnded
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.kernel.stats import INCH
from server.rules.skirmish.kernel.words import TURN

COURAGE: Mil = 5 * INCH
"""The distance within which cowardly units need a hero to act (section 9)."""


def begin(match: Match) -> None:
    """Begin the next side's turn; that of the first side begins with the Move Phase (SK-2)."""
    match.emit(SideTurnBegan(match.state.turn + 1, _next_side(match)))
    for unit in list(match.on_board(match.active)):
        if unit.has(Skill.COWARDLY) and not _has_hero_near(match, unit):
            # Marked now: what counts is where heroes are when the turn begins, not where they go.
            match.mark(unit.id, "cowed")
    match.emit(PhaseEntered("move" if match.state.turn == 1 else TURN[0]))


def _next_side(match: Match) -> SeatId:
    return match.passive if match.state.turn else match.state.first


def _has_hero_near(match: Match, unit: Unit) -> bool:
    return any(
        friend.type.is_hero and space.gap(match, unit, friend) <= COURAGE
        for friend in match.friends(unit)
    )


def next_phase(state: MatchState) -> Phase:
    """Return the phase after the present one; the very first turn has only the Move Phase
    (SK-2).
    """
    if state.turn == 1:
        return "end"
    return TURN[TURN.index(state.phase) + 1]


def end(match: Match) -> None:
    """End the active side's turn."""
    match.emit(SideTurnEnded(match.active))
    match.emit(PhaseEntered("begin"))

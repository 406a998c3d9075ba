"""The end of a match: a warband routs, and treasure on the board is secured (SK-1, SK-116)."""

from protocol.ids import SeatId
from protocol.questions import One, Option, Question
from protocol.skirmish import MatchEnded, Mil, TokenSecured, TokenTaken
from server.rules.skirmish.kernel import checks, morale, space
from server.rules.skirmish.kernel.inches import place
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH, can_carry

SEARCHED: Mil = 5 * INCH
"""The distance within which units can secure a token after the match (SK-116)."""


def rout(match: Match, side: SeatId) -> None:
    """End the match with the rout of a side; the other side wins."""
    winner = match.other(side)
    # Before `MatchEnded`: securing treasure may need checks and an answer (DP-15).
    for token in match.state.tokens:
        _secure(match, token, winner, side)
    match.emit(MatchEnded(winner, "routed"))


def _secure(match: Match, token: str, winner: SeatId, loser: SeatId) -> None:
    """Let a side secure a token: that of its carrier; else a winner's unit near it, without a check
    if no loser's unit is near; else the first, beginning with the winner's, that passes a Morale
    Check.
    """
    for unit in match.on_board():
        if unit.token == token:
            match.emit(TokenSecured(token, unit.side))
            return
    near = {side: _near(match, token, side) for side in (winner, loser)}
    for side in (winner, loser):
        if not near[side]:
            continue
        # Only the winner needs no check, and only if the loser has no unit near (SK-116).
        is_sure = side == winner and not near[loser]
        unit = _who_tries(match, token, near[side], is_sure)
        if is_sure or morale.check_morale(match, unit.id, "treasure"):
            match.emit(TokenTaken(token, unit.id))
            match.emit(TokenSecured(token, side))
            return


def _near(match: Match, token: str, side: SeatId) -> list[Unit]:
    """Return the units of a side that can take a token after the match, the nearest first."""
    at = match.state.tokens[token].at
    found = [
        (space.gap_to(match, unit, at), number, unit)
        for number, unit in enumerate(match.on_board(side))
        if can_carry(unit)
    ]
    return [unit for far, _, unit in sorted(found, key=lambda each: each[:2]) if far <= SEARCHED]


def _who_tries(match: Match, token: str, units: list[Unit], is_sure: bool) -> Unit:
    """Ask which of a side's units takes a token (DP-15); the nearest is the default.

    The match is decided, so it is the nearest without a question if all have the same chance, or
    need none (`is_sure`). The log tells who it was: by its check, or by the token that it takes.
    """
    chances = {(morale.morale_of(match, unit), checks.edge_of(match, unit)) for unit in units}
    if is_sure or len(chances) == 1:
        return units[0]
    options = tuple(Option(unit.id, unit.name) for unit in units)
    question = Question(
        (units[0].side,),
        "match.secure",
        "The match is decided. Which of your units tries to carry off the treasure "
        f"at {place(match.state.tokens[token].at)}?",
        One(options),
        rule="SK-116",
        default=(units[0].id,),
        about=token,
    )
    picked = match.pick(question)
    return next(unit for unit in units if unit.id == picked)

"""How a match ends: a warband routs, and what treasure lies about is looked for (SK-1, SK-116)."""

from protocol.ids import SeatId
from protocol.questions import One, Option, Question
from protocol.skirmish import MatchEnded, Mil, TokenSecured, TokenTaken
from server.rules.skirmish.kernel import morale, space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH, can_carry

SEARCHED: Mil = 5 * INCH
"""How near to a token a unit looks for it after the match (SK-116)."""


def rout(match: Match, side: SeatId) -> None:
    """Let a side lose the match by its rout; the other one wins it."""
    winner = match.other(side)
    # Before the end is told: whose treasure it is may still take checks and an answer (DP-15).
    for token in match.state.tokens:
        _secure(match, token, winner, side)
    match.emit(MatchEnded(winner, "routed"))


def _secure(match: Match, token: str, winner: SeatId, loser: SeatId) -> None:
    """Find out whose a token is: its carrier's side's; else who is alone near it as winner takes
    it, and everybody else has to pass a Morale Check for it, the winner first.
    """
    for unit in match.on_board():
        if unit.token == token:
            match.emit(TokenSecured(token, unit.side))
            return
    near = {side: _near(match, token, side) for side in (winner, loser)}
    for side in (winner, loser):
        if not near[side]:
            continue
        unit = _who_tries(match, token, near[side])
        # Only the winner goes without a check, and only where the loser has nobody near (SK-116).
        is_sure = side == winner and not near[loser]
        if is_sure or morale.check_morale(match, unit.id, "treasure"):
            match.emit(TokenTaken(token, unit.id))
            match.emit(TokenSecured(token, side))
            return


def _near(match: Match, token: str, side: SeatId) -> list[Unit]:
    """Return who of a side can take a token after the match, the nearest first."""
    at = match.state.tokens[token].at
    found = [
        (space.gap_to(match, unit, at), number, unit)
        for number, unit in enumerate(match.on_board(side))
        if can_carry(unit)
    ]
    return [unit for far, _, unit in sorted(found, key=lambda each: each[:2]) if far <= SEARCHED]


def _who_tries(match: Match, token: str, units: list[Unit]) -> Unit:
    """Ask which of a side's units takes a token (DP-15); the nearest is the default."""
    options = tuple(Option(unit.id, unit.name) for unit in units)
    question = Question(
        (units[0].side,),
        "match.secure",
        "Which unit takes the treasure that lies here?",
        One(options),
        rule="SK-116",
        default=(units[0].id,),
        about=token,
    )
    picked = match.pick(question)
    return next(unit for unit in units if unit.id == picked)

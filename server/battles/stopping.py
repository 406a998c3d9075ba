"""The end of a battle that no rule brings: an operator's, or that of a seat that gives up."""

from typing import NamedTuple

from protocol.codec import msgpack
from protocol.ids import NO_PLAYER, SeatId, TableId
from protocol.replies import Said
from protocol.requests import Resign
from server.battles.drivers import Drivers
from server.battles.games import Setup
from server.players import Visitor
from server.runtime import Refusal

OPERATOR = "Operator"  # who speaks to a table in the name of those who run the server


WARNED_AT = (200, 20)  # moves before a battle gets too long
TOO_LONG = "The battle has become too long to be recorded further."


class Stop(NamedTuple):
    """Let the battle be over where it stands. Comes from inside the server, not from a client."""

    why: str
    ref: int = 0


def giving_up(setup: Setup, drivers: Drivers, visitor: Visitor, request: Resign) -> SeatId:
    """Return the seat for which a player gives up. Raises `Refusal`."""
    if not setup.rivals:
        raise Refusal("not_allowed", "Here all play together: nobody can give up alone.")
    seats = drivers.meant_by(visitor.player, request.seat)
    if len(seats) > 1:
        raise Refusal("not_allowed", "You hold both seats: say which of them gives up.")
    return seats[0]


def warning(table: TableId, left: int, time: int) -> Said:
    """Return what the players of a battle are told that gets too long, `time` in Unix
    milliseconds.
    """
    text = f"This battle gets very long. After {left} more moves it ends where it stands."
    return Said(table, NO_PLAYER, OPERATOR, text, time)


def nobody() -> Visitor:
    """Return a visitor who receives nothing, as the author of the server's own requests."""
    return Visitor(msgpack, _deaf, _deaf, _deaf)


def _deaf(_: object) -> None:
    pass

"""The end of a battle that no rule brings: an operator's."""

from typing import NamedTuple

from protocol.codec import msgpack
from protocol.replies import Said
from server.rooms.visitor import Visitor

OPERATOR = "Operator"  # who speaks to a table in the name of those who run the server


WARNED_AT = (200, 20)  # moves before a battle gets too long
TOO_LONG = "The battle has become too long to be recorded further."


class Stop(NamedTuple):
    """Let the battle be over where it stands. Comes from inside the server, not from a client."""

    why: str
    ref: int = 0


def warning(table: str, left: int, time: int) -> Said:
    """What the players of a battle are told that gets too long, `time` in Unix milliseconds."""
    text = f"This battle gets very long. After {left} more moves it ends where it stands."
    return Said(table, "", OPERATOR, text, time)


def nobody() -> Visitor:
    """Somebody who hears nothing, to ask in the name of."""
    return Visitor(msgpack, _deaf, _deaf, _deaf)


def _deaf(_: object) -> None:
    pass

"""Who is at a table, by way of one process."""

from typing import NamedTuple

from protocol.ids import PlayerId


class Attendance(NamedTuple):
    """Players, and the number of connections that are no member's."""

    players: frozenset[PlayerId]
    others: int

"""Who is connected to a table through one process."""

from typing import NamedTuple

from protocol.ids import PlayerId


class Attendance(NamedTuple):
    """The members who are connected, and the number of connections that are not a member's."""

    players: frozenset[PlayerId]
    others: int

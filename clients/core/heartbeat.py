"""How often a client wants signs of life from its server."""

from protocol.ids import SeatId
from protocol.replies import Alive, Reply, Welcome
from protocol.requests import Pulse

SEATED, OTHERS = 750, 5000
"""Milliseconds: with a seat at a table, where others wait for one's moves; and without."""


class HeartbeatInterval:
    """What was asked for on this connection. `promised`: milliseconds from one sign to the next, 0
    as long as the server has given none.
    """

    def __init__(self) -> None:
        self._asked = self.promised = 0

    def take(self, message: Reply) -> None:
        """Take a reply in: a new connection promises nothing yet, a sign keeps the promise."""
        if isinstance(message, Welcome):
            self._asked = self.promised = 0
        elif isinstance(message, Alive):
            self.promised = self._asked

    def wanted(self, seats: tuple[SeatId, ...]) -> list[Pulse]:
        """Return what has to be asked now, with these own seats."""
        every = SEATED if seats else OTHERS
        if every == self._asked:
            return []
        self._asked = every
        return [Pulse(0, every)]

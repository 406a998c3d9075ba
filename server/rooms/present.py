"""Who is connected to this process, by player: no more connections than one may have, and none
that an older token has opened than the one that counts now.
"""

from collections import OrderedDict

from protocol.refusals import BYES
from server.rooms.limits import Limits
from server.rooms.visitor import Visitor

KEPT = 1000
SIGNED_OUT = "You have signed out everywhere else."


class Present:
    """The visitors of one process who have said hello."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_player: dict[str, dict[Visitor, int]] = {}
        self._ended: OrderedDict[str, int] = OrderedDict()

    def of(self, player: str) -> tuple[Visitor, ...]:
        """A player's visitors, the oldest first."""
        return tuple(self._by_player.get(player, ()))

    def everybody(self) -> tuple[Visitor, ...]:
        """All visitors, a player's together."""
        return tuple(visitor for visitors in self._by_player.values() for visitor in visitors)

    def enter(self, visitor: Visitor, generation: int) -> None:
        """Somebody has said hello by a token of that generation; the oldest makes room."""
        visitors = self._by_player.setdefault(visitor.player, {})
        visitors[visitor] = generation
        if generation < self._ended.get(visitor.player, 0):
            self._send_away(visitor, SIGNED_OUT)
        elif len(visitors) > self._limits.connections:
            self._limits.reached("connections")
            self._send_away(next(iter(visitors)), BYES["replaced"][1])

    def leave(self, visitor: Visitor) -> None:
        """Somebody has gone."""
        visitors = self._by_player.get(visitor.player)
        if visitors is not None and visitors.pop(visitor, None) is not None and not visitors:
            del self._by_player[visitor.player]

    def sign_out(self, player: str, generation: int) -> None:
        """Tokens of older generations count no longer, nor do the connections that they opened."""
        self._ended[player] = generation
        if len(self._ended) > KEPT:
            self._ended.popitem(last=False)
        for visitor, born in tuple(self._by_player.get(player, {}).items()):
            if born < generation:
                self._send_away(visitor, SIGNED_OUT)

    def _send_away(self, visitor: Visitor, why: str) -> None:
        visitor.bye("replaced", why)
        self.leave(visitor)

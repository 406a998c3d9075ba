"""The connections of each player to this process. A player has no more than the limit, and none
that was opened by a token which has been replaced since.
"""

from collections import OrderedDict

from protocol.ids import PlayerId
from protocol.refusals import BYES
from server.players.limits import Limits
from server.players.visitor import Visitor

KEPT = 1000  # of those signed out last: it is for hellos under way, which take seconds
SIGNED_OUT = "You have signed out everywhere else."


class Connections:
    """The visitors of one process who have said hello."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_player: dict[PlayerId, dict[Visitor, int]] = {}
        self._ended: OrderedDict[PlayerId, int] = OrderedDict()

    def of(self, player: PlayerId) -> tuple[Visitor, ...]:
        """Return a player's visitors, the oldest first."""
        return tuple(self._by_player.get(player, ()))

    def everybody(self) -> tuple[Visitor, ...]:
        """Return all visitors, those of one player next to each other."""
        return tuple(visitor for visitors in self._by_player.values() for visitor in visitors)

    def enter(self, visitor: Visitor, generation: int) -> None:
        """Add a visitor who said hello with a token of that generation. Over the limit, the
        player's oldest connection is closed.

        If the token was replaced while hello was under way, the visitor's own is closed at once.
        """
        visitors = self._by_player.setdefault(visitor.player, {})
        visitors[visitor] = generation
        if generation < self._ended.get(visitor.player, 0):
            self._send_away(visitor, SIGNED_OUT)
        elif len(visitors) > self._limits.connections:
            self._limits.reached("connections")
            self._send_away(next(iter(visitors)), BYES["replaced"][1])

    def leave(self, visitor: Visitor) -> None:
        """Remove a visitor; one who is not here is ignored."""
        visitors = self._by_player.get(visitor.player)
        if visitors is not None and visitors.pop(visitor, None) is not None and not visitors:
            del self._by_player[visitor.player]

    def sign_out(self, player: PlayerId, generation: int) -> None:
        """Close a player's connections that were opened by tokens of older generations, and refuse
        those that are still under way.
        """
        self._ended[player] = generation
        if len(self._ended) > KEPT:
            self._ended.popitem(last=False)
        for visitor, born in tuple(self._by_player.get(player, {}).items()):
            if born < generation:
                self._send_away(visitor, SIGNED_OUT)

    def _send_away(self, visitor: Visitor, why: str) -> None:
        visitor.bye("replaced", why)
        self.leave(visitor)

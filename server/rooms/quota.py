"""How many battles are in play in this process: in all, and of those one player or address began.

A battle counts while it is in memory here, until it is over, put aside or played elsewhere. Who
began it is known to the process where that was; after a take-over it counts for its table's leader
and for no address.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from server.rooms.refusal import Refusal
from server.rooms.visitor import Visitor

if TYPE_CHECKING:
    from server.rooms.hall import Hall


class Starter(NamedTuple):
    """Who began a battle, and from where ("" where that is not known)."""

    player: str
    address: str


class Quota:
    """The battles of one process, by who began them."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._begun: dict[str, Starter] = {}  # by battle, of those that are in play here
        self._beginning: dict[str, Starter] = {}  # the same, of those that are being written

    @contextmanager
    def beginning(self, battle: str, visitor: Visitor) -> Iterator[None]:
        """While a battle is begun, which counts from now on. Raises `Refusal` over a limit."""
        who = Starter(visitor.player, visitor.address)
        self._check(who)
        self._beginning[battle] = who
        try:
            yield
        finally:
            del self._beginning[battle]
            if battle in self._hall.rooms:
                self._begun[battle] = who

    def _check(self, who: Starter) -> None:
        limits, rooms = self._hall.limits, self._hall.rooms
        self._begun = {each: self._begun[each] for each in self._begun if each in rooms}
        if len(rooms) + len(self._beginning) >= limits.battles:
            limits.reached("battles")
            raise Refusal("busy", "This server plays as many battles as it can. Try again later.")
        starters = [*self._beginning.values(), *self._starters()]
        if Counter(each.player for each in starters)[who.player] >= limits.battles_of_player:
            limits.reached("battles_of_player")
            most = limits.battles_of_player
            text = f"Of the battles that you began, {most} are in play. Finish one of them first."
            raise Refusal("too_fast", text)
        if not who.address:
            return
        if Counter(each.address for each in starters)[who.address] >= limits.battles_of_address:
            limits.reached("battles_of_address")
            most = limits.battles_of_address
            text = f"Of the battles begun from your network address, {most} are in play. Wait."
            raise Refusal("too_fast", text)

    def _starters(self) -> Iterator[Starter]:
        for table in self._hall.tables.values():
            if table.room is not None:
                leader = Starter(table.doc.state.leader, "")
                yield self._begun.get(table.room.battle, leader)

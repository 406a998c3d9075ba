"""Limits on the battles in play in this process: in all, by player and by address who began them.

A battle counts while it is in memory here, until it is over, put aside or played elsewhere. Who
began it is known to the process where that was; after a take-over it counts for its table's leader
and for no address.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from protocol.ids import BattleId, PlayerId, TableId
from server.battles import Room
from server.players import Limits, Visitor
from server.runtime import Refusal
from server.tables import Table


class Starter(NamedTuple):
    """Who began a battle, and from where ("" where that is not known)."""

    player: PlayerId
    address: str


class BattleQuota:
    """The battles of one process, by who began them."""

    def __init__(
        self, limits: Limits, rooms: Mapping[BattleId, Room], tables: Mapping[TableId, Table]
    ) -> None:
        self._limits, self._rooms, self._tables = limits, rooms, tables
        self._begun: dict[BattleId, Starter] = {}  # by battle, of those that are in play here
        self._beginning: dict[BattleId, Starter] = {}  # the same, of those that are being written

    @contextmanager
    def beginning(self, battle: BattleId, visitor: Visitor) -> Iterator[None]:
        """Count a battle from now on, while the block writes it. Raises `Refusal` over a limit.

        Battles that are being written count as well: starts at the same moment do not pass a limit
        together. If the block ends without a room for the battle, it counts no longer.
        """
        who = Starter(visitor.player, visitor.address)
        self._check(who)
        self._beginning[battle] = who
        try:
            yield
        finally:
            del self._beginning[battle]
            if battle in self._rooms:
                self._begun[battle] = who

    def _check(self, who: Starter) -> None:
        limits, rooms = self._limits, self._rooms
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
        for table in self._tables.values():
            if table.room is not None:
                leader = Starter(table.doc.state.leader, "")
                yield self._begun.get(table.room.battle, leader)

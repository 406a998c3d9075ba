"""What the battles of a process need of the tables: an interface, so that battles know no table."""

from collections.abc import Mapping
from typing import Protocol

from protocol.ids import BattleId, TableId
from server.battles import Room
from server.tables import Table


class BattleTables(Protocol):
    """The tables, as the battles need them."""

    @property
    def tables(self) -> Mapping[TableId, Table]:
        """Return the tables in use here."""
        ...

    async def table(self, table: TableId) -> Table:
        """Return a table in use, or from the store. Raises `Refusal`, StoreError."""
        ...

    def forget_if_idle(self, table: Table) -> None:
        """Remove a table from memory if nobody uses it."""
        ...

    async def seek(self, table: Table, battle: BattleId) -> None:
        """Find a process that has the content of a battle, as long as we have not."""
        ...

    def held(self, table: Table, owner: str) -> None:
        """Note that another process plays a battle of a table that we host."""
        ...

    def room_opened(self, table: Table, room: Room) -> None:
        """Note that a battle is played here from now on."""
        ...

    def room_lost(self, table: Table, room: Room) -> None:
        """Note that a battle is not played here any more, and is not over."""
        ...

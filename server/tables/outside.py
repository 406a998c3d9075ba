"""What a table needs of the other processes that have visitors there."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from protocol.ids import BattleId, PlayerId
from protocol.replies import Commit, Reply
from server.players import Visitor

if TYPE_CHECKING:
    from server.tables.table import Table


class Outside(Protocol):
    """What a table needs of the other processes. Nothing here waits."""

    def changed(self, table: "Table") -> None:
        """Announce that the document has a new revision, written or read here."""
        ...

    def committed(self, table: "Table", commit: Commit) -> None:
        """Pass on a commit of the battle that is followed here."""
        ...

    def unsure(self, table: "Table") -> None:
        """Find out later whether a write that failed has reached the store."""
        ...

    def news(self, table: "Table", battle: BattleId, reply: Reply, mark: str = "") -> None:
        """Send a message to the other processes; the table sends it to visitors here."""
        ...

    def part(self, table: "Table", players: frozenset[PlayerId]) -> None:
        """Disconnect players who are no longer members of this private table."""
        ...

    def attend(self, table: "Table", *, fully: bool) -> None:
        """Tell the host who is connected here, as that may have changed; see `Relay.attend`."""
        ...

    def led(self, table: "Table", battle: BattleId) -> None:
        """Lead everybody here to a battle that another process plays."""
        ...

    def wanted(self, table: "Table") -> None:
        """Recover the battle that was put aside."""
        ...

    def behold(self, table: "Table", battle: BattleId, visitors: Iterable[Visitor]) -> None:
        """Let visitors watch a battle from now on, as far as they may see it."""
        ...

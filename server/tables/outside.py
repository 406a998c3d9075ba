"""A table and the other processes that have visitors there: who is connected through each, and what
the table needs of them.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

from protocol.ids import BattleId, PlayerId
from protocol.replies import Commit, Reply
from server.players import Visitor

T = TypeVar("T", contravariant=True)
"""The table, whose module builds on this one."""


class Attendance(NamedTuple):
    """The members who are connected, and the number of connections that are not a member's."""

    players: frozenset[PlayerId]
    others: int


class Elsewhere(dict[str, Attendance]):
    """Who is at a table by way of other processes, by process."""

    def hear(self, process: str, attendance: Attendance) -> bool:
        """Note who is there by way of a process. Returns whether that process is a new one."""
        is_new = process not in self
        self[process] = attendance
        return is_new

    def lose(self, process: str) -> bool:
        """Forget a process. Returns whether anybody was there by way of it."""
        return self.pop(process, None) is not None


class Outside(Protocol[T]):
    """What a table needs of the other processes. Nothing here waits."""

    def changed(self, table: T) -> None:
        """Announce that the document has a new revision, written or read here."""
        ...

    def committed(self, table: T, commit: Commit) -> None:
        """Pass on a commit of the battle that is followed here."""
        ...

    def unsure(self, table: T) -> None:
        """Find out later whether a write that failed has reached the store."""
        ...

    def news(self, table: T, battle: BattleId, reply: Reply, mark: str = "") -> None:
        """Send a message to the other processes; the table sends it to visitors here."""
        ...

    def part(self, table: T, players: frozenset[PlayerId]) -> None:
        """Disconnect players who are no longer members of this private table."""
        ...

    def attend(self, table: T, *, fully: bool) -> None:
        """Tell the host who is connected here, as that may have changed; see `Relay.attend`."""
        ...

    def led(self, table: T, battle: BattleId) -> None:
        """Lead everybody here to a battle that another process plays."""
        ...

    def wanted(self, table: T) -> None:
        """Recover the battle that was put aside."""
        ...

    def behold(self, table: T, battle: BattleId, visitors: Iterable[Visitor]) -> None:
        """Let visitors watch a battle from now on, as far as they may see it."""
        ...

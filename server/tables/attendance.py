"""Who is connected to a table through one process."""

from typing import NamedTuple

from protocol.ids import PlayerId


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

"""Recognises a line of chat that two hosts of a table send, so that it is shown once.

A line gets a mark where it is first passed on, and keeps it. After a change of host, a process
sends its unanswered requests to the new host with the same marks; if the new host has the line
already, it sends that one again, and whoever has it too drops it.
"""

from collections import OrderedDict
from collections.abc import Iterable

from protocol.replies import Pinged, Said

KEPT = 1024  # marks: ten times the chat that a table keeps; a message comes twice within seconds

Line = Said | Pinged


class ChatDedup:
    """The latest lines of a table that have a mark."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, Line] = OrderedDict()

    def told(self, mark: str) -> Line | None:
        """Return the line with that mark, None if it was not received here."""
        return self._lines.get(mark)

    def note(self, mark: str, line: Line) -> bool:
        """Remember a line. Return False if it was received before; a line without a mark is always
        new.
        """
        if not mark:
            return True
        if mark in self._lines:
            return False
        self._lines[mark] = line
        if len(self._lines) > KEPT:
            self._lines.popitem(last=False)
        return True

    def of(self, lines: Iterable[Line]) -> tuple[str, ...]:
        """Return the mark of each line, "" for one without."""
        marks = {id(line): mark for mark, line in self._lines.items()}
        return tuple(marks.get(id(line), "") for line in lines)

"""What people said at a table, by marks: so that a line which two hosts tell is heard once.

A line's mark is made where it was first passed on, and travels with it. A process that asks a new
host for what the old one has not answered asks by the same mark; the new host, if it has heard the
line, tells that one again, and whoever has heard it, too, leaves it out.
"""

from collections import OrderedDict
from collections.abc import Iterable

from protocol.replies import Pinged, Said

KEPT = 1024  # marks: ten times the chat that a table keeps; a message comes twice within seconds

Line = Said | Pinged


class ChatDedup:
    """The latest lines of a table that bear a mark."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, Line] = OrderedDict()

    def told(self, mark: str) -> Line | None:
        """Return the line of that mark, if it was heard here."""
        return self._lines.get(mark)

    def note(self, mark: str, line: Line) -> bool:
        """Remember a line; False where it was heard before. Without a mark it is always new."""
        if not mark:
            return True
        if mark in self._lines:
            return False
        self._lines[mark] = line
        if len(self._lines) > KEPT:
            self._lines.popitem(last=False)
        return True

    def of(self, lines: Iterable[Line]) -> tuple[str, ...]:
        """Return the marks of these lines, "" for one that has none."""
        marks = {id(line): mark for mark, line in self._lines.items()}
        return tuple(marks.get(id(line), "") for line in lines)

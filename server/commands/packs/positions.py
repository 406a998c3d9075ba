"""Finds the line of a TOML file at which a value stands, which the standard parser does not
tell.
"""

import re

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
_QUOTES = ("'''", '"' * 3)


class _Array:
    """An array that may span several lines; it knows the line at which each element begins."""

    def __init__(self, path: Path) -> None:
        self.depth, self._path, self._index, self._awaits = 0, path, 0, True

    def read(self, line: str, number: int) -> dict[Path, int]:
        """Read one more line, and return the line number of each element that begins in it, by
        path.
        """
        found: dict[Path, int] = {}
        for letter in _STRING.sub(lambda text: "" if text[0][0] == "#" else "s", line):
            inside = self.depth == 1 and letter not in ", \t]"
            if inside and self._awaits:
                found[(*self._path, self._index)] = number
                self._awaits = False
            if self.depth == 1 and letter == ",":
                self._index, self._awaits = self._index + 1, True
            self.depth += (letter in "[{") - (letter in "]}")
        return found


class Positions:
    """The lines (from 1) of a file's tables and keys."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {(): 1}
        self._texts: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        self._read(text)

    def line(self, path: Path) -> int:
        """Return the line of the value at a path, or of the nearest table or key around it."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def text_line(self, path: Path, row: int) -> int:
        """Return the line of the file with row `row` (from 1) of the text at a path that spans
        several lines.
        """
        return self._texts.get(path, self.line(path)) + row - 1

    def _read(self, text: str) -> None:
        here: Path = ()
        until, array = "", None
        for number, line in enumerate(text.splitlines(), 1):
            if until:
                until = "" if until in line else until
                continue
            if array is not None and array.depth:
                self._lines |= array.read(line, number)
                continue
            if header := _HEADER.match(line):
                here = self._table(header[1] == "[[", _names(header[2]))
                self._lines[here] = number
            elif key := _KEY.match(line):
                path = (*here, *_names(key[1]))
                self._lines[path] = number
                value = line[key.end() :]
                until = self._opened(path, value, number)
                if value.lstrip().startswith("["):
                    array = _Array(path)
                    self._lines |= array.read(value, number)

    def _opened(self, path: Path, value: str, number: int) -> str:
        """Return the quotes that will end a text of several lines if one begins in this line, else
        "".
        """
        for quotes in _QUOTES:
            before, opened, rest = value.partition(quotes)
            if opened and not before.strip() and quotes not in rest:
                self._texts[path] = number if rest.strip() else number + 1
                return quotes
        return ""

    def _table(self, one_of_many: bool, names: tuple[str, ...]) -> Path:
        path: Path = ()
        for name in names[:-1]:
            path = (*path, name)
            if path in self._counts:
                path = (*path, self._counts[path])
        path = (*path, names[-1])
        if one_of_many:
            self._counts[path] = self._counts.get(path, -1) + 1
            path = (*path, self._counts[path])
        return path


def _names(written: str) -> tuple[str, ...]:
    return tuple(name.strip().strip("\"'") for name in written.split("."))

"""Maps as text: every hex is a short word, and words stand as the hexes lie.

    .     .
       1     e
    .     .
       c

Columns of hexes are `STEP` characters apart and hexes lie flat-top: neighbours in a column are two
lines apart, a neighbour in the next column one line above or below. What the words mean is told in
`layout.py`; here they are only put in their places, and written back.
"""

from collections.abc import Mapping
from typing import NamedTuple

from protocol.hexes import Hex

STEP = 3  # columns of text from one column of hexes to the next


class Cell(NamedTuple):
    """A hex of a diagram: where it lies, what it says, and its line and column in the text."""

    at: Hex
    word: str
    line: int
    column: int


class Misplaced(NamedTuple):
    """A word that stands between the hexes; `line` and `column` count from 1."""

    line: int
    column: int
    word: str


def cells(text: str) -> tuple[list[Cell], list[Misplaced]]:
    """Return the hexes of a diagram, line by line, and the words that stand between hexes. The
    leftmost column of hexes is column 0.
    """
    words = [
        (row, column, word)
        for row, line in enumerate(text.splitlines())
        for column, word in _words(line)
    ]
    if not words:
        return [], []
    left = min(column for _, column, _ in words)
    parity = next((row - (column - left) // STEP) % 2 for row, column, _ in words)
    found: list[Cell] = []
    misplaced: list[Misplaced] = []
    for row, column, word in words:
        q, beside = divmod(column - left, STEP)
        if beside or (row - q) % 2 != parity:
            misplaced.append(Misplaced(row + 1, column + 1, word))
        else:
            found.append(Cell((q, (row - q - parity) // 2), word, row + 1, column + 1))
    return found, misplaced


def _words(line: str) -> list[tuple[int, str]]:
    words = []
    column = 0
    while column < len(line):
        if line[column] == " ":
            column += 1
            continue
        word = line[column:].split(" ", 1)[0]
        words.append((column, word))
        column += len(word)
    return words


def draw(words: Mapping[Hex, str]) -> str:
    """Return the diagram of hexes and their words; `cells` reads the same arrangement from it."""
    if not words:
        return ""
    left = min(q for q, _ in words)
    top = min(2 * r + q for q, r in words)
    rows: dict[int, dict[int, str]] = {}
    for (q, r), word in words.items():
        rows.setdefault(2 * r + q - top, {})[STEP * (q - left)] = word
    return "\n".join(_row(rows.get(row, {})) for row in range(max(rows) + 1))


def _row(words: Mapping[int, str]) -> str:
    line = ""
    for column in sorted(words):
        line = line.ljust(column) + words[column]
    return line

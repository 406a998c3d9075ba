"""The map as text: flat-top hexes, two rows each, with who stands there, coordinates and costs.

         _______
        /a1 4   \\_______
        \\_3,-2__//e0 3  \\

A hex's first row shows its unit (id and HP), its cache, or a mark such as the number of a choice;
its second row shows its coordinates, or the mark if the first row is taken. Columns get narrower
where the terminal is; a map that is wider still is cut around what matters, with a line that says
how much of it is not shown. A mark in a hex that is not on the map draws the hex.
"""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from clients.core import State
from protocol.hexes import Hex, key, parse

WIDEST, NARROWEST = 7, 5  # characters inside a hex; with fewer than 5 its content is cut
STYLES = {
    "party": "bold green",
    "enemy": "bold red",
    "mark": "bold yellow",
    "cache": "yellow",
    "exit": "bold blue",
    "door": "bold cyan",
    "ghost": "yellow",
}
TILES = ("", "cyan", "magenta", "blue")


class Canvas:
    """Characters with styles on a grid that grows as it is written to."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write over what stands there."""
        for at, char in enumerate(text):
            self._cells[row, column + at] = (char, style)

    def rows(self) -> list[Text]:
        """Return the rows from top to bottom."""
        if not self._cells:
            return []
        last = max(row for row, _ in self._cells)
        return [self._row(row) for row in range(last + 1)]

    def _row(self, row: int) -> Text:
        columns = [column for at, column in self._cells if at == row]
        text = Text(no_wrap=True, end="")
        for column in range(max(columns, default=-1) + 1):
            char, style = self._cells.get((row, column), (" ", ""))
            text.append(char, style or None)
        return text


def draw(state: State, width: int, marks: Mapping[str, str] | None = None) -> list[Text]:
    """Return the map of a state within `width` columns; `marks` stand in hexes, by key."""
    tiles: dict[str, Any] = state.get("tiles", {})
    hexes = {
        (at[0], at[1]): TILES[number % len(TILES)]
        for number, tile in enumerate(tiles.values())
        for at in tile["hexes"]
    }
    if not hexes:
        return []
    ghosts = [at for at in map(parse, marks or {}) if at not in hexes]
    hexes |= dict.fromkeys(ghosts, STYLES["ghost"])
    hexes, missing = _window(hexes, width, _focus(state, marks or {}))
    left = min(q for q, _ in hexes)
    columns = max(q for q, _ in hexes) - left + 1
    top = min(2 * r + q for q, r in hexes)
    inner = max(NARROWEST, min(WIDEST, (width - 1) // columns - 1))
    canvas = Canvas()
    for at, style in hexes.items():
        _outline(canvas, 2 * at[1] + at[0] - top, (at[0] - left) * (inner + 1), inner, style)
    for at in hexes:
        row, column = 2 * at[1] + at[0] - top, (at[0] - left) * (inner + 1)
        _content(canvas, row, column + 1, inner, _inside(state, at, dict(marks or {})))
    return [*canvas.rows(), *([Text(missing, "dim")] if missing else [])]


def _focus(state: State, marks: Mapping[str, str]) -> list[int]:
    """Return the columns that must be seen: of what is marked, else of whoever acts, else of the
    party.
    """
    if marks:
        return [parse(name)[0] for name in marks]
    units = state.get("units", {})
    turn = state.get("turn")
    acting = [units[turn["unit"]]] if turn is not None and turn["unit"] in units else []
    there = [unit["at"][0] for unit in acting if unit["at"] is not None]
    party = [u["at"][0] for u in units.values() if u["side"] == "party" and u["at"] is not None]
    return there or party


def _window(hexes: dict[Hex, str], width: int, focus: list[int]) -> tuple[dict[Hex, str], str]:
    """Return the hexes in the columns that fit, around the middle of the focus; and what is cut
    off.
    """
    fits = max(1, (width - 1) // (NARROWEST + 1))
    first, last = min(q for q, _ in hexes), max(q for q, _ in hexes)
    if last - first + 1 <= fits:
        return hexes, ""
    middle = (min(focus) + max(focus)) // 2 if focus else (first + last) // 2
    left = max(first, min(middle - fits // 2, last - fits + 1))
    right = left + fits - 1
    kept = {at: style for at, style in hexes.items() if left <= at[0] <= right}
    sides = [
        f"{count} {'column' if count == 1 else 'columns'} {side}"
        for count, side in ((left - first, "in the west"), (last - right, "in the east"))
        if count > 0
    ]
    return kept, f"(The map goes on: {' and '.join(sides)} not shown.)"


def _outline(canvas: Canvas, row: int, column: int, inner: int, style: str) -> None:
    canvas.write(row, column + 1, "_" * inner, style)
    canvas.write(row + 1, column, "/", style)
    canvas.write(row + 1, column + inner + 1, "\\", style)
    canvas.write(row + 2, column, "\\" + "_" * inner + "/", style)


Words = tuple[tuple[str, str], tuple[str, str]]


def _content(canvas: Canvas, row: int, column: int, inner: int, words: Words) -> None:
    (first, style), (second, mark) = words
    canvas.write(row + 1, column, f"{first:^{inner}}"[:inner], style)
    short = second[:inner]
    canvas.write(row + 2, column + (inner - len(short)) // 2, short, mark)


def _tiles(state: State) -> list[dict[str, Any]]:
    return list(state.get("tiles", {}).values())


def _inside(state: State, at: Hex, marks: dict[str, str]) -> Words:
    """Return what a hex shows in its two rows, each with a style."""
    name = key(at)
    marked = (marks[name], STYLES["mark"]) if name in marks else None
    mark = marked or (name, "dim")
    if list(at) in [list(blocked) for blocked in state.get("blocked", ())]:
        return ("#######", "dim"), ("", "")
    for unit in state.get("units", {}).values():
        if unit["at"] is not None and tuple(unit["at"]) == at:
            bonus = f"+{unit['bonus']}" if unit["bonus"] else ""
            return (f"{unit['id']} {unit['hp']}{bonus}", STYLES[unit["side"]]), mark
    if name in state.get("caches", {}):
        return ("cache", STYLES["cache"]), mark
    if name in state.get("marks", {}) and not marked:
        return (state["marks"][name], STYLES["exit"]), mark
    if not marked and any(list(at) in map(list, t.get("doors", ())) for t in _tiles(state)):
        return ("door", STYLES["door"]), mark
    return marked or ("", ""), (name, "dim")

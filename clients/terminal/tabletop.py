"""The table of a match as text: a coarse map, an inch to a row and to two columns, and its units.

    ..##########....      # a roof or a wall, by its height: 1 to 9 inches
    ..#3a4.....#....      a4 stands there, $ is a treasure, H a ladder
    ~~~~~~~~~~......      ~ water, : difficult ground

The corner (0, 0) is below on the left. Units hide what lies under them; one that is hidden by
another is named in the list below the map alone.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from clients.core import Names, State

MILS = 1_000  # thousandths in an inch, the side of a cell
WIDE = 2  # characters of a cell: as wide as a row is high
STYLES = {"1": "bold green", "2": "bold red", "treasure": "bold yellow", "ladder": "cyan"}
FOOTINGS = {"difficult": ":", "shallow": "~", "deep": "="}
MARK = "bold yellow reverse"

Cells = dict[tuple[int, int], tuple[str, str]]


def is_match(state: State) -> bool:
    """Return whether a state is that of a match."""
    return "sides" in state and "board" in state


def drawn(state: State, marks: Mapping[str, str] | None = None) -> list[Text]:
    """Return the map, from the far edge to the near one; `marks` stand at points, by key."""
    board = state["board"]
    cells: Cells = {}
    for piece in board["pieces"]:
        _piece(cells, piece)
    for ladder in board["ladders"]:
        _write(cells, ladder["foot"]["x"], ladder["foot"]["y"], "H", STYLES["ladder"])
    for token in _lying(state):
        _write(cells, token[0], token[1], "$", STYLES["treasure"])
    for unit in state["units"].values():
        if unit["at"] is not None:
            style = STYLES.get(unit["side"], "bold")
            _write(cells, unit["at"][0], unit["at"][1], unit["id"], style)
    for key, mark in (marks or {}).items():
        x, y = (int(part) for part in key.split(",")[:2])
        _write(cells, x, y, mark, MARK)
    wide, deep = board["width"] // MILS * WIDE, board["depth"] // MILS
    return [_row(cells, row, wide) for row in reversed(range(deep))]


def _lying(state: State) -> Iterator[Any]:
    """Yield where treasures lie that nobody carries."""
    carried = {unit["token"] for unit in state["units"].values()}
    for name, token in state["tokens"].items():
        if name not in carried and not token["kept"]:
            yield token["at"]


def _piece(cells: Cells, piece: Any) -> None:
    """Fill the rectangle around a piece: coarse, as the map is."""
    xs, ys = ([corner[axis] for corner in piece["corners"]] for axis in "xy")
    inches = -(-piece["high"] // MILS)
    sign = str(min(inches, 9)) if inches else FOOTINGS.get(piece["footing"], ".")
    style = "blue" if sign in "~=" else "dim"
    for row in range(min(ys) // MILS, max(min(ys) // MILS + 1, max(ys) // MILS)):
        left = min(xs) * WIDE // MILS
        for column in range(left, max(left + 1, max(xs) * WIDE // MILS)):
            cells[row, column] = (sign, style)


def _write(cells: Cells, x: int, y: int, text: str, style: str) -> None:
    """Write a text whose first character lies in a point's cell."""
    row, column = y // MILS, x * WIDE // MILS
    for at, char in enumerate(text):
        cells[row, column + at] = (char, style)


def _row(cells: Cells, row: int, wide: int) -> Text:
    text = Text(no_wrap=True, end="")
    for column in range(wide):
        char, style = cells.get((row, column), (".", "bright_black"))
        text.append(char, style)
    return text


def warbands(state: State, names: Names) -> list[str]:
    """Return a line for each unit that is on the board or waits to be, side by side of a seat."""
    lines = []
    for seat, side in state["sides"].items():
        own = [unit for unit in state["units"].values() if unit["side"] == seat]
        lost = sum(unit["fell"] >= 0 for unit in own)
        threshold = side["warband"]["rout"]
        lines.append(
            f"  {side['warband']['name']}, {names.seat(seat)}: "
            f"{lost} lost, routs from {threshold} on"
        )
        lines += [_unit(state, unit) for unit in own if unit["fell"] < 0]
    return lines


def _unit(state: State, unit: Any) -> str:
    at = unit["at"]
    where = ",".join(f"{part / MILS:g}" for part in at) if at is not None else "off board"
    arms = [weapon["name"] for weapon in (*unit["melee"], *unit["ranged"])]
    foes = [a if b == unit["id"] else b for a, b in state["pairs"].values() if unit["id"] in (a, b)]
    more = [unit["injury"]] * bool(unit["injury"]) + ["treasure"] * bool(unit["token"])
    more += [f"{unit['wounds']} wounds"] * (unit["wounds"] > 1)
    more += [f"engaged with {' '.join(foes)}"] * bool(foes)
    told = ", ".join([*arms, *more])
    return f"    {unit['id']:<4} {unit['name']:<18} {where:<16} {told}".rstrip()


def headline(state: State) -> str:
    """Return turn, phase and whose turn it is, in one line."""
    parts = [f"Turn {state['turn']}" if state["turn"] else "Before the first turn"]
    parts.append(f"{state['phase']} phase" if state["turn"] else str(state["phase"]))
    if state["winner"]:
        parts.append(f"seat {state['winner']} has won")
    elif state["active"]:
        parts.append(f"seat {state['active']}")
    return " - ".join(parts)

"""Turns the tables of content files into components: inches into thousandths, rectangles into
corners.
"""

import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeVar

import msgspec

from server.rules.skirmish.components import (
    Armour,
    Board,
    Catalogue,
    MeleeWeapon,
    RangedWeapon,
    Roster,
    Spell,
    UnitType,
    Warband,
)
from server.rules.skirmish.geometry.plane import shapes

MILS = 1_000  # thousandths in an inch
LENGTHS = frozenset(
    ("move", "range", "width", "depth", "corners", "x", "y", "z", "low", "high", "height")
)
"""Keys whose value, or every number in it, is a length."""
SPOTS = frozenset(("foot", "treasures", "windows"))
"""Keys whose value is a point or a list of points, each [x, y] or [x, y, z]."""

T = TypeVar("T")


KINDS: dict[str, type[msgspec.Struct]] = {
    "warband": Warband,
    "unit": UnitType,
    "melee": MeleeWeapon,
    "ranged": RangedWeapon,
    "armour": Armour,
    "spell": Spell,
    "board": Board,
    "roster": Roster,
}
"""The kinds of components that a file may hold, each a list of tables."""


def parsed(text: str) -> dict[str, Any]:
    """Return the table of a TOML text; decimals are exact. Raises ValueError if it is not TOML."""
    return tomllib.loads(text, parse_float=Decimal)


def catalogue(tables: Iterable[dict[str, Any]], onto: Catalogue | None = None) -> Catalogue:
    """Return the components of these tables, added to those of `onto`. Raises ValueError, with a
    sentence, for a length finer than a thousandth of an inch, a missing key or a wrong type, and
    for a board on which no routes could be found.
    """
    found = unjudged(tables, onto)
    _sound(found.boards)
    return found


def unjudged(tables: Iterable[dict[str, Any]], onto: Catalogue | None = None) -> Catalogue:
    """Return the same without checking the boards, for a caller that reports their faults itself.
    Raises ValueError as `catalogue` does for everything else.
    """
    base = onto or Catalogue()
    rows = [in_mils(table) for table in tables]
    return Catalogue(
        warbands=base.warbands | _read(rows, "warband", Warband),
        types=base.types | _read(rows, "unit", UnitType),
        melee=base.melee | _read(rows, "melee", MeleeWeapon),
        ranged=base.ranged | _read(rows, "ranged", RangedWeapon),
        armours=base.armours | _read(rows, "armour", Armour),
        spells=base.spells | _read(rows, "spell", Spell),
        boards=base.boards | _read(rows, "board", Board),
        rosters=base.rosters | _read(rows, "roster", Roster),
    )


def _read(tables: list[dict[str, Any]], key: str, wanted: type[T]) -> dict[str, T]:
    rows = [row for table in tables for row in table.get(key, ())]
    return {row["id"]: msgspec.convert(row, wanted) for row in rows}


def _sound(boards: Mapping[str, Board]) -> None:
    """Raise ValueError for a board on which no routes could be found."""
    for board in boards.values():
        if board.width <= 0 or board.depth <= 0:
            raise ValueError(f"The board {board.id} has no room.")
        for piece in board.pieces:
            fault = shapes.fault(tuple((spot.x, spot.y) for spot in piece.corners))
            if fault:
                raise ValueError(f"The piece {piece.id} of the board {board.id} {fault}.")
            if piece.low > piece.high:
                raise ValueError(
                    f"The piece {piece.id} of the board {board.id} ends below its foot."
                )


def in_mils(value: Any, key: str = "") -> Any:
    """Return a value of a file as components have it: lengths in thousandths of an inch, points as
    tables, `x` and `y` of a piece as its corners. `key` is the value's own key. Raises ValueError
    for a finer length.
    """
    if isinstance(value, dict):
        return _cornered({name: in_mils(one, name) for name, one in value.items()})
    if key in SPOTS or key == "corners":
        return _spots(value)
    if isinstance(value, list):
        return [in_mils(one, key) for one in value]
    return mils(value) if key in LENGTHS and _is_number(value) else value


def mils(inches: Any) -> int:
    """Return a length in thousandths of an inch. Raises ValueError for a finer one."""
    length = Decimal(str(inches)) * MILS  # through text: a float's binary value is not exact
    if not length.is_finite() or length != int(length):
        raise ValueError(f"{inches} inches are finer than a thousandth of an inch.")
    return int(length)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _spots(value: Any) -> Any:
    """Return points written as lists of two or three lengths as tables, at any depth of lists."""
    if not isinstance(value, list):
        return value
    if value and all(_is_number(one) for one in value) and len(value) in (2, 3):
        return dict(zip("xyz", map(mils, value), strict=False))
    return [_spots(one) for one in value]


def _cornered(row: dict[str, Any]) -> dict[str, Any]:
    """Return a piece's table with corners instead of the rectangle's `x` and `y`, anticlockwise
    from the least of both; any other table as it is.
    """
    x, y = row.get("x"), row.get("y")
    if "id" not in row or not (isinstance(x, list) and isinstance(y, list)):
        return row
    rest = {name: one for name, one in row.items() if name not in ("x", "y")}
    round_ = ((0, 0), (1, 0), (1, 1), (0, 1))
    return rest | {"corners": [{"x": x[i], "y": y[j]} for i, j in round_]}

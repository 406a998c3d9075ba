"""Finds mistakes in what a pack brings for the skirmish: units, arms, spells, boards, rosters."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from server.commands.packs.figures import Fault, nearest, walk
from server.commands.packs.positions import Path
from server.rules.skirmish.components import Board, Catalogue, Spot, UnitType, faults_of
from server.rules.skirmish.content.reading import KINDS, in_mils, unjudged

Tables = Iterable[dict[str, Any]]
FEWEST_CORNERS = 3  # of a piece: fewer enclose nothing


def is_skirmish(table: dict[str, Any]) -> bool:
    """Return whether a parsed file holds components of the skirmish."""
    return any(kind in table for kind in KINDS)


def known(tables: Tables, box: Catalogue) -> Catalogue:
    """Return the catalogue together with everything in these files that can be read, so that files
    may name each other's components.
    """
    for table in tables:
        if is_skirmish(table) and not any(_figures(table)):
            box = unjudged([table], box)
    return box


def taken(box: Catalogue) -> dict[str, Mapping[str, object]]:
    """Return the ids that are in use, by the kind of table. A weapon's id counts for both kinds of
    weapon.
    """
    return {
        "warband": box.warbands,
        "unit": box.types,
        "melee": box.arms,
        "ranged": box.arms,
        "armour": box.armours,
        "spell": box.spells,
        "board": box.boards,
        "roster": box.rosters,
    }


def judged(table: dict[str, Any], box: Catalogue) -> Iterator[Fault]:
    """Yield the mistakes of a file, which may name everything in `box`."""
    wrong = list(_figures(table))
    yield from wrong
    if not wrong:
        for kind in ("unit", "spell", "board", "roster"):
            for number, row in enumerate(in_mils(table).get(kind, ())):
                yield from _row((kind, number), kind, row, box)


def _figures(table: dict[str, Any]) -> Iterator[Fault]:
    """Yield a mistake for each key or value that the component's type does not allow."""
    try:
        rows = in_mils(table)
    except ValueError as fault:
        yield Fault((), str(fault))
        return
    for kind, found in rows.items():
        if kind not in KINDS:
            yield Fault((kind,), f"unknown key {kind!r}; {nearest(kind, KINDS)}")
        elif not isinstance(found, list):
            yield Fault((kind,), f"expected: [[{kind}]]")
        else:
            yield from _rows(kind, found)


def _rows(kind: str, found: list[Any]) -> Iterator[Fault]:
    for number, row in enumerate(found):
        for one in walk(row, KINDS[kind], (kind, number)):
            if isinstance(one, Fault):
                yield one


def _row(path: Path, kind: str, row: dict[str, Any], box: Catalogue) -> Iterator[Fault]:
    """Yield the mistakes of a component whose single figures are right."""
    made: Any = msgspec.convert(row, KINDS[kind])
    match made:
        case UnitType():
            yield from _named(path, "warband", [made.warband], box.warbands)
            yield from _named(path, "spells", made.spells, box.spells)
        case Board():
            yield from _board(path, made)
        case _ if kind == "spell":
            yield from _named(path, "raises", made.raises, box.types)
        case _:
            for fault in faults_of(made, box):
                yield Fault(path, fault)


def _named(path: Path, key: str, names: Iterable[str], there: Iterable[str]) -> Iterator[Fault]:
    for name in names:
        if name not in there:
            yield Fault((*path, key), f"nothing is called {name!r}; {nearest(name, there)}")


def _board(path: Path, board: Board) -> Iterator[Fault]:
    for number, piece in enumerate(board.pieces):
        here: Path = (*path, "pieces", number)
        if len(piece.corners) < FEWEST_CORNERS:
            yield Fault(here, f"{piece.id!r} has {len(piece.corners)} corners; expected: 3 or more")
        elif _turn(piece.corners) <= 0:
            yield Fault(here, f"the corners of {piece.id!r} do not go round to the left")
        if piece.high < piece.low:
            yield Fault(here, f"{piece.id!r} is higher below than above")
        yield from _inside(here, piece.corners, board)
    for number, ladder in enumerate(board.ladders):
        yield from _inside((*path, "ladders", number), (ladder.foot,), board)
    yield from _inside((*path, "treasures"), board.treasures, board)
    for number, zone in enumerate(board.zones):
        spots = (Spot(zone.x[0], zone.y[0]), Spot(zone.x[1], zone.y[1]))
        yield from _inside((*path, "zones", number), spots, board)


def _turn(corners: tuple[Spot, ...]) -> int:
    """Return twice the signed area of a polygon: above 0 if its corners go round to the left."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(a.x * b.y - b.x * a.y for a, b in pairs)


def _inside(path: Path, spots: Iterable[Spot], board: Board) -> Iterator[Fault]:
    for spot in spots:
        if not (0 <= spot.x <= board.width and 0 <= spot.y <= board.depth):
            text = f"({spot.x / 1000:g}, {spot.y / 1000:g}) lies beyond the board's edge"
            yield Fault(path, text)
            return

"""Finds mistakes in an encounter's diagrams: words, numbers, tiles, paths, and where units
stand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from protocol.hexes import Hex, neighbours
from server.commands.packs.figures import Fault
from server.commands.packs.positions import Path, Positions
from server.rules.content.encounters import diagram
from server.rules.content.encounters.blocks import Part
from server.rules.content.encounters.layout import (
    BLOCKED,
    DOOR,
    ENTRANCE,
    Layout,
    is_known,
)
from server.rules.content.encounters.printed import Printed

LEAST_ENTRANCE = 4  # hexes: one for each adventurer of the largest party
CACHES = 6  # caches and locks of one map


class AtLine(NamedTuple):
    """A mistake at a line of the file (from 1)."""

    line: int
    text: str


Mistake = Fault | AtLine


def diagrams(printed: Printed, where: Positions) -> Iterator[Mistake]:
    """Yield the mistakes that the texts of the diagrams show by themselves."""
    found, misplaced = diagram.cells(printed.map)
    for off in misplaced:
        text = f"{off.word!r} stands between the hexes (column {off.column}); "
        text += f"expected: columns {diagram.STEP} apart, every other line"
        yield AtLine(where.text_line(("map",), off.line), text)
    for cell in found:
        if not is_known(cell.word):
            text = (
                f"{cell.word!r} means nothing in a map; expected: . e # * c l, a number, a letter"
            )
            yield AtLine(where.text_line(("map",), cell.line), text)
    numbers = Counter(cell.word for cell in found if cell.word.isdecimal())
    for word, count in numbers.items():
        if count > 1:
            yield Fault(("map",), f"hex {word} is drawn {count} times; expected: once")
    missing = [str(n) for n in range(1, len(numbers) + 1) if str(n) not in numbers]
    if missing:
        text = f"numbered hexes leave out {', '.join(missing)}; expected: 1, 2, 3 and so on"
        yield Fault(("map",), text)
    yield from _tiles(printed, where, {cell.at for cell in found})


def _tiles(printed: Printed, where: Positions, hexes: set[Hex]) -> Iterator[Mistake]:
    if not printed.tiles:
        return
    found, misplaced = diagram.cells(printed.tiles)
    for off in misplaced:
        text = f"{off.word!r} stands between the hexes (column {off.column})"
        yield AtLine(where.text_line(("tiles",), off.line), text)
    for cell in found:
        if cell.word != DOOR and cell.word not in printed.names:
            text = f"tile {cell.word!r} has no name; expected: one of names, or e"
            yield AtLine(where.text_line(("tiles",), cell.line), text)
    drawn = {cell.at for cell in found}
    if drawn != hexes:
        apart = len(drawn ^ hexes)
        text = f"the tiles differ from the map in {apart} hexes; expected: the same shape"
        yield Fault(("tiles",), text)


def ways(plan: Layout, parts: Iterable[Part]) -> Iterator[Fault]:
    """Yield a mistake for a bad entrance, and for each hex that cannot be reached from it even when
    everything that can open is open.
    """
    path: Path = ("map",)
    entrance = plan.tiles.get(ENTRANCE, ())
    if not entrance:
        yield Fault(path, "there is no entrance; expected: hexes of the entrance tile, e")
        return
    if len(entrance) < LEAST_ENTRANCE:
        text = f"the entrance has {len(entrance)} hexes; expected: one for each of 4 adventurers"
        yield Fault(path, text)
    open_hexes = {at for at, word in plan.words.items() if word != BLOCKED}
    edge = [at for at in entrance if at in open_hexes][:1]
    reached = set(edge)
    for here in edge:
        for there in neighbours(here):
            if there in open_hexes and there not in reached:
                reached.add(there)
                edge.append(there)
    cut = sorted(open_hexes - reached)
    if cut:
        names = ", ".join(f"{plan.words[at]!r}" for at in cut[:5])
        text = f"{len(cut)} hexes cannot be reached ({names}); expected: one connected map"
        yield Fault(path, text)
    laid = [at for part in parts for at in part.caches]
    if len(laid) + len(plan.caches) > CACHES:
        text = f"{len(laid) + len(plan.caches)} caches and locks; expected: at most {CACHES}"
        yield Fault(path, text)


def overlaps(printed: Printed, plan: Layout, parts: Iterable[Part]) -> Iterator[Fault]:
    """Yield a mistake for each hex that is claimed twice: by units, locks or closed passages."""
    waiting = Counter[str]()
    for number, unit in enumerate(printed.units):
        waiting[unit.at] += unit.count
        if waiting[unit.at] > len(plan.hexes(unit.at)) > 0:
            text = f"{waiting[unit.at]} units share the {len(plan.hexes(unit.at))} hexes of "
            yield Fault(("units", number, "at"), text + f"{unit.at!r}; expected: a hex for each")
    caches = [*plan.caches, *(at for part in parts for at in part.caches)]
    twice = [at for at, count in Counter(caches).items() if count > 1]
    shut = {at for part in parts for at in part.blocked} | set(plan.blocked)
    standing = {at for unit in printed.units for at in plan.hexes(unit.at)} | set(plan.numbered)
    if twice:
        yield Fault(("rules",), f"hex {plan.words[twice[0]]!r} bears two locks; expected: one")
    for at in sorted(shut & (set(caches) | standing)):
        text = f"hex {plan.words[at]!r} is impassable and bears something; expected: one of both"
        yield Fault(("map",), text)

"""Finds mistakes in a province's map: words, labels, paths, and towns that are not on it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from protocol.hexes import Hex, neighbours
from server.commands.packs.figures import Fault, nearest
from server.commands.packs.positions import Path
from server.rules.content.encounters import diagram
from server.rules.content.provinces import overland


class Misdrawn(NamedTuple):
    """A mistake in a row (from 1) of the diagram at a path."""

    path: Path
    row: int
    text: str


def judged(path: Path, row: Mapping[str, Any]) -> Iterator[Fault | Misdrawn]:
    """Yield the mistakes of a province whose single figures are right."""
    drawn, here = row["map"], (*path, "map", "diagram")
    cells, misplaced = diagram.cells(drawn["diagram"])
    for one in misplaced:
        text = f"{one.word!r} stands between the hexes (column {one.column})"
        yield Misdrawn(here, one.line, f"{text}; expected: columns 3 apart, every other line")
    labels: list[str] = []
    known = {str(one["label"]): one for one in drawn.get("places", ())}
    for cell in cells:
        word = overland.word_of(cell.word)
        if word is None:
            text = f"{cell.word!r} is no hex; expected: a terrain, + ! or ?, a capital letter"
            yield Misdrawn(here, cell.line, text)
            continue
        if word.terrain not in drawn["terrains"]:
            text = f"no terrain is called {word.terrain!r}; {nearest('', drawn['terrains'])}"
            yield Misdrawn(here, cell.line, text)
        if word.label and word.label not in known:
            text = f"no place has the label {word.label!r}; {nearest('', known)}"
            yield Misdrawn(here, cell.line, text)
        labels.append(word.label)
    yield from _places(path, row, Counter(labels))
    yield from _apart(here, {cell.at: cell.line for cell in cells})


def _places(path: Path, row: Mapping[str, Any], drawn: Counter[str]) -> Iterator[Fault]:
    """Yield a mistake for each place that no hex has, town without an entry, entry without a town,
    and town in two hexes.
    """
    entries = [str(one["id"]) for one in row.get("town", ())]
    towns = []
    for number, one in enumerate(row["map"].get("places", ())):
        here = (*path, "map", "places", number)
        count = drawn[str(one["label"])]
        if not count:
            yield Fault(here, f"no hex bears {one['label']!r}; expected: a hex of the diagram")
        if one.get("town"):
            towns.append(one["id"])
            if one["id"] not in entries:
                text = f"the town {one['id']!r} has no entry; expected: [[province.town]]"
                yield Fault(here, text)
            if count > 1:
                yield Fault(here, f"the town {one['id']!r} stands in {count} hexes; expected: 1")
    for number, name in enumerate(entries):
        if name not in towns:
            text = f"the town {name!r} is not on the map; expected: a place with town = true"
            yield Fault((*path, "town", number), text)


def _apart(here: Path, lines: dict[Hex, int]) -> Iterator[Misdrawn]:
    """Yield a mistake if there are hexes to which nobody can walk from the first one."""
    if not lines:
        yield Misdrawn(here, 1, "the map is empty; expected: hexes")
        return
    reached = [next(iter(lines))]
    for at in reached:
        reached += [one for one in neighbours(at) if one in lines and one not in reached]
    lost = [line for at, line in lines.items() if at not in reached]
    if lost:
        text = f"{len(lost)} hexes cannot be reached from the first; expected: one land"
        yield Misdrawn(here, min(lost), text)

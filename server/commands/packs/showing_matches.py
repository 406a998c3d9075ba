"""A component of the skirmish as text: a board with its terrain, a roster with its units and price,
everything else as printed on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from server.rules.skirmish.components import (
    Board,
    Catalogue,
    Footing,
    Piece,
    Recruit,
    Roster,
    cost_of,
    cost_of_recruit,
)
from server.rules.skirmish.kernel.inches import inches

LENGTHS = ("move", "range")  # fields that hold a length, in thousandths of an inch
TITLES = ("id", "name", "source")  # of a component: printed at its head and its end


def shown(box: Catalogue, name: str) -> Iterator[str]:
    """Yield the paragraphs about every component of the skirmish with this id; nothing if there is
    none.
    """
    if name in box.boards:
        yield board(box.boards[name])
    if name in box.rosters:
        yield roster(box, box.rosters[name])
    for kind, table in _tables(box).items():
        if name in table:
            yield _printed(table[name], kind)


def names(box: Catalogue) -> list[str]:
    """Return every id of the skirmish that can be shown."""
    tables = _tables(box).values()
    return [*box.boards, *box.rosters, *(name for table in tables for name in table)]


def board(one: Board) -> str:
    """Return the text of a board: its size, the deployment zones, terrain, ladders, treasure,
    source.
    """
    rows = [f"{one.name} ({one.id}, board of {inches(one.width)} by {inches(one.depth)} in)"]
    rows += [one.text, "", "Where the two sides begin"]
    for zone in one.zones:
        edges = (f"{inches(low)} to {inches(high)}" for low, high in (zone.x, zone.y))
        rows.append(f"  {' by '.join(edges)} in")
    rows += ["", "Terrain"]
    rows += _counted(map(_terrain, one.pieces))
    rows += _counted(f"Ladder, {inches(ladder.height)} in high" for ladder in one.ladders)
    rows += ["", f"Treasures: {len(one.treasures)}", f"Source: {one.source}"]
    return "\n".join(rows)


def roster(box: Catalogue, one: Roster) -> str:
    """Return the text of a roster: each unit with its arms and price, and the price of all."""
    rows = [f"{one.name} ({one.id}, roster of {box.warbands[one.warband].name})"]
    rows += [one.text, ""] if one.text else [""]
    for each in one.recruits:
        arms = ", ".join(_arms(box, each)) or "as it is"
        rows.append(f"  {box.types[each.type].name}: {arms}; {cost_of_recruit(each, box)} gold")
    return "\n".join([*rows, "", f"Together: {cost_of(one, box)} gold", f"Source: {one.source}"])


def _terrain(piece: Piece) -> str:
    """Return a line about a piece of terrain: its name, its extent, and the rules that hold
    there.
    """
    flags = ("opaque", "impassable", "climbable")
    words = [flag for flag in flags if getattr(piece, flag)]
    words += [piece.footing.value] if piece.footing is not Footing.FIRM else []
    words += ["with railings"] if piece.railings else []
    words += ["with windows"] if piece.windows else []
    high = f", {inches(piece.low)} to {inches(piece.high)} in high" if piece.high else ""
    return f"{piece.name}{high}: {', '.join(words) or 'open'}"


def _counted(lines: Iterable[str]) -> list[str]:
    """Return each different line once, with how often it occurs."""
    return [f"  {count} x {line}" for line, count in Counter(lines).items()]


def _arms(box: Catalogue, one: Recruit) -> Iterator[str]:
    yield from (box.arms[name].name for name in one.weapons)
    if one.armour:
        yield box.armours[one.armour].name


def _tables(box: Catalogue) -> Mapping[str, Mapping[str, Any]]:
    """Return the components that are printed field by field, by the word for one of their kind."""
    return {
        "warband": box.warbands,
        "unit": box.types,
        "melee weapon": box.melee,
        "ranged weapon": box.ranged,
        "armour": box.armours,
        "spell": box.spells,
    }


def _printed(one: Struct, kind: str) -> str:
    fields: dict[str, Any] = structs.asdict(one)
    rows = [f"{fields['name']} ({fields['id']}, {kind})"]
    for name, value in fields.items():
        if name in TITLES or value in ("", (), None, False):
            continue
        text = ", ".join(value) if isinstance(value, tuple) else value
        rows.append(f"  {name}: {f'{inches(value)} in' if name in LENGTHS else text}")
    return "\n".join([*rows, f"Source: {fields['source']}"])

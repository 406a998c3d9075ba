"""Finds mistakes in delve tiles, cards and encounters that a check of single figures cannot
show.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from server.commands.packs.blocks import block, upon
from server.commands.packs.figures import Fault, nearest
from server.commands.packs.positions import Path
from server.rules.battle.kernel.lock import read_lock
from server.rules.content.delve import environments, revealing, skyshards, traps
from server.rules.content.delve.challenges import CHALLENGES
from server.rules.content.delve.encounters import RULES, PrintedDelve
from server.rules.content.delve.parts import Part
from server.rules.content.delve.printed import PrintedCard, PrintedTile, card_of, tile_of

SHELVES: dict[str, Mapping[str, object]] = {
    "revealed": revealing.EFFECTS,
    "trap": traps.EFFECTS,
    "skyshard": skyshards.EFFECTS,
    "environment": environments.EFFECTS,
}
OWN: dict[str, tuple[str, ...]] = {
    "revealed": ("parts",),
    "trap": ("parts",),
    "skyshard": ("totals",),
    "environment": ("changes", "turns"),
}
ON_THE_TILE = ("here", "enemies")
OF_ENEMIES = ("combat", "defense")


def is_code(code: str) -> bool:
    """Return whether a text is the code of a lock: three digits or more, each from 1 to 6."""
    try:
        lock = read_lock(code)
    except ValueError:
        return False
    return len(lock.digits) > 2 and all(1 <= digit <= 6 for digit in lock.digits)


def tile(path: Path, row: dict[str, Any]) -> Iterator[Fault]:
    """Yield the mistakes of a tile whose single figures are right."""
    yield from _tried(path, row, PrintedTile, tile_of)


def card(path: Path, row: dict[str, Any]) -> Iterator[Fault]:
    """Yield the mistakes of a card whose single figures are right."""
    faults = [fault for kind in SHELVES if kind in row for fault in _effect(path, row, kind)]
    if "trap" in row and not is_code(row["trap"]["lock"]):
        text = f"{row['trap']['lock']!r} is no lock; expected: attempts and digits, '3: 5-2-2'"
        faults.append(Fault((*path, "trap", "lock"), text))
    yield from faults or _tried(path, row, PrintedCard, card_of)


def _effect(path: Path, row: dict[str, Any], kind: str) -> Iterator[Fault]:
    """Yield the mistakes of one of a card's effects."""
    table, shelf, here = row[kind], SHELVES[kind], (*path, kind)
    does, own = table.get("does", ""), [key for key in OWN[kind] if table.get(key)]
    if does and own:
        yield Fault(here, f"it has 'does' and {own[0]!r}; expected: one of them")
    elif not does and not own:
        ways = " or ".join(map(repr, ("does", *OWN[kind])))
        yield Fault(here, f"nothing is done; expected: {ways}")
    elif does and does not in shelf:
        text = f"no {kind} effect is called {does!r}; {nearest(does, shelf)}"
        yield Fault((*here, "does"), text)
    for number, part in enumerate(msgspec.convert(table.get("parts", ()), list[Part])):
        lies = kind == "trap" or table.get("populated", False)
        yield from _part((*here, "parts", number), part, lies=lies)
    totals = msgspec.convert(table.get("totals", ()), list[list[Part]])
    if totals and len(totals) != len(table["texts"]):
        text = f"{len(totals)} totals and {len(table['texts'])} texts; expected: as many of both"
        yield Fault((*here, "totals"), text)
    for total, parts in enumerate(totals):
        for number, part in enumerate(parts):
            yield from _part((*here, "totals", total, number), part, lies=True)
    for number, turn in enumerate(table.get("turns", ())):
        yield from upon((*here, "turns", number), turn["does"], "you")
    for number, change in enumerate(table.get("changes", ())):
        if change["stat"] in OF_ENEMIES and change.get("side") != "enemy":
            text = f"adventurers have no {change['stat']} to change; expected: side = 'enemy'"
            yield Fault((*here, "changes", number), text)


def _part(path: Path, part: Part, *, lies: bool) -> Iterator[Fault]:
    """Yield a mistake if a part needs units on a tile that has none yet; `populated` makes it
    wait.
    """
    yield from upon(path, part.does, part.who)
    if not lies and (part.arrives or part.who in ON_THE_TILE):
        text = "the tile has nobody on it yet; expected: populated = true, to wait until it has"
        yield Fault(path, text)


def _tried(
    path: Path, row: dict[str, Any], wanted: Any, make: Callable[[Any], object]
) -> Iterator[Fault]:
    try:
        make(msgspec.convert(row, wanted))
    except ValueError as fault:
        yield Fault(path, str(fault))


def encounter(
    path: Path, row: PrintedDelve, cards: tuple[str, ...], tiles: tuple[str, ...]
) -> Iterator[Fault]:
    """Yield the mistakes of a delve encounter whose single figures are right. It may name the given
    cards and tiles.
    """
    named = {"cards": (row.cards, cards, "delve card"), "tiles": (row.tiles, tiles, "delve tile")}
    for key, (names, known, kind) in named.items():
        for number, name in enumerate(names):
            if name not in known:
                text = f"no {kind} is called {name!r}; {nearest(name, known)}"
                yield Fault((*path, key, number), text)
    for number, rule in enumerate(row.rules):
        yield from block((*path, "rules", number), rule, RULES, "rule", "building block")[0]
    for twist, rules in row.twist.items():
        for number, rule in enumerate(rules):
            yield from block(
                (*path, "twist", twist, number), rule, RULES, "rule", "building block"
            )[0]
    for size, harder in row.challenge.items():
        here: Path = (*path, "challenge", size)
        if isinstance(harder, str) and harder not in CHALLENGES:
            text = f"no challenge is called {harder!r}; {nearest(harder, CHALLENGES)}"
            yield Fault(here, text)
        for number, rule in enumerate(harder if isinstance(harder, list) else ()):
            yield from block((*here, number), rule, RULES, "rule", "building block")[0]

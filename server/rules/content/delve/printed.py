"""Reads tiles and delve cards as an author writes them: figures in TOML, effects by name.

Every mistake raises ValueError with the tile or card it stands in.
"""

import tomllib
from importlib import resources
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct, field

from protocol.hexes import Hex
from server.rules.battle.components.delve_parts import (
    Act,
    DelveCard,
    Environment,
    MapTile,
    Reveal,
    Room,
    SkyshardBox,
    Trap,
)
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import read_lock
from server.rules.content.delve import environments, revealing, skyshards, traps
from server.rules.content.delve.parts import Change, Part, Turn, act_of, works_of
from server.rules.content.encounters import diagram

ICONS = {"d": "doors", "h": "hearts", "c": "caches"}
BLANK = "."
ROWS = 4  # rows of a card's scale: for 1, 2, 3 and 4 adventurers (DLX-20)

Shape = Literal["3", "6", "7", "19"]
T = TypeVar("T")


class PrintedTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile: its shape is the number of its hexes."""

    id: str
    name: str
    shape: Shape
    map: str
    source: str = "original"


class PrintedReveal(Struct, frozen=True, forbid_unknown_fields=True):
    """A When Revealed effect."""

    text: str
    does: str = ""
    parts: list[Part] = field(default_factory=list)
    populated: bool = False


class PrintedTrap(Struct, frozen=True, forbid_unknown_fields=True):
    """A trap with its lock, such as "2: 4-5-2", a k behind key digits."""

    name: str
    lock: str
    text: str
    does: str = ""
    parts: list[Part] = field(default_factory=list)
    springs: Literal["failure", "success"] = "failure"


class PrintedSkyshard(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects on gaining skyshards, a text for each total, and parts for each."""

    texts: tuple[str, ...]
    does: str = ""
    totals: list[list[Part]] = field(default_factory=list)


class PrintedEnvironment(Struct, frozen=True, forbid_unknown_fields=True):
    """An environment: a named one, or the values that it changes and what happens in turns."""

    text: str
    does: str = ""
    changes: list[Change] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)


class PrintedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A delve card."""

    id: str
    name: str
    shape: Shape
    scale: tuple[tuple[Literal[1, 5, 10, 20], ...], ...]
    skyshards: int = 0
    legendary: int = 0
    common: int = 0
    code: str = ""
    source: str = "original"
    revealed: PrintedReveal | None = None
    trap: PrintedTrap | None = None
    skyshard: PrintedSkyshard | None = None
    environment: PrintedEnvironment | None = None


def tiles() -> dict[str, MapTile]:
    """Return all tiles by id."""
    rows = msgspec.convert(_toml("tiles.toml")["tile"], list[PrintedTile])
    return {row.id: tile_of(row) for row in rows}


def cards() -> dict[str, DelveCard]:
    """Return all delve cards by id."""
    rows = msgspec.convert(_toml("cards.toml")["card"], list[PrintedCard])
    return {row.id: card_of(row) for row in rows}


def _toml(name: str) -> dict[str, list[object]]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


def tile_of(row: PrintedTile) -> MapTile:
    """Return the tile that a diagram draws, in coordinates around its middle hex, about which it is
    turned. Raises ValueError for a wrong diagram.
    """
    found, misplaced = diagram.cells(row.map)
    if misplaced:
        raise ValueError(f"tile {row.id}: {misplaced[0].word!r} stands between the hexes")
    if len(found) != int(row.shape):
        raise ValueError(f"tile {row.id}: {len(found)} hexes, not {row.shape}")
    middle = found[len(found) // 2].at
    icons: dict[str, list[Hex]] = {name: [] for name in ICONS.values()}
    hexes = []
    for cell in found:
        at = (cell.at[0] - middle[0], cell.at[1] - middle[1])
        hexes.append(at)
        for letter in cell.word.replace(BLANK, ""):
            if letter not in ICONS:
                raise ValueError(f"tile {row.id}: {letter!r} is no icon; there are d, h and c")
            icons[ICONS[letter]].append(at)
    if not icons["doors"]:
        raise ValueError(f"tile {row.id}: without a door it cannot be connected")
    return MapTile(
        row.id,
        row.name,
        row.shape,
        tuple(hexes),
        tuple(icons["doors"]),
        tuple(icons["hearts"]),
        tuple(icons["caches"]),
        row.source,
    )


def card_of(row: PrintedCard) -> DelveCard:
    """Return a card with its effects looked up by name (DLX-20). Raises ValueError for an unknown
    name, or for more than one of trap, skyshard and environment.
    """
    kinds = (row.trap, row.skyshard, row.environment)
    if sum(kind is not None for kind in kinds) > 1:
        raise ValueError(f"card {row.id}: one of trap, skyshard and environment at most")
    if len(row.scale) != ROWS:
        raise ValueError(f"card {row.id}: the scale needs a row for 1, 2, 3 and 4 adventurers")
    return DelveCard(
        id=row.id,
        name=row.name,
        shape=row.shape,
        scale=row.scale,
        skyshards=row.skyshards,
        legendary=row.legendary,
        common=row.common,
        revealed=_reveal(row),
        lasting=_lasting(row),
        code=row.code,
        source=row.source,
    )


def _reveal(row: PrintedCard) -> Reveal | None:
    told = row.revealed
    if told is None:
        return None
    own = act_of(told.parts) if told.parts else None
    does = _either(row, told.does, own, revealing.EFFECTS, "reveal effect")
    return Reveal(told.text, does, told.populated)


def _either(row: PrintedCard, name: str, own: T | None, known: dict[str, T], kind: str) -> T:
    """Return the effect that the card puts together itself, else the named one. Raises ValueError
    for an unknown name.
    """
    if own is not None and not name:
        return own
    if name not in known:
        raise ValueError(f"card {row.id}: no {kind} is called {name!r}")
    return known[name]


def _lasting(row: PrintedCard) -> Trap | SkyshardBox | Environment | None:
    if (trap := row.trap) is not None:
        own = act_of(trap.parts) if trap.parts else None
        does = _either(row, trap.does, own, traps.EFFECTS, "trap effect")
        return Trap(trap.name, read_lock(trap.lock), trap.text, does, trap.springs)
    if (shard := row.skyshard) is not None:
        gains = _by_total([act_of(parts) for parts in shard.totals]) if shard.totals else None
        box = _either(row, shard.does, gains, skyshards.EFFECTS, "skyshard effect")
        return SkyshardBox(shard.texts, box)
    if (around := row.environment) is not None:
        made = works_of(row.name, around.changes, around.turns)
        works = made if made.hooks or made.modifiers else None
        found = _either(row, around.does, works, environments.EFFECTS, "environment")
        return Environment(around.text, found.hooks, found.modifiers)
    return None


def _by_total(totals: list[Act]) -> skyshards.Box:
    """Return the effect that depends on the party's new total of skyshards; above the last one
    nothing happens.
    """

    def box(battle: Battle, room: Room, total: int) -> None:
        if 0 < total <= len(totals):
            totals[total - 1](battle, room)

    return box

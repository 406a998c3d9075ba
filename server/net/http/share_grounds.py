"""What the ground of each encounter is made of, hex by hex, as the browser paints it.

The browser's build writes its scenes and colours beside its pages (`GROUNDS`); where that is
missing, all ground is of one colour. The patches of a second kind of ground come out of the same
noise as in `clients/web/src/board/ground/plan.ts`, number for number, so that both show the same
meadow in the same hexes; `tests/web/test_share_ground.py` compares the two.
"""

import array
import math
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

Hex = tuple[int, int]
Colour = tuple[int, int, int]

GROUNDS = "assets/grounds-*.json"
"""Where a built client says what its grounds are made of: one file, named by its hash."""

AROUND: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six neighbours of a hex, from the north, clockwise: its sides."""

_MASK, _SIDE, _SEED = 0xFFFFFFFF, 256, 77  # 32 bits; the noise's width and seed, as in `noise.ts`
_WIDE, _MOST = 2.3, 0.56  # patches are so many hexes wide, and lie where the noise is above that
_MARKED = {"water": "water", "fire": "ash", "goal": "ruin", "shrine": "ruin"}
_MARKED |= {"seal": "ruin", "lever": "ruin", "passage": "ruin"}
_OVER = {"water": "deep", "pit": "pit"}  # what nobody walks over is itself ground


class KindOfGround(Struct, frozen=True):
    """How a kind of ground looks: its texture, and its tones from dark to light."""

    texture: str
    tones: tuple[Colour, Colour, Colour]


class Ground(Struct, frozen=True):
    """Ground, and what it changes with from place to place ("" for nothing)."""

    base: str
    patch: str = ""


class Scene(Ground, frozen=True, rename="camel"):
    """An encounter's: also what stands where nobody can go, the light, and a path through it."""

    entrance: str = "path"
    obstacle: str = "trees"
    light: str = "lamp"
    path: str = ""
    is_bridged: bool = False


class Card(Ground, frozen=True):
    """A delve card's."""

    obstacle: str = ""


class Way(Struct, frozen=True):
    """A way over a match's board: places in inches, and how wide it is."""

    kind: str
    wide: float
    along: tuple[tuple[float, float], ...]


class Deck(Struct, frozen=True):
    """Planks or slabs within a rectangle of a match's board, in inches."""

    kind: str
    x: tuple[float, float]
    y: tuple[float, float]


class Board(Ground, frozen=True):
    """A match's board."""

    ways: tuple[Way, ...] = ()
    decks: tuple[Deck, ...] = ()


class Grounds(Struct, frozen=True):
    """All that is known of grounds; "" is the entry of what has none of its own."""

    kinds: dict[str, KindOfGround] = {}
    scenes: dict[str, Scene] = {}
    cards: dict[str, Card] = {}
    lands: dict[str, Ground] = {}
    boards: dict[str, Board] = {}
    roofs: dict[str, str] = {}


BARE = Grounds()
"""The grounds of a server without a built client: everything is of one colour."""


class Spot(NamedTuple):
    """A hex: its kind of ground, and what stands on it ("" for nothing, "bridge" for planks)."""

    kind: str
    stands: str = ""


def read_grounds(web: Path) -> Grounds:
    """Return the grounds of a built client; empty ones where it has none."""
    try:
        (told,) = web.glob(GROUNDS)
        return msgspec.json.decode(told.read_bytes(), type=Grounds)
    except (OSError, ValueError):
        return BARE


def scene_of(grounds: Grounds, encounter: str) -> Scene:
    """Return an encounter's scene; a common one for an encounter that has none."""
    return grounds.scenes.get(encounter) or grounds.scenes.get("") or Scene("grass")


def spots_of(grounds: Grounds, encounter: str, state: Mapping[str, Any]) -> dict[Hex, Spot]:
    """Return what lies at each hex of a battle's map."""
    scene = scene_of(grounds, encounter)
    tiles: dict[str, Any] = state["tiles"]
    laid = {_hex(at): tile for tile in tiles.values() for at in tile["hexes"]}
    shut = {_hex(at) for at in state.get("blocked") or ()}
    marks = {_hex(key.split(",")): str(mark) for key, mark in (state.get("marks") or {}).items()}
    trodden = _way_through(tiles, laid, shut) if scene.path else set[Hex]()
    usual = _OVER.get(scene.obstacle, "")
    void = {at for at in shut if usual or marks.get(at, "").startswith("gap")}
    walked = laid.keys() - shut
    found = {}
    for at, tile in laid.items():
        card, mark = grounds.cards.get(tile.get("card") or ""), marks.get(at, "")
        base = (
            _patched(card, at)
            if card
            else _kind_of(grounds, scene, tile.get("kind") or "", at, at in trodden)
        )
        stands = ""
        if at in shut:
            wanted = (card and card.obstacle) or scene.obstacle
            stands = "pit" if mark.startswith("gap") else wanted
            alone = not any(_beside(at, side) in shut for side in range(6))
            stands = "rubble" if stands == "walls" and base == "ruin" and alone else stands
        if scene.is_bridged and usual and at in walked and _is_bridge(at, void, walked):
            found[at] = Spot(usual, "bridge")
        else:
            kind = _OVER.get(stands) or _MARKED.get(mark.split(" ")[0]) or base
            found[at] = Spot(kind, "" if stands in _OVER else stands)
    return found


def _hex(at: Any) -> Hex:
    return int(at[0]), int(at[1])


def _beside(at: Hex, side: int) -> Hex:
    q, r = AROUND[side % 6]
    return at[0] + q, at[1] + r


def _kind_of(grounds: Grounds, scene: Scene, tile: str, at: Hex, trodden: bool) -> str:
    if tile == "entrance":
        return scene.entrance
    if tile.startswith("land:"):
        land = grounds.lands.get(tile.removeprefix("land:")) or grounds.lands.get("plain")
        return _patched(land or scene, at)
    return scene.path if trodden and scene.path else _patched(scene, at)


def _patched(ground: Ground, at: Hex) -> str:
    if not ground.patch:
        return ground.base
    q, r = at
    cloud = smooth((q + 40) / _WIDE, (r + q / 2 + 60) / _WIDE) * 0.72 + chance(at) * 0.28
    return ground.patch if cloud > _MOST else ground.base


def _way_through(tiles: Mapping[str, Any], laid: Mapping[Hex, Any], shut: set[Hex]) -> set[Hex]:
    """Return the hexes of a path from the entrance to what lies farthest from it."""
    door = (tiles.get("entrance") or {}).get("hexes") or []
    if not door:
        return set()
    start = _hex(door[len(door) // 2])
    before: dict[Hex, Hex | None] = {start: None}
    edge = [start]
    for at in edge:
        for q, r in AROUND if chance(at, 3) < 0.5 else reversed(AROUND):
            there = at[0] + q, at[1] + r
            if there in laid and there not in shut and there not in before:
                before[there] = at
                edge.append(there)
    way: set[Hex] = set()
    here: Hex | None = edge[-1]
    while here is not None:
        way.add(here)
        here = before[here]
    return way


def _is_bridge(at: Hex, void: set[Hex], walked: set[Hex]) -> bool:
    """Return whether a hex lies between two opposite sides over which nobody walks, and joins
    ground on the others.
    """
    for side in range(3):
        if _beside(at, side) in void and _beside(at, side + 3) in void:
            banks = ((side + 1, side + 2), (side + 4, side + 5))
            return all(any(_beside(at, one) in walked for one in bank) for bank in banks)
    return False


# Noise, as the browser has it


def chance(at: Hex, layer: int = 0) -> float:
    """Return a hex's own number in [0, 1)."""
    seed = _imul(at[0], 73856093) ^ _imul(at[1], 19349663) ^ _imul(layer + 1, 83492791)
    return next(_random_from(seed))


def smooth(x: float, y: float) -> float:
    """Return smooth noise, one cell wide, in [0, 1)."""
    left, top = math.floor(x), math.floor(y)
    u, v = _eased(x - left), _eased(y - top)
    white = _white()
    up, down = (top & 255) << 8, ((top + 1) & 255) << 8
    here, there = left & 255, (left + 1) & 255
    a, b, c, d = white[up | here], white[up | there], white[down | here], white[down | there]
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v


def _eased(t: float) -> float:
    return t * t * (3 - 2 * t)


@cache
def _white() -> "array.array[float]":
    numbers = _random_from(_SEED)
    return array.array("f", (next(numbers) for _ in range(_SIDE * _SIDE)))


def _random_from(seed: int) -> Iterator[float]:
    """Yield numbers in [0, 1) that begin at a seed (mulberry32)."""
    state = seed & _MASK
    while True:
        state = (state + 0x6D2B79F5) & _MASK
        mixed = _imul(state ^ (state >> 15), 1 | state)
        mixed = ((mixed + _imul(mixed ^ (mixed >> 7), 61 | mixed)) ^ mixed) & _MASK
        yield (mixed ^ (mixed >> 14)) / 4294967296


def _imul(a: int, b: int) -> int:
    return (a * b) & _MASK

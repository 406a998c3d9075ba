"""Turning and connecting tiles (p77): all legal placements of a tile at an explored hex.

Everything here is geometry: pure functions of the tiles on the map and of one that is to be placed.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from protocol.hexes import DIRECTIONS, Hex, key, neighbours
from protocol.option_keys import option_key
from server.rules.battle.components.delve_parts import MapTile
from server.rules.battle.kernel.state import Tile

TURNS = 6  # ways to turn a tile on a hex map, in sixths of a full turn
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")


class Placement(NamedTuple):
    """A way to place a tile: turned clockwise by `turn` sixths, its origin hex at `origin`.

    `open` are those of its doors that can be explored afterwards; `touches` counts the edges that
    it shares with other tiles.
    """

    origin: Hex
    turn: int
    hexes: tuple[Hex, ...]
    doors: tuple[Hex, ...]
    hearts: tuple[Hex, ...]
    caches: tuple[Hex, ...]
    open: tuple[Hex, ...]
    touches: int

    @property
    def key(self) -> str:
        """Return its option key, made of turn and origin."""
        return option_key(f"turn-{self.turn}", key(self.origin))


def turned(at: Hex, turn: int) -> Hex:
    """Return a hex turned clockwise around (0, 0) by `turn` sixths of a full turn."""
    q, r = at
    for _ in range(turn):
        q, r = -r, q + r
    return q, r


def open_doors(tiles: Mapping[str, Tile]) -> tuple[Hex, ...]:
    """Return the door hexes at the map's edge with no other tile's door beside them (DLX-3)."""
    return _open(tuple((name, tile.hexes, tile.doors) for name, tile in tiles.items()))


_Lying = tuple[tuple[str, tuple[Hex, ...], tuple[Hex, ...]], ...]


# Cached, as it is asked about the same map for every hex entered and every move offered. 256 maps
# are more than a delve goes through.
@lru_cache(maxsize=256)
def _open(tiles: _Lying) -> tuple[Hex, ...]:
    taken = frozenset(at for _, hexes, _ in tiles for at in hexes)
    door_of = {at: name for name, _, doors in tiles for at in doors}
    return tuple(
        at
        for name, _, doors in tiles
        for at in doors
        if any(n not in taken for n in neighbours(at))
        and all(door_of.get(n, name) == name for n in neighbours(at))
    )


def placements(
    tiles: Mapping[str, Tile], tile: MapTile, door: Hex, *, done: bool = False
) -> tuple[Placement, ...]:
    """Return all legal ways to place a tile with one of its doors beside the explored one, `door`.
    Of ways that come to the same only one is returned.

    If any way leaves one of the tile's own doors open, only such ways are legal (DLX-9), unless all
    skyshards are drawn (`done`), so that nothing can be explored any more. At the entrance, whose
    two doors share an icon, exactly one of the tile's doors must be beside both (DEL-4).
    """
    taken = frozenset(at for lying in tiles.values() for at in lying.hexes)
    doors = frozenset(at for lying in tiles.values() for at in lying.doors)
    pair = _pair(tiles, door)
    found: dict[tuple[tuple[Hex, ...], ...], Placement] = {}
    for turn in range(TURNS):
        for own in tile.doors:
            for beside in neighbours(door):
                if beside in taken:
                    continue
                way = _laid(tile, turn, own, beside, taken, doors)
                if way is not None and _joins(way, pair):
                    icons = (way.hexes, way.doors, way.hearts, way.caches)
                    # By which icon is where: a symmetrical tile comes to the same in several turns.
                    found.setdefault(tuple(tuple(sorted(each)) for each in icons), way)
    ways = tuple(found.values())
    return ways if done else tuple(way for way in ways if way.open) or ways


def _pair(tiles: Mapping[str, Tile], door: Hex) -> tuple[Hex, ...]:
    """Return the doors that share the icon of an explored door: both of an entrance, else
    itself.
    """
    lying = next(tile for tile in tiles.values() if door in tile.doors)
    return lying.doors if lying.kind == "entrance" else (door,)


def _joins(way: Placement, pair: tuple[Hex, ...]) -> bool:
    beside = [at for at in way.doors if all(n in neighbours(at) for n in pair)]
    return len(beside) == 1 if len(pair) > 1 else bool(beside)


def _laid(
    tile: MapTile, turn: int, own: Hex, at: Hex, taken: frozenset[Hex], doors: frozenset[Hex]
) -> Placement | None:
    """Return the placement of a tile, turned, with its door `own` in the hex `at`; None if it would
    cover another tile.
    """
    q, r = turned(own, turn)
    dq, dr = at[0] - q, at[1] - r

    def put(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
        places = (turned(one, turn) for one in hexes)
        return tuple((place[0] + dq, place[1] + dr) for place in places)

    hexes, its_doors = put(tile.hexes), put(tile.doors)
    if any(one in taken for one in hexes):
        return None
    open_ = tuple(
        one
        for one in its_doors
        if any(n not in taken and n not in hexes for n in neighbours(one))
        and not any(n in doors for n in neighbours(one))
    )
    touches = sum(n in taken for one in hexes for n in neighbours(one))
    return Placement(
        (dq, dr), turn, hexes, its_doors, put(tile.hearts), put(tile.caches), open_, touches
    )


def sensible(ways: tuple[Placement, ...]) -> Placement:
    """Return the placement to suggest: the most open doors, then the fewest shared edges."""
    return min(ways, key=lambda way: (-len(way.open), way.touches))


def words(way: Placement, door: Hex) -> tuple[str, str]:
    """Return text and note of a placement's option: where the tile would be and how it is turned;
    and all its hexes and icons.
    """
    beside = next(at for at in way.doors if at in neighbours(door))
    side = COMPASS[DIRECTIONS.index((beside[0] - door[0], beside[1] - door[1]))]
    turn = f"turned {60 * way.turn} degrees" if way.turn else "not turned"
    left = f"{len(way.open)} door{'s' if len(way.open) > 1 else ''}" if way.open else "no door"
    where = f" ({' '.join(key(at) for at in way.open)})" if way.open else ""
    text = f"To the {side} by {key(beside)}, {turn}; leaves {left} open{where}"
    return text, "; ".join(
        f"{name} {' '.join(key(at) for at in hexes)}"
        for name, hexes in (
            ("hexes", way.hexes),
            ("doors", way.doors),
            ("hearts", way.hearts),
            ("caches", way.caches),
        )
        if hexes
    )

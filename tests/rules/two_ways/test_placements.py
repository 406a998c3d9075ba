"""Where a tile can be laid, computed a second time on maps that grow at random (p75, p77)."""

import random

import pytest

from protocol.hexes import Hex, disc
from server.rules.battle.components.delve_parts import MapTile
from server.rules.battle.delve.tiles import open_doors, placements
from server.rules.battle.kernel.state import Tile
from server.rules.content.catalogue import catalogue
from tests.rules.two_ways.naive import near, turned
from tests.scene.delves import entrance

TILES = list(catalogue().tiles.values())
AROUND = disc((0, 0), 7)

Icons = tuple[frozenset[Hex], frozenset[Hex], frozenset[Hex], frozenset[Hex]]


def beside(at: Hex) -> set[Hex]:
    return {(at[0] + q, at[1] + r) for q, r in disc((0, 0), 1) if (q, r) != (0, 0)}


def is_open(door: Hex, own: set[Hex], tiles: dict[str, Tile]) -> bool:
    """DLX-3: an edge leads off the map, and no other tile's door lies next to it.

    `own` are the hexes of the door's tile, which is one of the tiles or still in the hand.
    """
    laid = {at for tile in tiles.values() for at in tile.hexes} | own
    others = {at for tile in tiles.values() for at in tile.doors} - own
    return not beside(door) <= laid and not any(near(door, at) for at in others)


def every_way(tiles: dict[str, Tile], new: MapTile, door: Hex) -> list[Icons]:
    """Every turn at every place near the door; those stay that cover nothing and meet the door."""
    laid = {at for tile in tiles.values() for at in tile.hexes}
    (home,) = [tile for tile in tiles.values() if door in tile.doors]
    found = dict[Icons, None]()
    for sixths in range(6):
        for middle in AROUND:
            q, r = middle[0] + door[0], middle[1] + door[1]

            def put(hexes: tuple[Hex, ...], s: int = sixths, q: int = q, r: int = r) -> set[Hex]:
                return {(a + q, b + r) for a, b in (turned(at, s) for at in hexes)}

            hexes, doors = put(new.hexes), put(new.doors)
            if home.kind == "entrance":
                joined = sum(all(near(at, d) for d in home.doors) for at in doors) == 1
            else:
                joined = any(near(at, door) for at in doors)
            if joined and not hexes & laid:
                icons = (hexes, doors, put(new.hearts), put(new.caches))
                found[tuple(map(frozenset, icons))] = None  # type: ignore[index]
    opened = [w for w in found if any(is_open(at, set(w[0]), tiles) for at in w[1])]
    return opened or list(found)


@pytest.mark.rule("DLX-3", "DLX-8", "DLX-9", "DLX-10", "DEL-4")
@pytest.mark.parametrize("seed", range(12))
def test_tiles_can_lie_where_a_search_of_all_places_says(seed: int) -> None:
    """Six tiles, each laid at random; before each one the doors and the ways are judged anew."""
    chance = random.Random(seed)
    tiles: dict[str, Tile] = {"entrance": entrance()}
    for new in chance.sample(TILES, 6):
        doors = {at for t in tiles.values() for at in t.doors if is_open(at, set(t.hexes), tiles)}
        assert set(open_doors(tiles)) == doors
        if not doors:
            break
        door = chance.choice(sorted(doors))
        ways = placements(tiles, new, door)
        icons = [tuple(map(frozenset, (w.hexes, w.doors, w.hearts, w.caches))) for w in ways]
        assert len(icons) == len(set(icons)), "equal ways are offered once"
        assert set(icons) == set(every_way(tiles, new, door))
        for way in ways:
            assert set(way.open) == {at for at in way.doors if is_open(at, set(way.hexes), tiles)}
        if ways:
            laid = chance.choice(ways)
            tiles[new.id] = Tile(new.id, laid.hexes, laid.doors, laid.hearts, laid.caches)

"""Connecting a tile (p75, p77): all legal placements, and no other."""

from collections.abc import Mapping
from itertools import product

import pytest

from protocol.hexes import Hex, neighbours
from server.rules.battle.components.delve_parts import MapTile
from server.rules.battle.delve.tiles import Placement, open_doors, placements, sensible, turned
from server.rules.battle.kernel.state import Tile
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.scene import hero
from tests.scene.delves import at, below, entrance, laid, place

rule = pytest.mark.rule
NORTH = (2, -2)
HALL = {"entrance": entrance(), "round-hall": laid("round-hall", (2, -1))}


def tile(name: str) -> MapTile:
    return catalogue().tiles[name]


def icons(way: Placement) -> tuple[frozenset[Hex], ...]:
    groups = (way.hexes, way.doors, way.hearts, way.caches)
    return tuple(frozenset(group) for group in groups)


def by_trying(
    tiles: Mapping[str, Tile], new: MapTile, door: Hex
) -> set[tuple[frozenset[Hex], ...]]:
    """The same found another way: every turn at every place near by, then the rules one by one."""
    taken = {at for lying in tiles.values() for at in lying.hexes}
    found = []
    for turn, q, r in product(range(6), range(-9, 10), range(-9, 10)):

        def put(hexes: tuple[Hex, ...], turn: int = turn, q: int = q, r: int = r) -> frozenset[Hex]:
            places = [turned(one, turn) for one in hexes]
            return frozenset((a + door[0] + q, b + door[1] + r) for a, b in places)

        lying = tuple(put(group) for group in (new.hexes, new.doors, new.hearts, new.caches))
        if not lying[0] & taken and any(n in lying[1] for n in neighbours(door)):
            found.append(lying)
    leaving_open = [
        lying
        for lying in found
        if set(open_doors({**tiles, "new": Tile("", tuple(lying[0]), tuple(lying[1]))})) & lying[1]
    ]
    return set(leaving_open or found)


@rule("DLX-8", "DLX-9")
@pytest.mark.parametrize("name", list(catalogue().tiles))
@pytest.mark.parametrize("door", [NORTH, (3, -1)])
def test_two_ways_of_finding_the_placements_agree(name: str, door: Hex) -> None:
    ways = placements(HALL, tile(name), door)
    assert {icons(way) for way in ways} == by_trying(HALL, tile(name), door)
    assert len({icons(way) for way in ways}) == len(ways), "equal placements are offered once"
    assert len({way.key for way in ways}) == len(ways)


@rule("DEL-4")
@pytest.mark.parametrize("name", list(catalogue().tiles))
@pytest.mark.parametrize("door", [(0, 0), (0, 1)])
def test_the_first_tile_lies_with_one_door_beside_both_of_the_entrance(
    name: str, door: Hex
) -> None:
    ways = placements({"entrance": entrance()}, tile(name), door)
    assert ways
    for way in ways:
        beside = [at for at in way.doors if {(0, 0), (0, 1)} <= set(neighbours(at))]
        assert beside == [(1, 0)]


@rule("DLX-8")
def test_a_tile_may_touch_others_but_cover_none() -> None:
    taken = {at for lying in HALL.values() for at in lying.hexes}
    ways = placements(HALL, tile("great-cavern"), NORTH)
    assert not any(taken & set(way.hexes) for way in ways)
    assert len({way.touches for way in ways}) > 1


@rule("DLX-9")
def test_where_it_is_possible_a_door_of_the_new_tile_stays_open() -> None:
    ways = placements(HALL, tile("root-cellar"), NORTH)
    assert ways
    assert all(way.open for way in ways)


@rule("DLX-9")
def test_where_it_is_not_possible_the_tile_is_laid_all_the_same() -> None:
    """A tile of two doors in a corner between them."""
    shut = MapTile("cell", "Cell", "3", ((0, 0), (0, 1), (1, 0)), ((0, 0),), (), ())
    ways = placements(HALL, shut, NORTH)
    assert ways
    assert not any(way.open for way in ways)


@rule("DLX-9", "SKY-6")
def test_once_all_skyshards_are_drawn_no_door_has_to_stay_open() -> None:
    kept = placements(HALL, tile("root-cellar"), NORTH)
    free = placements(HALL, tile("root-cellar"), NORTH, done=True)
    assert {icons(way) for way in kept} <= {icons(way) for way in free}


@rule("DLX-12")
def test_a_new_tile_is_connected_with_every_tile_that_it_touches() -> None:
    """Sight and ways run over edges without a door, too."""
    scene = below(hero(at=(2, -1)), card="hidden-cache", tile="root-cellar").move((3, -1))
    scene.rolls(0, 0).answer("explore.here", "explore")
    way = next(
        option
        for option in scene.asked("delve.place").shape.options  # type: ignore[union-attr]
        if "hexes 3,0" in option.note or " 3,0" in option.note.partition(";")[0]
    )
    scene.answer("delve.place", way.key)
    ground = running(scene, scene.state).ground
    new = scene.state.tiles["root-cellar"].hexes
    for here in new:
        for there in neighbours(here):
            if there in ground.tile_of:
                assert there in ground.around(here)
                assert ground.sees(here, there)


@rule("DLX-8")
def test_the_question_spells_every_placement_out() -> None:
    """Clients draw an option from its note alone."""
    scene = below(hero(at=(2, -1)), card="hidden-cache", tile="root-cellar").move(NORTH)
    scene.rolls(0, 0).answer("explore.here", "explore")
    for option in scene.asked("delve.place").shape.options:  # type: ignore[union-attr]
        parts = dict(part.split(" ", 1) for part in option.note.split("; "))
        assert len(parts["hexes"].split()) == 3
        assert set(parts["doors"].split()) <= set(parts["hexes"].split())
    chosen = scene.asked("delve.place").default[0]
    note = next(
        option.note
        for option in scene.asked("delve.place").shape.options  # type: ignore[union-attr]
        if option.key == chosen
    )
    place(scene)
    assert at(*scene.state.tiles["root-cellar"].hexes) == note.partition(";")[0].split()[1:]


def test_the_sensible_placement_leaves_most_doors_open() -> None:
    ways = placements(HALL, tile("crossing"), NORTH)
    assert len(sensible(ways).open) == max(len(way.open) for way in ways)

"""The battle map: adjacency, distance, sight, occupied and impassable hexes (p58)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.battle import UnitPlaced
from protocol.hexes import Hex, disc, distance
from protocol.ids import UnitId
from server.rules.battle.kernel import ground
from server.rules.battle.kernel.ground import Ground
from server.rules.battle.map import choosing, targeting
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

AT = (0, 0)
BOARD = disc(AT, 3)
WALL = ((0, 1), (1, 0), (1, -1))


@pytest.mark.rule("MAP-1")
def test_a_hex_has_its_neighbours_around_it_as_far_as_the_map_goes() -> None:
    board = Ground((("disc", disc(AT, 1)),), frozenset())
    assert board.around(AT) == ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    assert board.around((0, -1)) == ((1, -1), AT, (-1, 0))


@pytest.mark.rule("MAP-2", "MAP-8")
@given(st.sampled_from(BOARD), st.sampled_from(BOARD))
def test_on_open_ground_the_distance_is_the_hexes_between(a: Hex, b: Hex) -> None:
    board = Ground((("disc", BOARD),), frozenset())
    assert board.distance(a, b) == board.distance(b, a) == distance(a, b)


@pytest.mark.rule("MAP-3", "MAP-2")
@given(st.sampled_from(BOARD), st.sampled_from(BOARD))
def test_distance_leads_around_impassable_hexes(a: Hex, b: Hex) -> None:
    board = Ground((("disc", BOARD),), frozenset(WALL))
    if a in WALL or b in WALL:
        assert a == b or board.distance(a, b) == 99
    else:
        assert distance(a, b) <= board.distance(a, b) < 99
    assert board.distance((-1, 1), (1, 1)) == 3


@pytest.mark.rule("MAP-9", "MAP-1")
def test_sight_reaches_the_own_tile_and_adjacent_ones() -> None:
    tiles = (("a", ((0, 0), (0, 1))), ("b", ((0, 2), (0, 3))), ("c", ((0, 4),)))
    board = Ground(tiles, frozenset())
    assert board.sees((0, 0), (0, 1))
    assert board.sees((0, 0), (0, 3))
    assert not board.sees((0, 0), (0, 4))


@pytest.mark.rule("MAP-9", "MAP-1")
def test_tiles_that_touch_in_impassable_hexes_are_adjacent_all_the_same() -> None:
    tiles = (("a", ((0, 0), (0, 1))), ("b", ((0, 2), (0, 3))))
    assert Ground(tiles, frozenset({(0, 1)})).sees((0, 0), (0, 3))


@pytest.mark.rule("MAP-8", "MAP-9")
@given(st.sampled_from(BOARD), st.integers(1, 3), st.integers(0, 4), st.booleans())
def test_within_range_are_the_hexes_so_far_away_and_in_sight(
    at: Hex, low: int, more: int, everywhere: bool
) -> None:
    """Given a board of rows, when the hexes in a range are asked for, then they are those that
    distance and sight allow, seen from either end."""
    rows = [(f"row {r}", tuple(there for there in BOARD if there[1] == r)) for r in range(-3, 4)]
    board = Ground(tuple(rows), frozenset(WALL) - {at})
    for there in board.tile_of:
        far, seen = board.distance(at, there), everywhere or board.sees(at, there)
        expected = low <= far <= low + more and seen
        assert (there in board.within(at, low, low + more, everywhere)) is expected
        assert (at in board.within(there, low, low + more, everywhere)) is expected


@pytest.mark.rule("MAP-8")
def test_a_unit_is_always_within_its_own_range() -> None:
    battle = running(Scene(hero(form="ranged-weapon"), foe("e1", at=AT, range=0)))
    assert targeting.in_range(battle, UnitId("a1"), UnitId("a1"))
    assert targeting.in_range(battle, UnitId("e1"), UnitId("e1"))


@pytest.mark.rule("MAP-10", "REL-2")
def test_targets_are_opposing_seen_and_in_range() -> None:
    tiles = {"a": ((0, 0), (0, 1)), "b": ((0, 2), (0, 3)), "c": ((0, 4),)}
    battle = running(
        Scene(
            hero("a1", at=(0, 1)),
            hero("a2", at=(0, 4)),
            foe("e1", at=AT, range=9),
            foe("e2", at=(0, 2), range=2),
            tiles=tiles,
        )
    )
    assert [unit.id for unit in targeting.targets(battle, UnitId("e1"))] == ["a1"]
    assert [unit.id for unit in targeting.targets(battle, UnitId("e2"))] == ["a1", "a2"]


@pytest.mark.rule("MAP-5")
def test_units_occupy_hexes_and_caches_do_not() -> None:
    scene = Scene(hero(at=AT), foe("e1", at=(0, 2)), caches={(0, 1): "common"})
    assert ground.occupied(scene.play.start) == {AT, (0, 2)}


@pytest.mark.rule("MAP-4", "MAP-7")
def test_the_closest_free_hexes_are_passable_unoccupied_and_equally_near() -> None:
    scene = Scene(
        hero(at=AT), foe("e1", at=(0, 1)), foe("e2", at=(1, 0)), blocked=((1, -1), (-1, 0))
    )
    assert sorted(choosing.closest_free(running(scene), AT)) == [(-1, 1), (0, -1)]


@pytest.mark.rule("MAP-4")
def test_without_a_free_hex_there_is_no_closest_one() -> None:
    scene = Scene(hero(at=AT), foe("e1", at=(0, 1)), tiles={"two": (AT, (0, 1))})
    assert choosing.closest_free(running(scene), AT) == []


@pytest.mark.rule("MAP-13")
def test_a_defeated_unit_left_in_its_hex_blocks_it_and_cannot_be_targeted() -> None:
    scene = Scene(hero(at=AT), foe("e1", at=(0, 1)), foe("e2", at=(0, 4)))
    state = scene.play.start
    left = replace(state.units[UnitId("e1")], fate="defeated", hp=0)
    battle = running(scene, replace(state, units={**state.units, "e1": left}))
    assert targeting.targets(battle, UnitId("a1")) == []
    assert (0, 1) in ground.occupied(battle.state)
    assert battle.free_hexes(((0, 1), (0, 2))) == [(0, 2)]


@pytest.mark.rule("TRM-2")
def test_being_placed_does_not_count_as_moving() -> None:
    battle = running(Scene(hero(at=AT), foe("e1", at=(0, 2))))
    battle.emit(UnitPlaced(UnitId("a1"), (0, 1)))
    turn = battle.state.turn
    assert turn is not None
    assert (battle.unit(UnitId("a1")).at, turn.moved) == ((0, 1), 0)

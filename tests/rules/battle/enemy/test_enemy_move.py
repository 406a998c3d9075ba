"""Enemy movement (p64 as revised): where an enemy wants to go, by which way, and where it stops."""

from typing import Any

import pytest

from protocol.battle import EngageBegan, UnitMoved, UnitPlaced
from protocol.hexes import Hex
from tests.scene import Scene, foe, friend, hero

STILL: dict[str, Any] = {"combat": 0, "range": 9, "skills": ()}
MOVER: dict[str, Any] = {"combat": 0, "range": 1, "skills": ()}
LANE: dict[str, Any] = {"lane": tuple((0, r) for r in range(9))}


def _way(scene: Scene) -> list[Hex]:
    scene.state  # noqa: B018
    return [event.to for event in scene.events(UnitMoved) if event.unit == "e1"]


@pytest.mark.rule("ENT-3")
def test_it_moves_up_to_2_hexes() -> None:
    scene = Scene(hero(at=(0, 8)), foe("e1", at=(0, 0), **MOVER), turn=None, tiles=LANE)
    assert _way(scene) == [(0, 1), (0, 2)]


@pytest.mark.rule("ENT-3", "ENM-4", "ENM-7")
def test_it_stays_for_one_target_in_range_though_a_step_would_reach_two() -> None:
    scene = Scene(
        hero("a1", at=(0, 2), hp=3),
        hero("a2", at=(0, 3), hp=5),
        foe("e1", at=(0, 0), targets=2, priority="strongest", **{**MOVER, "range": 2}),
        turn=None,
    )
    assert _way(scene) == []
    assert [event.targets for event in scene.events(EngageBegan)] == [("a1",)]


@pytest.mark.rule("ENM-4")
def test_it_stops_on_its_destination_with_movement_left() -> None:
    scene = Scene(
        hero("a1", at=(0, 3), hp=3),
        hero("a2", at=(0, 4), hp=5),
        foe("e1", at=(0, 0), targets=2, **{**MOVER, "range": 2}),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == [(0, 1)]


@pytest.mark.rule("ENM-1", "ENM-7")
def test_it_takes_the_nearest_hex_that_serves_anybody_and_not_one_that_serves_more() -> None:
    scene = Scene(
        hero("a1", at=(0, 3), hp=1),
        hero("a2", at=(0, -4), hp=5),
        hero("a3", at=(1, -4), hp=4),
        foe("e1", at=(0, 0), targets=2, priority="strongest", **{**MOVER, "range": 2}),
        turn=None,
    )
    assert _way(scene) == [(0, 1)]


@pytest.mark.rule("ENM-5", "ECH-9")
@pytest.mark.parametrize(("priority", "hexes"), [("strongest", ["0,1"]), ("weakest", ["0,-1"])])
def test_of_equally_near_hexes_it_takes_those_that_serve_its_priority(
    priority: str, hexes: list[str]
) -> None:
    scene = Scene(
        hero("a1", at=(0, 2), hp=5),
        hero("a2", at=(0, -2), hp=3),
        foe("e1", at=(0, 0), priority=priority, **MOVER),
        turn=None,
    )
    assert [f"{q},{r}" for q, r in _way(scene)] == hexes


@pytest.mark.rule("ENM-5")
def test_the_party_chooses_among_the_destinations_that_are_left() -> None:
    scene = Scene(
        hero("a1", at=(1, 1)), hero("a2", at=(0, 4), hp=4), foe("e1", at=(0, 0), **MOVER), turn=None
    )
    assert scene.asked("enemy.destination").to == ("a1", "a2")
    assert sorted(scene.offered("enemy.destination")) == ["0,1", "1,0"]
    scene.answer("enemy.destination", "1,0", by="a2")
    assert _way(scene) == [(1, 0)]


@pytest.mark.rule("ENM-2", "MAP-6")
def test_its_way_leads_only_through_unoccupied_hexes() -> None:
    ring = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (2, 1), (1, 2))
    scene = Scene(
        hero(at=(0, 3)),
        foe("e1", at=(0, 0), level=5, **MOVER),
        foe("e2", at=(0, 1), **STILL),
        turn=None,
        tiles={"ring": ring},
    )
    assert _way(scene) == [(1, 0), (2, 0)]


@pytest.mark.rule("ENM-2")
def test_an_occupied_hex_is_no_destination() -> None:
    fork = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2))
    scene = Scene(
        hero(at=(0, 3)),
        foe("e1", at=(0, 0), level=5, **MOVER),
        foe("e2", at=(0, 2), **STILL),
        turn=None,
        tiles={"fork": fork},
    )
    scene.default()
    assert _way(scene)[-1] in ((1, 1), (0, 1), (1, 0))
    assert _way(scene)[-1] == (1, 1)


@pytest.mark.rule("ENM-3")
def test_it_goes_on_along_the_path_when_the_destination_is_too_far() -> None:
    bend = ((0, 0), (-1, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (1, 1))
    scene = Scene(hero(at=(1, 1)), foe("e1", at=(0, 0), **MOVER), turn=None, tiles={"bend": bend})
    assert _way(scene) == [(-1, 0), (-2, 1)]


@pytest.mark.rule("ENM-3", "MAP-11")
def test_the_party_chooses_where_equal_ways_end_this_turn_and_is_asked_once() -> None:
    scene = Scene(hero(at=(2, 2)), foe("e1", at=(-1, -1), **MOVER), turn=None)
    scene.answer("enemy.destination", "2,1")
    assert sorted(scene.offered("enemy.way")) == ["-1,1", "0,0", "1,-1"]
    scene.answer("enemy.way", "-1,1")
    assert _way(scene) == [(-1, 0), (-1, 1)]


@pytest.mark.rule("MAP-11")
def test_the_party_leads_it_over_a_status_die_that_lies_on_one_of_two_equal_ways() -> None:
    fork = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
    trapper = hero(at=(1, 1), cls="scout", tenacity=3)
    scene = Scene(trapper, foe("e1", at=(0, 0), **MOVER), tiles={"fork": fork})
    scene.answer("turn.act", "barbed-trap").answer("barbed-trap", "1,0").move((1, 2)).end_turn()
    assert sorted(scene.offered("enemy.way")) == ["0,1", "1,0"]
    scene.answer("enemy.way", "1,0")
    assert scene.unit("e1").at == (1, 1)
    assert scene.unit("e1").statuses == ("maim",)


@pytest.mark.rule("MAP-3", "MAP-12")
def test_neither_its_way_nor_its_range_leads_through_impassable_hexes() -> None:
    lanes: dict[str, tuple[Hex, ...]] = {
        "lanes": ((0, 0), (0, 1), (0, 2), (1, -1), (2, -1), (2, 0), (1, 1))
    }
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), **{**MOVER, "range": 2}),
        turn=None,
        tiles=lanes,
        blocked=((0, 1),),
    )
    scene.default()
    assert _way(scene) == [(1, -1), (2, -1)]


@pytest.mark.rule("MAP-8", "ENT-4")
def test_range_ignores_who_stands_between() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), level=5, **{**MOVER, "range": 2}),
        foe("e2", at=(0, 1), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == []
    assert scene.events(EngageBegan)[0].targets == ("a1",)


@pytest.mark.rule("ENM-8", "MAP-9", "MAP-10")
def test_a_unit_in_range_but_out_of_sight_does_not_keep_it_from_moving() -> None:
    tiles = {"a": ((0, 0), (0, 1)), "b": ((0, 2),), "c": ((0, 3), (0, 4))}
    scene = Scene(
        hero(at=(0, 4)), foe("e1", at=(0, 0), **{**MOVER, "range": 9}), turn=None, tiles=tiles
    )
    assert _way(scene) == [(0, 1), (0, 2)]


@pytest.mark.rule("ENM-6", "STS-10")
def test_without_a_destination_it_nears_the_closest_opponent_targetable_or_not() -> None:
    scene = Scene(
        hero(at=(0, 4), track=["stealth"]), foe("e1", at=(0, 0), **MOVER), turn=None, tiles=LANE
    )
    assert _way(scene) == [(0, 1), (0, 2)]
    assert not scene.events(EngageBegan)


@pytest.mark.rule("ENM-6")
def test_without_a_destination_it_goes_as_near_as_it_can_get_by_the_fewest_hexes() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, 0), level=5, **MOVER),
        foe("e2", at=(0, 2), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == [(0, 1)]


@pytest.mark.rule("ENM-6")
def test_without_a_destination_it_stays_where_no_step_brings_it_nearer() -> None:
    pocket: dict[str, tuple[Hex, ...]] = {"pocket": ((0, 0), (-1, 0), (0, 1), (0, 2), (0, 3))}
    scene = Scene(
        hero(at=(0, 3)),
        foe("e1", at=(0, 0), level=5, **MOVER),
        foe("e2", at=(0, 1), **STILL),
        turn=None,
        tiles=pocket,
    )
    assert _way(scene) == []


def _hidden(hp: int, priority: str) -> Scene:
    return Scene(
        hero("a1", at=(0, 4), hp=4, track=["stealth"]),
        hero("a2", at=(0, -4), hp=hp, track=["stealth"]),
        foe("e1", at=(0, 0), priority=priority, **MOVER),
        turn=None,
        tiles={"lane": tuple((0, r) for r in range(-4, 5))},
    )


@pytest.mark.rule("ENM-6", "ECH-9")
def test_of_equally_close_opponents_it_nears_its_priority_unit() -> None:
    assert _way(_hidden(5, "strongest")) == [(0, -1), (0, -2)]
    assert _way(_hidden(5, "weakest")) == [(0, 1), (0, 2)]


@pytest.mark.rule("ENM-6")
def test_of_equally_close_and_equally_strong_opponents_the_party_chooses() -> None:
    scene = _hidden(4, "strongest").answer("enemy.closest", "a2", by="a1")
    assert _way(scene) == [(0, -1), (0, -2)]


@pytest.mark.rule("STS-10")
def test_a_unit_in_stealth_beside_it_as_its_turn_begins_is_still_a_target() -> None:
    scene = Scene(
        hero(at=(0, 1), track=["stealth"]), foe("e1", at=(0, 0), **MOVER), turn=None, tiles=LANE
    )
    assert [event.targets for event in scene.events(EngageBegan)] == [("a1",)]


BLIND: dict[str, Any] = {"statuses": ("blind",), "level": 5, "priority": "weakest", "skills": ()}


@pytest.mark.rule("STS-6")
def test_a_blind_enemy_walks_up_to_the_closest_unit_of_any_side() -> None:
    scene = Scene(
        hero(at=(0, 6)),
        foe("e1", at=(0, 0), range=9, combat=0, **BLIND),
        foe("e2", at=(0, 3), health=3, **STILL),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == [(0, 1), (0, 2)]
    assert scene.events(EngageBegan)[0].targets == ("e2",)


@pytest.mark.rule("STS-6", "ECH-9")
def test_a_blind_enemy_prefers_the_strongest_of_equally_close_units_and_has_one_target() -> None:
    scene = Scene(
        hero(at=(0, 2), hp=5),
        foe("e1", at=(0, 0), range=3, combat=0, targets=3, **BLIND),
        foe("e2", at=(0, -2), hp=3, **STILL),
        turn=None,
    )
    assert _way(scene) == [(0, 1)]
    assert scene.events(EngageBegan)[0].targets == ("a1",)


@pytest.mark.rule("STS-6")
@pytest.mark.parametrize(("face", "left"), [("enemy:1", ()), ("enemy:0", ("blind",))])
def test_a_blind_enemy_sees_again_after_dealing_damage(face: str, left: tuple[str, ...]) -> None:
    scene = Scene(
        hero(at=(0, 1)), foe("e1", at=(0, 0), range=3, combat=1, **BLIND), turn=None, tiles=LANE
    )
    scene.rolls(face)
    assert scene.unit("e1").statuses == left


@pytest.mark.rule("REL-2")
def test_companions_are_opponents_like_adventurers() -> None:
    scene = Scene(
        hero(at=(0, 8)),
        friend("c1", "atronach", at=(0, 3), range=0),
        foe("e1", at=(0, 0), **MOVER),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == [(0, 1), (0, 2)]
    assert [event.targets for event in scene.events(EngageBegan)] == [("c1",)]


@pytest.mark.rule("MAP-5")
def test_a_cache_does_not_stop_it_and_stays_where_it_is() -> None:
    scene = Scene(
        hero(at=(0, 3)),
        foe("e1", at=(0, 0), **MOVER),
        turn=None,
        tiles=LANE,
        caches={(0, 1): "common"},
    )
    assert _way(scene) == [(0, 1), (0, 2)]
    assert scene.state.caches == {"0,1": "common"}
    assert not scene.events(UnitPlaced)


@pytest.mark.rule("ENT-3", "DEF-4")
def test_it_does_not_move_when_all_its_opponents_are_down() -> None:
    scene = Scene(hero(fate="defeated"), foe("e1", at=(0, 0), **MOVER), turn=None)
    scene.rolls(*[0] * 4)
    assert _way(scene) == []

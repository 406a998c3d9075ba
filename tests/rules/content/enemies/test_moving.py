"""Enemy skills of the Move step: Swap, Swift, Restrain, Rush."""

from typing import Any

import pytest

from protocol.battle import DamageDealt, EngageBegan, UnitMoved, UnitPlaced
from protocol.hexes import Hex, disc
from tests.scene import Scene, foe, hero

SWAP: dict[str, Any] = {"skills": ("swap",), "range": 1, "combat": 0, "level": 5}
LANE: dict[str, Any] = {"lane": ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))}
STILL: dict[str, Any] = {"range": 9, "combat": 0}


def _way(scene: Scene, unit: str = "e1") -> list[Hex]:
    return [event.to for event in scene.events(UnitMoved) if event.unit == unit]


def test_swap_counts_occupied_hexes_as_free_on_its_way() -> None:
    scene = Scene(
        hero(at=(0, 3)), foe("e1", at=(0, 0), **SWAP), foe("e2", at=(0, 1), **STILL), turn=None
    )
    assert _way(scene) == [(0, 1), (0, 2)]


@pytest.mark.rule("TRM-2")
def test_swap_puts_the_occupant_where_it_came_from() -> None:
    scene = Scene(
        hero(at=(0, 3)), foe("e1", at=(0, 0), **SWAP), foe("e2", at=(0, 1), **STILL), turn=None
    )
    assert scene.unit("e2").at == (0, 0)
    assert [(e.unit, e.to) for e in scene.events(UnitPlaced)] == [("e2", (0, 0))]


def test_swap_may_end_where_somebody_stood_for_that_one_makes_room() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), **SWAP),
        foe("e2", at=(0, 1), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert (scene.unit("e1").at, scene.unit("e2").at) == ((0, 1), (0, 0))
    assert [e.targets for e in scene.events(EngageBegan)] == [("a1",), ("a1",)]


def test_swap_displaces_adventurers_too() -> None:
    scene = Scene(
        hero("a1", at=(0, 2), track=["stealth"]),
        hero("a2", at=(0, 4)),
        foe("e1", at=(0, 0), **SWAP),
        turn=None,
        tiles=LANE,
    )
    assert (scene.unit("a1").at, scene.unit("e1").at) == ((0, 1), (0, 2))


def test_swap_passes_a_chain_of_units_one_by_one() -> None:
    scene = Scene(
        hero(at=(0, 3)),
        foe("e1", at=(0, 0), **SWAP),
        foe("e2", at=(0, 1), **STILL),
        foe("e3", at=(0, 2), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert [scene.unit(name).at for name in ("e2", "e3", "e1")] == [(0, 0), (0, 1), (0, 2)]


def test_swap_does_not_take_the_hex_of_the_opponent_it_approaches() -> None:
    scene = Scene(
        hero(at=(0, 2), track=["stealth"]), foe("e1", at=(0, 0), **SWAP), turn=None, tiles=LANE
    )
    assert (scene.unit("e1").at, scene.unit("a1").at) == ((0, 1), (0, 2))


def test_swap_lets_the_party_choose_whom_it_passes() -> None:
    scene = Scene(
        hero(at=(1, 2)),
        foe("e1", at=(0, 0), **SWAP),
        foe("e2", at=(0, 1), **STILL),
        turn=None,
        tiles={"block": ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))},
    )
    scene.answer("enemy.way", "1,0")
    assert scene.unit("e2").at == (0, 1)
    assert scene.unit("e1").at == (1, 1)


@pytest.mark.rule("STS-8", "MAP-6")
def test_swap_sleeps_under_fear() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), statuses=("fear",), **SWAP),
        foe("e2", at=(0, 1), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == []


@pytest.mark.parametrize(("round_", "hexes"), [(1, 1), (3, 3), (6, 6)])
def test_swift_moves_as_far_as_the_round_counter_says(round_: int, hexes: int) -> None:
    scene = Scene(
        hero(at=(0, 8)),
        foe("e1", at=(0, 0), range=1, skills=("swift",)),
        turn=None,
        round=round_,
        tiles={"lane": tuple((0, r) for r in range(9))},
    )
    assert len(_way(scene)) == hexes


def test_restrain_pulls_opponents_within_3_hexes_1_nearer() -> None:
    scene = Scene(
        hero("a1", at=(0, 3)),
        hero("a2", at=(0, 4), hp=4),
        foe("e1", at=(0, 0), skills=("restrain",), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert (scene.unit("a1").at, scene.unit("a2").at) == ((0, 2), (0, 4))


def test_restrain_leaves_who_has_no_room_where_he_is() -> None:
    scene = Scene(
        hero("a1", at=(0, 1)),
        hero("a2", at=(0, 2), hp=4),
        foe("e1", at=(0, 0), skills=("restrain",), **STILL),
        turn=None,
        tiles=LANE,
    )
    assert (scene.unit("a1").at, scene.unit("a2").at) == ((0, 1), (0, 2))


def test_restrain_leaves_the_choice_of_hex_to_the_party() -> None:
    scene = Scene(hero(at=(1, 1)), foe("e1", at=(0, 0), skills=("restrain",), **STILL), turn=None)
    assert sorted(scene.offered("restrain")) == ["0,1", "1,0"]


@pytest.mark.rule("TIM-3")
@pytest.mark.parametrize(("first", "places"), [("a1", [(0, 1), (1, 1)]), ("a2", [(0, 2), (0, 1)])])
def test_the_party_settles_which_of_two_equally_near_ones_restrain_pulls_into_the_only_room(
    first: str, places: list[Hex]
) -> None:
    scene = Scene(
        hero("a1", at=(0, 2)),
        hero("a2", at=(1, 1)),
        foe("e1", at=(0, 0), skills=("restrain",), **STILL),
        turn=None,
        tiles={"neck": ((0, 0), (0, 1), (0, 2), (1, 1))},
    )
    scene.answer("restrain.order", first)
    assert [scene.unit(name).at for name in ("a1", "a2")] == places


@pytest.mark.rule("STS-3")
def test_who_is_pulled_takes_up_the_status_die_that_lies_there() -> None:
    scene = Scene(
        hero(at=(0, 2), cls="scout", tenacity=3),
        foe("e1", at=(0, 0), skills=("restrain",), **STILL),
        tiles=LANE,
    )
    scene.answer("turn.act", "barbed-trap").answer("barbed-trap", "0,1").end_turn()
    assert scene.unit("a1").at == (0, 1)
    assert scene.track("a1") == ["maim"]


def test_rush_moves_a_second_time_in_place_of_engaging() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, 0), range=1, skills=("rush",)),
        turn=None,
        tiles=LANE,
    )
    assert _way(scene) == [(0, 1), (0, 2), (0, 3)]
    assert not scene.events(EngageBegan)


def test_rush_engages_as_usual_when_its_move_brought_it_in_range() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), range=1, combat=1, skills=("rush",)),
        turn=None,
        tiles={"disc": disc((0, 0), 3)},
    )
    scene.rolls("enemy:1")
    assert _way(scene) == [(0, 1)]
    assert len(scene.events(DamageDealt)) == 1

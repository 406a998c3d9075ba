"""Environments of delve cards. The hall lies beside the card; 1,0 and 2,0 are on it."""

import pytest
from msgspec.structs import replace

from protocol.ids import UnitId
from protocol.questions import Route
from server.rules.battle.kernel.values import Stat
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero
from tests.scene.delves import below

rule = pytest.mark.rule
ON, OFF = (2, 0), (0, 0)


def in_hall(card: str, *pieces: Hero | Foe, **drawn: object) -> Scene:
    return below(*pieces, hall={"card": card}, **drawn)  # type: ignore[arg-type]


def reach(scene: Scene) -> int:
    way = scene.asked("turn.move").shape
    assert isinstance(way, Route)
    return way.budget


@rule("DLX-18")
def test_submerged_chamber_slows_whoever_starts_to_move_there() -> None:
    assert reach(in_hall("submerged-chamber", hero(at=ON, stamina=3))) == 2
    assert reach(in_hall("submerged-chamber", hero(at=OFF, stamina=3))) == 3


def test_submerged_chamber_slows_enemies_too() -> None:
    scene = in_hall("submerged-chamber", hero(at=OFF), foe("e1", at=(3, -2)))
    battle = running(scene)
    explained = battle.value(UnitId("e1"), Stat.MOVEMENT, 2)
    assert (explained.value, explained.parts[-1]) == (1, "-1 Submerged Chamber")


@rule("DLX-18")
@pytest.mark.parametrize(("round_", "hexes"), [(1, 0), (4, 3)])
def test_submerged_chamber_slows_a_swift_enemy_too(round_: int, hexes: int) -> None:
    scene = in_hall("submerged-chamber", hero(at=OFF), foe("e1", at=(3, -2), skills=("swift",)))
    battle = running(scene, replace(scene.play.start, round=round_))
    assert battle.value(UnitId("e1"), Stat.MOVEMENT, 2).value == hexes


@rule("DLX-18")
def test_mirror_room_gives_its_enemies_a_defense_more() -> None:
    scene = in_hall(
        "mirror-room",
        hero(at=(1, 0)),
        foe("e1", "mudcrab", at=(2, -1), defense=0, skills=()),
        foe("e2", "mudcrab", at=(-1, 0), defense=0, skills=()),
    )
    battle = running(scene)
    assert battle.value(UnitId("e1"), Stat.DEFENSE, 0).value == 1
    assert battle.value(UnitId("e2"), Stat.DEFENSE, 0).value == 0
    assert battle.value(UnitId("a1"), Stat.DEFENSE, 0).value == 0


def test_healing_spring_heals_who_ends_a_turn_there_in_peace() -> None:
    scene = in_hall("healing-spring", hero("a1", at=ON, hp=2), hero("a2", at=OFF)).end_turn()
    scene.answer("turn_ends", "spring")
    assert scene.hp("a1") == 3


@pytest.mark.parametrize("enemy", [(3, -2), (-1, 2)])
def test_healing_spring_is_no_use_with_an_enemy_on_the_tile(enemy: tuple[int, int]) -> None:
    scene = in_hall(
        "healing-spring",
        hero("a1", at=ON, hp=2),
        hero("a2", at=OFF),
        foe("e1", at=enemy, range=1),
    ).end_turn()
    offered = any(question.why == "turn_ends" for question in scene.questions)
    assert offered is (enemy == (-1, 2))


def test_icy_buildup_gathers_a_chip_for_every_turn_that_ends_there() -> None:
    scene = in_hall("icy-buildup", hero("a1", at=ON), hero("a2", at=(2, -1))).end_turn()
    assert scene.state.tally == {"icy-buildup": 1}
    scene.end_turn()
    assert scene.state.tally == {"icy-buildup": 2}


@pytest.mark.parametrize(("chips", "hexes"), [(0, 3), (1, 2), (2, 1), (5, 1)])
def test_icy_buildup_slows_by_its_chips_down_to_1(chips: int, hexes: int) -> None:
    scene = in_hall("icy-buildup", hero(at=ON, stamina=3))
    battle = running(scene, replace(scene.play.start, tally={"icy-buildup": chips}))
    assert battle.value(UnitId("a1"), Stat.MOVEMENT, 3).value == hexes


def test_arcane_conduit_sells_tenacity_for_true_damage() -> None:
    scene = in_hall("arcane-conduit", hero("a1", at=OFF), hero("a2", at=ON, hp=4)).end_turn()
    assert scene.asked("turn_starts").to == ("a2",)
    scene.answer("turn_starts", "conduit")
    assert (scene.hp("a2"), scene.mat("a2").tenacity) == (3, 1)
    assert scene.offered("turn.act")


def test_arcane_conduit_sells_none_beyond_the_peg() -> None:
    other = hero("a2", at=ON, tenacity=5)
    scene = in_hall("arcane-conduit", hero("a1", at=OFF), other).end_turn()
    assert all(question.why != "turn_starts" for question in scene.questions)


def test_lava_flow_burns_who_stays() -> None:
    scene = in_hall("lava-flow", hero("a1", at=ON, hp=4), hero("a2", at=OFF)).end_turn()
    assert scene.hp("a1") == 3


@pytest.mark.parametrize(("start", "to"), [(ON, (2, -1)), (OFF, (0, 1))])
def test_lava_flow_leaves_who_moved_or_is_elsewhere(
    start: tuple[int, int], to: tuple[int, int]
) -> None:
    scene = in_hall("lava-flow", hero("a1", at=start, hp=4), hero("a2", at=(-1, 0)))
    scene.move(to).end_turn()
    assert scene.hp("a1") == 4

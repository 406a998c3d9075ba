"""Enemy skills right after their bearer's defeat: Rot, Instigate, Rally."""

from typing import Any

import pytest

from protocol.battle import TurnBegan, UnitDeployed
from server.rules.battle.kernel.state import Deck
from tests.scene import Scene, foe, hero

AT = (0, 0)


def _slain(*drawn: int, **figures: Any) -> Scene:
    bags = {
        "bag-1": Deck(cards={"skeleton": 3}),
        "bag-5": Deck(cards={"spriggan": 1}),
    }
    scene = Scene(
        hero("a1", row=["combat", "combat"]),
        hero("a2", at=(0, 4)),
        foe("e1", at=AT, hp=1, **figures),
        foe("e2", at=(0, -4), combat=0),
        decks=bags,
    )
    scene.rolls("combat:1", *drawn).engage("a1", "e1", ["combat"]).resolve("combat")
    return scene


def _arrived(scene: Scene) -> list[tuple[str, tuple[int, int]]]:
    return [(event.chip["chip"], event.at) for event in scene.events(UnitDeployed)]


def test_rot_gives_overfatigue_to_who_defeats_it_behind_the_dice_of_the_kill() -> None:
    scene = _slain(skills=("rot",))
    assert scene.track("a1") == ["combat", "OF"]


@pytest.mark.rule("DEF-10")
def test_rot_finds_nobody_when_a_status_defeated_it() -> None:
    scene = Scene(
        hero(),
        foe("e1", at=AT, level=5, hp=1, statuses=("bane",), skills=("rot",)),
        foe("e2", at=(0, -4), combat=0, range=9),
        turn=None,
    )
    assert scene.unit("e1").fate == "defeated"
    assert scene.track("a1") == []


@pytest.mark.rule("STS-8", "STS-12")
def test_rot_sleeps_under_fear() -> None:
    scene = _slain(skills=("rot",), statuses=("fear",))
    assert scene.track("a1") == ["combat"]
    assert scene.unit("e1").statuses == ()


def test_instigate_calls_a_level_1_enemy_next_to_each_adventurer() -> None:
    scene = _slain(0, 0, skills=("instigate",))
    scene.answer("instigate", "0,0").answer("instigate", "0,3")
    assert _arrived(scene) == [("skeleton", (0, 0)), ("skeleton", (0, 3))]
    assert scene.state.decks["bag-1"].cards == {"skeleton": 1}


def test_rally_puts_an_enemy_of_the_next_lower_level_in_its_hex() -> None:
    scene = _slain(0, skills=("rally",), level=10)
    assert _arrived(scene) == [("spriggan", AT)]


def test_rally_sends_its_bearer_back_to_its_bag() -> None:
    scene = _slain(0, skills=("rally",), level=5)
    assert _arrived(scene) == [("skeleton", AT)]
    assert scene.state.fallen == ()
    assert scene.state.decks["bag-5"].cards["skeever-pup-e1"] == 1


def test_rally_needs_another_enemy_in_play() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]),
        foe("e1", at=AT, hp=1, skills=("rally",), level=5),
        decks={"bag-1": Deck(cards={"skeleton": 1})},
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert _arrived(scene) == []
    assert scene.state.fallen == ("e1",)


@pytest.mark.parametrize(("killer", "acts"), [(1, False), (20, True)])
def test_rallied_enemies_act_unless_their_place_in_the_order_has_passed(
    killer: int, *, acts: bool
) -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, -3), level=10, hp=1, combat=0, range=9, skills=("rally",)),
        foe("e2", at=(0, -4), level=killer, combat=1, statuses=("blind",)),
        turn=None,
        decks={"bag-5": Deck(cards={"spriggan": 1})},
    )
    scene.rolls("enemy:1", 0)
    assert scene.unit("e100").name == "Spriggan"
    assert any(event.unit == "e100" for event in scene.events(TurnBegan)) is acts

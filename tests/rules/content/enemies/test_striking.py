"""Enemy skills about the damage that their bearer deals: Arcane, Bladed, Subdue, Unbridled."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt, TenacityChanged
from server.rules.battle.encounter import province
from server.rules.battle.party import outcome_of
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

AT = (0, 0)


def test_arcane_deals_true_damage() -> None:
    scene = Scene(hero(bonus=3), foe("e1", at=AT, combat=1, skills=("arcane",)), turn=None)
    scene.rolls("enemy:2")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (3, 3)


def test_arcane_covers_the_damage_of_its_other_skills() -> None:
    scene = Scene(
        hero(row=["combat"], bonus=3),
        foe("e1", at=AT, health=5, combat=0, skills=("arcane", "riposte 2")),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (3, 3)


def test_bladed_deals_2_more_to_an_adjacent_target() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=1, skills=("bladed",)), turn=None)
    scene.rolls("enemy:1")
    assert scene.hp("a1") == 2


def test_bladed_adds_nothing_from_afar() -> None:
    scene = Scene(
        hero(at=(0, 2)), foe("e1", at=AT, combat=1, range=2, skills=("bladed",)), turn=None
    )
    scene.rolls("enemy:1")
    assert scene.hp("a1") == 4


def test_bladed_points_are_not_halved_by_maim() -> None:
    scene = Scene(
        hero(), foe("e1", at=AT, combat=1, skills=("bladed",), statuses=("maim",)), turn=None
    )
    scene.rolls("enemy:2")
    assert scene.hp("a1") == 2


@pytest.mark.rule("TIM-2")
def test_subdue_takes_as_much_tenacity_as_it_deals_damage_and_before_it() -> None:
    scene = Scene(hero(tenacity=5), foe("e1", at=AT, combat=1, skills=("subdue",)), turn=None)
    scene.rolls("enemy:2")
    assert scene.mat("a1").tenacity == 3
    told = [type(e) for e in scene.told if isinstance(e, TenacityChanged | DamageDealt)]
    assert told == [TenacityChanged, DamageDealt]


def _unbridled(*rolls: str, **settings: Any) -> Scene:
    scene = Scene(
        hero("a1", bonus=3),
        hero("a2", at=(0, 4)),
        foe("e1", at=AT, combat=1, skills=("unbridled",)),
        turn=None,
        **settings,
    )
    return scene.rolls(*rolls)


def test_unbridled_on_3_or_more_deals_true_damage_and_1_to_every_adventurer() -> None:
    scene = _unbridled("enemy:2", "d6:3")
    assert (scene.hp("a1"), scene.unit("a1").bonus, scene.hp("a2")) == (2, 3, 4)


def test_unbridled_on_1_or_2_is_a_plain_blow() -> None:
    scene = _unbridled("enemy:2", "d6:2")
    assert (scene.hp("a1"), scene.unit("a1").bonus, scene.hp("a2")) == (5, 1, 5)


@pytest.mark.rule("ENS-1")
@pytest.mark.parametrize(("world", "gained"), [({}, 0), ({"province": "HR"}, 1)])
def test_unbridled_raises_unrest_in_high_rock_for_the_campaign_to_read(
    world: dict[str, str], gained: int
) -> None:
    scene = _unbridled("enemy:1", "d6:6", world=world)
    assert scene.hp("a1") == 3
    assert province.unrest_gained(running(scene)) == gained
    told = outcome_of(replace(scene.state, phase="over", outcome="defeat")).tally
    assert told == ({"unrest": gained} if gained else {})


@pytest.mark.rule("STS-7")
def test_unbridled_needs_a_roll_that_a_dazed_bearer_cannot_make_after_a_move() -> None:
    bearer = foe("e1", at=AT, range=1, combat=2, statuses=("daze",), skills=("unbridled",))
    scene = Scene(hero(at=(0, 2)), bearer, turn=None)
    assert scene.unit("e1").at == (0, 1)
    assert scene.hp("a1") == 5


def test_unbridled_rolls_once_an_engage_however_many_it_hits() -> None:
    scene = Scene(
        hero("a1"),
        hero("a2", at=(0, 1), hp=4),
        foe("e1", at=AT, combat=1, targets=2, skills=("unbridled",)),
        turn=None,
    )
    scene.rolls("enemy:1", "d6:4")
    assert (scene.hp("a1"), scene.hp("a2")) == (3, 2)

"""Enemy skills about targets: Burn, Detain, Disrupt, Freeze, Steal, Vision, Detection."""

from typing import Any

import pytest

from protocol.battle import DamageDealt, EngageBegan
from protocol.events import Rolled
from tests.rules.content.enemies.weapons import armoury
from tests.scene import Scene, foe, hero

HERE: dict[str, Any] = {"at": (0, 0), "combat": 0, "range": 3}


def _targeted(skill: str, *, fear: bool = False, **figures: Any) -> Scene:
    return Scene(
        hero(**figures),
        foe("e1", skills=(skill,), statuses=("fear",) if fear else (), **HERE),
        turn=None,
        cards=armoury(),
    )


def test_burn_lets_its_target_lose_1_tenacity() -> None:
    scene = _targeted("burn", tenacity=2, ready=["ring"])
    assert scene.offered("burn") == ["tenacity", "item", "damage"]
    scene.answer("burn", "tenacity")
    assert scene.mat("a1").tenacity == 1
    assert scene.hp("a1") == 5


def test_burn_lets_its_target_discard_an_item_of_its_choice() -> None:
    scene = _targeted("burn", tenacity=2, ready=["ring"], pack=["bread"])
    scene.answer("burn", "item").answer("item.discard", "a1-bread")
    assert scene.mat("a1").pack == ()
    assert [card.item for card in scene.mat("a1").ready] == ["ring"]


@pytest.mark.rule("DMG-7")
def test_burn_lets_its_target_deal_1_true_damage_to_itself() -> None:
    scene = _targeted("burn", tenacity=2, bonus=2).answer("burn", "damage")
    (damage,) = scene.events(DamageDealt)
    assert (damage.unit, damage.by, damage.true) == ("a1", "a1", 1)
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (4, 2)


def test_burn_offers_only_what_can_be_paid() -> None:
    scene = _targeted("burn")
    assert scene.hp("a1") == 4
    assert not scene.events(Rolled)


@pytest.mark.parametrize(("hp", "given"), [(2, "damage"), (1, "item")])
def test_who_is_away_burns_an_item_before_the_last_hp(hp: int, given: str) -> None:
    assert _targeted("burn", hp=hp, ready=["ring"]).asked("burn").default == (given,)


@pytest.mark.rule("ENS-1", "ENT-10")
def test_burn_asks_every_target() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), tenacity=1),
        hero("a2", at=(0, 2), tenacity=1, hp=4),
        foe("e1", skills=("burn",), targets=2, priority="strongest", **HERE),
        turn=None,
    )
    scene.answer("burn", "tenacity", by="a1").answer("burn", "damage", by="a2")
    assert (scene.mat("a1").tenacity, scene.hp("a1")) == (0, 5)
    assert (scene.mat("a2").tenacity, scene.hp("a2")) == (1, 3)


def test_burn_comes_before_the_dice() -> None:
    scene = Scene(hero(tenacity=1), foe("e1", skills=("burn",), **{**HERE, "combat": 1}), turn=None)
    assert scene.asked("burn").to == ("a1",)
    assert not scene.events(Rolled)
    scene.rolls("enemy:2").answer("burn", "tenacity")
    assert scene.hp("a1") == 3


def test_burn_leaves_an_absent_player_the_cheaper_loss() -> None:
    scene = _targeted("burn", tenacity=1)
    assert scene.asked("burn").default == ("tenacity",)
    scene = _targeted("burn", ready=["ring"])
    assert scene.asked("burn").default == ("damage",)


def test_burn_on_an_ally_of_a_blind_bearer_is_always_damage() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", skills=("burn",), level=5, statuses=("blind",), **HERE),
        foe("e2", at=(0, -1), combat=0, health=3),
        turn=None,
    )
    assert scene.hp("e2") == 2


@pytest.mark.rule("STS-8")
def test_burn_sleeps_under_fear() -> None:
    scene = _targeted("burn", fear=True)
    assert scene.events(EngageBegan)
    assert scene.hp("a1") == 5


def test_detain_makes_its_target_exhaust_an_available_die_of_its_choice() -> None:
    scene = _targeted("detain", row=["combat", "shield-discipline"])
    dice = scene.mat("a1").row
    assert scene.offered("detain") == list(dice)
    scene.answer("detain", dice[1])
    assert scene.row("a1") == ["combat"]
    assert scene.track("a1") == ["shield-discipline"]


def test_detain_leaves_dice_in_slots_and_track_alone() -> None:
    scene = _targeted("detain", active=["combat@combat:1"], track=["combat"])
    assert scene.active("a1") == ["combat"]
    assert scene.track("a1") == ["combat"]


def test_detain_costs_each_target_a_die() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), row=["combat"]),
        hero("a2", at=(0, 2), row=["combat"], hp=4),
        foe("e1", skills=("detain",), targets=2, **HERE),
        turn=None,
    )
    assert (scene.track("a1"), scene.track("a2")) == (["combat"], ["combat"])


@pytest.mark.rule("STS-8")
def test_detain_sleeps_under_fear() -> None:
    assert _targeted("detain", fear=True, row=["combat"]).row("a1") == ["combat"]


def test_disrupt_makes_its_target_exhaust_an_active_die() -> None:
    scene = _targeted("disrupt", active=["combat@combat:1", "shield-discipline@tenacity"])
    scene.answer("disrupt", scene.mat("a1").active[1])
    assert scene.active("a1") == ["combat"]
    assert scene.track("a1") == ["shield-discipline"]


def test_freeze_sends_a_ready_item_to_the_pack() -> None:
    scene = _targeted("freeze", ready=["sword", "ring"]).answer("freeze", "a1-sword")
    assert [card.item for card in scene.mat("a1").ready] == ["ring"]
    assert [card.item for card in scene.mat("a1").pack] == ["sword"]


@pytest.mark.rule("ITM-17")
def test_freeze_costs_a_ready_pet_for_good() -> None:
    scene = _targeted("freeze", ready=["elk"])
    assert (scene.mat("a1").ready, scene.mat("a1").pack) == ((), ())
    assert scene.state.decks["common"].discard == ("elk",)


@pytest.mark.parametrize(("face", "left"), [("d6:4", ["sword"]), ("d6:5", [])])
def test_steal_needs_a_d6_of_at_least_the_targets_hp(face: str, left: list[str]) -> None:
    scene = _targeted("steal", ready=["sword"], hp=5).rolls(face)
    assert [card.item for card in scene.mat("a1").ready] == left


def test_steal_leaves_consumables_and_the_pack_alone() -> None:
    scene = _targeted("steal", ready=["bread"], pack=["sword"])
    assert [card.item for card in scene.mat("a1").ready] == ["bread"]
    assert not scene.events(Rolled)


@pytest.mark.rule("STS-7")
def test_steal_needs_a_roll_that_a_dazed_bearer_has_not_after_moving() -> None:
    scene = Scene(
        hero(at=(0, 4), ready=["sword"]),
        foe("e1", skills=("steal",), statuses=("daze",), **HERE),
        turn=None,
        cards=armoury(),
    )
    assert scene.events(EngageBegan)
    assert not scene.events(Rolled)


TILES: dict[str, Any] = {"near": ((0, 0), (0, 1)), "middle": ((0, 2),), "far": ((0, 3),)}


@pytest.mark.rule("MAP-9", "ENM-8")
@pytest.mark.parametrize(("skills", "seen"), [(("vision",), True), ((), False)])
def test_vision_sees_beyond_the_next_tile(skills: tuple[str, ...], *, seen: bool) -> None:
    figures: dict[str, Any] = {**HERE, "skills": skills}
    scene = Scene(hero(at=(0, 3)), foe("e1", **figures), turn=None, tiles=TILES)
    assert (scene.unit("e1").at == (0, 0)) is seen


@pytest.mark.rule("STS-10")
@pytest.mark.parametrize(("skills", "found"), [(("detection",), True), ((), False)])
def test_detection_targets_a_unit_in_stealth(skills: tuple[str, ...], *, found: bool) -> None:
    figures: dict[str, Any] = {**HERE, "skills": skills}
    scene = Scene(hero(at=(0, 3), track=["stealth"]), foe("e1", **figures), turn=None)
    assert bool(scene.events(EngageBegan)) is found


def test_detain_drains_the_die_where_the_empire_remnant_rules() -> None:
    scene = _world("detain", {"dominant": "empire-remnant"}, row=["combat"])
    assert scene.drained("a1") == ["combat"]
    assert scene.track("a1") == []


def test_freeze_packs_every_ready_item_in_a_besieged_town() -> None:
    scene = _world("freeze", {"siege": "yes"}, ready=["ring", "bread"])
    assert scene.mat("a1").ready == ()
    assert [card.item for card in scene.mat("a1").pack] == ["ring", "bread"]


@pytest.mark.parametrize(("weather", "left"), [("", 2), ("rainy", 1), ("flooding", 0)])
def test_storm_seer_exhausts_active_dice_by_the_weather(weather: str, left: int) -> None:
    """Without a campaign the sun shines."""
    world = {"weather": weather} if weather else {}
    scene = _world("storm-seer", world, active=["combat@combat:1"] * 3)
    scene.default()
    assert len(scene.active("a1")) == left


def _world(skill: str, world: dict[str, str], **figures: Any) -> Scene:
    return Scene(
        hero(**figures),
        foe("e1", skills=(skill,), **HERE),
        turn=None,
        cards=armoury(),
        world=world,
    )

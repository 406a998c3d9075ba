from typing import Any

import pytest

from protocol.battle import DamageDealt, NamedReason
from protocol.ids import UnitId
from server.rules.battle.adventurer import class_sheet
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import armoury, won_with_its_round
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule


def arcanist(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "khajiit",
        "cls": "arcanist",
        "form": "magic",
        "tenacity": 5,
        "tokens": 1,
        **figures,
    }
    return hero(**drawn)


def turn_of(*foes: Foe, **figures: Any) -> Scene:
    return Scene(arcanist(**figures), *foes, foe("e9", at=(-4, 0), skills=()))


def beside(**figures: Any) -> Foe:
    return foe("e1", at=(0, 0), **{"skills": (), **figures})


def killing(form: str, *, type: str = "beast", **figures: Any) -> Scene:
    """A friend's and an Arcanist's dice lie ready next to an enemy with 1 HP."""
    return Scene(
        arcanist(form=form, row=["combat"], **figures),
        hero("a2", race="nord", at=(0, -1), row=["combat"]),
        beside(hp=1, type=type),
        foe("e9", at=(-4, 0), skills=()),
    )


def kill_with(scene: Scene, form: str) -> Scene:
    """The Arcanist's own die does it; in Magic form through an ability."""
    if form == "magic":
        return scene.answer("turn.act", "fatecarver")
    scene.rolls("combat:1").engage("a1", "e1", ["combat"], form=form)
    return scene.resolve("combat")


@rule("CLS-2")
def test_an_own_kill_in_magic_form_gives_a_crux_token() -> None:
    assert kill_with(killing("magic", tokens=3), "magic").mat("a1").tokens == 1


def test_a_kill_in_another_form_gives_none() -> None:
    assert kill_with(killing("light-weapon"), "light-weapon").mat("a1").tokens == 1


def test_the_sheet_holds_three_tokens() -> None:
    battle = running(turn_of(tokens=2))
    assert class_sheet.gain_tokens(battle, UnitId("a1"), 2, NamedReason("test")) == 1
    assert battle.mat(UnitId("a1")).tokens == 3


@pytest.mark.parametrize(("type", "master", "tokens"), [
    ("daedra", True, 2), ("daedra", False, 1), ("beast", True, 1),
])  # fmt: skip
def test_a_masters_sheet_gains_a_token_for_anybodys_defeat_of_a_daedra(
    type: str, master: bool, tokens: int
) -> None:
    scene = killing("light-weapon", type=type, master=master)
    assert kill_with(scene, "light-weapon").mat("a1").tokens == tokens


def test_abilities_that_need_a_token_cannot_be_used_without_one() -> None:
    offered = turn_of(beside(), tokens=0, master=True).offered("turn.act")
    assert not [key for key in offered if key.startswith("use:arcanist")]


def ringed(*, master: bool = False) -> Scene:
    scene = turn_of(
        beside(health=9, hp=9), row=["combat", "combat"], master=master, form="light-weapon"
    )
    return scene.answer("turn.act", "the-imperfect-ring")


@pytest.mark.parametrize("master", [False, True])
def test_combat_dice_count_one_more_against_an_enemy_with_the_imperfect_ring(master: bool) -> None:
    scene = ringed(master=master)
    assert (scene.mat("a1").tokens, scene.unit("e1").tokens) == (0, ("a1",))
    scene.rolls("combat:1", "combat:2").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat")
    assert scene.hp("e1") == 4


def test_an_enemy_combat_die_that_misses_counts_one_against_the_ring() -> None:
    scene = Scene(
        arcanist(form="light-weapon", row=["combat"], ready=["sword"]),
        beside(health=9, hp=9),
        cards=armoury(),
    )
    scene.answer("turn.act", "the-imperfect-ring").rolls("enemy:0")
    scene.engage("a1", "e1", weapon="sword").resolve("free")
    assert scene.hp("e1") == 8


def test_the_ring_falls_with_its_bearer() -> None:
    scene = turn_of(beside(hp=1), row=["combat"], form="light-weapon")
    scene.answer("turn.act", "the-imperfect-ring").rolls("combat:1")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.unit("e1").fate, scene.unit("e1").tokens) == ("defeated", ())


def test_runemend_gives_a_master_bonus_hp_for_each_token() -> None:
    scene = turn_of(tokens=3, master=True).answer("turn.act", "runemend")
    assert (scene.unit("a1").bonus, scene.mat("a1").tokens) == (3, 3)


def test_a_novice_has_no_runemend() -> None:
    assert not any("runemend" in key for key in turn_of(tokens=3).offered("turn.act"))


@pytest.mark.parametrize("master", [False, True])
def test_a_token_goes_in_place_of_an_overtaxed_weapon(master: bool) -> None:
    scene = Scene(
        arcanist(form="light-weapon", row=["combat"], ready=["sword"], master=master),
        beside(health=9, hp=9),
        cards=armoury(),
    )
    scene.rolls("enemy:0", "enemy:0").engage("a1", "e1", weapon="sword", overtax=True)
    scene.answer("overtaxed", "tome-bearers-inspiration")
    assert [card.item for card in scene.mat("a1").ready] == ["sword"]
    assert (scene.mat("a1").tokens, scene.mat("a1").tenacity) == (0, 2)


def shielded(*, master: bool = False, skills: tuple[str, ...] = ()) -> Scene:
    """A token stands in a slot, and an enemy that will hit comes next."""
    scene = Scene(
        arcanist(active=["token"], tokens=0, master=master),
        foe("e1", at=(0, 0), combat=1, skills=skills),
        turn=None,
    )
    return scene.rolls("enemy:2")


@pytest.mark.parametrize(("master", "left"), [(False, 1), (True, 2)])
def test_gibbering_shield_puts_a_token_into_a_slot(master: bool, left: int) -> None:
    scene = turn_of(master=master).answer("turn.act", "gibbering-shield")
    assert (scene.active("a1"), scene.mat("a1").tokens) == (["token"], 0)
    assert scene.mat("a1").tenacity == left


@pytest.mark.parametrize("master", [False, True])
def test_the_shield_prevents_all_of_some_damage_and_is_gone(master: bool) -> None:
    scene = shielded(master=master).answer("damage_coming", "ward")
    assert (scene.hp("a1"), scene.active("a1")) == (5, [])


def test_discarding_the_shields_token_is_optional() -> None:
    scene = shielded().passes("damage_coming")
    assert (scene.hp("a1"), scene.active("a1")) == (3, ["token"])


def test_a_novices_shield_does_not_stop_true_damage() -> None:
    assert shielded(skills=("arcane",)).hp("a1") == 3


def test_a_masters_shield_stops_true_damage() -> None:
    scene = shielded(master=True, skills=("arcane",)).answer("damage_coming", "ward_all")
    assert scene.hp("a1") == 5


def test_the_token_in_a_slot_cannot_be_put_away_like_a_die() -> None:
    scene = turn_of(active=["token"], tokens=0, cooldown=2)
    assert not any(key.startswith("drop:") for key in scene.offered("turn.act"))


@rule("ACT-5")
def test_the_token_leaves_its_slot_as_the_battle_ends() -> None:
    quiet = foe("e1", at=(-4, 0), combat=0, range=9, skills=())
    scene = Scene(arcanist(active=["token"]), quiet, cards=won_with_its_round())
    scene.end_turn().default()
    assert (scene.state.phase, scene.active("a1"), scene.mat("a1").tokens) == ("over", [], 1)


@pytest.mark.parametrize("master", [False, True])
def test_fatecarver_turns_every_token_into_three_true_damage(master: bool) -> None:
    scene = turn_of(beside(health=9, hp=9, defense=2), tokens=2, master=master)
    scene.answer("turn.act", "fatecarver")
    assert (scene.hp("e1"), scene.mat("a1").tokens, scene.mat("a1").tenacity) == (3, 0, 0)
    (damage,) = scene.events(DamageDealt)
    assert damage.true == 6


@rule("CLS-1", "CLS-20")
def test_a_daedra_that_falls_to_fatecarver_makes_a_master() -> None:
    scene = turn_of(beside(type="daedra", hp=3)).answer("turn.act", "fatecarver")
    scene.answer("anytime", "promotion")
    assert scene.mat("a1").master


@rule("CLS-20")
def test_a_beast_that_falls_to_fatecarver_does_not() -> None:
    scene = turn_of(beside(type="beast", hp=3)).answer("turn.act", "fatecarver")
    assert scene.unit("e1").fate == "defeated"
    assert all(question.why != "anytime" for question in scene.questions)

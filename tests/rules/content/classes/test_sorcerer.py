from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import ItemId
from server.rules.battle.kernel.state import Enchantment
from tests.scene import Scene, foe, hero
from tests.scene.builders import Hero

rule = pytest.mark.rule


def sorcerer(**figures: Any) -> Hero:
    """A Sorcerer in Magic form, with enough tenacity."""
    drawn: dict[str, Any] = {
        "cls": "sorcerer",
        "form": "magic",
        "tenacity": 5,
        **figures,
    }
    return hero(**drawn)


def turn_of(**figures: Any) -> Scene:
    """A Sorcerer's turn, all alone but for a far enemy."""
    return Scene(sorcerer(**figures), foe("e1", at=(-4, 0)))


def next_turn(**figures: Any) -> Scene:
    """The turn before a Sorcerer's has just ended."""
    scene = Scene(
        hero("a1", race="khajiit", at=(3, -1)),
        sorcerer(name="a2", **figures),
        foe("e1", at=(-4, 0)),
        round=2,
    )
    return scene.end_turn()


@rule("CLS-2")
def test_a_turn_begun_in_magic_form_gives_one_tenacity() -> None:
    assert next_turn(tenacity=2).mat("a2").tenacity == 3


@rule("CLS-2")
def test_a_turn_begun_in_another_form_gives_none() -> None:
    assert next_turn(tenacity=2, form="light-weapon").mat("a2").tenacity == 2


@rule("CLS-11", "CLS-12")
def test_no_more_than_five_tenacity_is_gained() -> None:
    assert next_turn(tenacity=5).mat("a2").tenacity == 5


def test_a_master_may_lose_light_fatigue_in_place_of_gaining_tenacity() -> None:
    scene = next_turn(tenacity=2, master=True, track=["LF", "combat"])
    scene.answer("sorcerer.start", "light")
    assert (scene.mat("a2").tenacity, scene.track("a2")) == (2, ["combat"])


@rule("CLS-1", "CLS-20")
def test_with_party_size_plus_two_enchantments_at_work_a_sorcerer_may_become_a_master() -> None:
    """Whoever put them there: two are on the other adventurer."""
    scene = Scene(sorcerer(), hero("a2", race="khajiit", at=(2, -1)), foe("e1", at=(-4, 0)))
    glyphs = {
        f"i{n}": Enchantment(ItemId("glyph-of-warding"), "a2" if n < 2 else "a1") for n in range(4)
    }
    scene.play.start = replace(scene.play.start, enchantments=glyphs)
    scene.answer("anytime", "promotion")
    assert scene.mat("a1").master
    assert all(question.why != "anytime" for question in scene.questions)


def test_three_enchantments_are_too_few_for_two_adventurers() -> None:
    scene = Scene(sorcerer(), hero("a2", race="khajiit", at=(2, -1)), foe("e1", at=(-4, 0)))
    assert all(question.why != "anytime" for question in scene.questions)


def test_power_surge_recovers_as_many_leftmost_dice_as_are_paid_for() -> None:
    scene = turn_of(tenacity=4, track=["combat", "OF", "combat", "LF"])
    scene.answer("turn.act", "power-surge").answer("power-surge.pay", "3")
    assert scene.track("a1") == ["LF", "OF"]
    assert scene.mat("a1").tenacity == 0


def test_a_masters_power_surge_recovers_one_die_more_than_is_paid_for() -> None:
    scene = turn_of(master=True, tenacity=1, track=["combat", "LF"])
    scene.answer("turn.act", "power-surge")
    assert scene.track("a1") == ["LF"]


def splashing(*, master: bool = False) -> Scene:
    """A fallen enemy of range 2; the others stand 1, 2 and 3 hexes from it."""
    scene = Scene(
        sorcerer(at=(1, -1), form="light-weapon", row=["combat"], master=master, tenacity=2),
        hero("a2", race="khajiit", at=(0, 2)),
        foe("e1", at=(0, 0), hp=1, range=2, skills=()),
        foe("e2", at=(-1, 0), health=6, hp=6, skills=()),
        foe("e3", at=(-3, 0), health=6, hp=6, skills=()),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    return scene.answer("defeated", "lightning-splash")


@rule("CLS-5", "CLS-7")
def test_lightning_splash_hits_every_unit_the_fallen_enemy_had_within_its_range() -> None:
    scene = splashing()
    assert (scene.hp("a1"), scene.hp("a2"), scene.hp("e2"), scene.hp("e3")) == (3, 3, 4, 6)
    assert scene.mat("a1").tenacity == 0


def test_a_masters_lightning_splash_spares_the_party() -> None:
    scene = splashing(master=True)
    assert (scene.hp("a1"), scene.hp("a2"), scene.hp("e2"), scene.hp("e3")) == (5, 5, 4, 6)


def test_lightning_splash_comes_from_an_adventurer_so_combat_dice_in_slots_do_not_answer() -> None:
    scene = Scene(
        sorcerer(form="light-weapon", row=["combat"], active=["combat@combat:2"], tenacity=2),
        foe("e1", at=(0, 0), hp=1, skills=()),
        foe("e2", at=(-4, 0)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("defeated", "lightning-splash")
    assert scene.hp("a1") == 3


@rule("CLS-5")
def test_another_adventurers_kill_is_no_occasion_for_lightning_splash() -> None:
    scene = Scene(
        hero("a1", race="khajiit", row=["combat"]),
        sorcerer(name="a2", at=(3, -1)),
        foe("e1", at=(0, 0), hp=1, skills=()),
        foe("e2", at=(-4, 0)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "defeated"
    assert all(question.why != "defeated" for question in scene.questions)


def test_unholy_knowledge_rerolls_a_status_die_where_it_lies() -> None:
    scene = turn_of(track=["LF", "bane", "combat"]).rolls(5)
    scene.answer("turn.act", "unholy-knowledge").done()
    assert scene.track("a1") == ["LF", "stealth", "combat"]


def test_a_side_that_the_track_has_already_leaves_one_die_of_it_at_the_end() -> None:
    scene = turn_of(track=["bane", "fear", "combat"]).rolls(3)
    scene.answer("turn.act", "unholy-knowledge").answer("unholy-knowledge", "bane").done()
    assert scene.track("a1") == ["combat", "fear"]
    assert scene.state.supply["status"] == 11


def test_a_masters_unholy_knowledge_chooses_the_side() -> None:
    scene = turn_of(master=True, track=["bane"]).answer("turn.act", "unholy-knowledge")
    scene.answer("unholy-side", "stealth")
    assert scene.track("a1") == ["stealth"]
    assert scene.mat("a1").tenacity == 2


def exchanging(*, master: bool = False, **figures: Any) -> Scene:
    return Scene(
        sorcerer(master=master, **figures),
        hero("a2", race="khajiit", at=(2, -1), hp=5),
        foe("e1", at=(0, 0), hp=1, skills=()),
        foe("e2", at=(-4, 0)),
    )


def test_dark_exchange_takes_a_chip_each_from_two_units_and_gives_both_to_a_third() -> None:
    """It may defeat an enemy, and lift HP above Health."""
    scene = exchanging().answer("turn.act", "dark-exchange").answer("dark-exchange.from", "e1")
    scene.passes("defeated")
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 7)
    assert scene.unit("e1").fate == "defeated"


def test_a_novices_dark_exchange_never_gives_to_the_sorcerer() -> None:
    scene = exchanging().answer("turn.act", "dark-exchange")
    assert scene.offered("dark-exchange.from") == ["a2", "e1"]


def test_a_masters_dark_exchange_moves_up_to_two_hp_also_to_the_sorcerer() -> None:
    scene = exchanging(master=True, hp=4).answer("turn.act", "dark-exchange")
    scene.answer("dark-exchange.from", "a2").answer("dark-exchange.to", "a1")
    scene.answer("dark-exchange", "2")
    assert (scene.hp("a1"), scene.hp("a2")) == (6, 3)


def test_blood_magic_heals_everybody_for_as_much_light_fatigue() -> None:
    scene = (
        Scene(sorcerer(hp=3), hero("a2", race="khajiit", at=(3, -1), hp=4), foe("e1", at=(-4, 0)))
        .answer("turn.act", "blood-magic")
        .default()
    )
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 5)
    assert (scene.track("a1"), scene.track("a2")) == (["LF", "LF"], ["LF"])


@pytest.mark.rule("TRM-1", "TRM-7")
def test_the_sorcerer_may_let_blood_magic_heal_less_and_cost_less() -> None:
    scene = Scene(
        sorcerer(hp=2), hero("a2", race="khajiit", at=(3, -1), hp=4), foe("e1", at=(-4, 0))
    ).answer("turn.act", "blood-magic")
    scene.answer("blood-magic", "1").answer("blood-magic", "0", by="a1")
    assert (scene.hp("a1"), scene.hp("a2")) == (3, 4)
    assert (scene.track("a1"), scene.track("a2")) == (["LF"], [])


def test_light_fatigue_of_blood_magic_that_finds_no_place_is_left_out() -> None:
    scene = turn_of(hp=2, track=["combat"] * 12).answer("turn.act", "blood-magic").default()
    assert scene.track("a1") == ["combat"] * 12 + ["LF"]


def test_light_fatigue_of_blood_magic_for_which_no_die_is_left_makes_no_overfatigue() -> None:
    scene = Scene(sorcerer(hp=2), foe("e1", at=(-4, 0)), supply={"LF": 1})
    scene.answer("turn.act", "blood-magic").default()
    assert scene.track("a1") == ["LF"]


def test_a_masters_blood_magic_takes_light_fatigue_away() -> None:
    scene = turn_of(hp=3, master=True, track=["LF", "combat", "LF", "LF"])
    scene.answer("turn.act", "blood-magic")
    assert scene.track("a1") == ["combat", "LF"]


@rule("STS-7")
def test_a_dazed_sorcerer_who_has_moved_rerolls_no_status_die() -> None:
    scene = turn_of(tenacity=2, track=["daze"], stamina=1)
    assert "use:sorcerer:unholy-knowledge" in scene.offered("turn.act")
    scene.move((2, -1))
    assert "use:sorcerer:unholy-knowledge" not in scene.offered("turn.act")


@rule("CLS-9")
def test_lightning_splash_may_come_with_a_change_to_magic_form_for_the_next_turn() -> None:
    scene = Scene(
        sorcerer(form="light-weapon", row=["combat"], tenacity=2),
        foe("e1", at=(0, 0), hp=1, skills=()),
        foe("e2", at=(-4, 0)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("defeated", "lightning-splash:magic")
    assert (scene.mat("a1").form, "LF" in scene.track("a1")) == ("magic", True)


@rule("CLS-9")
def test_in_magic_form_already_any_other_may_be_taken() -> None:
    scene = Scene(
        sorcerer(row=["force-shock"], tenacity=2, magicka=2),
        foe("e1", at=(0, 0), hp=1, skills=()),
        foe("e2", at=(-4, 0)),
    )
    scene.rolls("force-shock-1").engage("a1", "e1", ["force-shock"]).resolve("force-shock")
    splash = "a1.sorcerer.lightning-splash"
    assert scene.offered("defeated") == [splash, f"{splash}:form"]

from typing import Any

import pytest

from protocol.hexes import Hex
from protocol.ids import DieId, DieKind
from tests.scene import Refused, Scene, foe, hero
from tests.scene.builders import Foe, Hero


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 2, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _die(kind: str, value: int) -> str:
    return f"{kind}@{kind}:{value}"


def _clad(*active: str, **more: Any) -> Hero:
    return hero("a1", **{"at": (1, -1), "active": list(active), **more})


def _value(scene: Scene, kind: str) -> int:
    """What the active die of that kind shows; 0 if it has left its slot."""
    for mat in scene.state.adventurers.values():
        for die in mat.active:
            shown = scene.state.dice.get(DieId(die))
            if shown and shown.kind == kind:
                return scene.catalogue.dice[DieKind(kind)].value(shown.face)
    return 0


@pytest.mark.rule("CRE-8")
def test_lines_of_the_expansion_are_chosen_only_where_the_table_plays_with_it() -> None:
    base = Scene.fresh("1").answer("create.race", "orc")
    assert "light-armor" not in base.offered("create.line")
    larger = Scene.fresh("1", valenwood=True).answer("create.race", "orc")
    assert "light-armor" in larger.offered("create.line")


@pytest.mark.parametrize(
    "kind",
    [
        "grace:2",
        "spell-warding:3",
        "evocation:1",
        "enchant-weapon:2",
        "annulment:4",
        "prodigy:3",
        "concentration:1",
    ],
)
def test_light_armor_waits_in_its_slot(kind: str) -> None:
    die = kind.partition(":")[0]
    scene = Scene(hero(form="magic", row=[die]), _foe(at=(4, 0)))
    scene.rolls(kind).engage("a1", "", [die]).resolve(die)
    assert scene.active("a1") == [die]


WAY = ((1, 0), (1, 1), (1, 2), (0, 3))


def test_grace_lets_a_move_action_go_farther_for_1() -> None:
    scene = Scene(_clad(_die("grace", 2), stamina=3, magicka=2), _foe(at=(-4, 0)))
    assert scene.asked("turn.move").shape.budget == 5  # type: ignore[union-attr]
    scene.move(*WAY)
    assert scene.unit("a1").at == (0, 3)
    assert _value(scene, "grace") == 1


def test_grace_costs_nothing_within_stamina_and_once_in_a_move_action() -> None:
    near = Scene(_clad(_die("grace", 2), stamina=3, magicka=2), _foe(at=(-4, 0))).move(*WAY[:3])
    assert _value(near, "grace") == 2
    far = Scene(_clad(_die("grace", 3), stamina=1, magicka=3), _foe(at=(-4, 0))).move(*WAY)
    assert _value(far, "grace") == 2


def test_a_reduction_to_a_number_that_is_not_printed_exhausts_the_die() -> None:
    scene = Scene(_clad(_die("grace", 1), stamina=3, magicka=2), _foe(at=(-4, 0))).move(*WAY)
    assert scene.active("a1") == []
    assert scene.track("a1") == ["grace"]
    assert scene.unit("a1").at == (0, 3)


def _attacked(*active: str, hits: tuple[int, int] = (2, 1), **more: Any) -> Scene:
    scene = Scene(_clad(*active, **more), _foe(), turn=None)
    return scene.rolls(*(f"enemy:{n}" for n in hits))


def test_spell_warding_prevents_just_1_whatever_it_is_reduced_by() -> None:
    scene = _attacked(_die("spell-warding", 4)).answer("damage_coming", "ward")
    scene.answer("spell-warding", "3")
    assert scene.hp("a1") == 3
    assert _value(scene, "spell-warding") == 1


def test_spell_warding_recovers_a_mage_die_of_the_level_it_was_reduced_by() -> None:
    track = ["power-stone", "purge", "heroic-slash"]
    scene = _attacked(_die("spell-warding", 3), track=track).answer("damage_coming", "ward")
    scene.answer("spell-warding", "2")
    assert scene.offered("spell-warding.recover") == ["a1.power-stone.2"]
    scene.answer("spell-warding.recover", "power-stone")
    assert "power-stone" in scene.row("a1")


def test_spell_warding_may_recover_itself_once_the_reduction_has_exhausted_it() -> None:
    scene = _attacked(_die("spell-warding", 1)).answer("damage_coming", "ward")
    scene.answer("spell-warding.recover", "spell-warding")
    assert scene.row("a1") == ["spell-warding"]


def test_spell_warding_works_once_a_turn() -> None:
    scene = Scene(_clad(_die("spell-warding", 4)), _foe(), _foe("e2", at=(2, -1)), turn=None)
    scene.rolls(*["enemy:1"] * 4).answer("enemy.order", "e1")
    scene.answer("damage_coming", "ward").answer("spell-warding", "1")
    scene.answer("damage_coming", "ward").answer("spell-warding", "1")
    assert scene.hp("a1") == 3


def test_spell_warding_is_for_engages_alone() -> None:
    riposte = _foe(skills=("riposte 2",))
    scene = Scene(_clad(_die("spell-warding", 4), row=["combat"]), riposte)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 3


def test_evocation_raises_another_light_armor_die_in_anybodys_slots() -> None:
    other = hero("a2", at=(3, -1), active=[_die("grace", 2), _die("annulment", 5)])
    scene = Scene(_clad(_die("evocation", 2)), other, _foe()).answer("anytime", "evoke")
    assert (_value(scene, "evocation"), _value(scene, "grace")) == (1, 3)


def test_evocation_raises_no_die_above_its_top_number_and_never_itself() -> None:
    scene = Scene(_clad(_die("evocation", 2), _die("annulment", 5), _die("grace", 3)), _foe())
    assert all(question.why != "anytime" for question in scene.questions)


@pytest.mark.rule("TIM-4")
def test_evocation_is_open_between_the_dice_of_ones_own_engage() -> None:
    scene = Scene(_clad(_die("evocation", 1), _die("grace", 1), row=["combat"]), _foe())
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).answer("anytime", "evoke")
    assert _value(scene, "grace") == 2
    assert scene.track("a1") == ["evocation"]


def _enchanted(value: int, *again: str, skills: tuple[str, ...] = ()) -> Scene:
    scene = Scene(_clad(_die("enchant-weapon", value), row=["combat"]), _foe(skills=skills))
    scene.rolls("tenacity").engage("a1", "e1", ["combat"])
    return scene.rolls(*again).answer("after_roll", "enchant")


def test_enchant_weapon_rolls_a_die_again_as_often_as_it_allows() -> None:
    scene = _enchanted(2, "combat:1")
    scene.rolls("combat:2").answer("enchant-weapon", "combat").resolve("combat")
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["enchant-weapon", "combat"]


def test_enchant_weapon_may_stop_after_a_reroll() -> None:
    scene = _enchanted(3, "combat:1")
    scene.passes("enchant-weapon")
    assert _value(scene, "enchant-weapon") == 2


def test_enchant_weapon_makes_the_engage_ignore_ethereal() -> None:
    scene = _enchanted(1, "combat:2", skills=("ethereal",)).resolve("combat")
    assert scene.hp("e1") == 7


def test_enchant_weapon_is_not_for_magic_form() -> None:
    scene = Scene(_clad(_die("enchant-weapon", 2), form="magic", row=["purge"]), _foe())
    scene.rolls("tenacity").engage("a1", "e1", ["purge"])
    assert scene.asked("engage.resolve").about == "e1"


def test_annulment_prevents_true_damage_point_by_point_and_4_points_at_most_from_5() -> None:
    scene = Scene(
        hero("a2", at=(0, 2), form="magic", row=["force-shock"]),
        _clad(_die("annulment", 5)),
        _foe(at=(-4, 0)),
    )
    scene.rolls("force-shock-3").engage("a2", "", ["force-shock"]).resolve("force-shock")
    scene.answer("backlash", "a1").answer("damage_coming", "annul_damage")
    assert scene.hp("a1") == 5
    assert _value(scene, "annulment") == 4
    burnt = Scene(
        _clad(_die("annulment", 5), track=["OF"] * 5, hp=9, health=9), _foe(combat=0), round=6
    )
    burnt.end_turn().answer("damage_coming", "annul_damage")
    assert burnt.offered("annulment") == ["1", "2", "3", "4"]
    burnt.answer("annulment", "4")
    assert (burnt.hp("a1"), burnt.active("a1")) == (7, [])


def test_annulment_ignores_a_status_for_2() -> None:
    stinging = _foe(at=(0, 0), skills=("fumes",))
    scene = Scene(_clad(_die("annulment", 4), row=["combat"]), stinging)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).passes("engage_begins")
    scene.resolve("combat").answer("status_coming", "annul_status")
    assert "blind" not in scene.track("a1")
    assert _value(scene, "annulment") == 2


def test_annulment_ignores_all_skills_of_an_enemy_in_ones_own_engage_for_3() -> None:
    tough = _foe(skills=("fumes", "riposte 3"), defense=0)
    scene = Scene(_clad(_die("annulment", 5), row=["combat"]), tough)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    scene.answer("engage_begins", "annul_skills").resolve("combat")
    assert (scene.hp("a1"), scene.hp("e1")) == (5, 8)
    assert "blind" not in scene.track("a1")
    assert _value(scene, "annulment") == 2


def test_annulment_ignores_the_skills_of_an_enemy_that_engages_its_owner() -> None:
    burning = _foe(skills=("burn",))
    scene = Scene(_clad(_die("annulment", 3), tenacity=2), burning, turn=None)
    scene.rolls("enemy:1", "enemy:1").answer("engage_begins", "annul_skills")
    assert scene.mat("a1").tenacity == 2
    assert scene.hp("a1") == 3
    assert scene.track("a1") == ["annulment"]


def test_annulment_ignores_no_skills_of_a_quest_unit_and_not_for_less_than_3() -> None:
    quest = Scene(
        _clad(_die("annulment", 5), row=["combat"]), _foe(skills=("fumes",), kind="quest")
    )
    quest.rolls("combat:1").engage("a1", "e1", ["combat"])
    assert quest.asked("engage.resolve").about == "e1"
    poor = Scene(_clad(_die("annulment", 2), row=["combat"]), _foe(skills=("fumes",)))
    poor.rolls("combat:1").engage("a1", "e1", ["combat"])
    assert poor.asked("engage.resolve").about == "e1"


def test_skills_that_were_ignored_work_again_after_the_engage() -> None:
    scene = Scene(_clad(_die("annulment", 3), row=["combat", "combat"]), _foe(skills=("fumes",)))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    scene.answer("engage_begins", "annul_skills").resolve("combat")
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert "blind" in scene.track("a1")


@pytest.mark.rule("FRE-3")
def test_concentration_adds_2_enemy_combat_dice_for_each_step_in_magic_form_too() -> None:
    scene = Scene(_clad(_die("concentration", 3), form="magic", row=["purge"]), _foe())
    scene.rolls("tenacity", *["enemy:1"] * 4).engage("a1", "e1", ["purge"])
    scene.answer("before_roll", "focus").answer("concentration", "2").resolve(
        "free", "purge"
    ).done()
    assert scene.hp("e1") == 5
    assert _value(scene, "concentration") == 1


@pytest.mark.rule("LIM-3")
def test_concentration_adds_no_more_dice_than_the_box_holds() -> None:
    scene = Scene(_clad(_die("concentration", 3), row=["combat"]), _foe())
    scene.rolls("tenacity", *["enemy:0"] * 6).engage("a1", "e1", ["combat"])
    scene.answer("before_roll", "focus").answer("concentration", "3").done()
    assert scene.track("a1") == ["concentration"]


def test_concentration_needs_a_target() -> None:
    scene = Scene(_clad(_die("concentration", 3), row=["combat"]), _foe(at=(4, 0)))
    scene.rolls("combat:1").engage("a1", "", ["combat"])
    assert _value(scene, "concentration") == 3


def _won(*active: str) -> Scene:
    scene = Scene(_clad(*active, row=["combat"]), _foe(hp=1)).rolls("combat:1")
    return scene.engage("a1", "e1", ["combat"]).resolve("combat").end_turn()


@pytest.mark.rule("ACT-5", "CD-4")
def test_light_armor_may_stay_in_its_slots_when_the_battle_ends() -> None:
    scene = _won(_die("grace", 3), "purge@purge", _die("prodigy", 2))
    scene.rolls(0, 0).answer("cleanup.stay", "prodigy")
    assert scene.active("a1") == ["grace", "purge", "prodigy"], "first their owner orders them"
    grace, purge, _ = scene.mat("a1").active
    scene.answer("slots.exhaust", purge, grace)
    assert scene.active("a1") == ["prodigy"]
    assert scene.track("a1") == ["combat", "purge", "grace"]


def test_light_armor_is_exhausted_with_its_owners_defeat() -> None:
    fallen, far = _clad(_die("prodigy", 2), hp=2), hero("a2", at=(4, 0))
    scene = Scene(fallen, far, _foe(), turn=None).rolls("enemy:2", "enemy:2")
    assert scene.active("a1") == []


def test_light_armor_is_not_rolled_outside_magic_form() -> None:
    scene = Scene(hero(row=["grace"]), _foe())
    with pytest.raises(Refused, match="another form"):
        scene.engage("a1", "e1", ["grace"])


def test_grace_that_costs_its_owners_life_ends_the_move() -> None:
    full = ["LF"] * 13
    scene = Scene(
        _clad(_die("grace", 1), stamina=1, magicka=2, hp=1, track=full),
        hero("a2", at=(4, 0)),
        _foe(at=(-4, 0)),
        supply={"OF": 0},
    )
    scene.move((1, 0), (1, 1))
    assert (scene.unit("a1").fate, scene.unit("a1").at) == ("defeated", None)

"""Enemy skills that answer damage or an engage: Riposte, Shatter, Chilblain, Fumes, Dispel."""

from typing import Any

import pytest

from protocol.battle import DamageDealt, UnitDefeated
from tests.rules.content.enemies.weapons import armoury
from tests.scene import Scene, foe, friend, hero

RIPOSTE: dict[str, Any] = {"skills": ("riposte 2",), "health": 6, "combat": 0}
SHATTER: dict[str, Any] = {"skills": ("shatter",), "health": 6, "combat": 0}


def _by(scene: Scene, how: str) -> list[tuple[str, int]]:
    return [(e.unit, e.dealt) for e in scene.events(DamageDealt) if e.how == how]


def test_riposte_deals_its_number_back_to_an_adjacent_opponent() -> None:
    scene = Scene(hero(row=["combat", "combat"]), foe("e1", at=(0, 0), **RIPOSTE))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert _by(scene, "riposte") == [("a1", 2)]
    assert scene.hp("a1") == 3


def test_riposte_comes_only_the_first_time_in_a_turn() -> None:
    scene = Scene(hero(row=["combat", "combat"]), foe("e1", at=(0, 0), **RIPOSTE))
    scene.rolls("combat:1", "combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 3


def test_riposte_comes_again_in_the_next_turn() -> None:
    scene = Scene(
        hero("a1", row=["combat"]),
        hero("a2", at=(0, 1), row=["combat"]),
        foe("e1", at=(0, 0), **RIPOSTE),
    )
    scene.rolls("combat:1", "combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.default().answer("turn.act", "end").engage("a2", "e1", ["combat"]).resolve("combat")
    assert _by(scene, "riposte") == [("a1", 2), ("a2", 2)]


def test_riposte_is_silent_from_afar() -> None:
    scene = Scene(
        hero(at=(0, 2), form="ranged-weapon", row=["combat"]), foe("e1", at=(0, 0), **RIPOSTE)
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert not _by(scene, "riposte")


def test_riposte_is_silent_once_its_bearer_is_defeated() -> None:
    scene = Scene(
        hero(row=["combat"]), foe("e1", at=(0, 0), hp=1, **RIPOSTE), foe("e2", at=(0, -3))
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert not _by(scene, "riposte")


@pytest.mark.rule("DMG-2")
def test_riposte_answers_damage_that_was_dealt_and_prevented() -> None:
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), defense=3, **RIPOSTE))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 6
    assert _by(scene, "riposte") == [("a1", 2)]


@pytest.mark.rule("ENS-2")
def test_two_ripostes_are_one_with_the_higher_number() -> None:
    figures: dict[str, Any] = {**RIPOSTE, "skills": ("riposte 1", "riposte 3")}
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), **figures))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert _by(scene, "riposte") == [("a1", 3)]


def test_riposte_answers_a_strike_out_of_the_defensive_posture() -> None:
    scene = Scene(
        hero(active=["defensive-posture@defensive-posture"]),
        foe("e1", at=(0, 0), health=6, combat=1, skills=("riposte 2",)),
        turn=None,
    )
    scene.rolls("enemy:1", "enemy:1").answer("engaged", "strike_back")
    assert _by(scene, "riposte") == [("a1", 2)]


@pytest.mark.rule("STS-8")
def test_riposte_sleeps_under_fear() -> None:
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), statuses=("fear",), **RIPOSTE))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert not _by(scene, "riposte")


def _ready(scene: Scene, name: str = "a1") -> list[str]:
    return [card.item for card in scene.mat(name).ready]


def _shattered(*ready: str, **figures: Any) -> Scene:
    scene = Scene(
        hero(row=["combat", "combat"], ready=list(ready), pack=["axe"]),
        foe("e1", at=(0, 0), **{**SHATTER, **figures}),
        foe("e2", at=(0, -4), combat=0),
        cards=armoury(),
    )
    return scene.rolls("combat:1")


def test_shatter_costs_a_ready_weapon_of_who_engages_without_overtaxing_one() -> None:
    scene = _shattered("ring", "sword").engage("a1", "e1", ["combat"]).resolve("combat")
    assert _ready(scene) == ["ring"]
    assert [card.item for card in scene.mat("a1").pack] == ["axe"]
    assert scene.state.decks["common"].discard == ("sword",)


def test_shatter_lets_the_weapon_be_used_for_the_engage_first() -> None:
    scene = _shattered("sword").engage("a1", "e1", ["combat"], weapon="sword")
    assert _ready(scene) == ["sword"]
    scene.resolve("combat")
    assert _ready(scene) == []


def test_shatter_lets_the_adventurer_choose_among_several_weapons() -> None:
    scene = _shattered("sword", "axe").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("shatter", "a1-axe")
    assert _ready(scene) == ["sword"]


def test_shatter_is_content_with_an_overtaxed_weapon() -> None:
    scene = _shattered("sword", "axe")
    scene.engage("a1", "e1", ["combat"], weapon="axe", overtax=True).resolve("combat")
    assert _ready(scene) == ["sword"]


def test_shatter_asks_only_about_the_first_engage_of_a_turn() -> None:
    scene = _shattered("sword", "axe").rolls("combat:1")
    scene.engage("a1", "e1", ["combat"], weapon="axe", overtax=True).resolve("combat")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert _ready(scene) == ["sword"]


def test_shatter_comes_once_in_each_turn() -> None:
    scene = Scene(
        hero("a1", row=["combat"], ready=["sword"]),
        hero("a2", at=(0, 1), row=["combat"], ready=["sword"]),
        foe("e1", at=(0, 0), **SHATTER),
        cards=armoury(),
    )
    scene.rolls("combat:1", "combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.default().answer("turn.act", "end").engage("a2", "e1", ["combat"]).resolve("combat")
    assert (_ready(scene, "a1"), _ready(scene, "a2")) == ([], [])


def test_shatter_acts_although_its_bearer_was_defeated_in_that_engage() -> None:
    scene = _shattered("sword", hp=1).engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "defeated"
    assert _ready(scene) == []


def test_shatter_does_nothing_to_who_has_no_ready_weapon() -> None:
    scene = _shattered("ring").engage("a1", "e1", ["combat"]).resolve("combat")
    assert _ready(scene) == ["ring"]


@pytest.mark.rule("ENG-7")
def test_shatter_is_silent_for_a_unit_that_is_hit_beside_the_target() -> None:
    """Volley strikes its neighbours without engaging them; the target alone is engaged."""
    scene = Scene(
        hero(at=(0, 1), form="ranged-weapon", row=["volley"], ready=["sword"]),
        foe("e1", at=(0, 0), **SHATTER),
        foe("e2", at=(0, -1), health=6),
        cards=armoury(),
    )
    scene.rolls("volley").engage("a1", "e2", ["volley"]).resolve("volley")
    scene.answer("volley.place", "0,4")
    assert scene.hp("e1") == 2
    assert _ready(scene) == ["sword"]


@pytest.mark.rule("STS-8", "STS-12")
@pytest.mark.parametrize("hp", [1, 6])
def test_shatter_sleeps_under_fear_also_in_defeat(hp: int) -> None:
    scene = _shattered("sword", statuses=("fear",), hp=hp)
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert _ready(scene) == ["sword"]


@pytest.mark.rule("STS-8", "STS-12")
@pytest.mark.parametrize("skill", ["shatter", "dispel"])
@pytest.mark.parametrize("hp", [1, 6])
def test_fear_gained_in_the_engage_silences_what_comes_after_it_also_in_defeat(
    skill: str, hp: int
) -> None:
    scene = Scene(
        hero(form="magic", row=["wall-of-elements", "force-shock"], ready=["sword"]),
        hero("a2", at=(0, 4)),
        foe("e1", at=(0, 0), health=6, hp=hp, combat=0, skills=(skill,)),
        foe("e2", at=(0, -4), combat=0),
        cards=armoury(),
    )
    scene.rolls("wall-of-elements-3", "force-shock-1")
    scene.engage("a1", "e1", ["wall-of-elements", "force-shock"])
    scene.resolve("wall-of-elements", "force-shock")
    scene.answer("backlash", "a2")
    assert (_ready(scene), _by(scene, "dispel")) == (["sword"], [])
    assert bool(scene.unit("e1").fate) == (hp == 1)


def test_chilblain_fatigues_who_engages_without_a_weapon() -> None:
    scene = Scene(
        hero("a1", row=["combat", "combat"], ready=["sword"]),
        hero("a2", at=(0, 4)),
        foe("e1", at=(0, 0), health=6, skills=("chilblain",)),
        cards=armoury(),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"], weapon="sword").resolve("combat")
    assert scene.track("a1") == ["combat"]
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["combat", "LF", "combat", "LF", "LF"]


def test_chilblain_does_not_act_once_its_bearer_is_defeated() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]),
        foe("e1", at=(0, 0), hp=1, skills=("chilblain",)),
        foe("e2", at=(0, -4)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["combat"]


def test_fumes_blind_who_engages_their_bearer() -> None:
    scene = Scene(hero(row=["combat", "combat"]), foe("e1", at=(0, 0), health=6, skills=("fumes",)))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["combat", "blind"]


def test_fumes_do_not_act_once_their_bearer_is_defeated() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]),
        foe("e1", at=(0, 0), hp=1, skills=("fumes",)),
        foe("e2", at=(0, -4)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["combat"]


def test_dispel_deals_true_damage_to_who_engages_in_magic_form() -> None:
    scene = Scene(
        hero("a1", form="magic", row=["combat"]),
        hero("a2", at=(0, 4)),
        foe("e1", at=(0, 0), skills=("dispel",)),
    )
    scene.engage("a1", "e1", [])
    (damage,) = scene.events(DamageDealt)
    assert (damage.unit, damage.by, damage.true) == ("a1", "e1", 2)


def test_dispel_leaves_other_forms_alone() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]), foe("e1", at=(0, 0), health=6, skills=("dispel",))
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 5


def test_dispel_strikes_a_daedra_even_if_its_bearer_fell_in_that_engage() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        friend("c1", "atronach", at=(0, 1), combat=1),
        foe("e1", at=(0, 0), hp=1, skills=("dispel",)),
        foe("e2", at=(0, -4), combat=0),
    )
    scene.rolls("enemy:2").answer("turn.act", "end")
    scene.passes("companion.move").answer("companion.engage", "e1")
    assert [e.unit for e in scene.events(UnitDefeated)] == ["e1"]
    assert _by(scene, "dispel") == [("c1", 1)]

from typing import Any

import pytest

from protocol.battle import DamageDealt
from protocol.hexes import Hex
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe

CLOAK = "shadow-cloak"
ONE, TWO = f"{CLOAK}@shadow-cloak-1:1", f"{CLOAK}@shadow-cloak-1:2"


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 3, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


@pytest.mark.rule("SKR-1")
def test_shadow_cloak_1_gives_stealth_as_it_is_placed() -> None:
    scene = Scene(hero(row=[CLOAK]), _foe())
    scene.rolls("shadow-cloak-1:1").engage("a1", "", [CLOAK]).resolve(CLOAK)
    assert scene.active("a1") == [CLOAK]
    assert scene.track("a1") == ["stealth"]


@pytest.mark.rule("SKR-8")
def test_shadow_cloak_1_gives_no_stealth_without_a_free_slot() -> None:
    guards = ["combat@combat:1"] * 4
    scene = Scene(hero(row=[CLOAK], active=guards), _foe())
    scene.rolls("shadow-cloak-1:1").engage("a1", "", [CLOAK])
    assert scene.track("a1") == [CLOAK]


def test_shadow_cloak_1_is_exhausted_to_ignore_its_value_of_the_targets_defense() -> None:
    scene = Scene(hero(active=[TWO], row=["combat", "combat"]), _foe(defense=3))
    scene.rolls("combat:2", "combat:2").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat").answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 6
    assert scene.track("a1") == ["combat", "combat", CLOAK]


def test_shadow_cloak_1_may_be_kept() -> None:
    scene = Scene(hero(active=[TWO], row=["combat"]), _foe(defense=1)).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat").passes("pool_lands")
    assert scene.hp("e1") == 8
    assert scene.active("a1") == [CLOAK]


def test_two_shadow_cloaks_add_up() -> None:
    scene = Scene(hero(active=[ONE, TWO], row=["combat"]), _foe(defense=3)).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("pool_lands", scene.offered("pool_lands")[0]).answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 7


def test_shadow_cloak_1_is_not_offered_where_there_is_no_defense_to_ignore() -> None:
    scene = Scene(hero(active=[TWO], row=["combat"]), _foe(defense=0)).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 7
    assert scene.active("a1") == [CLOAK]


def test_shadow_cloak_1_placed_in_an_engage_serves_in_it() -> None:
    scene = Scene(hero(row=[CLOAK, "combat"]), _foe(defense=2))
    scene.rolls("shadow-cloak-1:2", "combat:2").engage("a1", "e1", [CLOAK, "combat"])
    scene.resolve(CLOAK, "combat").answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["combat", CLOAK], "the damage has ended Stealth"


@pytest.mark.rule("ENG-26", "STS-10")
def test_shadow_cloak_after_the_last_blow_leaves_its_roller_in_stealth() -> None:
    scene = Scene(hero(row=["combat", CLOAK]), _foe(defense=0))
    scene.rolls("combat:2", "shadow-cloak-1:1").engage("a1", "e1", ["combat", CLOAK])
    scene.resolve("combat", CLOAK)
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["combat", "stealth"]


@pytest.mark.rule("STS-10")
def test_who_is_in_stealth_is_not_engaged_by_an_enemy_that_came_later() -> None:
    scene = Scene(hero(row=[CLOAK]), _foe(at=(1, 1)))
    scene.rolls("shadow-cloak-1:1").engage("a1", "", [CLOAK]).resolve(CLOAK).end_turn()
    assert not scene.events(DamageDealt)


@pytest.mark.rule("ENG-29")
def test_shadow_cloak_2_costs_a_light_fatigue_and_gives_stealth() -> None:
    scene = Scene(hero(row=[CLOAK]), _foe())
    scene.rolls("shadow-cloak-2").engage("a1", "", [CLOAK]).resolve(CLOAK)
    assert scene.track("a1") == ["LF", "stealth", CLOAK]

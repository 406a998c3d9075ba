from typing import Any

import pytest

from protocol.battle import DamageDealt, UnitMoved
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), type="humanoid", combat=0, skills=())


def ranger(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "dark-elf", "cls": "ranger", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*others: Foe | Hero, **figures: Any) -> Scene:
    return Scene(ranger(**figures), *others, FAR)


def asks(scene: Scene, why: str) -> bool:
    return any(question.why == why for question in scene.questions)


def test_the_valenwood_set_brings_the_sheet() -> None:
    assert catalogue().classes["ranger"].set == "valenwood"


def test_thrill_of_the_hunt_strikes_a_beast_in_sight_even_an_elusive_one() -> None:
    beast = foe("e1", at=(-4, 0), type="beast", health=3, defense=2, skills=("elusive",))
    scene = turn_of(beast, master=True, tenacity=1).answer("turn.act", "thrill-of-the-hunt")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (2, 0)


def test_other_damage_does_not_get_past_elusive() -> None:
    beast = foe("e1", at=(-1, -1), type="beast", health=3, defense=2, skills=("elusive",))
    scene = turn_of(beast, form="ranged-weapon").answer("turn.act", "wrathful-strikes")
    assert scene.hp("e1") == 3


def test_only_beasts_are_hunted_and_only_by_masters() -> None:
    beast = foe("e1", at=(0, 0), type="beast", skills=())
    daedra = foe("e1", at=(0, 0), type="daedra", skills=())
    for scene in (turn_of(beast), turn_of(daedra, master=True)):
        assert "use:ranger:thrill-of-the-hunt" not in scene.offered("turn.act")


def approached(**figures: Any) -> Scene:
    """An enemy four hexes away begins its turn."""
    walker = foe("e1", "high-elf-bandit", at=(-3, -1), range=1, combat=0, skills=())
    return Scene(ranger(**figures), walker, turn=None)


@rule("CLS-5")
@pytest.mark.parametrize("master", [False, True])
def test_trapping_webs_cost_an_enemy_one_hex_of_its_turn(master: bool) -> None:
    scene = approached(tenacity=2, master=master).answer("turn_starts", "trapping-webs")
    assert len(scene.events(UnitMoved)) == 1
    assert scene.mat("a1").tenacity == 0


def test_without_the_webs_it_comes_two_hexes_nearer() -> None:
    assert len(approached(tenacity=2).passes("turn_starts").events(UnitMoved)) == 2


def test_the_webs_hold_for_that_turn_alone() -> None:
    scene = approached(tenacity=3).answer("turn_starts", "trapping-webs").end_turn()
    assert [event.unit for event in scene.events(UnitMoved)] == ["e1"] * 3


def test_the_webs_are_not_offered_where_the_enemy_stays() -> None:
    near = foe("e1", "high-elf-bandit", at=(0, 0), combat=0, skills=())
    assert not asks(Scene(ranger(tenacity=2), near, turn=None), "turn_starts")


@rule("TRM-5")
@pytest.mark.parametrize("master", [False, True])
def test_wrathful_strikes_turn_a_targets_defense_against_it(master: bool) -> None:
    armored = foe("e1", at=(-1, -1), health=5, hp=5, defense=3, skills=())
    scene = turn_of(armored, form="ranged-weapon", tenacity=3, master=master)
    scene.answer("turn.act", "wrathful-strikes")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (2, 0)


@rule("CLS-9")
def test_wrathful_strikes_take_the_ranged_form() -> None:
    armored = foe("e1", at=(-1, -1), health=5, hp=5, defense=3, skills=())
    scene = turn_of(armored, form="magic").answer("turn.act", "wrathful-strikes")
    assert (scene.mat("a1").form, scene.track("a1"), scene.hp("e1")) == ("ranged-weapon", ["LF"], 2)


def struck(*skills: str, **figures: Any) -> Scene:
    """An enemy hits the Ranger, next to whom an ally and another enemy stand."""
    scene = Scene(
        ranger(**figures),
        hero("a2", at=(2, -1), hp=5),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, priority="weakest", skills=skills),
        foe("e2", at=(0, -1), health=5, hp=5, defense=1, combat=0, skills=()),
        turn=None,
    )
    return scene.rolls("enemy:2").answer("enemy.order", "e1")


@rule("CLS-5")
@pytest.mark.parametrize(("master", "left"), [(False, 0), (True, 1)])
def test_nimble_protector_has_an_adjacent_ally_dealt_the_damage_instead(
    master: bool, left: int
) -> None:
    scene = struck(hp=4, master=master).answer("damage_coming", "nimble-protector")
    scene.answer("nimble-protector", "a2")
    assert (scene.hp("a1"), scene.hp("a2"), scene.mat("a1").tenacity) == (4, 3, left)


def test_nimble_protector_may_name_an_enemy_whose_defense_counts() -> None:
    scene = struck(hp=4).answer("damage_coming", "nimble-protector")
    scene.answer("nimble-protector", "e2")
    assert (scene.hp("a1"), scene.hp("e2")) == (4, 4)
    assert [event.by for event in scene.events(DamageDealt)] == ["e1", "e1"]


def test_nimble_protector_may_turn_a_blow_on_whoever_struck_it() -> None:
    scene = struck(hp=4).answer("damage_coming", "nimble-protector")
    scene.answer("nimble-protector", "e1")
    assert (scene.hp("a1"), scene.hp("e1")) == (4, 1)


def test_nimble_protector_passes_on_true_damage_as_well() -> None:
    scene = struck("arcane", hp=4).answer("damage_coming", "nimble-protector")
    scene.answer("nimble-protector", "e2")
    assert (scene.hp("a1"), scene.hp("e2")) == (4, 3)


def test_alone_nobody_can_be_protected() -> None:
    far = foe("e1", "high-elf-bandit", at=(-1, -1), range=3, combat=1, skills=())
    scene = Scene(ranger(hp=4), far, turn=None).rolls("enemy:2")
    assert scene.hp("a1") == 2


def test_what_only_the_road_has_a_use_for_is_on_the_sheet_as_such() -> None:
    sheet = catalogue().classes["ranger"]
    novice = [one.id for one in sheet.novice.elsewhere]
    assert novice == ["ranger", "wanderer", "revealing-flare", "promotion"]
    assert [one.id for one in sheet.master.elsewhere] == novice[:3]

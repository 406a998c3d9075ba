from typing import Any

import pytest

from protocol.battle import UnitDefeated
from protocol.ids import UnitId
from server.rules.battle.engage import dealing
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.state import Deck
from server.rules.battle.kernel.words import Form
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import won_with_its_round
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
BAG = {"bag-1": Deck(cards={"skeleton": 2, "spriggan": 2})}


def necromancer(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "khajiit", "cls": "necromancer", "form": "magic", "tenacity": 5, **figures
    }  # fmt: skip
    return hero(**drawn)


def beside(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {"at": (0, 0), "health": 9, "hp": 9, "skills": (), **figures}
    return foe(name, **drawn)


FAR = foe("e9", at=(-4, 0), combat=0, range=9, skills=())


def engaged(*, face: str = "combat:1", **figures: Any) -> Scene:
    drawn = {"form": "light-weapon", "row": ["combat"], **figures}
    scene = Scene(necromancer(**drawn), beside(defense=figures.pop("defense", 0)), FAR)
    return scene.rolls(face).engage("a1", "e1", ["combat"])


@rule("CLS-2")
def test_an_own_engage_that_draws_blood_adds_a_chip_to_the_stack() -> None:
    assert engaged().resolve("combat").mat("a1").tokens == 1


def test_an_engage_without_damage_adds_none() -> None:
    assert engaged(face="tenacity").resolve("combat").mat("a1").tokens == 0


def test_the_stack_holds_six_chips() -> None:
    assert engaged(tokens=6).resolve("combat").mat("a1").tokens == 6


def companion_engages(*, master: bool) -> Scene:
    scene = Scene(
        necromancer(master=master, at=(4, -4)),
        friend("c1", "clannfear", at=(1, -1), combat=1, skills=()),
        beside(combat=0),
    )
    scene.end_turn().passes("companion.move").rolls("enemy:1")
    return scene.answer("companion.engage", "e1")


@pytest.mark.parametrize(("master", "chips"), [(False, 0), (True, 1)])
def test_a_masters_companions_add_chips_too(master: bool, chips: int) -> None:
    assert companion_engages(master=master).mat("a1").tokens == chips


@rule("CLS-17")
@pytest.mark.parametrize(("skill", "hp"), [("rot", 1), ("rot", 2), ("dodge", 1)])
def test_boneyard_may_be_left_out_where_a_fall_that_is_answered_hangs_on_it(
    skill: str, hp: int
) -> None:
    scene = Scene(
        necromancer(tokens=2, row=["force-shock"], form="magic"),
        beside(hp=hp, defense=2, skills=(skill,)),
        FAR,
    )
    scene.rolls("force-shock-1").engage("a1", "e1", ["force-shock"]).resolve("force-shock")
    asked = [question.why for question in scene.questions]
    assert ("effect.spare" in asked) == (skill == "rot" and hp == 1)


@rule("CLS-4", "CLS-8")
@pytest.mark.parametrize(
    ("form", "tenacity", "tokens", "master", "hp"),
    [
        ("magic", 1, 4, False, 8),
        ("magic", 1, 3, False, 9),
        ("magic", 0, 4, False, 9),
        ("magic", 0, 4, True, 8),
        ("light-weapon", 1, 6, False, 9),
    ],
)
def test_boneyard_ignores_one_defense_for_every_two_chips(
    form: Form, tenacity: int, tokens: int, master: bool, hp: int
) -> None:
    """3 damage against a defense of 4."""
    figures = {"form": form, "tenacity": tenacity, "tokens": tokens, "master": master}
    battle = running(Scene(necromancer(**figures), beside(defense=4)))
    engage = Engage(UnitId("a1"), form, [UnitId("e1")])
    dealing.hit(battle, engage, UnitId("e1"), 3)
    dealing.land_pools(battle, engage)
    assert battle.unit(UnitId("e1")).hp == hp


@pytest.mark.parametrize(("master", "left"), [(False, 3), (True, 4)])
def test_bone_armor_turns_two_chips_into_hp_above_health(master: bool, left: int) -> None:
    scene = Scene(necromancer(tokens=3, master=master), FAR).answer("turn.act", "bone-armor")
    assert (scene.hp("a1"), scene.mat("a1").tokens, scene.mat("a1").tenacity) == (7, 1, left)


def test_a_novice_armors_itself_or_its_companions_and_a_master_any_party_member() -> None:
    for master, names in ((False, ["a1", "c1"]), (True, ["a1", "a2", "c1"])):
        scene = Scene(
            necromancer(tokens=2, master=master),
            hero("a2", race="nord", at=(4, -4)),
            friend("c1", "clannfear", at=(3, -3)),
            FAR,
        )
        scene.answer("turn.act", "bone-armor")
        assert scene.offered("bone-armor") == names


@rule("EOB-2")
def test_hp_of_bone_armor_above_health_are_lost_as_the_battle_ends() -> None:
    scene = Scene(necromancer(tokens=2, hp=5), FAR, cards=won_with_its_round())
    scene.answer("turn.act", "bone-armor")
    assert scene.hp("a1") == 7
    scene.end_turn().default()
    assert (scene.state.phase, scene.hp("a1")) == ("over", 5)


def blasting(*, master: bool = False, tokens: int = 6) -> Scene:
    return Scene(
        necromancer(tokens=tokens, master=master, magicka=2), beside(combat=0), FAR, decks=BAG
    )


@pytest.mark.parametrize("master", [False, True])
def test_blastbones_brings_three_random_enemies_as_companions_for_six_chips(master: bool) -> None:
    scene = blasting(master=master).rolls(0, 1, 1).answer("turn.act", "blastbones")
    for at in ("2,-1", "1,-2", "2,-2"):
        scene.answer("blastbones", at)
    came = [unit for unit in scene.state.units.values() if unit.kind == "companion"]
    assert [unit.chip for unit in came] == ["skeleton", "spriggan", "spriggan"]
    assert (scene.mat("a1").tokens, scene.mat("a1").tenacity) == (0, 2)


def test_blastbones_asks_for_all_six_chips() -> None:
    assert not any("blast" in key for key in blasting(tokens=5).offered("turn.act"))


def test_blastbones_enters_within_range() -> None:
    scene = blasting().rolls(0).answer("turn.act", "blastbones")
    assert "3,-1" in scene.offered("blastbones")
    assert "4,-1" not in scene.offered("blastbones")


def one_bone(*, master: bool, **figures: Any) -> Scene:
    """A single one, next to an enemy and a friend; its turn comes."""
    scene = Scene(
        necromancer(tokens=6, master=master, magicka=1, at=(1, -1)),
        hero("a2", race="nord", at=(0, 1)),
        beside(combat=0, **figures),
        tiles={"clash": ((0, 0), (1, -1), (1, 0), (0, 1), (2, -1))},
        blocked=((2, -1),),
        decks={"bag-1": Deck(cards={"skeleton": 1})},
    )
    scene.rolls(0).answer("turn.act", "blastbones").end_turn().end_turn()
    return scene.passes("companion.engage")


def test_each_of_them_falls_after_its_turn() -> None:
    scene = one_bone(master=False)
    (fallen,) = scene.events(UnitDefeated)
    assert (scene.unit(fallen.unit).chip, fallen.by) == ("skeleton", "")
    assert (scene.hp("e1"), scene.hp("a1"), scene.hp("a2")) == (9, 5, 5)


@rule("CPN-3")
def test_their_chips_go_back_to_the_bag() -> None:
    assert one_bone(master=False).state.decks["bag-1"].cards == {"skeleton": 1}


def test_a_masters_burst_before_they_fall() -> None:
    scene = one_bone(master=True)
    assert (scene.hp("e1"), scene.hp("a1"), scene.hp("a2")) == (7, 3, 3)
    assert len(scene.events(UnitDefeated)) == 1


def test_stalwart_does_not_limit_what_bursts_outside_every_turn() -> None:
    assert one_bone(master=True, skills=("stalwart 1",)).hp("e1") == 7


def calling(*, tokens: int = 4, master: bool = False, level: int = 1) -> Scene:
    """An enemy is struck down by a friend; then it is the Necromancer's turn."""
    scene = Scene(
        hero("a1", race="imperial", at=(0, -1), row=["combat"]),
        necromancer(name="a2", at=(1, 0), tokens=tokens, master=master),
        beside(hp=1, level=level),
        FAR,
        cards=won_with_its_round(),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat").end_turn()
    return scene


def called(**figures: Any) -> Scene:
    scene = calling(**figures).answer("turn.act", "spiritual-guardian")
    return scene.answer("spiritual-guardian.hp", "3").answer("spiritual-guardian.hex", "0,0")


def guardian(scene: Scene) -> Any:
    return next(unit for unit in scene.state.units.values() if unit.origin == "spiritual-guardian")


def test_a_spiritual_guardian_takes_its_hp_from_the_stack() -> None:
    scene = called()
    unit = guardian(scene)
    assert (unit.kind, unit.hp, unit.at, unit.controller) == ("companion", 3, (0, 0), "a2")
    assert (scene.mat("a2").tokens, scene.state.fallen) == (1, ())


@pytest.mark.parametrize(("level", "master", "possible"), [
    (1, False, True), (5, False, False), (5, True, True), (10, True, False),
])  # fmt: skip
def test_a_novice_calls_level_one_and_a_master_level_five_too(
    level: int, master: bool, possible: bool
) -> None:
    offered = calling(level=level, master=master).offered("turn.act")
    assert any("guardian" in key for key in offered) is possible


def test_there_is_one_spiritual_guardian_at_a_time() -> None:
    scene = called(tokens=6)
    assert scene.mat("a2").tokens == 3
    assert not any("guardian" in key for key in scene.offered("turn.act"))


@rule("CPN-2")
def test_the_guardian_stays_with_the_party_and_keeps_its_hp() -> None:
    scene = called().end_turn()
    while scene.state.phase != "over":
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    unit = guardian(scene)
    assert (unit.fate, unit.at, unit.hp) == ("", None, 3)


def fallen(*, tokens: int, master: bool = False) -> Scene:
    scene = Scene(
        necromancer(tokens=tokens, hp=1, master=master),
        hero("a2", race="nord", at=(-4, 4)),
        foe("e1", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    return scene.rolls("enemy:2")


@rule("CLS-1", "CLS-20")
def test_being_defeated_with_three_chips_makes_a_master_at_once() -> None:
    scene = fallen(tokens=3).answer("defeated", "promotion")
    assert (scene.mat("a1").master, scene.unit("a1").fate) == (True, "defeated")
    assert scene.mat("a1").tokens == 3


@rule("CLS-20")
def test_the_fallen_may_be_promoted_later() -> None:
    scene = fallen(tokens=3).passes("defeated")
    scene.answer("turn_ends", "promotion")
    assert scene.mat("a1").master


def test_two_chips_are_too_few() -> None:
    scene = fallen(tokens=2)
    assert scene.unit("a1").fate == "defeated"
    assert all(question.why != "defeated" for question in scene.questions)


def test_a_masters_guardian_comes_from_level_five_as_well() -> None:
    unit = guardian(called(master=True, level=5))
    assert (unit.kind, unit.hp, unit.at, unit.controller) == ("companion", 3, (0, 0), "a2")

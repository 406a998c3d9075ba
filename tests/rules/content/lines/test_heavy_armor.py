from typing import Any

import pytest

from protocol.battle import DamageDealt, UnitPlaced
from protocol.hexes import Hex, disc
from protocol.ids import DieId, DieKind
from protocol.questions import Route
from tests.scene import Scene, foe, hero

IMMOVABLE = "immovable@immovable"


def _engaged(
    *dice: str, at: tuple[int, int] = (0, 0), track: str = IMMOVABLE, **more: Any
) -> Scene:
    """A hero with Immovable in the track, engaged by one enemy with one Combat die."""
    figures: dict[str, Any] = {"health": 4, "combat": 1, "defense": 0, "skills": (), "range": 1}
    enemy = foe("e1", "spriggan", at=at, **{**figures, **more})
    return Scene(hero(row=list(dice), track=[track]), enemy, turn=None).rolls("enemy:1")


@pytest.mark.rule("ENG-23")
def test_immovable_deals_one_for_each_available_combat_die_after_the_engage() -> None:
    scene = _engaged("combat", "combat", "shield-discipline").answer("engaged", "stand_fast")
    assert (scene.hp("a1"), scene.hp("e1")) == (4, 2)
    assert [hit.unit for hit in scene.events(DamageDealt)] == ["a1", "e1"]
    assert scene.track("a1") == ["immovable"]


def test_immovable_is_optional() -> None:
    assert _engaged("combat").passes("engaged").hp("e1") == 4


def test_immovable_answers_no_engage_from_afar() -> None:
    scene = _engaged("combat", at=(1, 1), range=3)
    assert scene.hp("a1") == 4
    assert scene.asked("turn.act").about == "a1"


def test_immovable_needs_an_available_combat_die() -> None:
    scene = _engaged("shield-discipline")
    assert scene.asked("turn.act").about == "a1"


@pytest.mark.rule("SKR-3")
def test_immovable_with_a_tenacity_face_up_does_nothing() -> None:
    scene = _engaged("combat", track="immovable@tenacity")
    assert scene.asked("turn.act").about == "a1"


@pytest.mark.rule("ENG-25", "TIM-3")
def test_an_enemy_that_immovable_defeats_uses_no_skill_after_its_engage() -> None:
    rewards = (0, 0)
    scene = _engaged("combat", "combat", hp=2, skills=("enfeeble 1",)).rolls(*rewards)
    scene.answer("engaged", "stand_fast")
    assert scene.unit("e1").fate == "defeated"
    assert scene.track("a1") == ["immovable"]


def test_an_enemy_that_survives_immovable_uses_its_skill_after_its_engage() -> None:
    scene = _engaged("combat", skills=("enfeeble 1",)).answer("engaged", "stand_fast")
    assert scene.hp("e1") == 3
    assert scene.track("a1") == ["immovable", "LF"]


RESOLVE, IRONCLAD = "resolve@resolve:2", "ironclad@ironclad"


def _hit(*track: str, at: tuple[int, int] = (0, 0), dice: tuple[int, ...] = (2, 1)) -> Scene:
    """A hero with dice in the track, hit by one enemy."""
    enemy = foe("e1", "spriggan", at=at, health=4, combat=len(dice), skills=(), range=3)
    scene = Scene(hero(track=list(track)), enemy, turn=None)
    return scene.rolls(*(f"enemy:{value}" for value in dice))


@pytest.mark.rule("DMG-4")
def test_resolve_prevents_its_value_of_an_adjacent_enemys_damage_and_stays() -> None:
    scene = _hit(RESOLVE).answer("damage_coming", "stand_up_to")
    assert scene.hp("a1") == 4
    assert scene.track("a1") == ["resolve"]


def test_resolve_is_optional_and_serves_once_an_instance() -> None:
    assert _hit(RESOLVE).passes("damage_coming").hp("a1") == 2
    scene = _hit("resolve@resolve:1").answer("damage_coming", "stand_up_to")
    assert scene.asked("turn.act").about == "a1", "it is not offered again"
    assert scene.hp("a1") == 3


def test_resolve_does_nothing_against_a_distant_enemy() -> None:
    assert _hit(RESOLVE, at=(1, 1)).hp("a1") == 2


def test_constitution_prevents_its_value_of_a_distant_enemys_damage_and_stays() -> None:
    scene = _hit("constitution@constitution:1", at=(1, 1)).answer("damage_coming", "shrug_off")
    assert scene.hp("a1") == 3
    assert scene.track("a1") == ["constitution"]


def test_constitution_does_nothing_against_an_adjacent_enemy() -> None:
    assert _hit("constitution@constitution:2").hp("a1") == 2


@pytest.mark.rule("DMG-7")
def test_resolve_prevents_no_true_damage() -> None:
    scene = Scene(
        hero(track=[RESOLVE]),
        foe("e1", "spriggan", at=(0, 0), health=4, combat=1, skills=("arcane",)),
        turn=None,
    ).rolls("enemy:2")
    assert scene.hp("a1") == 3


def test_ironclad_adds_one_to_each_resolve() -> None:
    scene = _hit("resolve@resolve:1", "resolve@resolve:1", IRONCLAD, dice=(2, 2, 1))
    scene.answer("damage_coming", scene.offered("damage_coming")[0])
    scene.answer("damage_coming", "stand_up_to")
    assert scene.hp("a1") == 4


def test_ironclad_adds_one_to_constitution() -> None:
    scene = _hit("constitution@constitution:1", IRONCLAD, at=(1, 1))
    assert scene.answer("damage_coming", "shrug_off").hp("a1") == 4


@pytest.mark.rule("SKR-3")
def test_ironclad_adds_nothing_to_a_resolve_with_a_tenacity_face_up() -> None:
    assert _hit("resolve@tenacity", IRONCLAD).hp("a1") == 2


UNSTOPPABLE = "unstoppable@unstoppable"


def _budget(scene: Scene) -> int:
    shape = scene.asked("turn.move").shape
    assert isinstance(shape, Route)
    return shape.budget


def test_unstoppable_adds_a_hex_for_each_heavy_armor_die_whatever_it_shows() -> None:
    track = [UNSTOPPABLE, "resolve@tenacity", "combat@combat:1"]
    scene = Scene(hero(at=(0, 0), stamina=1, track=track), foe("e1", at=(0, 4)))
    assert _budget(scene) == 3


def test_unstoppable_with_a_tenacity_face_up_adds_nothing() -> None:
    scene = Scene(hero(at=(0, 0), stamina=1, track=["unstoppable@tenacity"]), foe("e1", at=(0, 4)))
    assert _budget(scene) == 1


@pytest.mark.rule("MAP-7")
def test_unstoppable_pushes_a_unit_to_the_nearest_free_hex_and_stops_in_its_place() -> None:
    scene = Scene(hero(at=(0, 0), stamina=1, track=[UNSTOPPABLE]), foe("e1", at=(0, 1)))
    scene.move((0, 1))
    assert set(scene.offered("make-way")) == {"0,0", "1,0", "1,1", "0,2", "-1,1", "-1,2"}
    scene.answer("make-way", "0,2")
    assert (scene.unit("a1").at, scene.unit("e1").at) == ((0, 1), (0, 2))
    assert [event.unit for event in scene.events(UnitPlaced)] == ["e1"]


def test_unstoppable_may_push_a_unit_into_the_hex_that_was_left() -> None:
    hall: dict[str, tuple[Hex, ...]] = {"hall": ((0, 0), (0, 1))}
    enemy = foe("e1", at=(0, 1))
    scene = Scene(hero(at=(0, 0), stamina=1, track=[UNSTOPPABLE]), enemy, tiles=hall).move((0, 1))
    assert (scene.unit("a1").at, scene.unit("e1").at) == ((0, 1), (0, 0))


def test_unstoppable_pushes_friends_but_no_quest_units() -> None:
    row = {"row": tuple((0, r) for r in range(-2, 4))}
    scene = Scene(
        hero(at=(0, 0), stamina=3, track=[UNSTOPPABLE]),
        hero("a2", at=(0, 1)),
        foe("e1", at=(0, -1), kind="quest"),
        tiles=row,
    )
    assert "0,1" in scene.offered("turn.move")
    assert not {"0,-1", "0,-2"} & set(scene.offered("turn.move"))


def test_unstoppable_may_pass_by_whom_another_die_lets_it_pass() -> None:
    track = [UNSTOPPABLE, "rapid-maneuver@rapid-maneuver-1"]
    scene = Scene(hero(at=(0, 0), track=track), foe("e1", "spriggan", at=(0, 1), hp=4, defense=0))
    scene.move((0, 1), (0, 2)).answer("move.push", "pass")
    assert scene.unit("e1").at == (0, 1)
    assert scene.hp("e1") == 2


def test_a_pushed_unit_was_not_passed() -> None:
    track = [UNSTOPPABLE, "rapid-maneuver@rapid-maneuver-1"]
    scene = Scene(
        hero(at=(0, 0), track=track),
        foe("e1", "spriggan", at=(0, 1), hp=4, defense=0),
        tiles={"disc": disc((0, 0), 3)},
    )
    scene.move((0, 1), (0, 2)).answer("move.push", "push").answer("make-way", "1,1")
    assert scene.unit("e1").at == (1, 1)
    assert scene.hp("e1") == 4


JUGGERNAUT = "juggernaut@juggernaut"


@pytest.mark.rule("FRM-7")
def test_juggernaut_turns_a_light_fatigue_into_two_tenacity_on_each_form_change() -> None:
    scene = Scene(hero(form="defensive", row=["combat"], track=[JUGGERNAUT]), foe("e1", at=(0, 0)))
    scene.rolls("tenacity").engage("a1", "e1", ["combat"], form="light-weapon")
    scene.answer("form_changed", "roll_on")
    assert scene.mat("a1").tenacity == 2
    assert scene.track("a1") == ["juggernaut", "LF"]


def test_juggernaut_is_optional_and_silent_while_the_form_is_kept() -> None:
    scene = Scene(hero(form="defensive", row=["combat"], track=[JUGGERNAUT]), foe("e1", at=(0, 0)))
    scene.rolls("tenacity").engage("a1", "", ["combat"])
    assert scene.asked("engage.resolve").to == ("a1",)
    other = Scene(hero(form="defensive", row=["combat"], track=[JUGGERNAUT]), foe("e1", at=(0, 0)))
    other.rolls("tenacity").engage("a1", "e1", ["combat"], form="light-weapon")
    assert other.passes("form_changed").mat("a1").tenacity == 0


@pytest.mark.rule("SKR-2", "SKR-3")
@pytest.mark.parametrize(
    "kind", ["resolve:1", "constitution:2", "ironclad", "unstoppable", "juggernaut"]
)
def test_a_die_of_the_line_lies_with_its_icon_up_only_if_it_was_resolved(kind: str) -> None:
    name = kind.partition(":")[0]
    scene = Scene(hero(form="defensive", row=[name]), foe("e1", at=(0, 3)))
    scene.rolls(kind).engage("a1", "", [name]).resolve(name)
    left = Scene(hero(form="defensive", row=[name]), foe("e1", at=(0, 3)))
    left.rolls(kind).engage("a1", "", [name]).passes("engage.resolve")
    for each, shown in ((scene, kind), (left, "tenacity")):
        (die,) = each.mat("a1").track
        faces = each.catalogue.dice[DieKind(name)].faces
        assert faces[each.state.dice[DieId(die)].face] == shown

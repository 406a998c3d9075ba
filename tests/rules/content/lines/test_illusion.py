from typing import Any

import pytest

from protocol.battle import EngageBegan
from protocol.hexes import Hex
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 2, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _mage(*row: str, at: Hex = (1, -1), **more: Any) -> Hero:
    return hero("a1", at=at, form="magic", row=list(row), **{"magicka": 3, **more})


def _decoy(scene: Scene) -> str:
    return next(unit.id for unit in scene.state.units.values() if unit.kind == "decoy")


def _stands(face: str, where: str, *foes: Foe, **more: Any) -> Scene:
    die = face.rpartition("-")[0]
    scene = Scene(_mage(die, **more), *(foes or (_foe(),)))
    scene.rolls(face).engage("a1", "", [die]).resolve(die)
    return scene.answer("illusion.hex", where)


def _lies_in(at: str, *others: Hero, **more: Any) -> Scene:
    scene = Scene(_mage("calm-and-fury", **more), *others, _foe())
    scene.rolls("calm-and-fury-1").engage("a1", "", ["calm-and-fury"]).resolve("calm-and-fury")
    return scene.answer("calm-and-fury", at)


def test_calm_and_fury_1_takes_its_owner_out_of_an_enemys_reach() -> None:
    scene = _lies_in("3,-3").end_turn().answer("targeting", "step_aside")
    assert scene.unit("a1").at == (3, -3)
    assert scene.events(EngageBegan)[1:] == []
    assert scene.track("a1") == ["calm-and-fury"]


def test_calm_and_fury_1_trades_places_and_the_enemy_targets_anew() -> None:
    scene = _lies_in("3,-3", hero("a2", at=(3, -3))).end_turn().end_turn()
    scene.rolls("enemy:1", "enemy:1").answer("targeting", "step_aside")
    assert (scene.unit("a1").at, scene.unit("a2").at) == ((3, -3), (1, -1))
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 3)


def test_calm_and_fury_1_may_wait_and_is_exhausted_when_the_battle_ends() -> None:
    scene = _lies_in("3,-3").end_turn().rolls("enemy:1", "enemy:1").passes("targeting")
    assert scene.hp("a1") == 3
    assert list(scene.state.in_hexes.values()) == [(3, -3)]


def test_a_die_in_a_hex_lies_within_range_and_does_not_occupy_it() -> None:
    scene = Scene(_mage("calm-and-fury", magicka=1), _foe())
    scene.rolls("calm-and-fury-1").engage("a1", "", ["calm-and-fury"]).resolve("calm-and-fury")
    assert "0,0" in scene.offered("calm-and-fury")
    assert len(scene.offered("calm-and-fury")) == 6
    scene.answer("calm-and-fury", "1,0").move((1, 0))
    assert scene.unit("a1").at == (1, 0)


def test_calm_and_fury_2_is_struck_in_place_of_an_adventurer_and_then_exhausted() -> None:
    scene = _stands("calm-and-fury-2", "0,1", _foe(priority="weakest"))
    decoy = _decoy(scene)
    scene.rolls("enemy:2", "enemy:1").end_turn()
    assert scene.unit(decoy).fate == "defeated"
    assert scene.hp("a1") == 5
    assert scene.track("a1") == ["calm-and-fury"]


def test_a_decoy_is_an_occupied_hex_to_the_party_and_no_unit() -> None:
    healer = hero("a2", at=(0, 3), active=["purge@purge"])
    scene = Scene(_mage("calm-and-fury", "purge"), healer, _foe())
    scene.rolls("calm-and-fury-2").engage("a1", "", ["calm-and-fury"]).resolve("calm-and-fury")
    scene.answer("illusion.hex", "1,0")
    assert "1,0" not in scene.offered("turn.move")
    targets = [key for key in scene.offered("turn.engage") if key.startswith("target:")]
    assert targets == ["target:e1"]
    assert all(question.why != "anytime" for question in scene.questions)


def test_enemies_move_towards_a_decoy_as_towards_an_adventurer() -> None:
    scene = _stands("mayhem-1", "0,-1", _foe(at=(-3, 1), combat=0), at=(2, -3))
    scene.end_turn().default()
    assert scene.unit("e1").at in ((-1, 0), (-1, -1), (0, -2), (1, -2), (1, -1), (0, 0))


def test_a_decoy_gains_no_status() -> None:
    scene = _stands("mayhem-1", "0,1", _foe(skills=("maim",), priority="weakest", combat=1))
    scene.rolls("enemy:1").end_turn()
    assert scene.unit(_decoy(scene)).statuses == ()
    assert scene.hp(_decoy(scene)) == 3


def _on(face: str, enemy: Foe, *others: Foe, at: Hex = (1, -1)) -> Scene:
    die = face if face == "mesmerizing-grasp" else face.rpartition("-")[0]
    scene = Scene(_mage(die, at=at), enemy, *others)
    scene.rolls(face).engage("a1", "", [die])
    return scene.resolve(die)


def test_mesmerizing_grasp_holds_its_bearer_to_range_1_and_movement_1() -> None:
    scene = _on("mesmerizing-grasp", _foe(at=(0, 2), range=3)).end_turn().default()
    assert scene.unit("e1").at in ((1, 1), (0, 1))
    assert scene.hp("a1") == 5
    assert len(scene.unit("e1").dice) == 1


def test_mesmerizing_grasp_is_exhausted_when_its_bearer_falls() -> None:
    scene = Scene(_mage("mesmerizing-grasp", "force-shock"), _foe(hp=2), _foe("e2", at=(4, 0)))
    scene.rolls("mesmerizing-grasp", "force-shock-1")
    scene.engage("a1", "e1", ["mesmerizing-grasp", "force-shock"])
    scene.resolve("mesmerizing-grasp", "force-shock")
    assert scene.track("a1") == ["force-shock", "mesmerizing-grasp"]


@pytest.mark.rule("SKR-7")
@pytest.mark.parametrize("face", ["mesmerizing-grasp", "pacify-1", "pacify-2"])
def test_quest_units_bear_no_illusion(face: str) -> None:
    die = "mesmerizing-grasp" if face == "mesmerizing-grasp" else "pacify"
    scene = Scene(_mage(die), _foe(kind="quest")).rolls(face).engage("a1", "", [die])
    assert scene.track("a1") == [die]


def test_pacify_1_costs_its_bearer_the_next_engage_and_is_exhausted() -> None:
    scene = _on("pacify-1", _foe(at=(0, 0)))
    scene.end_turn().default()
    assert scene.hp("a1") == 5
    assert scene.track("a1") == ["pacify"]
    assert [begun.unit for begun in scene.events(EngageBegan)] == ["a1"]


def test_pacify_2_blinds_its_bearer_and_is_drained() -> None:
    scene = _on("pacify-2", _foe(at=(0, 0))).end_turn().default()
    assert scene.unit("e1").statuses == ("blind",)
    assert scene.drained("a1") == ["pacify"]
    assert scene.hp("a1") == 5


def test_pacify_waits_until_its_bearer_would_engage() -> None:
    scene = Scene(_mage("pacify", magicka=4), _foe(at=(-3, 2)))
    scene.rolls("pacify-1").engage("a1", "", ["pacify"]).resolve("pacify").end_turn()
    scene.default()
    assert len(scene.unit("e1").dice) == 1
    assert scene.track("a1") == []


def test_mayhem_1_is_drained_with_its_last_hp_and_gives_back_dice_of_other_constellations() -> None:
    track = ["combat", "heroic-slash", "purge", "fleet-phantom"]
    scene = _stands("mayhem-1", "0,1", _foe(priority="weakest", combat=2), track=track, cooldown=0)
    scene.rolls("enemy:2", "enemy:2").end_turn()
    assert len(scene.offered("mayhem")) == 3
    scene.answer("mayhem", *scene.offered("mayhem"))
    assert sorted(scene.row("a1")) == ["combat", "fleet-phantom", "heroic-slash"]
    assert scene.drained("a1") == ["mayhem"]
    assert scene.track("a1") == ["purge"]


def test_mayhem_2_strikes_an_enemy_that_targets_it_before_its_skills_and_its_roll() -> None:
    scene = _stands("mayhem-2", "-1,1", _foe(skills=("burn",)), at=(2, -2))
    scene.rolls("enemy:2", "enemy:1", "enemy:0", "enemy:1").end_turn()
    assert scene.hp("e1") == 6
    assert scene.hp(_decoy(scene)) == 5


def test_mayhem_2_stops_the_turn_of_an_enemy_that_it_defeats() -> None:
    scene = _stands("mayhem-2", "-1,1", _foe(hp=3), _foe("e2", at=(4, 0), combat=0), at=(2, -2))
    scene.rolls("enemy:2", "enemy:1").answer("turn.act", "end").answer("enemy.order", "e1").done()
    assert scene.unit("e1").fate == "defeated"
    assert scene.hp(_decoy(scene)) == 7


def test_mayhem_2_is_drained_with_its_last_hp() -> None:
    strong = _foe(combat=6)
    scene = _stands("mayhem-2", "-1,1", strong, at=(2, -2))
    scene.rolls("enemy:0", "enemy:0", *["enemy:2"] * 6).end_turn()
    assert scene.drained("a1") == ["mayhem"]
    assert scene.track("a1") == []


def test_voice_of_rapture_1_turns_all_status_dice_of_the_party_into_damage_to_every_enemy() -> None:
    ailing = hero("a2", at=(0, 3), track=["maim", "fear"])
    far = _foe("e2", at=(-4, 4), defense=1, statuses=("bane",))
    scene = Scene(_mage("voice-of-rapture", track=["bane"]), ailing, _foe(), far)
    scene.rolls("voice-of-rapture-1").engage("a1", "", ["voice-of-rapture"])
    scene.resolve("voice-of-rapture")
    assert (scene.hp("e1"), scene.hp("e2")) == (6, 7)
    assert (scene.track("a1"), scene.track("a2")) == ([], [])
    assert scene.unit("e2").statuses == ("bane",)
    assert scene.drained("a1") == ["voice-of-rapture"]


def test_voice_of_rapture_2_turns_those_of_one_party_member_into_true_damage() -> None:
    ailing = hero("a2", at=(0, 3), track=["maim", "fear"])
    scene = Scene(_mage("voice-of-rapture", track=["bane"]), ailing, _foe(defense=3))
    scene.rolls("voice-of-rapture-2").engage("a1", "", ["voice-of-rapture"])
    scene.resolve("voice-of-rapture").answer("voice-of-rapture", "a2")
    assert scene.hp("e1") == 7
    assert (scene.track("a1"), scene.track("a2")) == (["bane"], [])


def test_voice_of_rapture_counts_skill_dice_that_are_status_dice() -> None:
    mage = _mage("honor-the-dead", "voice-of-rapture", track=["bane"])
    scene = Scene(mage, friend("c1", "clannfear", at=(0, 3)), _foe())
    scene.rolls("honor-the-dead:3", "voice-of-rapture-1")
    scene.engage("a1", "", ["honor-the-dead", "voice-of-rapture"])
    scene.resolve("honor-the-dead", "voice-of-rapture")
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["honor-the-dead"]


def test_illusions_still_in_play_are_exhausted_when_the_battle_ends() -> None:
    row = ["mayhem", "calm-and-fury", "force-shock"]
    scene = Scene(_mage(*row, cooldown=0), _foe(hp=2))
    scene.rolls("mayhem-2", "calm-and-fury-1", "force-shock-1").engage("a1", "e1", row)
    scene.resolve("mayhem").answer("illusion.hex", "2,0")
    scene.resolve("calm-and-fury", "force-shock").answer("calm-and-fury", "3,0")
    scene.rolls(0, 0).end_turn().default()
    assert sorted(scene.row("a1")) == ["calm-and-fury", "force-shock", "mayhem"]
    assert scene.unit(_decoy(scene)).fate == "gone"
    assert scene.state.in_hexes == {}

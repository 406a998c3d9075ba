from typing import Any

import pytest

from protocol.hexes import Hex
from protocol.ids import DieId, DieKind
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 0, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _caster(*row: str, **more: Any) -> Hero:
    return hero("a1", at=(1, -1), form="magic", row=list(row), **{"magicka": 4, **more})


def test_daedric_curse_1_deals_true_damage_to_any_adjacent_enemy() -> None:
    near, target = _foe("e1", defense=3), _foe("e2", at=(3, -1))
    scene = Scene(_caster("daedric-curse"), near, target)
    scene.rolls("daedric-curse-1:2").engage("a1", "e2", ["daedric-curse"]).resolve("daedric-curse")
    assert (scene.hp("e1"), scene.hp("e2")) == (7, 9)


def test_daedric_curse_needs_an_adjacent_enemy() -> None:
    scene = Scene(_caster("daedric-curse"), hero("a2", at=(2, 1), cls="acrobat"), _foe(at=(3, -1)))
    scene.rolls("daedric-curse-2").engage("a1", "e1", ["daedric-curse"])
    assert scene.track("a1") == ["daedric-curse"]


def _cursed(**more: Any) -> Scene:
    friend_ = hero("a2", at=(-1, 3), cooldown=3, track=["LF", "LF"], **more)
    scene = Scene(_caster("daedric-curse", "force-shock"), friend_, _foe())
    scene.rolls("daedric-curse-2", "force-shock-1")
    scene.engage("a1", "e1", ["daedric-curse", "force-shock"])
    return scene.resolve("daedric-curse", "force-shock")


@pytest.mark.rule("ENG-30")
def test_daedric_curse_2_lets_an_adventurer_use_an_ability_for_nothing_inside_the_engage() -> None:
    scene = _cursed(cls="acrobat")
    assert scene.asked("daedric-curse.ability").to == ("a2",)
    assert scene.offered("daedric-curse.ability") == ["rousing-speed", "arcane-alacrity"]
    scene.answer("daedric-curse.ability", "rousing-speed").answer("rousing-speed", "-1,2")
    assert scene.unit("a2").at == (-1, 2)
    assert scene.mat("a2").tenacity == 0
    assert scene.hp("e1") == 6


def test_daedric_curse_2_takes_nothing_of_the_tenacity_that_is_there() -> None:
    scene = _cursed(cls="acrobat", tenacity=3)
    scene.answer("daedric-curse.ability", "arcane-alacrity").answer("arcane-alacrity", "0,1")
    scene.answer("arcane-alacrity.pay", "2")
    assert scene.mat("a2").tenacity == 1
    assert scene.hp("e1") == 4


def test_daedric_curse_2_is_declined_by_who_would_use_the_ability() -> None:
    scene = _cursed(cls="acrobat").passes("daedric-curse.ability")
    assert scene.unit("a2").at == (-1, 3)
    assert scene.hp("e1") == 6


def test_daedric_curse_2_damages_although_nobody_has_an_ability() -> None:
    assert _cursed().hp("e1") == 6


def _stone(*rolled: str, value: int = 1) -> Scene:
    kinds = [face.partition(":")[0] for face in rolled]
    scene = Scene(_caster("power-stone", *kinds), _foe(at=(0, 0)))
    scene.rolls(f"power-stone:{value}", *rolled)
    return scene.engage("a1", "e1", ["power-stone", *kinds])


def test_power_stone_turns_another_die_to_a_face_of_choice() -> None:
    scene = _stone("tempered-soul", value=1)
    kind = scene.catalogue.dice[DieKind("tempered-soul")]
    scene.resolve("power-stone").answer("power-stone", f"tempered-soul.2:{kind.tenacity_face()}")
    scene.resolve("tempered-soul")
    assert scene.mat("a1").tenacity == 1


def test_power_stone_turns_up_to_x_different_dice() -> None:
    scene = _stone("purge", "hasty-prayer", value=2).resolve("power-stone")
    scene.answer("power-stone", "purge.2:0")
    assert not any("purge" in key for key in scene.offered("power-stone"))
    scene.answer("power-stone", "hasty-prayer.3:0")
    scene.resolve("purge", "hasty-prayer")
    assert scene.mat("a1").tenacity == 2


def test_power_stone_comes_before_everything_else_of_the_roll() -> None:
    scene = _stone("purge").resolve("purge")
    assert scene.track("a1") == ["power-stone"]


def test_power_stone_turns_enemy_combat_dice_too() -> None:
    elf = hero("a1", at=(1, -1), form="magic", row=["power-stone"],
               active=["concentration@concentration:1"])  # fmt: skip
    scene = Scene(elf, _foe()).rolls("power-stone:1", "enemy:0", "enemy:1")
    scene.engage("a1", "e1", ["power-stone"]).answer("before_roll", "focus")
    scene.resolve("power-stone").answer("power-stone", "free0:2").resolve("free")
    assert scene.hp("e1") == 6


SUMMONER = "expert-summoner@expert-summoner:{}"


def test_expert_summoner_makes_its_owners_companions_stronger_and_faster_and_goes_down() -> None:
    owner = hero("a1", at=(-3, 0), active=[SUMMONER.format(2)])
    scene = Scene(owner, friend("c1", "clannfear", at=(0, 4)), _foe(at=(0, -1))).end_turn()
    assert "0,0" in scene.offered("companion.move")
    scene.answer("companion.move", "0,3", "0,2", "0,1", "0,0")
    scene.rolls("enemy:1", "enemy:1", "enemy:1", "enemy:1", "enemy:1")
    scene.answer("companion.engage", "e1")
    assert scene.hp("e1") == 4
    die = scene.state.dice[DieId(scene.mat("a1").active[0])]
    assert scene.catalogue.dice[DieKind("expert-summoner")].value(die.face) == 1


def test_expert_summoner_is_exhausted_below_1() -> None:
    owner = hero("a1", at=(-3, 0), active=[SUMMONER.format(1)])
    scene = Scene(owner, friend("c1", "clannfear", at=(0, 1)), _foe()).end_turn()
    scene.passes("companion.move").rolls(*["enemy:0"] * 4).answer("companion.engage", "e1").done()
    assert scene.track("a1") == ["expert-summoner"]


def test_expert_summoner_leaves_other_players_companions_alone() -> None:
    owner = hero("a2", at=(-2, 2), active=[SUMMONER.format(3)])
    pet = friend("c1", "clannfear", at=(0, 1))
    scene = Scene(hero("a1", at=(3, 0)), owner, pet, _foe()).end_turn().end_turn()
    scene.passes("companion.move").rolls(*["enemy:0"] * 3).answer("companion.engage", "e1").done()
    assert scene.active("a2") == ["expert-summoner"]


def test_tempered_soul_binds_an_enemy_that_fell_in_the_same_engage() -> None:
    elf = _foe(hp=1, level=5, skills=())
    scene = Scene(_caster("tempered-soul", "force-shock"), elf, _foe("e2", at=(4, 0)))
    scene.rolls("tempered-soul", "force-shock-1")
    scene.engage("a1", "e1", ["tempered-soul", "force-shock"])
    scene.resolve("force-shock").resolve("tempered-soul").answer("tempered-soul.hex", "0,0")
    soul = next(unit for unit in scene.state.units.values() if unit.kind == "companion")
    assert (soul.at, soul.hp, soul.controller) == ((0, 0), 9, "a1")
    assert scene.state.fallen == ()
    assert scene.drained("a1") == ["tempered-soul"]


def test_tempered_soul_without_a_soul_is_exhausted() -> None:
    scene = Scene(_caster("tempered-soul", "force-shock"), _foe())
    scene.rolls("tempered-soul", "force-shock-1")
    scene.engage("a1", "e1", ["tempered-soul", "force-shock"])
    scene.resolve("force-shock").resolve("tempered-soul")
    assert scene.track("a1") == ["force-shock", "tempered-soul"]


@pytest.mark.rule("LIM-7")
def test_a_bound_soul_that_falls_goes_back_to_its_bag_and_not_to_the_stack() -> None:
    elf = foe("e1", "high-elf-bandit", at=(0, 0), hp=1)
    strong = _foe("e2", at=(1, 1), combat=6, priority="weakest")
    scene = Scene(_caster("tempered-soul", "force-shock", hp=99, health=99), elf, strong)
    scene.rolls("tempered-soul", "force-shock-1")
    scene.engage("a1", "e1", ["tempered-soul", "force-shock"]).resolve("force-shock")
    scene.resolve("tempered-soul").answer("tempered-soul.hex", "1,0")
    soul = next(unit.id for unit in scene.state.units.values() if unit.kind == "companion")
    scene.end_turn().passes("companion.move").rolls(*["enemy:2"] * 6)
    scene.passes("companion.engage")
    assert scene.unit(soul).fate == "defeated"
    assert scene.state.fallen == ()
    assert sum(scene.state.decks[f"bag-{n}"].cards.get("high-elf-bandit", 0) for n in (1, 5)) == 1

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from protocol.battle import FatigueGained, SideQuestGained, TurnBegan, TurnEnded
from protocol.ids import UnitId
from server.rules.battle.kernel.state import Deck
from server.rules.content.catalogue import catalogue
from tests.scene import Refused, Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
SONG, LOAF = "red-mountain-drinking-song", "falkreath-meat-loaf"
FAR = foe("e9", at=(-4, 4), skills=())


def bard(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "dark-elf", "cls": "bard", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*others: Foe | Hero, **figures: Any) -> Scene:
    return Scene(bard(**figures), *others, FAR)


def rolled(*dice: str, row: list[str] | None = None, **figures: Any) -> Scene:
    """The Bard has rolled dice at an adjacent enemy."""
    row = row or ["combat", "combat"]
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = turn_of(near, row=row, **figures)
    return scene.rolls(*dice).engage("a1", "e1", row)


def asks(scene: Scene, why: str) -> bool:
    return any(question.why == why for question in scene.questions)


@rule("CLS-2")
def test_a_die_of_the_bards_own_roll_is_rolled_again() -> None:
    scene = rolled("tenacity", "combat:1")
    scene.rolls("combat:2").answer("after_roll", "encore").answer("bard.encore", "combat.1")
    scene.resolve("combat", "combat")
    assert scene.hp("e1") == 2


def test_in_one_turn_only_one_die_is_rolled_again() -> None:
    scene = rolled("tenacity", "combat:1").rolls("combat:2").answer("after_roll", "encore")
    scene.answer("bard.encore", "combat.1")
    assert [question.why for question in scene.questions] == ["engage.resolve"]


def test_a_result_that_must_be_resolved_is_rolled_again_all_the_same() -> None:
    """An official answer."""
    row = ["arrow-barrage"]
    near = foe("e1", at=(-1, -1), health=5, hp=5, skills=())
    scene = turn_of(near, row=row, form="ranged-weapon", stamina=3)
    scene.rolls("arrow-barrage-2").engage("a1", "e1", row)
    scene.rolls("arrow-barrage-1").answer("after_roll", "encore")
    assert scene.asked("engage.resolve").may_pass


def attacked(far: int, **figures: Any) -> Scene:
    """An enemy engages an ally; it stands `far` hexes away from the Bard."""
    scene = Scene(
        bard(at=(-far, 0), hp=3, **figures),
        hero("a2", at=(1, 0), hp=5),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, priority="strongest", skills=()),
        turn=None,
    )
    return scene.rolls("enemy:2")


def test_an_enemys_die_near_by_is_rolled_again() -> None:
    scene = attacked(2).rolls("enemy:0").answer("after_roll", "encore")
    assert scene.hp("a2") == 5


@pytest.mark.parametrize(
    ("far", "master", "asked"), [(3, False, False), (4, True, True), (2, False, True)]
)
def test_a_novice_reaches_two_hexes_and_a_master_four(far: int, master: bool, asked: bool) -> None:
    assert asks(attacked(far, master=master), "after_roll") is asked


def test_a_lockpick_die_is_rolled_again_in_a_turn() -> None:
    scene = Scene(
        bard(), FAR, caches={(2, -1): "common"},
        decks={"common": Deck(cards={LOAF: 1}, top="3:5-2-2")},
    )  # fmt: skip
    scene.move((2, -1)).rolls("d6:5", "d6:2", "d6:3").answer("cache.pick", "pick")
    scene.rolls("d6:2", 0).answer("lockpick_rolled", "encore").answer("bard.encore", "2")
    scene.answer("item.gained", "ready")
    assert [card.item for card in scene.mat("a1").ready] == [LOAF]


def kicked(turn: str) -> Scene:
    """A Rogue near the Bard rolls an enemy Combat die for an effect."""
    scene = Scene(
        bard(at=(1, 0)),
        hero("a2", at=(0, 0), cls="rogue", tenacity=2, stamina=1, hp=1),
        FAR,
        turn=turn,
    )
    return scene.rolls("enemy:1").answer("turn.act", "kickback")


def test_what_an_effect_rolls_can_be_rolled_again() -> None:
    scene = kicked("a2").rolls("enemy:0").answer("thrown", "encore")
    assert scene.hp("a2") == 3


def summoned(**figures: Any) -> Scene:
    """The Bard defeats an enemy whose fall calls one enemy for each of three adventurers."""
    scene = Scene(
        bard(row=["combat"], **figures),
        hero("a2", at=(3, -2)),
        hero("a3", at=(-3, 2)),
        foe("e1", at=(0, 0), hp=1, skills=("instigate",)),
        FAR,
        decks={"bag-1": Deck(cards={"high-elf-bandit": 3})},
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).rolls(0, 0, 0)
    scene.passes("after_roll").resolve("combat")
    while scene.questions[0].why == "instigate":
        scene.answer("instigate", scene.offered("instigate")[0])
    return scene


@pytest.mark.parametrize(("master", "most"), [(False, 2), (True, 3)])
def test_the_drinking_song_hurts_two_enemies_that_have_just_come_or_three(
    master: bool, most: int
) -> None:
    scene = summoned(master=master).answer("enemies_deployed", SONG)
    new = scene.offered("drinking-song")
    assert (len(new), "e9" in new) == (3, False)
    scene.answer("drinking-song", *new[:most])
    assert sorted(scene.hp(name) for name in new) == [2] * most + [3] * (3 - most)
    assert scene.mat("a1").tenacity == 4


def test_no_more_than_two_enemies_hear_a_novice() -> None:
    scene = summoned().answer("enemies_deployed", SONG)
    with pytest.raises(Refused):
        scene.answer("drinking-song", *scene.offered("drinking-song"))


def set_up(*skills: str, **figures: Any) -> Scene:
    """The Jailbreak is being set up: its only enemy has those skills, nobody is on the map yet."""
    box = catalogue()
    chips = {name: replace(chip, skills=skills, health=3) for name, chip in box.chips.items()}
    drawn = Scene(bard(**figures)).state
    nowhere = {"a1": msgspec.structs.replace(drawn.units[UnitId("a1")], at=None)}
    start = msgspec.structs.replace(
        drawn, phase="setup", turn=None, order=(), units=nowhere, tiles={}, round=1, rounds=0
    )
    return Scene.at(start, replace(box, chips=chips)).rolls(0)


def test_after_the_setup_the_song_is_outside_any_turn_and_elusive_does_not_prevent_it() -> None:
    """A ruling. The adventurers are not even deployed."""
    scene = set_up("elusive").answer("enemies_deployed", SONG)
    (enemy,) = (unit for unit in scene.state.units.values() if unit.side == "enemy")
    assert (enemy.hp, scene.mat("a1").tenacity) == (2, 4)


def struck(*dice: str, defense: int = 2) -> Scene:
    """The Bard's roll against an enemy with defense has been resolved."""
    row = ["combat"] * len(dice)
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=defense, skills=())
    scene = turn_of(near, row=row).rolls(*dice).engage("a1", "e1", row)
    return scene.passes("after_roll").resolve(*row)


def test_stagger_and_sway_ignores_one_defense_after_the_roll_was_seen() -> None:
    """A ruling: it may wait for the dice."""
    scene = struck("combat:2", "combat:1").answer("pool_lands", "stagger-and-sway")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (3, 4)


def test_stagger_and_sway_is_not_offered_where_no_defense_counts() -> None:
    assert not asks(struck("combat:2", defense=0), "pool_lands")


def test_stagger_and_sway_helps_another_party_member() -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=2, skills=())
    ally = hero("a2", at=(0, 1), row=["combat"])
    scene = Scene(bard(at=(4, -4)), ally, near, FAR, turn="a2")
    scene.rolls("combat:2").engage("a2", "e1", ["combat"]).resolve("combat")
    scene.answer("pool_lands", "stagger-and-sway", by="a1")
    assert scene.hp("e1") == 4


def test_stagger_and_sway_helps_a_companion() -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=1, skills=())
    scene = Scene(bard(at=(4, -4)), friend("c1", "clannfear", at=(0, 1), combat=1), near, FAR)
    scene.end_turn().rolls("enemy:2").passes("companion.move").answer("companion.engage", "e1")
    scene.answer("before_damage", "stagger-and-sway")
    assert scene.hp("e1") == 3


def test_pilgrim_on_the_road_gains_the_side_quest_once() -> None:
    scene = turn_of().answer("turn.act", "pilgrim-on-the-road")
    assert [event.quest for event in scene.events(SideQuestGained)] == ["bard-harder"]
    assert scene.state.side_quests == ("bard-harder",)
    scene.end_turn().default()
    assert "use:bard:pilgrim-on-the-road" not in scene.offered("turn.act")


def test_a_masters_sheet_has_the_tale_in_place_of_the_quest() -> None:
    scene = turn_of(master=True, drained=["combat"])
    offered = scene.offered("turn.act")
    assert "use:bard:the-tale-of-syrabane" in offered
    assert "use:bard:pilgrim-on-the-road" not in offered


@pytest.mark.parametrize("die", ["snipe", "combat"])
def test_the_tale_of_syrabane_brings_back_a_drained_or_an_exhausted_die(die: str) -> None:
    friend_ = hero("a2", at=(3, -2), drained=["snipe"], track=["LF", "combat"])
    scene = turn_of(friend_, master=True).answer("turn.act", "the-tale-of-syrabane")
    scene.answer("syrabane.die", die, by="a2")
    assert (scene.row("a2"), scene.mat("a1").tenacity) == ([die], 3)


def test_the_tale_is_told_in_sight_alone() -> None:
    """Two tiles away nobody hears it."""
    tiles = {"a": ((0, 0),), "b": ((1, 0), (2, 0)), "c": ((3, 0), (4, 0))}
    spent = hero("a2", at=(3, 0), drained=["combat"])
    scene = Scene(bard(master=True, at=(0, 0)), spent, foe("e9", at=(4, 0)), tiles=tiles)
    assert "use:bard:the-tale-of-syrabane" not in scene.offered("turn.act")


@pytest.mark.parametrize(("master", "left"), [(False, 2), (True, 3)])
def test_hear_the_hist_speak_dazes_two_targetable_enemies(master: bool, left: int) -> None:
    scene = turn_of(
        foe("e1", at=(0, 0)), foe("e2", at=(0, -1)), form="magic", magicka=2, master=master
    )
    scene.answer("turn.act", "hear-the-hist-speak").answer("hear-the-hist-speak", "e1", "e2")
    assert scene.unit("e1").statuses == scene.unit("e2").statuses == ("daze",)
    assert (scene.mat("a1").tenacity, scene.unit("e9").statuses) == (left, ())


@pytest.mark.parametrize("master", [False, True])
def test_three_hearts_as_one_shares_two_hp_for_each_fatigue_die(master: bool) -> None:
    tired = {"track": ["LF", "combat", "OF"], "hp": 3}
    scene = turn_of(hero("a2", at=(3, -2), hp=1), master=master, **tired)
    scene.answer("turn.act", "three-hearts").answer("three-hearts", "a1", "a2", "a2", "a2")
    assert (scene.hp("a1"), scene.hp("a2"), scene.mat("a1").tenacity) == (4, 4, 2)


def test_three_hearts_give_nobody_more_than_fits() -> None:
    scene = turn_of(hero("a2", at=(3, -2), hp=4), hp=4, track=["LF", "LF"])
    scene.answer("turn.act", "three-hearts")
    with pytest.raises(Refused):
        scene.answer("three-hearts", "a1", "a1")
    scene.answer("three-hearts", "a1", "a2")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 5)


def glenumbra(*, chosen: str = "a2", **figures: Any) -> Scene:
    """The Bard has given somebody a turn in the middle of its own."""
    ally = hero("a2", at=(0, 1), row=["combat"], track=["LF", "snipe", "LF"], cooldown=1, **figures)
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = Scene(bard(at=(1, -1), master=True, row=["combat"]), ally, near, FAR)
    return scene.answer("turn.act", "glenumbra-moors").answer("glenumbra-moors", chosen)


@rule("ENG-30")
def test_glenumbra_moors_gives_a_whole_turn_inside_the_bards_own() -> None:
    scene = glenumbra()
    assert (scene.track("a2"), scene.row("a2")) == ([], ["combat", "snipe"])
    scene.rolls("combat:2").engage("a2", "e1", ["combat"]).passes("after_roll").resolve("combat")
    assert scene.hp("e1") == 3
    scene.end_turn()
    turn = scene.state.turn
    assert turn is not None
    assert (turn.unit, turn.step, turn.outer) == ("a1", "act", None)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])


@rule("CLS-3")
def test_the_granted_turn_has_limits_of_its_own_and_leaves_the_round_as_it_was() -> None:
    """The ally has its own turn of the round still to come, and no fatigue for either engage."""
    scene = glenumbra().move((0, 2)).end_turn().end_turn()
    assert scene.state.turn is not None
    assert scene.state.turn.unit == "a2"
    begun = [(event.unit, event.extra) for event in scene.events(TurnBegan)]
    assert begun == [("a2", True), ("a2", False)]
    assert scene.events(FatigueGained) == []


def test_the_bard_may_take_the_granted_turn_itself() -> None:
    scene = glenumbra(chosen="a1").end_turn()
    assert scene.state.turn is not None
    assert (scene.state.turn.unit, scene.state.turn.outer) == ("a1", None)
    assert [event.unit for event in scene.events(TurnEnded)] == ["a1"]


def test_glenumbra_moors_is_sung_once_a_battle() -> None:
    scene = glenumbra().end_turn()
    scene = Scene.at(scene.state, scene.catalogue)
    assert "battle:a1.bard.battle-of-glenumbra-moors" in scene.state.used
    assert "use:bard:battle-of-glenumbra-moors" not in scene.offered("turn.act")


def test_a_bard_who_falls_in_the_granted_turn_has_no_turn_to_go_on_with() -> None:
    """The ally's Lightning Splash strikes it, too."""
    scene = Scene(
        bard(at=(1, -1), master=True, hp=1),
        hero("a2", at=(0, 1), cls="sorcerer", tenacity=2, row=["combat"]),
        foe("e1", at=(0, 0), hp=1, skills=()),
        FAR,
    )
    scene.answer("turn.act", "glenumbra-moors").answer("glenumbra-moors", "a2")
    scene.rolls("combat:1").engage("a2", "e1", ["combat"]).passes("after_roll").resolve("combat")
    scene.answer("defeated", "lightning-splash").end_turn()
    assert scene.unit("a1").fate == "defeated"
    ended = [event.unit for event in scene.events(TurnEnded)]
    assert ended[:2] == ["a2", "a1"]


def test_an_orc_may_follow_its_granted_turn_by_another_one() -> None:
    """Swift Warrior; the Bard's turn waits for both."""
    scene = glenumbra(race="orc").end_turn().answer("turn_over", "swift_warrior")
    begun = [(event.unit, event.extra) for event in scene.events(TurnBegan)]
    assert begun == [("a2", True), ("a2", True)]
    scene.end_turn()
    assert scene.state.turn is not None
    assert (scene.state.turn.unit, scene.state.turn.outer) == ("a1", None)

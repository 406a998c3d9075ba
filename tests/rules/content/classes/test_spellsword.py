from typing import Any

import msgspec
import pytest

from protocol.battle import ActionTaken, EngageBegan, FatigueGained
from protocol.questions import options_of
from server.rules.content.catalogue import catalogue
from tests.scene import Refused, Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), skills=())
NEAR = foe("e1", at=(0, 0), health=9, hp=9, skills=())
LOAF, FEAST = "falkreath-meat-loaf", "feast-of-the-harvest"
INNATE = "use:spellsword:spellsword"


def spellsword(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "imperial", "cls": "spellsword", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*others: Foe | Hero, **figures: Any) -> Scene:
    return Scene(spellsword(**figures), *others, FAR)


def sided(die: str, side: str, *others: Foe, **figures: Any) -> Scene:
    """One of a die's instant sides was chosen; the engage is about to be planned."""
    figures = {"row": [die], "tenacity": 0, **figures}
    scene = turn_of(*(others or (NEAR,)), **figures).answer("turn.act", INNATE)
    if any(question.why == "spellsword.die" for question in scene.questions):
        scene.answer("spellsword.die", die)
    sides = {option.text: option.key for option in scene.asked("spellsword.side").shape.options}  # type: ignore[union-attr]
    return scene.answer("spellsword.side", sides[side])


def engage(scene: Scene, target: str = "e1", form: str = "", weapon: str = "") -> Scene:
    return scene.engage("a1", target, form=form, weapon=weapon, why="spellsword.engage")


@rule("CLS-2", "FRE-2")
def test_a_drained_die_gives_one_of_its_instant_sides_as_a_free_engage() -> None:
    """A ruling: no fatigue, and it does not count as an engage of the turn."""
    scene = engage(sided("combat", "combat:2")).resolve("combat")
    assert (scene.hp("e1"), scene.drained("a1"), scene.track("a1")) == (7, ["combat"], [])
    assert scene.state.turn is not None
    assert scene.state.turn.engages == 0
    assert [event.targets for event in scene.events(EngageBegan)] == [("e1",)]


@rule("ENG-17")
def test_its_side_may_be_left_also_where_nothing_is_asked_that_all_would_answer_alike() -> None:
    scene = Scene(spellsword(row=["combat"], tenacity=0), NEAR, FAR, asks_all=False)
    scene.answer("turn.act", INNATE)
    sides = {option.text: option.key for option in options_of(scene.asked("spellsword.side").shape)}
    engage(scene.answer("spellsword.side", sides["combat:2"]))
    assert scene.asked("engage.resolve").may_pass
    assert scene.hp("e1") == 9


def test_after_it_the_first_engage_action_is_still_the_first() -> None:
    scene = engage(sided("combat", "combat:2", row=["combat", "combat"])).resolve("combat")
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("e1"), scene.events(FatigueGained)) == (6, [])
    assert [event.action for event in scene.events(ActionTaken)] == ["ability", "engage"]


def test_the_form_may_be_changed_for_it_without_fatigue() -> None:
    """A ruling. Force Shock asks for magic form."""
    scene = engage(sided("force-shock", "force-shock-1", form="heavy-weapon"), form="magic")
    scene.resolve("force-shock")
    assert (scene.hp("e1"), scene.mat("a1").form, scene.track("a1")) == (7, "magic", [])


def test_only_the_forms_of_its_line_are_offered() -> None:
    scene = sided("force-shock", "force-shock-1")
    assert [key for key in scene.offered("spellsword.engage") if key.startswith("form:")] == [
        "form:magic"
    ]


def test_an_item_may_be_used_with_it() -> None:
    """A ruling: the weapon adds its die to the one that is not rolled."""
    scene = sided("combat", "combat:2", ready=["steel-maul"], form="heavy-weapon")
    engage(scene.rolls("enemy:1"), weapon="steel-maul", form="heavy-weapon").done()
    scene.resolve("combat", "free")
    assert scene.hp("e1") == 6


@rule("CLS-3")
def test_it_comes_once_a_turn() -> None:
    scene = engage(sided("combat", "combat:1", row=["combat", "combat"])).resolve("combat")
    assert INNATE not in scene.offered("turn.act")


def test_only_instant_sides_can_be_chosen() -> None:
    """Of a Shadow Cloak's sides two lie in a slot."""
    scene = turn_of(NEAR, row=["shadow-cloak"], tenacity=0).answer("turn.act", INNATE)
    assert (scene.mat("a1").track, scene.offered("spellsword.engage")[0][:5]) == ((), "form:")
    engage(scene, "").resolve("shadow-cloak")
    assert scene.track("a1") == ["LF", "stealth"]


def test_a_die_without_instant_sides_is_no_use() -> None:
    assert INNATE not in turn_of(NEAR, row=["fleet-phantom", "locksmith"]).offered("turn.act")


@pytest.mark.parametrize("place", ["track", "active"])
def test_a_novice_takes_available_dice_and_a_master_any_on_the_mat(place: str) -> None:
    figures: dict[str, Any] = {place: ["combat@combat:1"]}
    assert INNATE not in turn_of(NEAR, **figures).offered("turn.act")
    scene = sided("combat", "combat:1", row=[], master=True, **figures)
    engage(scene).resolve("combat")
    assert (scene.hp("e1"), scene.drained("a1")) == (8, ["combat"])


def test_a_drained_die_is_on_the_mat_no_more() -> None:
    scene = turn_of(NEAR, drained=["combat"], master=True)
    assert INNATE not in scene.offered("turn.act")


@rule("STS-8")
def test_fear_leaves_combat_dice_alone_for_it() -> None:
    scene = turn_of(NEAR, row=["force-shock"], track=["fear"])
    assert INNATE not in scene.offered("turn.act")
    scene = turn_of(NEAR, row=["combat"], track=["fear"])
    assert INNATE in scene.offered("turn.act")


@rule("CLS-4")
@pytest.mark.parametrize(("tenacity", "offered"), [(3, True), (2, False)])
def test_eldritch_insight_opens_dice_of_all_levels(tenacity: int, offered: bool) -> None:
    scene = turn_of(NEAR, row=["volley"], master=True, tenacity=tenacity)
    assert (INNATE in scene.offered("turn.act")) is offered


def barrage() -> Scene:
    """Arrow Barrage has dealt its 2 damage and may be rolled again."""
    far = foe("e1", at=(-1, -1), health=9, hp=9, skills=())
    scene = sided(
        "arrow-barrage", "arrow-barrage-1", far, master=True, tenacity=3, form="ranged-weapon"
    )
    return engage(scene).resolve("arrow-barrage")


def test_a_die_of_a_higher_level_does_what_its_side_says() -> None:
    scene = barrage().answer("arrow-barrage.again", "stop")
    assert (scene.hp("e1"), scene.drained("a1")) == (7, ["arrow-barrage"])


def test_a_side_that_may_be_rolled_again_is_rolled_where_it_lies() -> None:
    scene = barrage().rolls("tenacity").answer("arrow-barrage.again", "again")
    assert (scene.mat("a1").tenacity, scene.drained("a1")) == (4, ["arrow-barrage"])


@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize(("die", "level"), [("combat", 1), ("volley", 2), ("defiance", 4)])
def test_heros_vigor_recovers_a_drained_die_for_as_much_as_its_level(
    die: str, level: int, master: bool
) -> None:
    scene = turn_of(drained=["combat", "volley", "defiance"], master=master)
    scene.answer("turn.act", "heros-vigor").answer("heros-vigor", die)
    assert (scene.row("a1"), scene.mat("a1").tenacity) == ([die], 5 - level)


def test_heros_vigor_recovers_only_what_can_be_paid_for() -> None:
    scene = turn_of(drained=["combat", "volley", "defiance"], tenacity=3)
    scene.answer("turn.act", "heros-vigor")
    assert len(scene.offered("heros-vigor")) == 2
    scene = turn_of(drained=["defiance"], tenacity=3)
    assert "use:spellsword:heros-vigor" not in scene.offered("turn.act")


@pytest.mark.parametrize(
    ("item", "master", "damage"), [(LOAF, False, 0), (FEAST, False, 3), (LOAF, True, 3)]
)
def test_meticulous_disassembly_turns_an_item_into_healing_and_damage(
    item: str, master: bool, damage: int
) -> None:
    scene = turn_of(NEAR, pack=[item], form="magic", hp=1, tenacity=1, master=master)
    scene.answer("turn.act", "meticulous-disassembly")
    assert (scene.hp("a1"), scene.hp("e1")) == (4, 9 - damage)
    assert (scene.mat("a1").pack, scene.mat("a1").tenacity) == ((), 0)


@rule("RAC-2")
def test_without_an_item_nothing_is_taken_apart() -> None:
    """A ruling: the item is a price."""
    scene = turn_of(NEAR, form="magic", hp=1)
    assert "use:spellsword:meticulous-disassembly" not in scene.offered("turn.act")


def hit(fallen: int, **figures: Any) -> Scene:
    """An enemy hits the Spellsword for 3 while some enemies lie on the defeated stack."""
    near = foe("e1", "high-elf-bandit", at=(0, 0), combat=2, skills=())
    gone = [foe(f"e{n}", at=(-4, n)) for n in range(2, 2 + fallen)]
    scene = Scene(spellsword(race="orc", **figures), near, *gone, turn=None)
    state = scene.play.start
    units = {
        name: msgspec.structs.replace(unit, at=None, hp=0, fate="defeated")
        if name in [one.name for one in gone]
        else unit
        for name, unit in state.units.items()
    }
    state = msgspec.structs.replace(state, units=units, fallen=tuple(one.name for one in gone))
    return Scene.at(state, scene.catalogue).rolls("enemy:2", "enemy:1")


@rule("CLS-5")
@pytest.mark.parametrize(("master", "left"), [(False, 2), (True, 3)])
def test_soul_reservoir_prevents_one_for_each_enemy_on_the_defeated_stack(
    master: bool, left: int
) -> None:
    scene = hit(2, master=master).answer("damage_coming", "soul-reservoir")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, left)


def test_an_empty_stack_prevents_nothing() -> None:
    assert hit(0).hp("a1") == 2


@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize("form", ["light-weapon", "heavy-weapon"])
def test_reaving_blows_drain_a_warrior_die_for_true_damage_and_healing(
    form: str, master: bool
) -> None:
    armored = foe("e1", at=(0, 0), health=5, hp=5, defense=3, skills=())
    row = ["force-shock", "snipe"]
    scene = turn_of(armored, row=row, form=form, hp=1, tenacity=3, master=master)
    scene.answer("turn.act", "reaving-blows")
    assert (scene.hp("e1"), scene.hp("a1"), scene.drained("a1")) == (3, 3, ["snipe"])
    assert scene.mat("a1").tenacity == 0


def test_without_a_warrior_die_there_is_no_reaving() -> None:
    scene = turn_of(NEAR, row=["force-shock"], hp=1)
    assert "use:spellsword:reaving-blows" not in scene.offered("turn.act")


@rule("RAC-1")
@pytest.mark.parametrize(("master", "left"), [(False, 0), (True, 1)])
def test_strategic_reserve_readies_a_race_ability_that_was_used(master: bool, left: int) -> None:
    caster = spellsword(race="high-elf", form="magic", hp=1, master=master)
    scene = Scene(caster, FAR, tiles={"entrance": ((1, -1), (2, -1), (-4, 4))})
    scene.answer("turn.act", "syrabanes-boon")
    assert "use:high-elf:syrabanes-boon" not in scene.offered("turn.act")
    scene.answer("turn.act", "strategic-reserve")
    assert "use:high-elf:syrabanes-boon" in scene.offered("turn.act")
    assert scene.mat("a1").tenacity == left


def test_with_every_race_ability_ready_there_is_no_reserve() -> None:
    assert "use:spellsword:strategic-reserve" not in turn_of(form="magic").offered("turn.act")


SEVEN = ["combat", "combat", "combat", "force-shock", "purge", "pacify", "grace"]


@rule("CLS-1", "CLS-20")
def test_eight_dice_of_combat_and_mage_lines_make_a_master_in_the_middle_of_a_battle() -> None:
    scene = turn_of(row=SEVEN, drained=["combat"]).answer("anytime", "promotion")
    assert scene.mat("a1").master


def test_dice_of_other_lines_do_not_count() -> None:
    scene = turn_of(row=[*SEVEN, "snipe", "fleet-phantom"])
    assert all(question.why != "anytime" for question in scene.questions)


def test_the_sheet_answers_to_one_name() -> None:
    """C-37."""
    assert "spellsworn" not in catalogue().classes
    with pytest.raises(Refused):
        turn_of().answer("turn.act", "use:spellsworn:spellsworn")

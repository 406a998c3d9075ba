from dataclasses import replace
from typing import Any

import msgspec
import pytest

from protocol.events import Drawn
from protocol.ids import LineId
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import Deck, Row
from server.rules.content.catalogue import catalogue
from tests.scene import Refused, Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), skills=())
LOAF, SALTS, FEAST = "falkreath-meat-loaf", "smelling-salts", "feast-of-the-harvest"


def pilgrim(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "nord", "cls": "pilgrim", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*others: Foe | Hero, cards: Catalogue | None = None, **figures: Any) -> Scene:
    decks = {"common": Deck(cards={LOAF: 1}), "legendary": Deck(cards={FEAST: 1})}
    return Scene(pilgrim(**figures), *others, FAR, cards=cards, decks=decks)


def knowing(*classes: str) -> Catalogue:
    """A box with a few class sheets, so that it is known which one is drawn."""
    box = catalogue()
    kept = {name: sheet for name, sheet in box.classes.items() if name in ("pilgrim", *classes)}
    return replace(box, classes=kept)


def wandering(*classes: str, **figures: Any) -> Scene:
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = turn_of(near, cards=knowing(*classes), **figures)
    return scene.rolls(0).answer("turn.act", "wayfarer")


def test_gilded_fingers_change_a_common_item_for_another() -> None:
    scene = turn_of(ready=[SALTS], pack=[FEAST], tenacity=1).rolls(0, 0)
    scene.answer("turn.act", "gilded-fingers").answer("item.gained", "pack")
    assert sorted(card.item for card in scene.mat("a1").pack) == [LOAF, FEAST]
    assert (scene.mat("a1").ready, scene.mat("a1").tenacity) == ((), 0)


def test_a_novice_has_to_give_a_common_item() -> None:
    assert "use:pilgrim:gilded-fingers" not in turn_of(ready=[FEAST]).offered("turn.act")


def test_a_masters_gilded_fingers_take_a_legendary_item_as_well() -> None:
    scene = turn_of(ready=[FEAST], master=True).rolls(0, 0)
    scene.answer("turn.act", "gilded-fingers").answer("item.gained", "ready")
    assert [card.item for card in scene.mat("a1").ready] == [LOAF]


@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize(("die", "healed"), [("combat", 2), ("defiance", 5)])
def test_exploiter_drains_a_die_to_heal_its_level_and_one(
    die: str, healed: int, master: bool
) -> None:
    scene = turn_of(row=["combat", "defiance"], hp=1, health=9, tenacity=1, master=master)
    scene.answer("turn.act", "exploiter").answer("exploiter", die)
    assert (scene.hp("a1"), scene.drained("a1")) == (1 + healed, [die])


@rule("RAC-2")
def test_without_an_available_die_there_is_nothing_to_exploit() -> None:
    scene = turn_of(hp=1, track=["combat"], drained=["combat"])
    assert "use:pilgrim:exploiter" not in scene.offered("turn.act")


@pytest.mark.parametrize("master", [False, True])
def test_wayfarer_uses_an_ability_of_an_unused_sheet_for_nothing_more(master: bool) -> None:
    scene = wandering("healer", tenacity=3, master=master)
    scene.answer("wayfarer", "novice:hope-infusion")
    assert (scene.unit("a1").bonus, scene.mat("a1").tenacity) == (3, 0)


def test_wayfarer_knows_both_sides_of_the_sheet() -> None:
    """An official answer."""
    scene = wandering("scout", tenacity=3)
    offered = scene.offered("wayfarer")
    assert {"novice:savage-defense", "master:savage-defense", "alone"} <= set(offered)
    scene.answer("wayfarer", "master:savage-defense").answer("savage-defense", "2,-1")
    assert (scene.hp("e1"), scene.unit("a1").at) == (3, (2, -1))


def test_wayfarer_knows_no_interrupts_and_nothing_that_lasts() -> None:
    offered = wandering("rogue", tenacity=3, hp=3).offered("wayfarer")
    assert all("veil" not in key and "escape" not in key for key in offered)
    assert "novice:kickback" in offered


def test_wayfarer_may_change_the_form_for_an_ability_that_asks_for_one() -> None:
    scene = wandering("bard", tenacity=3, form="light-weapon")
    scene.answer("wayfarer", "novice:hear-the-hist-speak")
    assert (scene.mat("a1").form, scene.track("a1")) == ("magic", ["LF"])
    assert scene.unit("e1").statuses == ("daze",)


def test_wayfarer_alone_heals_one_and_deals_one_true_damage() -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=3, skills=())
    scene = turn_of(near, cards=knowing("healer"), tenacity=3, hp=2).rolls(0)
    scene.answer("turn.act", "wayfarer").answer("wayfarer", "alone")
    assert (scene.hp("a1"), scene.hp("e1"), scene.mat("a1").tenacity) == (3, 4, 0)


def test_wayfarer_draws_among_the_sheets_that_nobody_has_and_that_are_in_the_box() -> None:
    """Neither the Pilgrim's nor an ally's, nor those of an expansion that stays in the cupboard."""
    ally = hero("a2", at=(3, -2), cls="healer")
    for valenwood, count in ((False, 13), (True, 17)):
        scene = Scene(pilgrim(), ally, FAR, valenwood=valenwood).rolls(0)
        scene.answer("turn.act", "wayfarer")
        assert scene.events(Drawn)[0].total == count


def test_a_granted_turn_can_come_out_of_a_drawn_sheet() -> None:
    scene = wandering("bard", tenacity=3)
    scene.answer("wayfarer", "master:battle-of-glenumbra-moors")
    assert scene.state.turn is not None
    assert scene.state.turn.outer is not None
    scene.end_turn()
    assert scene.state.turn.outer is None


@pytest.mark.parametrize("master", [False, True])
def test_a_feral_guardian_called_through_wayfarer_stays_after_the_battle(master: bool) -> None:
    """A ruling: like a master Warden's."""
    box = catalogue()
    quiet = foe("e9", at=(-4, 0), combat=0, skills=())
    guardian = friend("c1", "feral-guardian", at=(2, -1), hp=2)
    drawn = Scene(pilgrim(master=master), guardian, quiet, cards=box).state
    state = msgspec.structs.replace(drawn, phase="cleanup", turn=None, outcome="retreat")
    unit = Scene.at(state, box).unit("c1")
    assert (unit.fate, unit.at, unit.hp == unit.health) == ("", None, True)


@rule("CLS-3")
def test_the_way_is_walked_once_a_turn() -> None:
    scene = wandering("healer", tenacity=5).answer("wayfarer", "novice:hope-infusion")
    assert "use:pilgrim:wayfarer" not in scene.offered("turn.act")


def felled(skills: tuple[str, ...], *, tenacity: int = 3, master: bool = True) -> Scene:
    """A Pilgrim has defeated an enemy with those skills."""
    near = foe("e1", at=(0, 0), hp=1, skills=skills)
    scene = turn_of(near, row=["combat"], tenacity=tenacity, master=master, form="magic")
    scene.rolls("combat:1").engage("a1", "e1", ["combat"], form="light-weapon")
    return scene.passes("before_roll").resolve("combat")


@rule("CLS-4", "DEF-8")
@pytest.mark.parametrize("skill", ["steal", "shatter"])
def test_keen_eye_finds_a_legendary_item_on_a_thief(skill: str) -> None:
    scene = felled((skill,)).rolls(0, 0).answer("defeated", "keen_eye")
    scene.answer("item.gained", "ready")
    assert [card.item for card in scene.mat("a1").ready] == [FEAST]
    assert scene.mat("a1").tenacity == 3


@pytest.mark.parametrize(
    ("skill", "tenacity", "master"), [("rally", 3, True), ("steal", 2, True), ("steal", 3, False)]
)
def test_keen_eye_needs_a_thief_three_tenacity_and_a_master(
    skill: str, tenacity: int, master: bool
) -> None:
    scene = felled((skill,), tenacity=tenacity, master=master)
    assert all(question.why != "defeated" for question in scene.questions)


@pytest.mark.parametrize("master", [False, True])
def test_precision_deals_two_true_damage_for_each_level_four_die(master: bool) -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=3, skills=())
    scene = turn_of(near, row=["defiance"], drained=["mayhem"], tenacity=4, master=master)
    scene.answer("turn.act", "precision")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (1, 0)


def test_without_level_four_dice_or_a_target_there_is_no_precision() -> None:
    near = foe("e1", at=(0, 0), skills=())
    for scene in (turn_of(near, row=["combat"]), turn_of(row=["defiance"])):
        assert "use:pilgrim:precision" not in scene.offered("turn.act")


def with_mat(*rows: Row) -> Scene:
    scene = turn_of()
    mat = msgspec.structs.replace(scene.mat("a1"), mat=rows)
    state = msgspec.structs.replace(scene.state, adventurers={"a1": mat})
    return Scene.at(state, scene.catalogue)


FULL = Row("health", LineId("speech"), 0, 2)


@rule("CLS-1", "CLS-20")
def test_eight_filled_slots_make_a_master_in_the_middle_of_a_battle() -> None:
    scene = with_mat(FULL, FULL, FULL, FULL).answer("anytime", "promotion")
    assert scene.mat("a1").master
    with pytest.raises(Refused):
        scene.answer("turn.act", "use:pilgrim:keen-eye")


def test_seven_filled_slots_are_not_enough() -> None:
    scene = with_mat(FULL, FULL, FULL, Row("health"))
    assert all(question.why != "anytime" for question in scene.questions)


def test_what_only_towns_have_a_use_for_is_on_the_sheet_as_such() -> None:
    sheet = catalogue().classes["pilgrim"]
    for side in (sheet.novice, sheet.master):
        kinds = [(one.id, one.kind, one.cost) for one in side.elsewhere]
        assert kinds == [("pilgrim", "innate", 0), ("diplomat", "interrupt", 2)]


def test_wayfarer_offers_an_ability_that_both_sides_have_once() -> None:
    """Given a sheet whose sides share abilities, then each is there under the novice's name."""
    offered = wandering("healer", tenacity=3, hp=1).offered("wayfarer")
    sides = catalogue().classes["healer"]
    both = [one.id for one in sides.master.abilities if one in sides.novice.abilities]
    assert [f"master:{one}" in offered for one in both] == [False] * len(both)

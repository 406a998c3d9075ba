"""What a Jailbreak earns: classes by achievement, then a rest (p93, p94)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import Advanced, DieExhausted
from server.rules.battle.kernel.words import Fate
from tests.scene import Scene, foe, hero


def closing(
    party: dict[str, tuple[str, ...]], *, fate: Fate = "", first: dict[str, Any] | None = None
) -> Scene:
    """A Jailbreak that is decided, as its cleanup begins: who has achieved what.

    `first` are figures of the first of the party, `fate` is what has become of all of them.
    """
    heroes = [
        hero(name, at=(1, -n), fate=fate, **(first or {} if n == 1 else {}))
        for n, name in enumerate(party, 1)
    ]
    scene = Scene(*heroes, turn=None)
    won = {what: name for name, achieved in party.items() for what in achieved}
    outcome = "defeat" if fate else "victory"
    state = replace(scene.play.start, phase="cleanup", outcome=outcome, achievements=won)
    return Scene.at(state, scene.catalogue)


def sheets(scene: Scene, *but: str) -> list[str]:
    """The sheets in the box, as a shuffle has them, without those that were taken or set aside."""
    classes = sorted(one.id for one in scene.catalogue.classes.values() if one.set == "base")
    return [name for name in classes if name not in but]


SHANNON = ("take-first-turn", "cache-lockpick")
RYAN = ("defeat-high-elf-bandit", "take-last-turn", "first-damage-range-2-plus")


@pytest.mark.rule("JB-7", "JB-9")
def test_we_022_classes_by_achievement() -> None:
    """WE-022 (p93): Shannon may be Dragonknight or Rogue; Ryan Sorcerer, Healer or Archer."""
    scene = closing({"shannon": SHANNON, "ryan": RYAN})
    assert set(scene.offered("jailbreak.class")) == {"rogue", "dragonknight", "other"}
    scene.answer("jailbreak.class", "rogue", by="shannon")
    earned = {"arcanist", "sorcerer", "healer", "archer", "other"}
    assert set(scene.offered("jailbreak.class")) == earned - {"arcanist"}
    scene.answer("jailbreak.class", "healer", by="ryan")
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("rogue", "healer")
    assert not scene.events(Advanced)


EARNED = {
    "defeat-high-elf-bandit": {"arcanist", "sorcerer"},
    "defeat-argonian-bandit": {"acrobat", "scout"},
    "defeat-skeever-pup": {"nightblade", "warden"},
    "defeat-skeleton": {"necromancer", "spellsword"},
    "defeat-spriggan": {"pilgrim", "templar"},
    "cache-lockpick": {"burglar", "rogue"},
    "escape-first": {"bard", "ranger"},
    "take-first-turn": {"dragonknight"},
    "take-last-turn": {"healer"},
    "first-damage-range-2-plus": {"archer"},
    "first-damage-range-1": {"knight"},
}
EXPANSION = {"arcanist", "burglar", "ranger"}


@pytest.mark.rule("JB-9")
@pytest.mark.parametrize(("what", "classes"), EARNED.items(), ids=EARNED)
def test_each_achievement_offers_its_classes(what: str, classes: set[str]) -> None:
    """Without those of the expansion; beside the Argonian Bandit's, to have two to pick from."""
    scene = closing({"shannon": (what, "defeat-argonian-bandit")})
    offered = set(scene.offered("jailbreak.class")) - {"other"}
    assert offered == (classes | EARNED["defeat-argonian-bandit"]) - EXPANSION


@pytest.mark.rule("JB-10")
def test_we_023_with_fewer_than_two_classes_a_sheet_is_drawn() -> None:
    """WE-023 (p93): Shannon waits, sets the Knight aside, and draws the Bard among 13 sheets."""
    scene = closing(
        {"shannon": ("first-damage-range-1",), "ryan": ("defeat-high-elf-bandit", "take-last-turn")}
    )
    assert scene.asked("jailbreak.class").to == ("ryan",)
    left = sheets(scene, "sorcerer", "knight")
    assert (len(left), "healer" in left) == (13, True)
    scene.rolls(left.index("bard")).answer("jailbreak.class", "sorcerer", by="ryan").done()
    assert scene.offered("jailbreak.class") == ["knight", "bard"]
    scene.answer("jailbreak.class", "knight", by="shannon")
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("knight", "sorcerer")


@pytest.mark.rule("JB-10", "JB-12")
def test_those_who_draw_choose_in_which_order_and_who_refused_comes_after_them() -> None:
    scene = closing({"ryan": RYAN, "shannon": (), "josh": ()})
    scene.answer("jailbreak.class", "other", by="ryan").rolls(0, 0)
    scene.answer("jailbreak.order", "josh", "shannon")
    scene.rolls(0, 0).answer("jailbreak.class", "acrobat", by="josh")
    (class_of_shannon, _) = scene.offered("jailbreak.class")
    scene.answer("jailbreak.class", class_of_shannon, by="shannon")
    left = scene.offered("jailbreak.class")
    assert scene.asked("jailbreak.class").to == ("ryan",)
    assert not {"acrobat", class_of_shannon} & set(left)


@pytest.mark.rule("JB-11", "JB-6")
def test_we_024_all_adventurers_defeated() -> None:
    """WE-024 (p93): each of the two chooses between two sheets of the shuffled ones."""
    scene = closing({"shannon": (), "ryan": ()}, fate="defeated")
    all_sheets = sheets(scene)
    first, second = sheets(scene, "warden"), sheets(scene, "warden", "bard")
    scene.rolls(all_sheets.index("warden"), first.index("scout"))
    assert scene.offered("jailbreak.class") == ["warden", "scout"]
    scene.rolls(first.index("bard"), second.index("knight"))
    scene.answer("jailbreak.class", "warden", by="shannon")
    assert scene.offered("jailbreak.class") == ["bard", "knight"]
    scene.answer("jailbreak.class", "knight", by="ryan").done()
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("warden", "knight")


@pytest.mark.rule("JB-6", "JB-11", "DEF-5")
def test_we_024_the_battle_ends_with_the_round_in_which_the_last_one_falls() -> None:
    """WE-024 (p93)."""
    scene = Scene(
        hero(hp=1), foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()), turn=None
    )
    scene.rolls("enemy:1", 0, 0)
    assert scene.state.outcome == "defeat"
    assert scene.offered("jailbreak.class") == ["acrobat", "archer"]


@pytest.mark.rule("CRE-13")
def test_who_has_a_class_is_not_offered_another() -> None:
    """Whatever it did in the Jailbreak; the others go on choosing."""
    scene = closing({"shannon": SHANNON, "ryan": RYAN}, first={"cls": "sorcerer"})
    assert scene.asked("jailbreak.class").to == ("ryan",)
    scene.answer("jailbreak.class", "healer", by="ryan")
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("sorcerer", "healer")
    assert not scene.questions


@pytest.mark.rule("JB-12")
def test_we_025_refusing_the_earned_classes_costs_tenacity_and_items() -> None:
    """WE-025 (p94): the Acrobat, once everybody else has chosen."""
    rich = {"tenacity": 1, "ready": ["falkreath-meat-loaf"]}
    scene = closing({"shannon": SHANNON, "ryan": RYAN}, first=rich)
    assert "acrobat" not in scene.offered("jailbreak.class")
    scene.answer("jailbreak.class", "other", by="shannon")
    assert scene.asked("jailbreak.class").to == ("ryan",)
    scene.answer("jailbreak.class", "sorcerer", by="ryan")
    offered = scene.offered("jailbreak.class")
    assert "acrobat" in offered
    assert "sorcerer" not in offered
    scene.answer("jailbreak.class", "acrobat", by="shannon")
    mat = scene.mat("shannon")
    assert (mat.cls, mat.tenacity, mat.ready, mat.pack) == ("acrobat", 0, (), ())
    assert scene.state.decks["common"].discard == ("falkreath-meat-loaf",)


@pytest.mark.rule("JB-8", "JB-13", "EOB-3", "ACT-5", "SET-9")
def test_we_026_after_jailbreak_everybody_rests_as_at_an_inn() -> None:
    """WE-026 (p93, p94): first the active die is exhausted, then all comes back."""
    shield = "shield-discipline"
    worn = {
        "hp": 3,
        "tenacity": 1,
        "active": [f"{shield}@{shield}:1"],
        "track": ["combat", shield, "LF"],
    }
    scene = closing({"shannon": SHANNON}, first=worn)
    assert scene.track("shannon") == ["combat", shield, "LF", shield]
    assert len(scene.events(DieExhausted)) == 1
    scene.answer("jailbreak.class", "rogue")
    assert scene.state.phase == "over"
    assert (scene.hp("shannon"), scene.track("shannon")) == (5, [])
    assert sorted(scene.row("shannon")) == ["combat", shield, shield]
    assert scene.mat("shannon").tenacity == 1


@pytest.mark.rule("EOB-1", "EOB-2", "CD-17", "STA-9")
def test_bonus_hp_go_and_drained_dice_come_back_as_the_battle_ends() -> None:
    worn = {"bonus": 2, "track": ["LF", "bane"], "drained": ["combat"]}
    scene = closing({"shannon": SHANNON}, first=worn).answer("jailbreak.class", "rogue")
    assert scene.unit("shannon").bonus == 0
    assert scene.row("shannon") == ["combat"]
    assert (scene.state.supply["LF"], scene.state.supply["status"]) == (20, 12)

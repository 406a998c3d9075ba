"""Whatever names status dice counts skill dice of code S that lie there, too, all in one way.

Honor the Dead lies in an adventurer's track as one; moved from its place it is exhausted (SKR-6).
"""

from typing import Any

import pytest

from protocol.ids import DieId
from tests.scene import Scene, foe, hero

HONOR = "honor-the-dead@honor-the-dead:2"
FAR = foe("e9", at=(-4, 0), combat=0, range=9, skills=())


def ailing(*others: Any, track: tuple[str, ...] = (HONOR,), **figures: Any) -> Scene:
    """The only status die of an adventurer who owns it is a skill die."""
    return Scene(hero(tenacity=5, track=list(track), **figures), *others, FAR)


@pytest.mark.rule("SKR-6")
def test_adrenaline_rush_takes_it_out_of_its_place() -> None:
    scene = ailing(race="redguard", hp=4, track=(HONOR, "combat"))
    scene.answer("turn.act", "adrenaline-rush").answer("adrenaline-rush", "0")
    assert (scene.track("a1"), scene.hp("a1")) == (["combat", "honor-the-dead"], 5)
    assert "adrenaline-rush" not in " ".join(scene.offered("turn.act"))


@pytest.mark.rule("SKR-6")
def test_solemn_vow_moves_it_which_exhausts_it() -> None:
    scene = ailing(foe("e1", at=(0, 0), skills=()), cls="knight", track=(HONOR, "combat"))
    scene.answer("turn.act", "solemn-vow")
    assert scene.track("a1") == ["combat", "honor-the-dead"]
    assert not any("vow" in key for key in scene.offered("turn.act"))


@pytest.mark.rule("SKR-6")
def test_unholy_knowledge_rolls_it_where_it_lies() -> None:
    scene = ailing(cls="sorcerer", form="magic").rolls(5).answer("turn.act", "unholy-knowledge")
    die = scene.mat("a1").track[0]
    assert scene.state.dice[DieId(die)].face == 5


@pytest.mark.rule("SKR-6")
def test_a_masters_unholy_knowledge_turns_it_to_any_side_of_its_own() -> None:
    scene = ailing(cls="sorcerer", form="magic", master=True)
    scene.answer("turn.act", "unholy-knowledge")
    assert scene.offered("unholy-side") == [
        "tenacity", *(f"honor-the-dead:{value}" for value in (1, 3, 4, 5))
    ]  # fmt: skip
    scene.answer("unholy-side", "honor-the-dead:5")
    assert scene.state.dice[DieId(scene.mat("a1").track[0])].face == 5


@pytest.mark.rule("SKR-6")
def test_purge_and_sacred_ground_take_it_away() -> None:
    scene = ailing(active=["purge@purge"], track=(HONOR, "combat")).answer("anytime", "cleanse")
    assert scene.track("a1") == ["combat", "purge", "honor-the-dead"]
    scene = ailing(cls="templar", form="defensive", track=(HONOR, "combat"))
    scene.answer("turn.act", "sacred-ground")
    assert scene.track("a1") == ["combat", "honor-the-dead"]

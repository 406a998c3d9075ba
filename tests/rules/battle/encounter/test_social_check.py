"""Social checks (p42): what they need, who adds what, and what they cost."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from protocol.events import Rolled
from server.rules.battle.encounter import social_check
from server.rules.battle.encounter.social_check import Social
from server.rules.battle.kernel.battle import Battle
from tests.rules.battle.encounters import encounter
from tests.rules.battle.running import running
from tests.scene import Refused, Scene, foe, hero
from tests.scene.builders import Hero

rule = pytest.mark.rule
SWINDLE = Social("swindle", 3, "+")
PRESENCE, AUTHORITY = "intimidating-presence", "authority"


class Check:
    """A social check that comes at the end of a battle, and how it went."""

    def __init__(self, *party: Hero, asks: Social = SWINDLE, **more: Any) -> None:
        self.went: list[bool] = []
        self.asks, self.more = asks, more
        drawn = Scene(*party, cards=encounter(after=self._try))
        state = replace(drawn.play.start, phase="cleanup", outcome="victory", turn=None)
        self.scene = Scene.at(state, drawn.catalogue)

    def _try(self, battle: Battle) -> None:
        self.went.append(social_check.check(battle, self.asks, **self.more))

    @property
    def success(self) -> bool:
        assert not self.scene.questions
        return self.went[-1]


def ryan(tenacity: int = 3, **more: Any) -> Hero:
    return hero("ryan", at=(1, -1), tenacity=tenacity, **more)


def shannon(*row: str, tenacity: int = 1, **more: Any) -> Hero:
    return hero("shannon", at=(2, -1), tenacity=tenacity, row=list(row), **more)


@rule("SOC-2", "SOC-3", "SOC-4", "SOC-5", "SOC-6")
def test_we_085_the_swindle() -> None:
    """WE-085 (p42): 1 of Shannon's die, 3 and 1 tenacity reach a difficulty of 2 + 3."""
    check = Check(ryan(), shannon(PRESENCE))
    scene = check.scene.rolls("intimidating-presence:1")
    scene.answer("social.dice", PRESENCE, by="shannon")
    assert "4 missing" in scene.asked("social.tenacity").text
    with pytest.raises(AssertionError, match=r"social\.dice is not asked"):
        scene.asked("social.dice")
    with pytest.raises(Refused):
        scene.answer("social.tenacity", "3", by="shannon")
    scene.answer("social.tenacity", "3", by="ryan").answer("social.tenacity", "1", by="shannon")
    assert check.success
    assert (scene.mat("ryan").tenacity, scene.mat("shannon").tenacity) == (0, 0)
    assert (scene.track("shannon"), scene.drained("shannon")) == ([PRESENCE], [])


@rule("SOC-5", "SOC-6")
def test_we_086_tenacity_alone_would_not_do() -> None:
    """WE-086 (p42): 4 of 5, and the tenacity is spent."""
    check = Check(ryan(), shannon(PRESENCE))
    scene = check.scene.answer("social.dice", by="shannon")
    scene.answer("social.tenacity", "3", by="ryan").answer("social.tenacity", "1", by="shannon")
    assert not check.success
    assert (scene.mat("ryan").tenacity, scene.mat("shannon").tenacity) == (0, 0)
    assert scene.row("shannon") == [PRESENCE]
    assert not scene.events(Rolled)


@rule("SOC-6")
def test_dice_of_a_failed_check_are_exhausted_and_a_tenacity_result_gives_nothing() -> None:
    check = Check(shannon(PRESENCE, tenacity=0))
    scene = check.scene.rolls("tenacity").answer("social.dice", PRESENCE)
    assert not check.success
    assert (scene.track("shannon"), scene.mat("shannon").tenacity) == ([PRESENCE], 0)


@rule("SOC-8", "SOC-3")
def test_any_number_of_speech_dice_is_rolled_whatever_the_stamina() -> None:
    """Their effects sleep: nobody gains the tenacity of Authority."""
    dice = [AUTHORITY, AUTHORITY, PRESENCE]
    check = Check(shannon(*dice, "combat", stamina=1, tenacity=0), asks=Social("plea", 5))
    question = check.scene.asked("social.dice")
    scene = check.scene.rolls("authority:2", "authority:2", "intimidating-presence:1")
    scene.answer("social.dice", *question.default)
    assert check.success
    assert (scene.row("shannon"), sorted(scene.track("shannon"))) == (["combat"], dice)
    assert scene.mat("shannon").tenacity == 0


@rule("SOC-2")
@pytest.mark.parametrize(("by", "wanted"), [("", 4), ("+", 7), ("x", 12)])
def test_the_difficulty_is_a_number_or_grows_with_the_party(
    by: Literal["", "+", "x"], wanted: int
) -> None:
    party = [hero(f"a{n}", at=(n, -1)) for n in (1, 2)] + [hero("a3", fate="defeated")]
    battle = running(Scene(*party, foe("e1", at=(0, 0))))
    assert social_check.difficulty(battle, Social("toll", 4, by)) == wanted


@rule("SOC-4", "GEN-4")
def test_nobody_is_asked_for_tenacity_that_makes_no_difference() -> None:
    """Ryan pays what is missing; Shannon has nothing to add any more."""
    check = Check(ryan(tenacity=5), shannon(tenacity=2), asks=Social("toll", 2))
    scene = check.scene.answer("social.tenacity", "2", by="ryan")
    assert check.success
    assert scene.mat("shannon").tenacity == 2


def test_what_makes_a_check_easier_counts_against_the_difficulty() -> None:
    """As a Rogue's fame does."""
    check = Check(ryan(tenacity=0), asks=Social("toll", 3), easier=3)
    assert check.success


@rule("SOC-1")
def test_each_check_can_be_tried_once() -> None:
    check = Check(ryan(tenacity=0), asks=Social("toll", 1))
    assert not check.success
    battle = running(check.scene, check.scene.state)
    assert not social_check.may_try(battle, Social("toll", 1))
    assert social_check.may_try(battle, SWINDLE)

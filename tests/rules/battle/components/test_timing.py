"""Effects of the same timing come in the order that the players want (p88)."""

import pytest

from tests.scene import Scene, foe, hero

BLADES = "bound-armaments@bound-armaments-1"


def _bane_on_a_healer(hp: int = 1) -> Scene:
    """The turn before the Healer's is over."""
    healer = hero("a2", cls="healer", form="magic", hp=hp, at=(2, -1), track=["bane"])
    return Scene(hero("a1"), healer, foe("e1", at=(-4, 0)), round=2).end_turn()


@pytest.mark.rule("TIM-3", "STS-5")
def test_healing_at_the_start_of_a_turn_may_come_before_bane() -> None:
    scene = _bane_on_a_healer().answer("turn_starts", "mend")
    assert (scene.hp("a2"), scene.unit("a2").fate) == (1, "")
    assert scene.state.turn is not None
    assert scene.state.turn.unit == "a2"


@pytest.mark.rule("TIM-3", "STS-5")
def test_healing_at_the_start_of_a_turn_may_wait_for_bane() -> None:
    scene = _bane_on_a_healer(hp=2).passes("turn_starts")
    assert scene.hp("a2") == 1
    scene.answer("turn_starts", "mend")
    assert (scene.hp("a2"), scene.track("a2")) == (2, ["bane", "LF"])


@pytest.mark.rule("TIM-3", "STS-5")
def test_what_was_done_before_bane_is_not_offered_again() -> None:
    scene = _bane_on_a_healer(hp=3).answer("turn_starts", "mend")
    assert (scene.hp("a2"), scene.offered("turn.act")[0]) == (3, "end")


def _necrotic() -> Scene:
    """An enemy whose neighbour it hurts at the end of its turn has engaged that neighbour."""
    scene = Scene(
        hero("a1", active=[BLADES]),
        foe("e1", "spriggan", at=(0, 0), hp=1, combat=0, level=5, skills=("necrotic",)),
        foe("e2", at=(-4, 0)),
        turn=None,
    )
    assert scene.asked("turn_ends").text.endswith("Still to come: Necrotic")
    return scene


@pytest.mark.rule("TIM-3")
def test_at_the_end_of_its_turn_an_enemy_may_be_felled_ahead_of_its_skill() -> None:
    scene = _necrotic().rolls("enemy:1", "enemy:1", "enemy:1").answer("turn_ends", "lend_blades")
    scene.engage("a1", "e1", why="bound-armaments.engage").resolve("free")
    assert (scene.unit("e1").fate, scene.hp("a1")) == ("defeated", 5)


@pytest.mark.rule("TIM-3")
def test_at_the_end_of_its_turn_an_enemys_skill_may_come_first() -> None:
    scene = _necrotic().passes("turn_ends")
    assert scene.hp("a1") == 4
    assert scene.offered("turn_ends") == ["a1.a1.bound-armaments.1.lend_blades"]

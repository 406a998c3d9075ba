import pytest

from server.rules.battle.state import Deck
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
PARASOL = "shoulder-mounted-parasol"


def engaging_twice(*track: str, difficulty: str = "adept") -> Scene:
    """The second engage of a turn is about to cost light fatigue."""
    scene = Scene(
        hero(race="orc", ready=[PARASOL], row=["combat", "combat"], track=list(track)),
        foe("e1", at=(0, 0), health=9, hp=9, skills=()),
        difficulty=difficulty,
    )
    scene.rolls("tenacity", "tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    return scene.engage("a1", "e1", ["combat"])


@rule("ITM-14")
def test_with_a_parasol_light_fatigue_leaves_the_track_in_place_of_coming() -> None:
    scene = engaging_twice("LF").answer("fatigue_coming", "shade")
    assert scene.track("a1") == ["combat"]


def test_a_parasol_answers_any_amount_of_light_fatigue_at_once() -> None:
    scene = engaging_twice("LF", difficulty="expert").answer("fatigue_coming", "shade")
    assert scene.track("a1") == ["combat"]


def test_without_light_fatigue_in_the_track_a_parasol_cannot_help() -> None:
    scene = engaging_twice()
    assert scene.track("a1") == ["combat", "LF"]


def test_bent_lockpicks_add_two_attempts_to_a_check() -> None:
    scene = Scene(
        hero(race="orc", ready=["bent-lockpicks"]),
        foe("e1", at=(-4, 0)),
        caches={(1, 0): "common"},
        decks={"common": Deck(cards={"steel-maul": 1}, top="2:6-4-2")},
    )
    scene.rolls(*["d6:1"] * 12).move((1, 0)).answer("cache.pick", "pick")
    scene.answer("lockpick", "bent_lockpicks")
    for _ in range(3):
        scene.passes("lockpick.adjust").answer("lockpick.keep", "roll")
    scene.passes("lockpick.adjust").done()
    assert scene.mat("a1").ready == ()
    assert scene.state.decks["common"].discard == ("bent-lockpicks",)


def test_smelling_salts_recover_the_two_leftmost_dice() -> None:
    scene = Scene(
        hero(ready=["smelling-salts"], track=["OF", "combat", "LF"]), foe("e1", at=(-4, 0))
    )
    scene.answer("turn.act", "smell")
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "OF"], ["combat"])
    assert scene.mat("a1").ready == ()

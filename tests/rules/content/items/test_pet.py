import pytest
from msgspec.structs import replace

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def engaging_twice(difficulty: str = "adept", chips: int = 0) -> Scene:
    """With an elk at hand, the second engage of a turn is about to cost light fatigue."""
    drawn = hero(ready=["palefrost-elk"], row=["combat", "combat"])
    drawn.ready[0] = replace(drawn.ready[0], chips=chips)
    scene = Scene(drawn, foe("e1", at=(0, 0), health=9, hp=9, skills=()), difficulty=difficulty)
    scene.rolls("tenacity", "tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    return scene.engage("a1", "e1", ["combat"])


@rule("ITM-15", "ITM-16")
def test_an_elk_swallows_any_amount_of_fatigue_for_one_chip() -> None:
    scene = engaging_twice("expert").answer("fatigue_coming", "elk")
    assert scene.track("a1") == ["combat"]
    assert [card.chips for card in scene.mat("a1").ready] == [1]


@rule("ITM-15")
def test_at_its_limit_a_pet_is_discarded() -> None:
    scene = engaging_twice(chips=2).answer("fatigue_coming", "elk")
    assert scene.mat("a1").ready == ()
    assert scene.state.decks["common"].discard == ("palefrost-elk",)


def test_an_elk_may_be_spared() -> None:
    scene = engaging_twice("expert").passes("fatigue_coming").passes("fatigue_coming")
    assert scene.track("a1") == ["combat", "LF", "LF"]


def test_a_mudcrab_prevents_one_damage() -> None:
    scene = Scene(
        hero(ready=["cellar-mudcrab"]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "mudcrab")
    assert scene.hp("a1") == 4
    assert [card.chips for card in scene.mat("a1").ready] == [1]


def test_a_lynx_swallows_a_status() -> None:
    scene = Scene(
        hero(ready=["moonstone-lynx", "cowl-of-grey-dusk"], tenacity=2), foe("e1", at=(-4, 0))
    )
    scene.answer("turn.act", "vanish").answer("status_coming", "lynx")
    assert scene.track("a1") == []

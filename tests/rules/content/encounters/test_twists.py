"""Twists: rules of an encounter that count only where a campaign asks for them; allies."""

from server.rules.battle.components.active_effects import TWIST
from tests.rules.battle.setup.test_enemy_pool import about_to_set_up
from tests.rules.content.encounters.drawing import drawn
from tests.scene import Scene

TWISTS = {"warned": [{"rule": "crowd", "count": 3}], "friends": [{"rule": "deadline", "round": 9}]}
WORDS = {(-1, 0): "2", (-2, 0): "3"}


def begun(world: dict[str, str], draws: int = 1) -> Scene:
    """A battle of one adventurer that has just begun, its points spent on one enemy."""
    cards = drawn(WORDS, twist=TWISTS)
    scene = about_to_set_up(1, cards, draws=draws, encounter="drawn", world=world)
    return scene.answer("deploy", *scene.asked("deploy").default)


def foes(scene: Scene) -> int:
    return sum(unit.side == "enemy" for unit in scene.state.units.values())


def test_a_twist_that_is_asked_for_counts() -> None:
    """Given two twists, of which the campaign asks for one, that one fills the hexes."""
    scene = begun({"warned": TWIST}, draws=3)

    assert foes(scene) == 3
    assert "At least 3 enemies" in scene.state.objective
    assert "round 9" not in scene.state.objective


def test_a_twist_that_nobody_asks_for_does_nothing() -> None:
    scene = begun({})

    assert foes(scene) == 1
    assert "At least 3 enemies" not in scene.state.objective


def test_an_ally_joins_on_the_partys_side_and_is_led_by_the_first_seat() -> None:
    """Given an ally at A, where two hexes are free, it stands on the first as round 1 begins."""
    cards = drawn({(-1, 0): "A"}, {"rule": "ally", "chip": "mad-prophet", "at": "A", "hp": 7})
    scene = about_to_set_up(1, cards, draws=1, encounter="drawn")

    scene.answer("deploy", *scene.asked("deploy").default)

    ally = next(unit for unit in scene.state.units.values() if unit.chip == "mad-prophet")
    assert (ally.side, ally.at, ally.hp, ally.leaves) == ("party", (-1, 0), 7, True)
    assert ally.controller == scene.state.settings.party[0]

"""A start above 2 XP: class, lines of trainers, advancements and their prices (p31; ADV)."""

from typing import Any

import pytest

from protocol.battle import Advanced, LineTrained
from protocol.ids import LineId, UnitId
from protocol.questions import One
from server.rules.battle.kernel.state import Row
from server.rules.battle.setup import advancing
from tests.rules.battle.running import running
from tests.scene import Refused, Scene

rule = pytest.mark.rule
PLACES = ("health:1L", "stamina:2L", "magicka:3L", "combat:4R", "bow:4L")


def created(xp: int, *classes: str, race: str = "nord", **settings: Any) -> Scene:
    """The first of two adventurers, a Nord archer, before its advancements."""
    scene = Scene.fresh("ann", "ben", xp=xp, **settings)
    scene.answer("create.race", race).answer("create.line", "bow").answer("create.rows", *PLACES)
    return scene.answer("create.class", *(classes or ("healer",)))


def notes(scene: Scene) -> dict[str, str]:
    """What can be bought, with its price."""
    shape = scene.asked("create.advance").shape
    assert isinstance(shape, One)
    return {option.key: option.note for option in shape.options}


@rule("CRE-11", "SET-9", "LIM-9")
def test_without_the_jailbreak_a_class_is_chosen_openly_and_only_once_at_a_table() -> None:
    scene = created(2)
    assert scene.mat("a1").cls == "healer"
    scene.answer("create.race", "orc").answer("create.line", "bow")
    scene.answer("create.rows", *PLACES)
    assert "healer" not in scene.offered("create.class")


def test_each_class_says_what_it_always_does_and_what_its_abilities_are_called() -> None:
    scene = Scene.fresh("ann", xp=2)
    scene.answer("create.race", "nord").answer("create.line", "bow").answer("create.rows", *PLACES)
    shape = scene.asked("create.class").shape
    assert isinstance(shape, One)
    told = {option.key: option.note for option in shape.options}
    assert told["templar"] == (
        "Warrior. Innate: heal 1. A turn that begins in Defensive form. "
        "Abilities: Sacred Ground, Sun Shield, Solar Flare, Luminous Shards, Restoring Spirit"
    )
    assert all("Abilities: " in note and "master" not in note for note in told.values())


def test_at_2_xp_nothing_has_been_earned_yet() -> None:
    scene = created(2)
    assert scene.questions[0].why == "create.race"


@rule("ADV-2", "ADV-3", "ADV-13")
def test_the_first_two_squares_of_an_attribute_cost_1_each_and_the_next_two_2() -> None:
    """Magicka has 2 squares from the left, Combat 3 from the right, Health none."""
    offered = notes(created(6).passes("create.train"))
    assert offered["health:"] == "1 XP"
    assert offered["magicka:"] == offered["stamina:"] == "2 XP"


@rule("ADV-2", "STA-1", "STA-3")
def test_health_bought_is_a_square_and_1_hp_at_once() -> None:
    scene = created(3).answer("create.advance", "health:")
    assert (scene.unit("a1").health, scene.hp("a1")) == (5, 5)
    assert scene.mat("a1").mat[0] == Row("health", "", 1)


@rule("ADV-5", "ADV-6", "SKL-8")
def test_a_die_needs_its_line_and_one_of_its_level_or_the_level_below() -> None:
    scene = created(10)
    scene.passes("create.train").passes("create.train")
    offered = notes(scene)
    assert {"bow:snipe", "bow:volley"} <= set(offered)
    assert "bow:rapid-fire" not in offered
    assert not any(key.startswith("two-handed") for key in offered)


@rule("ADV-14")
def test_a_full_row_lets_nothing_grow() -> None:
    """Combat's 3 dice and 2 Snipes leave one square; whoever takes it closes the row."""
    scene = created(6).passes("create.train").answer("create.advance", "bow:snipe")
    assert [row for row in scene.mat("a1").mat if row.left == LineId("bow")] == [
        Row(LineId("bow"), LineId("combat"), 3, 3)
    ]
    assert not any(key.startswith(("bow:", "combat:")) for key in notes(scene))


@rule("ADV-7")
def test_cooldown_costs_its_new_value() -> None:
    assert "cooldown:" not in notes(created(4))
    scene = created(5).answer("create.advance", "cooldown:")
    assert scene.mat("a1").cooldown == 3
    assert [event.xp for event in scene.events(Advanced)] == [3]


@rule("ADV-8")
def test_1_xp_buys_1_tenacity() -> None:
    scene = created(3).answer("create.advance", "tenacity:")
    assert scene.mat("a1").tenacity == 1
    assert scene.questions[0].why == "create.race"


@rule("ADV-9")
def test_what_is_saved_beyond_3_xp_becomes_tenacity() -> None:
    assert created(4).passes("create.advance").mat("a1").tenacity == 0
    scene = created(12).passes("create.train").passes("create.train")
    assert scene.passes("create.advance").mat("a1").tenacity == 5


@rule("ADV-11", "SKL-4", "SKL-5")
def test_a_trainer_offers_a_line_for_every_4_xp_earned_and_never_one_twice() -> None:
    scene = created(6)
    assert "bow" not in scene.offered("create.train")
    scene.answer("create.train", "two-handed").answer("create.slot", "slot:1R")
    assert scene.mat("a1").mat[0] == Row("health", LineId("two-handed"))
    assert scene.mat("a1").lines == ("combat", "bow", "two-handed")
    assert [event.slot for event in scene.events(LineTrained)] == ["1R"]
    assert notes(scene)["two-handed:wrecking-blow"] == "1 XP, level 1"


@rule("ADV-4")
def test_dice_in_the_track_count_for_the_price_as_if_they_lay_in_their_row() -> None:
    """The price goes by squares, whatever has become of the dice."""
    scene = created(4)
    battle = running(scene, scene.state)
    assert advancing.price(battle.mat(UnitId("a1")), LineId("bow")) == 2


def test_nobody_can_spend_more_than_was_earned() -> None:
    scene = created(3)
    with pytest.raises(Refused):
        scene.answer("create.advance", "stamina:")


def test_whoever_is_away_spends_what_was_earned() -> None:
    """The defaults are to be played with: a line of dice, Combat, Health."""
    scene = created(12)
    while scene.questions[0].why in ("create.train", "create.advance"):
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    spent = sum(event.xp for event in scene.events(Advanced))
    assert spent + scene.mat("a1").tenacity >= 7

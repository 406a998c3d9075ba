"""The adventurer's turn: steps, moves, limits (p59)."""

from typing import Any

import pytest

from protocol.battle import TurnBegan, TurnEnded
from tests.scene import Refused, Scene, foe, hero

FAR = foe("e1", "spriggan", at=(-4, 4), combat=0)


def whys(scene: Scene) -> list[str]:
    """The codes of the open questions."""
    return [question.why for question in scene.questions]


@pytest.mark.rule("TRN-2", "BAT-8")
def test_a_turn_offers_moving_engaging_acting_and_ending() -> None:
    scene = Scene(hero(row=["combat"]), FAR)
    assert whys(scene) == ["turn.move", "turn.engage", "turn.act"]


@pytest.mark.rule("MOV-1", "MOV-6", "MAP-6", "MAP-5")
def test_a_move_enters_free_neighbours_only_and_may_stop_early() -> None:
    scene = Scene(hero(at=(0, 0), stamina=2), hero("a2", at=(1, 0)), FAR)
    with pytest.raises(Refused):
        scene.move((1, 0))
    with pytest.raises(Refused):
        scene.move((0, 2))
    scene.move((0, 1))
    assert scene.unit("a1").at == (0, 1)


@pytest.mark.rule("MOV-2", "MOV-7")
def test_engage_move_engage_is_legal_and_a_second_move_is_not() -> None:
    scene = Scene(hero(at=(0, 0), row=["combat", "combat"]), FAR)
    scene.rolls("combat:1").engage("a1", "", ["combat"]).move((0, 1))
    assert "turn.move" not in whys(scene)
    scene.rolls("combat:1").engage("a1", "", ["combat"])
    assert "turn.move" not in whys(scene)


@pytest.mark.rule("MOV-2")
def test_after_two_moves_there_is_no_engage() -> None:
    scene = Scene(hero(at=(0, 0), row=["combat"]), FAR).move((0, 1)).move((0, 2))
    assert whys(scene) == ["turn.act"]


@pytest.mark.rule("MAP-3", "MAP-12", "OBS-1")
def test_impassable_hexes_are_not_entered_and_distance_goes_around() -> None:
    wall = ((1, 0), (1, -1), (0, 1))
    scene = Scene(hero(at=(0, 0), stamina=2), FAR, blocked=wall)
    assert not {"1,0", "1,-1", "0,1"} & {*scene.offered("turn.move")}
    assert "2,-1" not in scene.offered("turn.move")


@pytest.mark.rule("TRN-6", "BAT-14", "BAT-4")
def test_each_adventurer_takes_one_turn_a_round_in_turn_order() -> None:
    scene = Scene(hero("a1", at=(0, 0)), hero("a2", at=(1, 0)), FAR)
    scene.end_turn().end_turn().default()
    turns = [turn.unit for turn in scene.events(TurnBegan)]
    assert turns == ["a2", "e1", "a1"]
    assert scene.state.round == 2


@pytest.mark.rule("STS-7")
def test_dazed_whoever_moved_rolls_no_dice_and_whoever_rolled_does_not_move() -> None:
    moved = Scene(hero(at=(0, 0), row=["combat"], track=["daze"]), FAR).move((0, 1))
    with pytest.raises(Refused):
        moved.engage("a1", "", ["combat"])
    rolled = Scene(hero(at=(0, 0), row=["combat"], track=["daze"]), FAR)
    rolled.rolls("combat:1").engage("a1", "", ["combat"])
    assert "turn.move" not in whys(rolled)
    rolled.end_turn()
    assert "daze" not in rolled.track("a1")


@pytest.mark.rule("STS-5", "TRN-3", "DMG-7", "STA-7")
def test_bane_hurts_at_the_start_of_the_turn_before_recovery() -> None:
    scene = Scene(hero(hp=3, bonus=2, cooldown=2, track=["bane"]), FAR, turn=None).default()
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (2, 2)
    assert scene.track("a1") == []


@pytest.mark.rule("DEF-1", "DEF-10")
def test_a_turn_whose_adventurer_falls_at_its_start_is_over() -> None:
    scene = Scene(hero("a1", hp=1, track=["bane"]), hero("a2", at=(3, 0)), FAR, turn=None).default()
    assert scene.unit("a1").fate == "defeated"
    assert "a1" in [turn.unit for turn in scene.events(TurnEnded)]
    assert scene.asked("turn.act").to == ("a2",)


@pytest.mark.rule("TRN-5")
def test_limits_of_a_turn_are_gone_with_the_next_units_turn() -> None:
    scene = Scene(
        hero("a1", row=["combat"], hp=9, health=9),
        foe("e1", "spriggan", at=(0, 0), hp=9, combat=0, skills=("riposte 1",)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 8
    scene.end_turn().default()
    assert not scene.state.turn.used  # type: ignore[union-attr]


def begun(**figures: Any) -> Scene:
    """The turn of a2 is about to begin, after that of a1."""
    return Scene(hero("a1"), hero("a2", at=(3, -1), **figures), FAR).end_turn()


@pytest.mark.rule("ITM-2", "TRN-3")
def test_an_item_may_be_used_before_the_recovery_step_to_get_more_out_of_it() -> None:
    """Its owner's turn has begun; later the cordial would find less to take away."""
    scene = begun(ready=["meltwater-cordial"], cooldown=2, track=["LF", "LF", "combat", "combat"])
    scene.answer("turn.early", "a2-meltwater-cordial")
    assert (scene.track("a2"), scene.row("a2")) == ([], ["combat", "combat"])


@pytest.mark.rule("ITM-2")
def test_who_keeps_it_for_later_is_not_asked_twice() -> None:
    scene = begun(ready=["meltwater-cordial"], cooldown=1, track=["LF", "LF", "combat"])
    scene.passes("turn.early")
    assert scene.track("a2") == ["LF", "combat"]
    assert "use:a2-meltwater-cordial:drink" in scene.offered("turn.act")


@pytest.mark.rule("RAC-1")
def test_so_may_a_race_ability_of_ones_turn() -> None:
    scene = begun(race="redguard", hp=2, cooldown=1, track=["LF", "bane", "LF", "combat"])
    scene.answer("turn.early", "adrenaline-rush").answer("adrenaline-rush", "0", "1", "2")
    assert (scene.track("a2"), scene.row("a2")) == ([], ["combat"])
    assert scene.hp("a2") == 4, "3 healed, Bane took one before"


@pytest.mark.rule("ITM-2")
@pytest.mark.parametrize(
    ("ready", "track"),
    [
        (["meltwater-cordial"], ["LF", "LF"]),
        (["meltwater-cordial"], ["combat"] * 3),
        (["cloudy-healing-draught"], ["LF"] * 3),
    ],
)
def test_nobody_is_asked_where_it_makes_no_difference(ready: list[str], track: list[str]) -> None:
    """The step empties the track; nothing can be taken off it; the item does something else."""
    scene = begun(ready=ready, cooldown=2, hp=3, track=track)
    assert scene.offered("turn.act")

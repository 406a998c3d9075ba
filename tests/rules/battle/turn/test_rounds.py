"""Rounds, fatigue rounds, retreat, the end (p57, p59, p86)."""

import pytest

from protocol.battle import BattleEnded, DamageDealt, FatigueGained, TurnBegan
from tests.scene import Scene, foe, hero

FAR = foe("e1", "spriggan", at=(-4, 4), combat=0)


def at_round(number: int, *pieces: object, **more: object) -> Scene:
    """The enemies have their turns in a round of that number."""
    return Scene(*pieces, turn=None, round=number, **more).default()  # type: ignore[arg-type]


@pytest.mark.rule("BAT-9", "BAT-8")
def test_the_counter_goes_up_by_one() -> None:
    assert at_round(3, hero(), FAR).state.round == 4


@pytest.mark.rule("BAT-10", "BAT-11", "FAT-4", "DMG-6")
def test_after_round_5_each_round_costs_overfatigue_and_true_damage_for_all_of_it() -> None:
    scene = at_round(5, hero(hp=5, bonus=3, track=["OF", "LF"]), FAR)
    assert scene.state.round == 6
    assert scene.track("a1") == ["OF", "LF", "OF"]
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (3, 3)
    (damage,) = [d for d in scene.events(DamageDealt) if d.unit == "a1"]
    assert (damage.true, damage.by, damage.prevented) == (2, "", 0)


@pytest.mark.rule("BAT-11")
def test_all_gain_their_overfatigue_before_any_of_them_is_dealt_the_damage() -> None:
    scene = at_round(5, hero("a1"), hero("a2", at=(3, 0)), FAR)
    told = [type(e) for e in scene.told if isinstance(e, FatigueGained | DamageDealt)]
    assert told == [FatigueGained, FatigueGained, DamageDealt, DamageDealt]


@pytest.mark.rule("BAT-10")
def test_the_counter_stays_at_the_fatigue_side() -> None:
    assert at_round(6, hero(hp=5), FAR).state.round == 6


@pytest.mark.rule("FAT-5", "DEF-3")
def test_defeated_adventurers_gain_no_fatigue_in_fatigue_rounds() -> None:
    scene = at_round(5, hero("a1"), hero("a2", fate="defeated"), FAR)
    assert scene.track("a2") == []
    assert scene.track("a1") == ["OF"]


@pytest.mark.rule("EOB-1", "OBJ-1", "ENC-4", "BAT-13")
def test_the_battle_ends_after_the_round_in_which_the_last_enemy_fell() -> None:
    scene = Scene(
        hero("a1", row=["combat"]), hero("a2", at=(3, 0)), foe("e1", at=(0, 0), hp=1, skills=())
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert not scene.events(BattleEnded)
    scene.end_turn()
    assert scene.events(TurnBegan)[-1].unit == "a2"
    scene.rolls(0, 0, 0, 0).end_turn()
    assert scene.events(BattleEnded)[0].outcome == "victory"


@pytest.mark.rule("OBJ-7", "ENC-5")
def test_the_last_adventurer_falling_with_the_last_enemy_is_a_failure() -> None:
    scene = Scene(
        hero("a1", hp=1, row=["force-shock"], form="magic"), foe("e1", at=(0, 0), hp=1, skills=())
    )
    scene.rolls("force-shock-2", 0, 0)
    scene.engage("a1", "e1", ["force-shock"]).resolve("force-shock")
    assert scene.events(BattleEnded)[0].outcome == "defeat"


@pytest.mark.rule("RET-1", "RET-2", "RET-4")
def test_the_party_retreats_when_all_agree_at_the_end_of_the_round() -> None:
    scene = Scene(hero("a1", at=(0, 0)), hero("a2", at=(1, 0)), FAR)
    scene.answer("turn.act", "retreat").end_turn().end_turn()
    while scene.questions[0].why != "round.retreat":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("round.retreat", "yes", by="a1").answer("round.retreat", "yes", by="a2")
    assert scene.state.outcome == "retreat"
    assert scene.state.phase == "over"


@pytest.mark.rule("RET-1")
def test_a_retreat_waits_for_the_end_of_the_round_and_for_everybody() -> None:
    """Who proposes it plays on, the others have their turns, the enemy strikes; then all say."""
    scene = Scene(
        hero("a1", at=(1, 0)),
        hero("a2", at=(4, 0)),
        foe("e1", at=(0, 0), combat=1, skills=()),
    )
    scene.answer("turn.act", "retreat")
    assert {q.why for q in scene.questions} >= {"turn.move", "turn.engage", "turn.act"}
    assert "retreat" not in scene.offered("turn.act"), "once in a round is enough"
    scene.rolls("enemy:2").end_turn()
    assert scene.asked("turn.act").about == "a2"
    scene.end_turn()
    assert (scene.hp("a1"), scene.state.outcome) == (3, ""), "nobody has left before the enemy"
    scene.answer("round.retreat", "yes", by="a1")
    assert (scene.asked("round.retreat").to, scene.state.outcome) == (("a2",), "")
    scene.answer("round.retreat", "yes", by="a2")
    assert scene.state.outcome == "retreat"


@pytest.mark.rule("RET-1")
def test_a_retreat_that_was_turned_down_has_to_be_proposed_anew() -> None:
    scene = Scene(hero("a1", at=(0, 0)), hero("a2", at=(1, 0)), FAR)
    scene.answer("turn.act", "retreat").end_turn().end_turn()
    while scene.questions[0].why != "round.retreat":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("round.retreat", "yes", by="a1").answer("round.retreat", "no", by="a2")
    assert scene.state.round == 2
    scene.end_turn().end_turn()
    asked = []
    while scene.state.round == 2:
        asked.append(scene.questions[0].why)
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    assert "round.retreat" not in asked
    assert not scene.state.outcome


@pytest.mark.rule("RET-1")
def test_the_party_may_retreat_from_a_round_in_which_somebody_has_fallen() -> None:
    """Nobody proposed it: the enemy's turn came after theirs."""
    scene = Scene(
        hero("a1", hp=1),
        hero("a2", at=(3, 0)),
        foe("e1", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("round.retreat", "yes", by="a1")
    scene.answer("round.retreat", "yes", by="a2")
    assert scene.state.outcome == "retreat"


@pytest.mark.rule("RET-1")
def test_who_fell_and_stands_again_gives_no_reason_to_ask() -> None:
    scene = Scene(
        hero("a1", hp=1),
        hero("a2", at=(3, 0)),
        foe("e1", at=(0, 0), combat=1, skills=()),
        turn=None,
        assist=True,
    )
    scene.rolls("enemy:2").answer("round.assist", "yes").default()
    assert not scene.state.outcome


@pytest.mark.rule("RET-1")
def test_one_who_fights_on_keeps_the_party_in_the_battle() -> None:
    scene = Scene(hero("a1", at=(0, 0)), hero("a2", at=(1, 0)), FAR)
    scene.answer("turn.act", "retreat").end_turn().end_turn()
    while scene.questions[0].why != "round.retreat":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("round.retreat", "no", by="a1")
    assert not scene.state.outcome
    assert scene.asked("turn.act").to == ("a1",)


@pytest.mark.rule("TIM-2", "TIM-3")
def test_forced_effects_of_one_moment_are_ordered_by_the_party() -> None:
    scene = Scene(
        hero("a1"),
        foe("e1", "spriggan", at=(-4, 4), combat=0, statuses=("bane",), skills=("recover",)),
        turn=None,
    )
    assert scene.asked("turn_starts.order").to == ("a1",)

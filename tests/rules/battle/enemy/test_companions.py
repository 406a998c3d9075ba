"""Companions: party members that are no adventurers, and their turns (p90, p91)."""

from typing import Any

import pytest

from protocol.battle import DamageDealt, EngageBegan, StatusGained, TurnBegan, UnitTurned
from protocol.events import Rolled
from protocol.hexes import Hex
from protocol.ids import SeatId, UnitId
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.state import Deck
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import won_with_its_round
from tests.scene import Refused, Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

QUIET: dict[str, Any] = {"combat": 0, "defense": 0, "range": 9, "skills": ()}


def _foe(name: str = "e1", at: Hex = (0, 0), **figures: Any) -> Foe:
    return foe(name, "skeleton", at=at, **{**QUIET, "health": 9, **figures})


def _friend(name: str = "c1", at: Hex = (0, 1), **figures: Any) -> Foe:
    printed = {"combat": 1, "range": 1, "defense": 0, "skills": ()}
    return friend(name, "atronach", at=at, **{**printed, **figures})


def _scene(*pieces: Hero | Foe, at: Hex = (0, 4)) -> Scene:
    """One adventurer out of the way has ended its turn: companions are next."""
    return Scene(hero("a1", at=at), *pieces).answer("turn.act", "end")


def _moved(to: Hex, **figures: Any) -> Scene:
    return _scene(_friend(at=(0, 0), **figures), _foe(at=(-4, 4))).answer(
        "companion.move", f"{to[0]},{to[1]}"
    )


@pytest.mark.rule("CPN-1", "GEN-12")
def test_a_companion_does_not_count_for_the_party_size() -> None:
    """Recover heals 1 HP for each adventurer: one here, with two companions beside it."""
    scene = Scene(
        hero("a1", at=(0, 4)),
        _friend("c1", (3, 0)),
        _friend("c2", (3, 1)),
        _foe(hp=5, skills=("recover",)),
        turn=None,
    )
    assert scene.hp("e1") == 6


@pytest.mark.rule("CPN-1", "BAT-11")
def test_what_befalls_adventurers_in_a_fatigue_round_leaves_companions_alone() -> None:
    scene = Scene(hero("a1", at=(0, 4)), _friend(), _foe(), turn=None, round=5)
    assert scene.hp("a1") == 4
    assert scene.hp("c1") == 3


@pytest.mark.rule("CPN-1", "REL-3")
def test_an_effect_for_adventurers_does_not_offer_a_companion() -> None:
    """Force Shock: 1 true damage to an adventurer, one of two; the companion is not asked for."""
    scene = Scene(
        hero("a1", form="magic", at=(1, -1), row=["force-shock"]),
        hero("a2", at=(0, 4)),
        _friend(),
        _foe(),
    )
    scene.rolls("force-shock-3").engage("a1", "e1", ["force-shock"]).resolve("force-shock")
    assert scene.offered("backlash") == ["a1", "a2"]


@pytest.mark.rule("REL-3", "CPN-1")
def test_an_effect_for_party_members_offers_companions_too() -> None:
    scene = Scene(hero("a1", active=["purge@purge"], hp=4), _friend(hp=1), _foe())
    scene.answer("anytime", "cleanse")
    assert scene.offered("purge") == ["a1", "c1"]


@pytest.mark.rule("CPN-2")
def test_a_companion_enters_with_all_its_hp() -> None:
    scene = Scene(hero(form="magic", row=["summon"]), _foe()).rolls("summon-2")
    scene.engage("a1", "", ["summon"]).resolve("summon").answer("summon", "2,-1")
    (atronach,) = [unit for unit in scene.state.units.values() if unit.kind == "companion"]
    assert (atronach.name, atronach.hp, atronach.health, atronach.at) == (
        "Atronach",
        3,
        3,
        (2, -1),
    )


@pytest.mark.rule("CPN-3", "DEF-2")
def test_a_defeated_companion_is_gone_and_not_on_the_defeated_stack() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        _friend(hp=1),
        _foe(combat=1, range=1, level=5),
        _foe("e2", (-4, 0)),
        turn=None,
    )
    scene.rolls("enemy:2")
    assert (scene.unit("c1").fate, scene.unit("c1").at) == ("defeated", None)
    assert scene.state.fallen == ()
    scene.end_turn()
    assert "c1" not in [event.unit for event in scene.events(TurnBegan)]


@pytest.mark.rule("CPN-3", "GEN-10")
def test_we_100_an_enemy_chip_that_falls_as_a_companion_goes_back_to_its_bag() -> None:
    """WE-100 (p90; C-46)."""
    battle = running(
        Scene(
            hero(),
            foe("e1", "skeleton", at=(0, 0), hp=1),
            foe("e2", at=(0, -3)),
            decks={"bag-1": Deck(cards={"skeleton": 1})},
        )
    )
    battle.emit(UnitTurned(UnitId("e1"), SeatId("a1")))
    hit_points.deal(battle, UnitId("e1"), UnitId("e2"), 1)
    assert battle.unit(UnitId("e1")).fate == "defeated"
    assert battle.state.decks["bag-1"].cards == {"skeleton": 2}
    assert battle.state.fallen == ()


@pytest.mark.rule("CPN-4")
def test_a_companion_fights_on_for_the_player_whose_adventurer_has_fallen() -> None:
    scene = Scene(hero("a2", at=(0, 4)), hero("a1", fate="defeated"), _friend(), _foe()).answer(
        "turn.act", "end"
    )
    assert scene.asked("companion.move").to == ("a1",)
    scene.rolls("enemy:2").passes("companion.move").answer("companion.engage", "e1", by="a1")
    assert scene.hp("e1") == 7


@pytest.mark.rule("CPN-5", "BAT-12")
def test_with_all_adventurers_down_a_companion_ends_the_round_and_leaves_undefeated() -> None:
    """C-26: the round is played to its end first."""
    scene = Scene(hero("a1", hp=1, form="magic", row=["force-shock"]), _friend(), _foe())
    scene.rolls("force-shock-3").engage("a1", "", ["force-shock"]).resolve("force-shock")
    assert scene.unit("a1").fate == "defeated"
    scene.rolls("enemy:1", 0, 0).passes("companion.move").answer("companion.engage", "e1")
    assert scene.hp("e1") == 8
    assert scene.state.outcome == "defeat"
    assert (scene.unit("c1").fate, scene.unit("c1").at) == ("", None), "it stays with the party"


@pytest.mark.rule("EOB-2", "CPN-2", "CPN-3")
@pytest.mark.parametrize(("leaves", "fate"), [(False, ""), (True, "gone")])
def test_a_companion_stays_with_the_party_unless_its_text_says_that_it_leaves(
    leaves: bool, fate: str
) -> None:
    """Its statuses and HP above Health go; the next battle begins with all of its HP."""
    quiet = foe("e9", at=(-4, 0), combat=0, range=9, skills=())
    scene = Scene(
        hero(),
        friend("c1", "clannfear", at=(2, -1), hp=1, leaves=leaves),
        quiet,
        cards=won_with_its_round(),
    )
    scene.end_turn().default("companion.move")
    unit = scene.unit("c1")
    assert (scene.state.phase, unit.fate, unit.at) == ("over", fate, None)
    assert leaves or unit.hp == unit.health


@pytest.mark.rule("CPN-6")
def test_companions_act_after_all_adventurers_in_the_order_of_the_partys_choice() -> None:
    scene = Scene(
        hero("a1", at=(0, 4)),
        hero("a2", at=(1, 3)),
        _friend("c1", (3, 0)),
        _friend("c2", (3, 1)),
        _foe(at=(-4, 0)),
    )
    scene.answer("turn.act", "end").answer("turn.act", "end")
    assert scene.asked("companion.order").to == ("a1", "a2")
    scene.answer("companion.order", "c2", by="a2").passes("companion.move")
    scene.passes("companion.move")
    order = [event.unit for event in scene.events(TurnBegan)]
    assert order[:4] == ["a2", "c2", "c1", "e1"]


@pytest.mark.rule("CPN-7")
def test_a_companion_moves_up_to_2_hexes_wherever_its_player_wants() -> None:
    assert _moved((1, 0)).unit("c1").at == (1, 0)
    scene = _scene(_friend(at=(0, 0)), _foe(at=(-4, 4)))
    scene.answer("companion.move", "1,0", "2,0")
    assert scene.unit("c1").at == (2, 0), "away from the enemy"
    scene = _scene(_friend(at=(0, 0)), _foe(at=(-4, 4)))
    with pytest.raises(Refused):
        scene.answer("companion.move", "1,0", "2,0", "3,0")


@pytest.mark.rule("CPN-7")
def test_a_companion_may_stay_and_may_leave_an_enemy_unharmed() -> None:
    scene = _scene(_friend(), _foe()).passes("companion.move").passes("companion.engage")
    assert scene.unit("c1").at == (0, 1)
    assert not [event for event in scene.events(EngageBegan) if event.unit == "c1"]
    assert scene.hp("e1") == 9


@pytest.mark.rule("CPN-7", "CPN-8")
def test_a_companion_engages_whom_its_player_chooses_and_not_its_priority() -> None:
    scene = _scene(_friend(priority="strongest"), _foe(hp=9), _foe("e2", (1, 0), hp=2)).passes(
        "companion.move"
    )
    scene.rolls("enemy:1").answer("companion.engage", "e2")
    assert (scene.hp("e1"), scene.hp("e2")) == (9, 1)


@pytest.mark.rule("CPN-7")
def test_a_companion_may_move_although_somebody_is_in_reach_and_then_engage() -> None:
    scene = _scene(_friend(), _foe()).answer("companion.move", "1,0")
    scene.rolls("enemy:2").answer("companion.engage", "e1")
    assert (scene.unit("c1").at, scene.hp("e1")) == ((1, 0), 7)


@pytest.mark.rule("CPN-8")
def test_one_roll_of_a_companion_counts_against_each_of_its_targets() -> None:
    scene = _scene(
        _friend(at=(0, 0), targets=2, combat=2),
        _foe("e1", (0, 1)),
        _foe("e2", (1, 0)),
        _foe("e3", (-1, 0)),
    ).passes("companion.move")
    with pytest.raises(Refused):
        scene.answer("companion.engage", "e1", "e2", "e3")
    scene.rolls("enemy:2", "enemy:1").answer("companion.engage", "e1", "e3")
    assert (scene.hp("e1"), scene.hp("e2"), scene.hp("e3")) == (6, 9, 6)
    assert sum(event.what == "enemy-combat" for event in scene.events(Rolled)) == 1


@pytest.mark.rule("CPN-8", "TRM-5")
def test_a_companion_engages_only_who_is_in_its_range_and_not_hidden() -> None:
    scene = _scene(
        _friend(at=(0, 0), range=2),
        _foe("e1", (0, -2)),
        _foe("e2", (0, -3)),
        _foe("e3", (2, 0), statuses=("stealth",)),
    )
    assert scene.passes("companion.move").offered("companion.engage") == ["e1"]


@pytest.mark.rule("CPN-8")
def test_a_companion_without_anybody_in_reach_is_not_asked_to_engage() -> None:
    scene = _scene(_friend(at=(0, 0)), _foe(at=(0, -4))).passes("companion.move")
    assert scene.asked("turn.act").to == ("a1",)


@pytest.mark.rule("CPN-9")
def test_a_companions_skill_takes_effect_without_a_question() -> None:
    scene = _scene(_friend(hp=1, health=3, skills=("bide",)), _foe(at=(0, -4)))
    scene.passes("companion.move")
    assert scene.hp("c1") == 3


@pytest.mark.rule("CPN-9")
def test_each_target_of_a_companion_is_affected_by_its_skill() -> None:
    scene = _scene(
        _friend(at=(0, 0), targets=2, combat=1, skills=("bladed",)),
        _foe("e1", (0, 1)),
        _foe("e2", (1, 0)),
    )
    scene.passes("companion.move").rolls("enemy:0").answer("companion.engage", "e1", "e2")
    assert (scene.hp("e1"), scene.hp("e2")) == (7, 7)


@pytest.mark.rule("CPN-9")
def test_a_companions_skill_answers_enemies() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        _friend(hp=9, skills=("riposte 2", "fumes")),
        _foe(combat=1, range=1),
        turn=None,
    )
    scene.rolls("enemy:1")
    assert scene.hp("e1") == 7
    assert [(event.unit, event.status) for event in scene.events(StatusGained)] == [("e1", "blind")]


@pytest.mark.rule("CPN-9")
def test_a_companion_restrains_enemies_before_it_engages() -> None:
    scene = _scene(_friend(at=(0, 0), skills=("restrain",)), _foe(at=(0, -2)))
    scene.passes("companion.move")
    assert scene.unit("e1").at == (0, -1)
    assert scene.offered("companion.engage") == ["e1"]


@pytest.mark.rule("CPN-9", "CPN-7")
def test_a_companion_with_nobody_in_reach_rushes_where_its_player_wants_and_does_not_engage() -> (
    None
):
    scene = _scene(_friend(at=(0, 0), skills=("rush",)), _foe(at=(0, -4)))
    scene.passes("companion.move").answer("companion.move", "0,-1", "0,-2")
    assert scene.unit("c1").at == (0, -2)
    scene = _scene(_friend(at=(0, 0), skills=("rush",)), _foe(at=(0, -3)))
    scene.passes("companion.move").answer("companion.move", "0,-1", "0,-2")
    assert not [event for event in scene.events(EngageBegan) if event.unit == "c1"]


@pytest.mark.rule("CPN-9")
def test_a_companion_with_somebody_in_reach_does_not_rush() -> None:
    scene = _scene(_friend(skills=("rush",)), _foe()).passes("companion.move")
    assert scene.offered("companion.engage") == ["e1"]


@pytest.mark.rule("CPN-9")
def test_a_companion_that_swaps_moves_into_others_and_they_take_its_place() -> None:
    scene = _scene(_friend(at=(0, 0), skills=("swap",)), _foe(at=(0, 1)))
    scene.answer("companion.move", "0,1")
    assert (scene.unit("c1").at, scene.unit("e1").at) == ((0, 1), (0, 0))


@pytest.mark.rule("STS-7", "CPN-8")
def test_a_dazed_companion_that_moved_rolls_no_dice() -> None:
    scene = Scene(
        hero("a1", at=(0, 4)),
        Foe("c1", "atronach", (0, 1), 0, "party", "companion", ("daze",), figures={"skills": ()}),
        _foe(),
    )
    scene.answer("turn.act", "end").answer("companion.move", "1,0")
    scene.answer("companion.engage", "e1")
    assert not scene.events(Rolled)
    assert not scene.events(DamageDealt)

"""Wounds, injuries and what they bar, as they come about in a melee or by a shot."""

from typing import Any

import pytest

from protocol.skirmish import AttackRolled, CheckMade, Injury, TokenDropped, TokenTaken, UnitLost
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import move_of, run_of
from tests.rules.skirmish.table import Table, block, board, point, unit


def melee(striker: Unit, struck: Unit, *more: Unit, dice: tuple[int, ...]) -> Table:
    """A melee in which the first strikes first."""
    pairs = tuple((striker.id, foe.id) for foe in (struck, *more))
    return Table(striker, struck, *more, phase="melee", ends=True, pairs=pairs, dice=dice)


def swordsman(**more: Any) -> Unit:
    """An infantryman, who hits on 14, with a sword; he has charged."""
    return unit("a", "infantry", 10, 10, arms=("sword",), marks=("charged",), **more)


def rat(**more: Any) -> Unit:
    """An enemy without any defence, who does not strike back in time to matter."""
    return unit("t", "blight-host", 11, 10, **more)


@pytest.mark.rule("SK-92")
@pytest.mark.parametrize(
    ("die", "injury"), [(14, "dazed"), (15, "stunned"), (17, "stunned"), (18, "lost")]
)
def test_an_attack_injures_by_its_die(die: int, injury: str) -> None:
    match = melee(swordsman(), rat(), dice=(die,))
    found = match.unit("t")
    assert ("lost" if found.is_lost else found.injury) == injury


@pytest.mark.rule("SK-92")
def test_injury_is_added_to_the_die_of_a_hit_alone() -> None:
    hammer = unit("a", "infantry", 10, 10, arms=("hammer",), marks=("charged",))
    assert melee(hammer, rat(), dice=(14,)).unit("t").is_lost
    assert melee(hammer, rat(injury="dazed"), dice=(13, 12)).unit("t").injury == "dazed"


@pytest.mark.rule("SK-93", "SK-112")
def test_who_has_more_wounds_loses_one_and_is_injured_at_the_last() -> None:
    # given a knight of death with 2 wounds and no defence to speak of
    knight = unit("t", "death-knight", 11, 10, printed={"defence": None})
    match = melee(swordsman(), knight, dice=(14, 1, 1))
    assert match.unit("t").wounds == 1
    assert match.unit("t").injury == ""
    last = unit("t", "death-knight", 11, 10, printed={"defence": None}, wounds=1)
    assert melee(swordsman(), last, dice=(14,)).unit("t").injury == "dazed"


@pytest.mark.rule("SK-94")
def test_who_is_stunned_is_lost_to_any_attack_without_dice() -> None:
    match = melee(swordsman(), rat(injury="stunned"), dice=())
    assert match.unit("t").is_lost
    assert not match.told(AttackRolled)


@pytest.mark.rule("SK-94")
def test_undead_are_dazed_instead_of_stunned() -> None:
    zombie = unit("t", "zombie", 11, 10)
    assert melee(swordsman(), zombie, dice=(16,)).unit("t").injury == "dazed"


@pytest.mark.rule("SK-94", "SK-111")
def test_who_is_down_is_spared_while_an_active_enemy_is_there() -> None:
    down = unit("t", "blight-host", 11, 10, injury="stunned")
    active = unit("u", "blight-host", 9, 10)
    match = melee(swordsman(), down, active, dice=(14,))
    assert match.unit("t").injury == "stunned"
    assert match.unit("u").injury == "dazed"


@pytest.mark.rule("SK-95")
def test_who_is_dazed_is_attacked_with_advantage_and_lost_by_one_hit() -> None:
    match = melee(swordsman(), rat(injury="dazed"), dice=(5, 14))
    assert match.told(AttackRolled)[0].dice == (5, 14)
    assert match.unit("t").is_lost


@pytest.mark.rule("SK-95", "SK-81")
def test_who_is_dazed_moves_an_inch_and_who_is_stunned_not_at_all() -> None:
    def offered(injury: Injury) -> list[str]:
        units = unit("a", "infantry", 10, 10, injury=injury), unit("b", "infantry", 30, 10)
        match = Table(*units, unit("t", "underrat", 20, 20), phase="move")
        return [key for key in match.offered() if key.endswith(":a")]

    assert offered("") == ["move:a", "run:a"]
    assert offered("dazed") == ["move:a"]
    assert offered("stunned") == []


@pytest.mark.rule("SK-96")
def test_who_is_staggered_has_disadvantage_until_its_turn_ends() -> None:
    match = melee(swordsman(injury="staggered"), rat(), dice=(14, 13, 1, 1))
    assert match.told(AttackRolled)[0].dice == (14, 13)
    assert match.told(AttackRolled)[0].counts == 13
    over = Table(
        unit("a", "infantry", 10, 10, injury="staggered"),
        unit("t", "underrat", 20, 20, injury="staggered"),
        unit("u", "underrat", 30, 20),
        phase="end",
    )
    assert (over.unit("a").injury, over.state.active) == ("", "2")


@pytest.mark.rule("SK-97", "SK-6")
@pytest.mark.parametrize(
    ("kind", "move", "run"), [("skeleton", 4000, 6000), ("reaper", 5000, 7500)]
)
def test_who_is_staggered_has_half_its_move_rounded_up(kind: str, move: int, run: int) -> None:
    staggered = unit("a", kind, 10, 10, injury="staggered")
    assert (move_of(staggered), run_of(staggered)) == (move, run)
    assert run_of(unit("a", "skeleton", 10, 10)) == 10500


@pytest.mark.rule("SK-98")
def test_who_is_lost_drops_its_treasure_to_the_one_that_did_it() -> None:
    thief = rat(token="token-1")
    match = Table(
        swordsman(),
        thief,
        phase="melee",
        ends=True,
        pairs=(("a", "t"),),
        tokens={"token-1": point(3, 3)},
        dice=(18,),
    )
    assert match.unit("t").is_lost
    assert match.unit("t").at is None
    assert not match.state.pairs
    assert len(match.told(TokenDropped)) == len(match.told(UnitLost)) == 1
    assert match.told(TokenTaken)[0].unit == "a"
    assert match.unit("a").token == "token-1"


@pytest.mark.rule("SK-99")
def test_a_shot_that_hurts_less_than_what_is_suffered_changes_nothing() -> None:
    archer = unit("a", "marksman", 10, 10, arms=("sword", "bow"))
    match = Table(
        archer,
        unit("t", "blight-host", 20, 10, injury="stunned"),
        phase="ranged",
        ends=True,
        dice=(14,),
    )
    match.answer("a")
    match.answer("t")
    assert match.unit("t").injury == "stunned"


@pytest.mark.rule("SK-90")
def test_who_goes_down_in_water_is_lost() -> None:
    pond = board(block("pond", (10.6, 14), (8, 12), 0, footing="shallow"))
    match = Table(
        swordsman(), rat(), phase="melee", ends=True, pairs=(("a", "t"),), on=pond, dice=(14,)
    )
    assert match.unit("t").is_lost


@pytest.mark.rule("SK-91")
@pytest.mark.parametrize(("die", "falls"), [(8, False), (7, True)])
def test_who_goes_down_at_a_ledge_checks_agility_or_falls(die: int, falls: bool) -> None:
    roof = board(block("roof", (0, 12), (0, 20), 3))
    striker = unit("a", "infantry", 10, 10, 3, arms=("sword",), marks=("charged",))
    victim = unit("t", "blight-host", 11, 10, 3)
    dice = (14, die, 2) if falls else (14, die)
    match = Table(
        striker, victim, phase="melee", ends=True, pairs=(("a", "t"),), on=roof, dice=dice
    )
    assert match.told(CheckMade)[-1].passed is not falls
    assert match.at("t") == ((12.5, 10) if falls else (11, 10, 3))
    assert bool(match.state.pairs) is not falls

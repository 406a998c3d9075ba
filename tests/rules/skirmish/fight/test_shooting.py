"""The Ranged Phase."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.skirmish import AttackRolled, CheckMade, GearLost, Mark, ShotDeclared, TargetProtected
from server.rules.skirmish.components import Piece, Spot
from server.rules.skirmish.kernel.state import Unit
from tests.rules.skirmish.table import Table, block, board, point, unit

BOW = ("sword", "bow")


def archer(*at: float, arms: tuple[str, ...] = BOW, **more: Any) -> Unit:
    """A marksman, who hits on 14."""
    return unit("a", "marksman", *(at or (10, 10)), arms=arms, **more)


def shot(shooter: Unit, *others: Unit, dice: tuple[int, ...], on: tuple[Piece, ...] = ()) -> Table:
    """A match in which the archer has shot at `t`; nobody steps in."""
    match = Table(shooter, *others, phase="ranged", ends=True, dice=dice, on=board(*on))
    match.answer("a")
    match.answer("t")
    while not match.play.over and match.asked.why == "match.shoot.protect":
        match.answer()
    return match


def can(shooter: Unit, *others: Unit, pairs: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether the archer is asked to shoot."""
    match = Table(shooter, *others, phase="ranged", ends=True, pairs=pairs, dice=(10,) * 9)
    return any(question.why == "match.shoot" for question in match.play.questions)


@pytest.mark.rule("SK-104")
@pytest.mark.parametrize("mark", ["tried", "ran", "cast", "shot", "moved", "charged"])
def test_who_ran_cast_shot_or_tried_to_engage_does_not_shoot(mark: Mark) -> None:
    allowed = mark in ("moved", "charged")
    assert can(archer(marks=(mark,)), unit("t", "underrat", 20, 10)) is allowed


@pytest.mark.rule("SK-104")
def test_who_is_down_engaged_or_without_a_weapon_does_not_shoot() -> None:
    target = unit("t", "underrat", 20, 10)
    assert can(archer(), target)
    assert not can(archer(injury="dazed"), target)
    assert not can(archer(injury="stunned"), target)
    assert not can(archer(arms=("sword",)), target)
    beside = unit("u", "underrat", 11, 10)
    assert not can(archer(), target, beside, pairs=(("a", "u"),))


@pytest.mark.rule("SK-105")
def test_a_target_is_seen_and_free_and_beyond_the_range_it_is_missed() -> None:
    friend = unit("b", "infantry", 21, 10)
    held = unit("t", "underrat", 20, 10)
    assert not can(archer(), held, friend, pairs=(("b", "t"),))
    wall = block("w", (15, 15.2), (0, 36), 3, opaque=True)
    hidden = Table(archer(), held, phase="ranged", ends=True, on=board(wall))
    assert hidden.play.over
    # a bow carries 25 inches
    assert shot(archer(5, 10), unit("t", "underrat", 31, 10), dice=(2,)).told(AttackRolled)
    assert not shot(archer(5, 10), unit("t", "underrat", 31.01, 10), dice=()).told(AttackRolled)


@pytest.mark.rule("SK-106")
@pytest.mark.parametrize(("die", "hit"), [(16, "u"), (15, "t")])
def test_an_ally_of_the_target_may_step_in_with_its_morale(die: int, hit: str) -> None:
    target, ally = unit("t", "underrat", 20, 10), unit("u", "underrat", 20, 13)
    match = Table(archer(), target, ally, phase="ranged", ends=True, dice=(die, 2))
    match.answer("a")
    match.answer("t")
    assert match.asked.why == "match.shoot.protect"
    assert match.offered() == ["u"]
    match.answer("u")
    assert match.told(TargetProtected)[0].passed is (hit == "u")
    assert match.told(AttackRolled)[0].target == hit


@pytest.mark.rule("SK-106")
def test_nobody_steps_in_from_afar_or_out_of_a_melee() -> None:
    far = unit("u", "underrat", 20, 13.01)
    match = Table(
        archer(), unit("t", "underrat", 20, 10), far, phase="ranged", ends=True, dice=(2,)
    )
    match.answer("a")
    match.answer("t")
    assert len(match.told(AttackRolled)) == 1


@pytest.mark.rule("SK-107")
def test_a_shot_from_above_within_half_range_has_advantage() -> None:
    tower = block("tower", (0, 10), (0, 20), 2)
    low = shot(archer(10, 10, 2), unit("t", "underrat", 23.3, 10), dice=(2, 3), on=(tower,))
    assert low.told(AttackRolled)[0].dice == (2, 3)
    far = shot(archer(10, 10, 2), unit("t", "underrat", 24, 10), dice=(2,), on=(tower,))
    assert far.told(AttackRolled)[0].dice == (2,)


@pytest.mark.rule("SK-107")
@pytest.mark.parametrize(
    ("covered", "marks", "needs"),
    [(False, (), 18), (True, (), 15), (False, ("moved",), 15), (True, ("moved",), 12)],
)
def test_cover_and_having_moved_make_the_defence_easier(
    covered: bool, marks: tuple[Mark, ...], needs: int
) -> None:
    wall = block("w", (18, 18.2), (0, 36), 0.9, opaque=True)
    pieces = (wall,) if covered else ()
    match = shot(archer(marks=marks), unit("t", "underrat", 19, 10), dice=(14, 20), on=pieces)
    (check,) = match.told(CheckMade)
    assert check.needs == needs


@pytest.mark.rule("SK-79", "SK-107")
def test_a_crit_gives_one_more_shot_that_gives_none() -> None:
    match = shot(archer(), unit("t", "underrat", 20, 10), dice=(20, 20, 20, 20))
    assert [attack.crits for attack in match.told(AttackRolled)] == [True, False]
    assert len(match.told(CheckMade)) == 2


def test_a_weapon_with_powder_breaks_on_a_one_and_hurts_who_fires_it() -> None:
    rifle = archer(arms=("sword", "rifle"))
    match = shot(rifle, unit("t", "underrat", 20, 10), dice=(1, 10))
    assert len(match.told(GearLost)) == 1
    # a Mishap Roll of 10 and the rifle's Injury of 2
    assert match.unit("a").injury == "dazed"


GLASS = Spot(15100, 10000, 1000)
"""A window in the middle of a thin wall that runs across the board."""


def behind_a_wall(*others: Unit, shooter: Unit | None = None, **more: Any) -> Table:
    """A match with a wall that has a window, the archer at it and nobody seen from its eye."""
    wall = block("w", (15, 15.2), (0, 36), 3, opaque=True, windows=(GLASS,))
    archers = shooter or archer(14.5, 10)
    return Table(archers, *others, phase="ranged", ends=True, on=board(wall), **more)


@pytest.mark.rule("SK-21")
def test_who_stands_at_a_window_may_shoot_out_of_it_and_is_seen_there_until_its_next_turn() -> None:
    target = unit("t", "marksman", 20, 10, arms=BOW)
    # given a wall between the two, when the archer leans against its window, then it may shoot
    match = behind_a_wall(target, dice=(14, 16))
    match.answer("a")
    assert match.offered() == ["window:t"]
    match.answer("window:t")
    at = match.unit("a").window
    assert at == (GLASS.x, GLASS.y, GLASS.z)
    assert match.told(ShotDeclared)[0].window == at
    # then the target has no cover from the wall that the archer looks through: 16 stops nothing
    assert match.unit("t").injury == "dazed"


@pytest.mark.rule("SK-21")
def test_enemies_that_see_the_window_shoot_at_who_has_looked_out_in_cover_of_the_wall() -> None:
    exposed = (GLASS.x, GLASS.y, GLASS.z)
    target = unit("t", "marksman", 15.7, 10, window=exposed)
    shooter = archer(8, 10)
    # given somebody who has looked out in its own turn, then whoever sees the window shoots back
    match = behind_a_wall(target, shooter=shooter, dice=(14, 16))
    match.answer("a")
    assert match.offered() == ["t"]
    match.answer("t")
    assert match.unit("t").injury == ""
    # given one who has not, or who was moved away since, then nobody does
    hidden = replace(target, window=None)
    away = replace(target, at=point(15.7, 14))
    assert behind_a_wall(hidden, shooter=shooter).play.over
    assert behind_a_wall(away, shooter=shooter).play.over


@pytest.mark.rule("SK-21")
def test_nobody_is_at_a_window_any_more_once_its_side_has_its_turn() -> None:
    exposed = (GLASS.x, GLASS.y, GLASS.z)
    one, two = unit("a", "infantry", 4, 4, window=exposed), unit("t", "underrat", 30, 30)
    match = Table(one, replace(two, window=exposed), phase="end")
    assert match.state.active == two.side
    assert match.unit("a").window == exposed
    assert match.unit("t").window is None

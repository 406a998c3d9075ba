"""An enemy's coming turn, and a unit's values, before they count."""

import pytest

from protocol.battle import EngageBegan, UnitMoved
from protocol.hexes import key
from protocol.ids import UnitId
from protocol.previews import Course, EnemyTurn, Values
from tests.scene import Scene, foe, hero


def coming(scene: Scene, unit: str = "e1") -> EnemyTurn:
    found = scene.play.ruleset.preview(scene.state, "enemy", UnitId(unit), ())
    assert isinstance(found, EnemyTurn)
    return found


def test_an_enemy_next_to_somebody_stays_and_engages() -> None:
    scene = Scene(hero(at=(1, 0)), foe("e1", "skeever-pup", at=(0, 0)))
    assert [(c.hexes, c.targets) for c in coming(scene).courses] == [((), ("a1",))]


def test_an_enemy_that_cannot_reach_anybody_comes_nearer() -> None:
    """Given an adventurer 4 hexes away, then all of the enemy's ways take 2 steps and reach
    nobody."""
    scene = Scene(hero(at=(4, 0)), foe("e1", "skeever-pup", at=(0, 0)))
    courses = coming(scene).courses
    assert courses
    assert all(len(course.hexes) == 2 and course.targets == () for course in courses)


def test_a_tie_is_shown_as_several_courses() -> None:
    """Given two adventurers of equal HP at equal distance, then either may be engaged."""
    scene = Scene(
        hero("a1", at=(1, 0)), hero("a2", at=(-1, 0)), foe("e1", "skeever-pup", at=(0, 0))
    )
    assert {course.targets for course in coming(scene).courses} == {("a1",), ("a2",)}


def test_its_roll_is_told_exactly() -> None:
    """2 enemy Combat dice: one blank, four ones and a two each."""
    dealt = coming(Scene(hero(at=(1, 0)), foe("e1", "skeever-pup", at=(0, 0)))).dealt
    assert (dealt.points, dealt.ways, dealt.of) == ((0, 1, 2, 3, 4), (1, 8, 18, 8, 1), 36)


def test_the_hexes_within_move_and_reach_are_threatened() -> None:
    """2 hexes of movement and range 1 threaten what is up to 3 hexes away, and no more."""
    threatens = coming(Scene(hero(at=(4, 0)), foe("e1", "skeever-pup", at=(0, 0)))).threatens
    assert "3,0" in threatens
    assert "4,0" not in threatens


@pytest.mark.parametrize("seed", range(12))
def test_the_preview_holds(seed: int) -> None:
    """Given enemies about to act, when the turn comes, then it takes one of the courses shown."""
    at = [(1, 0), (2, -1), (-2, 0), (3, -2), (0, 2), (4, -4), (-3, 1), (1, 2)]
    heroes = [hero(f"a{n}", at=at[(seed + 3 * n) % len(at)], hp=3 + n % 2) for n in (1, 2)]
    scene = Scene(*heroes, foe("e1", "skeever-pup", at=(0, -1)), turn=None)
    found = scene.play.ruleset.preview(scene.play.state, "enemy", UnitId("e1"), ())
    scene.rolls(*[1] * 9)
    while any(question.why.startswith("enemy.") for question in scene.questions):
        scene.default()
    went = tuple(key(event.to) for event in scene.events(UnitMoved) if event.unit == "e1")
    struck = [event.targets for event in scene.events(EngageBegan) if event.unit == "e1"]
    assert Course(went, struck[0] if struck else ()) in found.courses


def test_values_explain_themselves() -> None:
    scene = Scene(hero(), foe("e1", "skeever-pup", at=(0, 0), combat=3))
    found = scene.play.ruleset.preview(scene.state, "values", UnitId("e1"), ())
    assert isinstance(found, Values)
    assert found.values["combat"] == "3 = 3 printed"


def test_a_party_member_has_no_enemy_turn() -> None:
    scene = Scene(hero(), foe("e1", "skeever-pup", at=(0, 0)))
    assert scene.play.ruleset.preview(scene.state, "enemy", UnitId("a1"), ()) is None

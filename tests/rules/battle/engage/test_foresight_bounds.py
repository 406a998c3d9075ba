"""A preview takes so many steps and no more, whatever is asked: counted, and everywhere alike."""

from collections.abc import Iterator

import pytest

from protocol.ids import UnitId
from protocol.previews import EngageOdds
from server.rules.battle.engage import odds
from server.rules.engine.foresight import MOST_STEPS, TooMany
from tests.scene import Scene, foe, hero

HEAVY = ["combat"] * 6 + ["cleave", "onslaught", "onslaught"] + ["wrecking-blow"] * 3

MOST_FACES = 6


def drawn(row: list[str], *skills: str) -> tuple[Scene, tuple[str, ...]]:
    """A heavy plan of all dice of a row against an enemy with skills."""
    one = hero(row=row, form="heavy-weapon")
    scene = Scene(one, foe("e1", at=(0, 0), hp=30, health=30, defense=2, skills=skills))
    dice = tuple(f"die:{die}" for die in scene.mat("a1").row)
    return scene, ("form:heavy-weapon", "target:e1", *dice)


def slices(scene: Scene, picks: tuple[str, ...]) -> Iterator[None]:
    """The pauses of foreseeing a plan."""
    return scene.play.ruleset.foresee(scene.state, "engage", UnitId("a1"), picks)


def test_dice_of_one_kind_and_sums_that_land_alike_are_looked_at_once() -> None:
    """Given 12 dice, the most that a full mat lets anybody gather, then 2,000,000,000 falls are
    some tens of landings."""
    scene, picks = drawn(HEAVY)
    assert len(list(slices(scene, picks))) < 100


def test_where_the_number_of_idle_dice_counts_they_are_counted() -> None:
    """Dodge looks at every die: the largest plan there is stays within what is foreseen."""
    scene, picks = drawn(HEAVY, "dodge")
    found = scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)
    assert isinstance(found, EngageOdds)
    assert found.lost.of == 6 ** len(HEAVY)
    assert 100 < len(list(slices(scene, picks))) <= MOST_STEPS


def test_no_more_sums_are_added_up_between_two_pauses_than_a_scene_takes_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given the largest plan there is, when it is foreseen, then adding up its sums pauses too, and
    takes its part of the budget."""
    scene, picks = drawn(HEAVY, "dodge")
    added = [0]
    plain = odds._add

    def counted(falls: odds.Falls, sum_: odds.Dealt, ways: int, faces: odds.Falls) -> None:
        added[0] += len(faces)
        plain(falls, sum_, ways, faces)

    monkeypatch.setattr(odds, "_add", counted)
    before, longest = 0, 0
    for _ in slices(scene, picks):
        longest, before = max(longest, added[0] - before), added[0]
    assert added[0] > 2 * odds.CELLS_A_STEP
    assert longest <= odds.CELLS_A_STEP + MOST_FACES


def test_a_plan_with_too_many_possibilities_is_given_up_after_so_many_steps() -> None:
    """Given every die of the box on one mat, which no rule allows to gather, then the foresight
    ends at its budget, and at the same step each time."""
    scene, picks = drawn(HEAVY * 3, "dodge")
    work = slices(scene, picks)
    for _ in range(MOST_STEPS):
        next(work)
    with pytest.raises(TooMany):
        next(work)
    with pytest.raises(TooMany):
        scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)

"""What is foreseen of a match."""

import pytest

from protocol.ids import UnitId
from protocol.previews import Values
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.preview.chances import ways
from tests.rules.skirmish.table import Table, block, board, unit


def foreseen(match: Table, name: str, *picks: str) -> dict[str, str]:
    found = match.play.ruleset.preview(match.state, "values", UnitId(name), picks)
    assert isinstance(found, Values)
    return found.values


@pytest.mark.rule("SK-76", "SK-78")
@pytest.mark.parametrize(
    ("needs", "edge", "is_attack", "expected"),
    [
        (14, Edge(), True, 140),
        (14, Edge(better=True), True, 400 - 13 * 13),
        (14, Edge(worse=True), True, 49),
        (2, Edge(), False, 320),
        (30, Edge(), False, 20),
        (30, Edge(), True, 0),
        (14, Edge(True, True), True, 140),
    ],
)
def test_chances_are_counted_over_all_faces(
    needs: int, edge: Edge, is_attack: bool, expected: int
) -> None:
    assert ways(needs, edge, is_attack) == expected


def test_figures_and_odds_against_an_enemy() -> None:
    match = Table(
        unit("a", "infantry", 10, 10, arms=("sword", "bow")),
        unit("c", "captain", 12, 10),
        unit("t", "underrat", 20, 10),
    )
    told = foreseen(match, "a", "t")
    assert (told["move"], told["run"]) == ("6", "9")
    assert told["morale"] == "8 or more: 65%", "the captain's"
    # 7 of 20 hit; the rat stops with 18 and 3 of the sword more, so on a 20 alone.
    assert told["melee Sword"] == "hits 35%, harms 33% (14 or more)"
    assert told["shot Bow"] == "hits 35%, harms 30% (14 or more)"
    assert told["sight"] == "in the open"


@pytest.mark.rule("SK-19")
def test_no_distance_is_foreseen_and_no_shot_at_what_is_not_seen() -> None:
    wall = board(block("wall", (14, 15), (0, 36), 3, opaque=True))
    match = Table(
        unit("a", "infantry", 10, 10, arms=("bow",)), unit("t", "underrat", 20, 10), on=wall
    )
    told = foreseen(match, "a", "t")
    assert told["sight"] == "not seen"
    assert not any(key.startswith("shot") for key in told)
    assert match.play.ruleset.preview(match.state, "engage", UnitId("a"), ("target:t",)) is None
    assert match.play.ruleset.preview(match.state, "values", UnitId("nobody"), ()) is None

"""The checks that a board's features can require, as options."""

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from server.rules.skirmish.components import Board
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.movement import naming
from tests.bench.counting import calls
from tests.rules.skirmish.table import block, board


def roofs(seed: int, many: int) -> Board:
    random = Random(seed)
    return board(
        *(
            block(
                f"p{n}",
                (x := random.uniform(1, 30), x + random.uniform(1, 5)),
                (y := random.uniform(1, 30), y + random.uniform(1, 5)),
                random.choice((0.5, 2, 3, 4)),
            )
            for n in range(many)
        )
    )


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("seed", range(6))
def test_jumps_are_offered_over_each_gap_of_one_to_three_inches(seed: int) -> None:
    """Given roofs at random, then both ways over each gap that is neither hopped over nor too wide
    are offered, in the order of the roofs, and no others."""
    on = roofs(seed, 20)
    tops = [(one.id, [(at.x, at.y) for at in one.corners]) for one in on.pieces if one.high > 1000]
    expected = [
        f"across:{one}:{other}"
        for (one, a), (other, b) in permutations(tops, 2)
        if 1000
        < min(
            *(outline_distance(tuple(b), at) for at in a),
            *(outline_distance(tuple(a), at) for at in b),
        )
        <= 3000
    ]
    offered = [each.key for each in naming.options_of(on)]
    assert expected
    assert [key for key in offered if key.startswith("across")] == expected


def test_only_pieces_near_each_other_are_measured() -> None:
    """Given twenty-five and a hundred roofs, when their checks are listed, then this takes few
    calls: some 800,000 if all gaps of a hundred were measured."""
    few, many = roofs(7, 25), roofs(7, 100)
    assert calls(lambda: naming.options_of(few)) < 10_000
    assert calls(lambda: naming.options_of(many)) < 120_000


@pytest.mark.rule("SK-32")
def test_pieces_of_one_name_are_told_apart_by_letters() -> None:
    """Given two houses and a wall, then checks name House A and House B, as the table marks them,
    and the wall by its name alone."""
    pieces = (
        replace(block("house-1", (1, 4), (1, 4), 3), name="House"),
        replace(block("wall", (10, 14), (1, 2), 2), name="Wall"),
        replace(block("house-2", (20, 24), (1, 4), 3), name="House"),
    )
    told = {each.key: each.text for each in naming.options_of(board(*pieces))}
    assert told["climb:house-1"] == "Climb: House A"
    assert told["down:house-2"] == "Jump down: House B"
    assert told["climb:wall"] == "Climb: Wall"
    many = board(*(replace(block(f"h{n}", (1, 2), (1, 2), 3), name="Hut") for n in range(28)))
    assert [
        each.text for each in naming.options_of(many) if each.key in ("down:h25", "down:h27")
    ] == [
        "Jump down: Hut Z",
        "Jump down: Hut AB",
    ]

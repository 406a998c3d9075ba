"""Distances and base contact."""

import pytest

from server.rules.skirmish.geometry.contact import distance, touching
from tests.rules.skirmish.geometry.tables import body


@pytest.mark.rule("SK-9")
def test_distance_runs_from_rim_to_rim_and_counts_height() -> None:
    # given two bases 4 inches apart from above, one of them 3 inches higher
    low, high = body(10, 10), body(15, 10, 3)
    # then the gap is the long side of the triangle, from either of them
    assert distance(low, high) == distance(high, low) == 5000


@pytest.mark.rule("SK-10")
@pytest.mark.parametrize(
    ("x", "z", "touch"),
    [(11, 0, True), (11.01, 0, True), (11.011, 0, False), (11, 1, True), (11, 1.001, False)],
)
def test_bases_touch_within_a_hundredth_of_an_inch_and_an_inch_of_height(
    x: float, z: float, touch: bool
) -> None:
    assert touching(body(10, 10), body(x, 10, z)) is touch

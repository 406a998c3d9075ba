"""Where a way first comes nearer to an outline than a base's radius, whatever form it has."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.rules.skirmish.geometry.difficult import TOLL, first_within, is_in_reach
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point, along, plan_length
from server.rules.skirmish.geometry.pieces import Ground
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.shapes import Outline, fault
from server.rules.skirmish.geometry.ways import Leg, Route
from tests.rules.skirmish.geometry.tables import block

rule = pytest.mark.rule
HORSESHOE: Outline = (
    (0, 0), (3000, 0), (3000, 3000), (2000, 3000),
    (2000, 1000), (1000, 1000), (1000, 3000), (0, 3000),
)  # fmt: skip
"""Open at the top, with arms of 1 inch and as much between them."""
ROUNDING = 2
"""Mils by which a place on a way is rounded to whole ones, on each side."""


def slowly(a: Plan, b: Plan, outline: Outline, radius: Mil) -> Mil | None:
    """The same by looking at every mil of the way."""
    ways = range(plan_length(a, b) + 1)
    return next((far for far in ways if outline_distance(outline, along(a, b, far)) < radius), None)


@rule("SK-90")
@pytest.mark.parametrize(
    ("a", "b", "first"),
    [
        ((1500, 4000), (1500, 2000), None),  # between the arms, touching neither
        ((1500, 4000), (1500, 1000), 2601),  # down to the bottom
        ((-2000, 2500), (5000, 2500), 1601),  # through both arms: the first one counts
        ((1500, 2000), (5000, 2000), 101),  # out through an arm
        ((4000, 4000), (-1000, 4000), None),  # over the opening
        ((500, 500), (1500, 2000), 0),  # begun in it
    ],
)
def test_ground_with_a_bay_is_entered_where_its_edge_is(
    a: Plan, b: Plan, first: Mil | None
) -> None:
    assert not fault(HORSESHOE)
    assert first_within(a, b, HORSESHOE, 400) == first


PLACE = st.integers(-1500, 3500)
PLAN = st.tuples(PLACE, PLACE)
SHARE = st.integers(200, 900)


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    """An L, a horseshoe or a star of three points, none of them convex."""
    x, y = draw(SHARE), draw(SHARE)
    corner: Outline = ((0, 0), (2000, 0), (2000, y), (x, y), (x, 2000), (0, 2000))
    bay: Outline = (
        (0, 0), (2000, 0), (2000, 2000), (1100, 2000), (1100, y), (x, y), (x, 2000), (0, 2000),
    )  # fmt: skip
    star: Outline = (
        (0, 0), (1000, y // 3), (2000, 0), (1100, 1000), (1000, 1000 + y), (900, 1000),
    )  # fmt: skip
    return draw(st.sampled_from((corner, bay, star)))


@rule("SK-90")
@settings(max_examples=60, deadline=None)
@given(PLAN, PLAN, outlines(), st.integers(50, 700))
def test_it_is_what_a_look_at_every_mil_finds(
    a: Plan, b: Plan, outline: Outline, radius: Mil
) -> None:
    """But for rounding, also where a way only grazes it."""
    assert not fault(outline)
    found = first_within(a, b, outline, radius)
    early, late = (slowly(a, b, outline, near) for near in (radius, radius - ROUNDING))
    if found is None:
        assert late is None
    else:
        assert early is not None
        assert early <= found
        assert late is None or found <= late + ROUNDING


@rule("SK-89")
@pytest.mark.parametrize("far", range(3000, 9001, 500))
@pytest.mark.parametrize("length", [1000, 4000, 6000])
def test_a_route_is_in_reach_if_difficult_ground_leaves_enough_of_the_move(
    far: Mil, length: Mil
) -> None:
    """Given a route of 1, 4 or 6 inches that enters mud after 2, then a move of its length is
    enough before the mud, and of 2 inches more behind it."""
    mud = block("mud", (12.5, 20), (0, 20), 0, difficult=True)
    ground = Ground((36000, 36000), (mud,))
    start, end = Point(10000, 10000, 0), Point(10000 + length, 10000, 0)
    route = Route(start, (Leg("walk", start, end, length),))
    needed = length if length == 1000 else length + TOLL
    assert is_in_reach(ground, route, 500, far) == (far >= needed)

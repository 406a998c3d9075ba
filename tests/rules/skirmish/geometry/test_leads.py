"""Tangents that are worked out together are those that are found one by one."""

import random

import pytest

from server.rules.skirmish.geometry.lengths import plan_length
from server.rules.skirmish.geometry.plane.circles import (
    SENSES,
    Circle,
    Rim,
    Sense,
    around,
    mark,
    sector,
    tangent,
)
from server.rules.skirmish.geometry.plane.leads import Lead, leads
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from tests.rules.skirmish.geometry.test_known import place
from tests.seeds import seeds

MANY = 400

Tangent = tuple[Circle, Sense, object, object, int]


def obstacle(chance: random.Random) -> Obstacle:
    """A body, some with a radius of 0, or a wall of three or four corners, at any angle."""
    x, y = place(chance)
    if chance.random() < 0.3:
        return Obstacle(((x, y),), chance.choice((0, 300, 1_000)))
    radius = chance.choice((1, 300, 500, 1_000))
    wide, high = chance.randrange(1, 3_000), chance.randrange(1, 3_000)
    if chance.random() < 0.5:
        return Obstacle(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), radius)
    lower, higher = chance.randrange(1, 3_000), y + high
    corners = ((x, y), (x + wide, y - lower), (x + wide + 500, higher), (x + 100, higher + 700))
    return Obstacle(chance.choice((corners, corners[:3])), radius)


def one_by_one(own: Circle, turned: Sense, other: Obstacle) -> list[Tangent]:
    found = [
        (
            circle,
            to,
            tangent(
                own.at, turned * own.radius, circle.at, to * circle.radius, own.cone, circle.cone
            ),
        )
        for circle in other.circles
        if circle is not own
        for to in SENSES
    ]
    return [(circle, to, *ends, plan_length(*ends)) for circle, to, ends in found if ends]


def told(found: tuple[Lead, ...]) -> list[Tangent]:
    return [(each.circle, each.sense, each.left_at, each.at, each.straight) for each in found]


@pytest.mark.rule("SK-15", "SK-18")
@pytest.mark.parametrize("seed", seeds(2, 6))
def test_the_tangents_to_an_obstacle_are_those_found_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    many = 0
    for _ in range(MANY):
        mine, other, turned = obstacle(chance), obstacle(chance), chance.choice(SENSES)
        own = chance.choice(mine.circles)
        expected = one_by_one(own, turned, other)
        assert told(leads(own, own.at, turned, other)) == expected
        assert told(leads(None, own.at, 1, other)) == one_by_one(Circle(own.at, 0), 1, other)
        many += len(expected)
    assert many > MANY // 4


@pytest.mark.rule("SK-15")
@pytest.mark.parametrize("seed", seeds(2, 6))
def test_the_way_on_around_a_circle_is_as_long_by_marks_as_by_its_corners(seed: int) -> None:
    chance = random.Random(seed)
    found = set()
    for _ in range(MANY):
        mine, turned = obstacle(chance), chance.choice(SENSES)
        own = chance.choice(mine.circles)
        if not own.radius:
            continue
        rim = Rim(own, turned, on(own, chance))
        rim.begin()
        to = on(own, chance)
        number = sector(to[0] - own.at[0], to[1] - own.at[1])
        there = mark(own, to, number, is_first=turned < 0)
        length, bends = around(own, turned, rim.at, to)
        assert rim.around(to, number, there) == (length, bends)
        assert Rim(own, turned, to).end() == there
        found.add(bends is None)
    assert found == {False, True}


def on(circle: Circle, chance: random.Random) -> tuple[int, int]:
    """A place on a circle, as tangents from afar meet it; often one of few, close together."""
    x, y = place(chance) if chance.random() < 0.7 else (30_000, chance.randrange(200))
    ends = tangent((x, y), 0, circle.at, circle.radius)
    assert ends is not None or plan_length((x, y), circle.at) < circle.radius
    return (circle.at[0] + circle.radius, circle.at[1]) if ends is None else ends[1]

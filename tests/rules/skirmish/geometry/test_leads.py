"""Tangents that are worked out together are those that are found one by one."""

import random

import pytest

from server.rules.skirmish.geometry.lengths import plan_length
from server.rules.skirmish.geometry.plane.circles import SENSES, Circle, Sense, tangent
from server.rules.skirmish.geometry.plane.leads import from_circle, from_place
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from tests.rules.skirmish.geometry.test_known import place
from tests.seeds import seeds

MANY = 400


def circle(chance: random.Random) -> Circle:
    """A body's circle, or one at a corner of a wall; some with a radius of 0."""
    x, y = place(chance)
    radius = chance.choice((0, 300, 500, 1_000))
    if chance.random() < 0.3:
        return Obstacle(((x, y),), radius).circles[0]
    right, top = x + chance.randrange(1, 3_000), y + chance.randrange(1, 3_000)
    corners = ((x, y), (right, y), (right, top), (x, top))
    return chance.choice(Obstacle(corners, radius).circles)


def one_by_one(own: Circle, turned: Sense, other: Circle) -> list[tuple[object, ...]]:
    found = [
        (
            to,
            tangent(own.at, turned * own.radius, other.at, to * other.radius, own.cone, other.cone),
        )
        for to in SENSES
    ]
    return [(to, *ends, plan_length(*ends)) for to, ends in found if ends is not None]


@pytest.mark.rule("SK-15", "SK-18")
@pytest.mark.parametrize("seed", seeds(2, 6))
def test_both_tangents_to_a_circle_are_those_found_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    many = 0
    for _ in range(MANY):
        own, other, turned = circle(chance), circle(chance), chance.choice(SENSES)
        found = [each[:4] for each in from_circle(own, turned, other)]
        assert found == one_by_one(own, turned, other)
        alone = [each[:4] for each in from_place(own.at, other)]
        assert alone == one_by_one(Circle(own.at, 0), 1, other)
        many += len(found)
    assert many > MANY // 4

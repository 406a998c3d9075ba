"""Ways over several floors, intercepts and room beside slow references, on random boards."""

import random
from collections.abc import Iterator
from math import cos, inf, pi, sin
from typing import NamedTuple

import pytest

from server.rules.skirmish.geometry.contact import touching
from server.rules.skirmish.geometry.intercepting import REACH, Intercept
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point
from server.rules.skirmish.geometry.pieces import Body, Ground, Ladder, Mover, Terrain
from server.rules.skirmish.geometry.room import make_room
from server.rules.skirmish.geometry.routes import to_contact, to_place
from server.rules.skirmish.geometry.standing import has_room
from tests.rules.skirmish.geometry.reference import Level, Shape, Step, off, over_levels
from tests.seeds import seeds

SIZE = 60_000
HIGH, RADIUS = 3_000, 500
OUT = 600  # mils that a ladder stands off its wall: a little more than a base's radius
SEEDS = seeds(6, 20)

Box = tuple[Mil, Mil, Mil, Mil]
"""Least x and y, most x and y."""


class Town(NamedTuple):
    """A board of houses with flat roofs and ladders, bodies on every floor, and two places."""

    ground: Ground
    bodies: tuple[Body, ...]
    start: tuple[int, Point]
    end: tuple[int, Point]
    levels: list[Level]
    steps: list[Step]

    @property
    def mover(self) -> Mover:
        """Who goes."""
        return Mover(Body("E", self.start[1], RADIUS, 1_250, "own"))


def town(seed: int) -> Town:
    """Houses side by side, far enough from each other that nothing is hopped over."""
    chance = random.Random(seed)
    boxes: list[Box] = [(0, 0, SIZE, SIZE)]
    houses: list[Terrain] = []
    ladders: list[Ladder] = []
    steps: list[Step] = []
    for number in range(1, chance.randint(2, 4)):
        left, low = 20_000 + 9_000 * (number - 1), 20_000 + chance.randrange(6_000)
        box = left, low, left + chance.randint(3_000, 6_500), low + chance.randint(3_000, 9_000)
        boxes.append(box)
        corners = (box[:2], (box[2], box[1]), box[2:], (box[0], box[3]))
        houses.append(Terrain(f"house-{number}", corners, 0, HIGH, opaque=True))
        for foot, top in chance.sample(sides(box, chance), chance.randint(1, 2)):
            ladders.append(Ladder(f"ladder-{len(ladders)}", Point(*foot, 0), HIGH))
            steps.append(Step((0, foot), (number, top), HIGH + OUT))
    ground = Ground((SIZE, SIZE), tuple(houses), tuple(ladders))
    bodies: list[Body] = []
    for number in range(12):
        body = Body(f"u{number}", anywhere(chance, boxes)[1], RADIUS, 1_250, "enemy")
        if has_room(ground, bodies, body):
            bodies.append(body)
    ends: list[tuple[int, Point]] = []
    while len(ends) < 2:
        floor, at = anywhere(chance, boxes)
        if has_room(ground, bodies, Body("E", at, RADIUS, 1_250)):
            ends.append((floor, at))
    walls: list[Shape] = [(house.outline, RADIUS) for house in houses]
    levels = [
        Level(
            box,
            [
                *(walls if floor == 0 else ()),
                *(((b.at.plan,), 2 * RADIUS) for b in bodies if b.at.z == (HIGH if floor else 0)),
            ],
        )
        for floor, box in enumerate(boxes)
    ]
    return Town(ground, tuple(bodies), ends[0], ends[1], levels, steps)


def sides(box: Box, chance: random.Random) -> list[tuple[Plan, Plan]]:
    """A foot before each side of a house, with the place on its edge above."""
    left, low, right, high = box
    x, y = chance.randint(left + OUT, right - OUT), chance.randint(low + OUT, high - OUT)
    return [
        ((x, low - OUT), (x, low)),
        ((x, high + OUT), (x, high)),
        ((left - OUT, y), (left, y)),
        ((right + OUT, y), (right, y)),
    ]


def anywhere(chance: random.Random, boxes: list[Box]) -> tuple[int, Point]:
    """A place around the houses or on a roof."""
    floor = chance.randrange(len(boxes))
    if floor == 0:
        return 0, Point(chance.randrange(17_000, 48_000), chance.randrange(17_000, 38_000))
    left, low, right, high = boxes[floor]
    return floor, Point(chance.randint(left, right), chance.randint(low, high), HIGH)


@pytest.mark.rule("SK-13", "SK-18")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_over_roofs_and_ladders_is_as_long_as_the_slow_reference_says(seed: int) -> None:
    board = town(seed)
    route = to_place(board.ground, board.bodies, board.mover, board.end[1])
    start, end = (board.start[0], board.start[1].plan), (board.end[0], board.end[1].plan)
    least = over_levels(start, end, board.levels, board.steps, around=False)
    most = over_levels(start, end, board.levels, board.steps, around=True)
    if route is None:
        assert most == inf
        return
    slack = 2 * len(route.legs) + 2
    assert least - slack <= route.length <= most + slack
    assert route.end == board.end[1]
    assert all(leg.kind in ("walk", "ladder") for leg in route.legs)


class Street(NamedTuple):
    """An engage along a street, with somebody beside it who may step in."""

    ground: Ground
    bodies: list[Body]
    intercept: Intercept
    unit: Body


def street(seed: int) -> Street | None:
    """A way from the left to a target on the right, walls and bodies about; None without a way."""
    chance = random.Random(seed)
    walls = []
    for number in range(chance.randrange(4)):
        x, y = chance.randrange(10_000, 22_000), chance.randrange(10_000, 20_000)
        right, top = x + chance.randint(200, 2_500), y + chance.randint(200, 2_500)
        walls.append(Terrain(f"w{number}", ((x, y), (right, y), (right, top), (x, top)), 0, 2_000))
    ground = Ground((36_000, 36_000), tuple(walls))
    me = Body("E", Point(8_000, 15_000), RADIUS, 1_250, "own")
    target = Body("T", Point(23_500, 15_000 + chance.randint(-3_000, 3_000)), RADIUS, 1_250, "foe")
    bodies = [me, target]
    for number in range(6):
        at = Point(chance.randrange(9_000, 22_000), chance.randrange(11_000, 20_000))
        side = chance.choice(("own", "foe", "foe"))
        body = Body(f"u{number}", at, RADIUS, 1_250, side, chance.random() < 0.6)
        if has_room(ground, bodies, body):
            bodies.append(body)
    foes = [body for body in bodies if body.side == "foe" and body.id != "T"]
    route = to_contact(ground, bodies, Mover(me), [target])
    if route is None or not foes:
        return None
    return Street(ground, bodies, Intercept(ground, bodies, me, route), chance.choice(foes))


def blocks(on: Street, at: Plan, loose: float) -> bool:
    """Whether the interceptor may stand at a place and be in the way there, told without geometry's
    own tests: distances of discs, walls and lines, in floats; `loose` mils are given for rounding.
    """
    here, rim = on.unit, 2 * RADIUS
    others = [body for body in on.bodies if body.id != here.id]
    legs = [(leg.start.plan, leg.end.plan) for leg in on.intercept.legs]
    if all(off(at, leg) > rim - 1 + loose for leg in legs):
        return False
    if any(off(at, (body.at.plan,)) < rim - 1 - loose for body in others):
        return False
    if any(
        off(at, (body.at.plan,)) <= rim + 10 - loose
        for body in others
        if body.side != here.side and body.id != "E"
    ):
        return False
    passed = [body for body in others if not (body.side == here.side and body.passable)]
    for part in range(61):
        share = part / 60
        x = here.at.x + (at[0] - here.at.x) * share
        y = here.at.y + (at[1] - here.at.y) * share
        if any(off((x, y), wall.outline) < RADIUS - 1 - loose for wall in on.ground.terrain):
            return False
        if any(off((x, y), (body.at.plan,)) < rim - 1 - loose for body in passed):
            return False
    return True


def around(at: Plan, far: Mil) -> Iterator[Plan]:
    """Places close to each other, all around another one and up to so far from it."""
    for turn in range(60):
        for step in range(1, 9):
            reach = far * step / 8
            x, y = cos(turn * pi / 30), sin(turn * pi / 30)
            yield round(at[0] + (reach - 2) * x), round(at[1] + (reach - 2) * y)


@pytest.mark.rule("SK-51", "SK-52", "SK-53", "SK-55")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_can_intercept_is_who_finds_a_place_by_trying_them_all(seed: int) -> None:
    on = street(seed)
    if on is None:
        return
    place = on.intercept.place(on.unit)
    tried = [at for at in around(on.unit.at.plan, REACH) if blocks(on, at, -2)]
    if place is not None:
        assert blocks(on, place.plan, 2)
    assert all(on.intercept.fault(on.unit, at) is None for at in tried[::5])
    # A corner so narrow that trying finds it and the search does not, or the other way round, is
    # less than a step of the tries wide.
    assert place is not None or len(tried) <= 2


@pytest.mark.rule("SK-67", "SK-69")
@pytest.mark.parametrize("seed", SEEDS)
def test_room_is_made_without_overlaps_and_only_where_there_is_none(seed: int) -> None:
    """Given a target on a small platform, when somebody comes up to it, then both stand somewhere
    on their own, in contact, and nobody is moved where there was room already."""
    chance = random.Random(seed)
    left, low = 10_000, 10_000
    right, high = left + chance.randint(1_200, 4_000), low + chance.randint(1_200, 4_000)
    roof = Terrain("roof", ((left, low), (right, low), (right, high), (left, high)), 0, HIGH)
    ground = Ground((36_000, 36_000), (roof,))
    spots = [Point(chance.randint(left, right), chance.randint(low, high), HIGH) for _ in range(3)]
    # So near to the edge that who comes up there is in contact.
    at = Point(left + chance.randrange(900), chance.randint(low, high), HIGH)
    target = Body("T", at, RADIUS, 1_250, "foe")
    bodies = [target]
    for number, at in enumerate(spots):
        body = Body(f"u{number}", at, RADIUS, 1_250, "foe")
        if has_room(ground, bodies, body):
            bodies.append(body)
    end = Point(left, target.at.y, HIGH)
    me = Body("E", Point(5_000, 5_000), RADIUS, 1_250, "own")
    found = make_room(ground, bodies, Mover(me), end, [target], {})
    if found is None:
        return
    moved = {each.id: each.at for each in found.moved}
    here = Body("E", found.at, RADIUS, 1_250, "own")
    stand = [Body(b.id, moved.get(b.id, b.at), RADIUS, 1_250, b.side) for b in bodies]
    assert touching(here, stand[0])
    for body in (here, *stand):
        assert has_room(ground, [each for each in (here, *stand) if each.id != body.id], body)
    if has_room(ground, bodies, Body("E", end, RADIUS, 1_250)):
        assert not moved

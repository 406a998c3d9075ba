"""What is known of a floor, its links and its ways is what looking at it again would say."""

import random
from itertools import pairwise, permutations

import pytest

from server.rules.skirmish.geometry.lengths import Plan, along, plan_length
from server.rules.skirmish.geometry.levels.links import links
from server.rules.skirmish.geometry.levels.openings import HOP
from server.rules.skirmish.geometry.pieces import Ground, Terrain
from server.rules.skirmish.geometry.plane.circles import SENSES, around
from server.rules.skirmish.geometry.plane.clearance import CLEAR, OFTEN, Clearance
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, disc
from server.rules.skirmish.geometry.plane.planner import Aim, Search
from server.rules.skirmish.geometry.plane.regions import Region
from tests.seeds import seeds

SIZE = 20_000
FLOOR = Region(((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)))
ASKED = 200


def crowd(chance: random.Random) -> list[Obstacle]:
    found = []
    for _ in range(25):
        x, y = place(chance)
        if chance.random() < 0.5:
            found.append(disc((x, y), 1_000))
            continue
        right, top = x + chance.randrange(200, 3_000), y + chance.randrange(200, 3_000)
        found.append(Obstacle(((x, y), (right, y), (right, top), (x, top)), 500))
    return found


def place(chance: random.Random) -> Plan:
    """Off the floor, too: ways around circles at its edge begin and end there."""
    return chance.randrange(-1_000, SIZE + 1_000), chance.randrange(-1_000, SIZE + 1_000)


def first(obstacles: list[Obstacle], a: Plan, b: Plan) -> int:
    """The first obstacle in the way from a to b, by looking at each of them."""
    for number, each in enumerate(obstacles):
        least_x, least_y, most_x, most_y = each.box
        if (
            max(a[0], b[0]) > least_x
            and min(a[0], b[0]) < most_x
            and max(a[1], b[1]) > least_y
            and min(a[1], b[1]) < most_y
            and each.blocks(a, b)
        ):
            return number
    return CLEAR


@pytest.mark.rule("SK-15")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_what_is_in_the_way_is_the_same_however_often_it_is_asked(seed: int) -> None:
    chance = random.Random(seed)
    obstacles = crowd(chance)
    clearance = Clearance(obstacles, FLOOR)
    assert ASKED > OFTEN
    for _ in range(ASKED):
        a = place(chance)
        b = a[0] + chance.randrange(-6_000, 6_000), a[1] + chance.randrange(-6_000, 6_000)
        assert clearance.straight(a, b) == first(obstacles, a, b)
        assert clearance.over(a) == [n for n, each in enumerate(obstacles) if each.bars(a)]


@pytest.mark.rule("SK-15")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_an_arc_is_as_free_by_what_is_known_as_by_what_is_not(seed: int) -> None:
    chance = random.Random(seed)
    obstacles = crowd(chance)
    known = Clearance(obstacles, FLOOR)
    circles = [circle for each in obstacles for circle in each.circles if circle.cone is None]
    few = chance.sample(circles, 4)
    found = set()
    for _ in range(4 * ASKED):
        circle, sense = chance.choice(few), chance.choice(SENSES)
        a, b = (along(circle.at, place(chance), circle.radius + 1) for _ in range(2))
        between = around(circle, sense, a, b)[1]
        said = known.arc(circle, sense, a, b, between)
        found.add(said)
        assert said == Clearance(obstacles, FLOOR).arc(circle, sense, a, b, between)
    assert len(found) > 1


@pytest.mark.rule("SK-15")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_what_is_in_the_way_is_the_same_if_walls_are_known_apart(seed: int) -> None:
    chance = random.Random(seed)
    obstacles = sorted(crowd(chance), key=lambda each: len(each.corners), reverse=True)
    walls = [each for each in obstacles if each.sides]
    alone, apart = Clearance(obstacles, FLOOR), Clearance(obstacles, FLOOR, Clearance(walls, FLOOR))
    circles = [circle for each in obstacles for circle in each.circles]
    found = set()
    for _ in range(8 * ASKED):
        a, b = place(chance), place(chance)
        assert apart.over(a) == alone.over(a)
        assert apart.straight(a, b) == alone.straight(a, b)
        circle, sense = chance.choice(circles), chance.choice(SENSES)
        a, b = (along(circle.at, each, circle.radius + 1) for each in (a, b))
        between = around(circle, sense, a, b)[1]
        said = apart.arc(circle, sense, a, b, between)
        assert said == alone.arc(circle, sense, a, b, between)
        found.add(said)
    assert len(found) > 2


@pytest.mark.rule("SK-15", "SK-18")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_a_way_is_the_same_whatever_ways_are_known(seed: int) -> None:
    chance = random.Random(seed)
    obstacles = crowd(chance)
    known = Clearance(obstacles, FLOOR)
    asked = list(permutations([place(chance) for _ in range(6)], 2))
    for a, b in asked:
        Search(a, [Aim(b)], known).run(lambda at: True)
    for a, b in asked:
        fresh = Search(a, [Aim(b)], Clearance(obstacles, FLOOR)).run(lambda at: True)
        assert Search(a, [Aim(b)], known).run(lambda at: True) == fresh


@pytest.mark.rule("SK-15")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_a_way_is_blocked_by_a_box_as_by_the_same_shape_with_more_corners(seed: int) -> None:
    chance = random.Random(seed)
    found = set()
    for _ in range(20 * ASKED):
        far = chance.choice((10, 100, 3_000))
        x, y, *ends = (chance.randint(-far, far) for _ in range(6))
        right, top = x + chance.randint(2, far), y + chance.randint(2, far)
        radius = chance.choice((0, 1, 2, chance.randint(1, far)))
        a, b = (ends[0], ends[1]), (ends[2] if chance.random() < 0.8 else ends[0], ends[3])
        box = Obstacle(((x, y), (right, y), (right, top), (x, top)), radius)
        more = Obstacle(((x, y), (x + 1, y), (right, y), (right, top), (x, top)), radius)
        assert box.upright is not None
        assert more.upright is None
        assert box.blocks(a, b) == more.blocks(a, b)
        found.add(box.blocks(a, b))
    assert found == {False, True}


@pytest.mark.rule("SK-15")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_a_way_is_as_long_as_its_pieces(seed: int) -> None:
    chance = random.Random(seed)
    clearance = Clearance(crowd(chance), FLOOR)
    free = [at for at in (place(chance) for _ in range(60)) if FLOOR.holds(at)]
    free = [at for at in free if not clearance.over(at)]
    ways = [Search(a, [Aim(b)], clearance).run(lambda at: True) for a, b in pairwise(free)]
    bent = [way for way in ways if way is not None and len(way.places) > 2]
    assert bent
    for way in bent:
        assert way.length == sum(map(plan_length, way.places, way.places[1:]))


@pytest.mark.rule("SK-13")
def test_a_side_is_hopped_at_an_end_if_its_gap_is_narrow_nowhere_else() -> None:
    found = set()
    for aside in (-1, 0, 300, 2_000, 4_000):
        for gap in (300, 999, 1_000):
            one = ((4_000, 4_000), (8_000, 4_000), (8_000, 8_000), (4_000, 8_000))
            x, y = 8_000 - aside, 8_000 + gap
            other = ((x, y), (x + 3_000, y), (x + 3_000, y + 3_000), (x, y + 3_000))
            tops = Terrain("one", one, 0, 3_000), Terrain("other", other, 0, 3_000)
            for number in (1, 2):
                for link in links(Ground((SIZE, SIZE), tops), 500, 1_250).leaving(number, None):
                    whole = plan_length(link.first, link.last)
                    places = [along(link.first, link.last, far) for far in range(whole + 1)]
                    narrow = [at for at in places if plan_length(at, link.landing(at)) <= HOP]
                    is_end = len(narrow) == 1 and narrow[0] in (link.first, link.last)
                    assert link.is_hopped_at_an_end == is_end
                    found.add(is_end)
    assert found == {True, False}

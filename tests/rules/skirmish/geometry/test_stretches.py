"""Stretches of a side: each place where a link may be taken is in the pockets of one of them, and
what they call hopeless has no route.
"""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from server.rules.skirmish.geometry.finding.crossing import hops, spots
from server.rules.skirmish.geometry.finding.ends import InContact, InDive
from server.rules.skirmish.geometry.finding.finder import Finder
from server.rules.skirmish.geometry.finding.hopeless import is_hopeless, promising
from server.rules.skirmish.geometry.finding.stretches import Stretch, stretches
from server.rules.skirmish.geometry.lengths import Plan, along, lowest, plan_length
from server.rules.skirmish.geometry.levels.links import Link
from server.rules.skirmish.geometry.levels.openings import HOP
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.plane.planner import Aim
from server.rules.skirmish.geometry.plane.pockets import sure
from server.rules.skirmish.geometry.ways import Check
from tests.rules.skirmish.geometry.tables import at, block, body, mover
from tests.rules.skirmish.geometry.test_known import ROOFS, crowded, place
from tests.seeds import seeds

SIDES = 60  # of a board that are looked at
BIT = 6  # mils by which the ends of a stretch are rounded
STEP = 90  # mils between the places of a side that are looked at
CLIMBS = 30  # asked for on a board
FEW = 3  # at least so many of them lead to a route
CHECK = Check("climb", "tower")


class _Certain(Finder):
    """A search that never doubts."""

    def _doubt(self) -> bool:
        return False


def sides(table: Table, chance: random.Random) -> list[Link]:
    """Some of the sides to hop over and to climb."""
    found = [
        link
        for floor in table.floors
        for link in table.all_links.leaving(floor.number, "climb")
        if link.kind in ("across", "climb")
    ]
    return chance.sample(found, min(SIDES, len(found)))


@pytest.mark.rule("SK-13", "SK-15")
@pytest.mark.parametrize("seed", seeds(3, 12))
def test_each_place_where_a_side_may_be_left_is_in_one_of_its_stretches(seed: int) -> None:
    chance = random.Random(seed)
    ground, bodies = crowded(chance, ROOFS)
    unit, target = chance.sample(bodies, 2)
    table = Table(ground, bodies, Mover(unit))
    heading = Aim(target.at.plan, target.radius + unit.radius)
    known = taken = 0
    for link in sides(table, chance):
        found = stretches(table, link, heading, HOP)
        if found is None:
            continue
        known += 1
        whole = plan_length(link.first, link.last)
        starts = {along(link.first, link.last, far) for far in range(0, whole, STEP)}
        check = None if link.kind == "across" else Check("climb", link.feature)
        places = {
            pair
            for start in starts
            for pair in spots(table, link, start, heading, check, hopped=check is None)
            # No walk leads to where another one stands.
            if not any(each.bars(pair[0]) for each in table.crowd(link.source))
        }
        assert all(any(is_in(table, link, each, one) for one in found) for each in places)
        taken += bool(places)
        assert link.kind == "climb" or not any(
            is_kept(table, link, heading, *each) for each in found
        )
    assert known > SIDES // 2
    assert taken


def is_kept(table: Table, link: Link, heading: Aim, a: Plan, b: Plan) -> bool:
    """Whether something surely keeps a base from a place of a side, or from where it leads to."""
    there = [each for each in table.crowd(link.target) if each.corners[0] != heading.at]
    return any(
        each.off(at) < sure(each) - BIT
        for at, obstacles in (
            (a, [*link.source.walls, *table.crowd(link.source)]),
            (b, [*link.target.walls, *there]),
        )
        for each in obstacles
    )


def is_in(table: Table, link: Link, taken: tuple[Plan, Plan], stretch: Stretch) -> bool:
    """Whether both places of a link are in the pockets of a stretch."""
    (a, b), (from_a, to_b) = taken, stretch
    return not (
        table.pockets(link.source, from_a).parts(from_a, a)
        or table.pockets(link.target, to_b).parts(to_b, b)
    )


@pytest.mark.rule("SK-13", "SK-16")
@pytest.mark.parametrize("seed", seeds(3, 12))
def test_no_climb_that_leads_to_a_route_is_called_hopeless(seed: int) -> None:
    chance = random.Random(seed)
    ground, bodies = crowded(chance, ROOFS)
    asked = found = hopeless = 0
    for table, target, check in climbs(ground, bodies, chance):
        goal = InContact(table, [target])
        route = _Certain(table, goal, (check,)).run()
        is_vain = is_hopeless(table, goal, (check,))
        assert route is None or not is_vain
        asked, found, hopeless = asked + 1, found + (route is not None), hopeless + is_vain
    assert found >= FEW
    # For others a route may be there that the search does not find, or the target is near.
    assert hopeless * 3 >= asked - found


def climbs(
    ground: Ground, bodies: list[Body], chance: random.Random
) -> Iterator[tuple[Table, Body, Check]]:
    """Climbs that floors and links alone do not rule out."""
    asked = 0
    while asked < CLIMBS:
        unit, target = chance.sample(bodies, 2)
        check = Check("climb", chance.choice(ground.terrain).id)
        table = Table(ground, bodies, Mover(unit))
        if promising(table, InContact(table, [target]), (check,)).stages:
            asked += 1
            yield table, target, check


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("seed", seeds(3, 12))
def test_the_best_place_of_a_side_is_that_of_a_slow_search(seed: int) -> None:
    chance = random.Random(seed)
    ground, bodies = crowded(chance, ROOFS)
    kinds = set()
    for link in sides(Table(ground, bodies, Mover(bodies[0])), chance):
        start, goal = place(chance), place(chance)
        whole, costs = plan_length(link.first, link.last), hops(link, start, goal)
        if costs is None or not whole:
            continue

        def cost(far: int, link: Link = link, start: Plan = start, goal: Plan = goal) -> int:
            a = along(link.first, link.last, far)
            b = link.landing(a)
            return plan_length(start, a) + plan_length(a, b) + plan_length(b, goal)

        assert costs.lowest(whole) == lowest(cost, 0, whole)
        kinds.add(link.kind)
    assert kinds == {"across", "climb"}


def towers(*around: tuple[float, float, float, float]) -> Ground:
    """Two roofs half an inch apart, a tower far from them, and walls around it."""
    roofs = [block("west", (2, 6), (2, 10), 2), block("east", (6.5, 10), (2, 10), 2)]
    walls = [
        block(f"wall-{n}", (x, to_x), (y, to_y), 5) for n, (x, y, to_x, to_y) in enumerate(around)
    ]
    return Ground((36000, 36000), (*roofs, block("tower", (20, 22), (20, 22), 3), *walls))


LEFT, BELOW = (19.2, 19, 19.4, 23), (19, 19.2, 23, 19.4)
RIGHT, ABOVE = (22.6, 19, 22.8, 23), (19, 22.6, 23, 22.8)


@pytest.mark.rule("SK-12", "SK-13", "SK-16")
@pytest.mark.parametrize(
    ("around", "closed"),
    [
        ((), False),
        ((LEFT, BELOW, RIGHT, ABOVE), True),
        ((LEFT, BELOW, RIGHT), False),
    ],
)
def test_a_climb_without_room_at_any_foot_is_hopeless(
    around: tuple[tuple[float, float, float, float], ...], closed: bool
) -> None:
    """Given a tower with walls so near to it that nobody can stand at its foot, when it is to be
    climbed, then that is called hopeless. With a side left free it is not.
    """
    target = body(21, 21, 3)
    table = Table(towers(*around), [target], mover(30, 30))
    goal = InContact(table, [target])
    assert is_hopeless(table, goal, (CHECK,)) == closed
    assert (_Certain(table, goal, (CHECK,)).run() is None) == closed


@pytest.mark.rule("SK-14", "SK-16")
def test_units_that_stand_all_along_an_edge_keep_others_from_climbing_to_it() -> None:
    """Given a tower whose edges others stand at, when all of them do, then it is hopeless to climb
    it; not when one of them is the target, which makes room.
    """
    target = body(21, 21, 3, id="T")
    edges = [
        body(x, y, 3, id=f"u{x}{y}", radius=450)
        for x, y in product((20, 21, 22), (20, 21, 22))
        if (x, y) != (21, 21)
    ]
    table = Table(towers(), [target, *edges], mover(30, 30))
    assert is_hopeless(table, InContact(table, [target]), (CHECK,))
    assert not is_hopeless(table, InContact(table, [edges[0]]), (CHECK,))


@pytest.mark.rule("SK-13", "SK-16")
def test_who_does_not_climb_has_no_hope_in_a_climb() -> None:
    target = body(21, 21, 3)
    for climbs_well in (True, False):
        unit = Mover(mover(30, 30).body, climbs=climbs_well)
        table = Table(towers(), [target], unit)
        assert is_hopeless(table, InContact(table, [target]), (CHECK,)) != climbs_well


@pytest.mark.rule("SK-13")
def test_a_climb_down_does_not_lead_to_a_roof_aside_as_high_as_its_foot() -> None:
    """Given a tower, and a roof far from it that is lower, when somebody climbs down, then it is to
    the ground: from there no ladder leads to the roof.
    """
    far = block("far", (28, 32), (20, 24), 2)
    ground = Ground((36000, 36000), (block("tower", (20, 22), (20, 22), 3), far))
    target, unit = body(30, 22, 2), mover(21, 21, 3)
    table = Table(ground, [target], unit)
    assert Finder(table, InContact(table, [target]), (CHECK,)).run() is None
    # Where the roof is at the foot, the climb leads to it.
    beside = block("far", (22, 32), (20, 24), 1.5)
    ground = Ground((36000, 36000), (block("tower", (20, 22), (20, 22), 3), beside))
    table = Table(ground, [body(30, 22, 1.5)], unit)
    route = Finder(table, InContact(table, table.bodies), (CHECK,)).run()
    assert route is not None
    assert route.end.z == at(0, 0, 1.5).z


@pytest.mark.rule("SK-32", "SK-65")
@pytest.mark.parametrize(("y", "is_vain"), [(20, True), (21, False), (22, False)])
def test_a_dive_from_a_named_place_is_hopeless_if_no_landing_is_in_contact(
    y: float, is_vain: bool
) -> None:
    """Given a target that is in reach from some places of a tower's edge only, when somebody dives
    from a named one, then hope hangs on that place; without a name there is hope.
    """
    target = body(25.6, 22)
    table = Table(towers(), [target], mover(21, 21, 3))
    goal, check = InDive(table, [target]), Check("down", "tower", at=at(22, y, 3))
    assert is_hopeless(table, goal, (check,)) == is_vain
    assert (_Certain(table, goal, (check,)).run() is None) == is_vain
    assert not is_hopeless(table, goal, (Check("down", "tower"),))


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize(("gap", "is_hopped"), [(0.6, True), (0.75, False)])
def test_a_hop_from_corner_to_corner_has_a_stretch_as_long_as_it_is_narrow(
    gap: float, is_hopped: bool
) -> None:
    """Given two roofs whose corners are 0.7 inches apart one way and `gap` the other."""
    one = block("one", (2, 6), (2, 6), 2)
    other = block("other", (6.7, 10), (6 + gap, 10), 2)
    target = body(9, 9, 2)
    table = Table(Ground((36000, 36000), (one, other)), [target], mover(3, 3, 2))
    goal = InContact(table, [target])
    hops_over = [each for each in table.all_links.leaving(1, None) if each.kind == "across"]
    found = [stretches(table, each, goal.heading, HOP) for each in hops_over]
    assert any(found) == is_hopped
    assert is_hopeless(table, goal, ()) != is_hopped
    assert (_Certain(table, goal, ()).run() is not None) == is_hopped

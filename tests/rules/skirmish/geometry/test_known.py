"""What is kept of a table and of a board's links says what looking at them afresh would say."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations

import pytest
from msgspec.structs import replace

from server.rules.skirmish.geometry.lengths import Plan, Point, along, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.links import Link, links
from server.rules.skirmish.geometry.levels.openings import HOP
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover, Terrain
from server.rules.skirmish.geometry.routes import dive, to_contact, to_place
from server.rules.skirmish.geometry.standing import has_room
from server.rules.skirmish.geometry.ways import Check, Route
from tests.rules.skirmish.geometry.tables import block, body
from tests.seeds import seeds

SIZE = 14_000
HIGH = (0, 1_000, 2_000, 3_000, 4_500)
TARGETS = 3
BOARDS, PIECES = 2, 7
ROOFED, ROOFS = 4, 28
NEAR = 6_000
ASIDE = range(1_100, 5_000, 300)
"""Mils from a unit at which room is looked for."""
MOVES, ASKED = 30, 4
"""Moves of a unit on a board, and ways that are asked for after each of them."""
STEP = 20
"""Mils between the places of a side that are looked at one by one."""

Query = Callable[[list[Body], Mover, Body], Route | None]


def crowded(chance: random.Random, pieces: int) -> tuple[Ground, list[Body]]:
    """Roofs that lie over each other, and units between them and on them."""
    terrain = []
    for number in range(pieces):
        x, y = place(chance)
        right, top = x + chance.randrange(500, 5_000), y + chance.randrange(500, 5_000)
        outline = ((x, y), (right, y), (right, top), (x, top))
        high = chance.choice(HIGH)
        # Some are bridges, which not all go under.
        low = high - 500 if high > HOP and chance.random() < 0.3 else 0
        terrain.append(Terrain(f"t{number}", outline, low, high, climbable=True))
    ground, bodies = Ground((SIZE, SIZE), tuple(terrain)), list[Body]()
    for number in range(60):
        x, y = place(chance)
        at = Point(x, y, chance.choice(HIGH))
        body = Body(f"u{number}", at, 500, 1_250, str(number % 2), chance.random() < 0.7)
        if has_room(ground, bodies, body):
            bodies.append(body)
    return ground, bodies


def place(chance: random.Random) -> Plan:
    return chance.randrange(SIZE), chance.randrange(SIZE)


def movers(body: Body) -> list[Mover]:
    """The same unit as many kinds of movers, so that what one may do is not kept for another."""
    mover = Mover(body)
    return [
        mover,
        replace(mover, climbs=False),
        replace(mover, across=6_000),
        replace(mover, down=0),
        replace(mover, ghostly=True),
        replace(mover, body=replace(body, side="1" if body.side == "0" else "0")),
        replace(mover, body=replace(body, height=3_500)),
        replace(mover, body=replace(body, radius=300)),
    ]


def free(ground: Ground, bodies: list[Body], target: Body) -> Point:
    """A place beside a unit where there is room, if there is any on a line from it."""
    places = [replace(target, at=Point(target.at.x + far, *target.at[1:])) for far in ASIDE]
    return next((each.at for each in places if has_room(ground, bodies, each)), target.at)


def queries(ground: Ground) -> list[Query]:
    """Ways of all kinds, each asked for on a table of bodies."""
    roofs = [piece.id for piece in ground.terrain if piece.high > HOP]
    found: list[Query] = [
        # First the short ones: that there is none of them says nothing of longer ones.
        lambda bodies, mover, target: to_contact(ground, bodies, mover, [target], longest=NEAR),
        lambda bodies, mover, target: to_contact(ground, bodies, mover, [target]),
        lambda bodies, mover, target: to_place(ground, bodies, mover, target.at),
        lambda bodies, mover, target: to_place(ground, bodies, mover, free(ground, bodies, target)),
    ]
    for roof in roofs:
        found += [
            partial(with_check, ground, Check("climb", roof)),
            partial(with_check, ground, Check("across", roof)),
            partial(diving, ground, Check("down", roof)),
        ]
    return found


def with_check(
    ground: Ground, check: Check, bodies: list[Body], mover: Mover, target: Body
) -> Route | None:
    return to_contact(ground, bodies, mover, [target], (check,))


def diving(
    ground: Ground, check: Check, bodies: list[Body], mover: Mover, target: Body
) -> Route | None:
    return dive(ground, bodies, mover, target, check)


@pytest.mark.rule("SK-14", "SK-15", "SK-18")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_a_route_is_the_same_whatever_was_asked_before(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(BOARDS):
        ground, bodies = crowded(chance, PIECES)
        # From a roof to those beside it: climbs, jumps and dives as well as walks.
        body = max(bodies, key=lambda each: each.at.z)
        near = sorted(bodies, key=lambda each: plan_length(each.at, body.at))
        targets = [each for each in near if each.id != body.id][:TARGETS]
        asked = [
            (number, mover, target, query)
            for number, mover in enumerate(movers(body))
            for target in targets
            for query in queries(ground)
        ]
        for count, (number, mover, target, query) in enumerate(asked):
            # Of a table with other names nothing is known yet.
            fresh = {each.id: replace(each, id=f"{count} {each.id}") for each in bodies}
            alone = replace(mover, body=replace(mover.body, id=f"{count} {body.id}"))
            known = query(bodies, mover, target)
            assert known == query([*fresh.values()], alone, fresh[target.id]), number


@pytest.mark.rule("SK-14", "SK-15", "SK-18")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_a_route_is_the_same_whoever_has_moved_before(seed: int) -> None:
    chance = random.Random(seed)
    ground, bodies = crowded(chance, PIECES)
    # Always the same few, so that ways are asked for again that others have moved into or out of.
    few = sorted(bodies, key=lambda each: each.at.z)[:ASKED]
    others = [each for each in bodies if each not in few]
    ways = [Point(*place(chance))]
    bent = 0
    for count in range(MOVES):
        number = chance.randrange(len(others))
        gone = replace(others[number], at=chance.choice(ways))
        if has_room(ground, [*few, *others], gone):
            others[number] = gone
        # Of a board with other names nothing is known yet.
        named = (replace(each, id=f"{count} {each.id}") for each in ground.terrain)
        alone = replace(ground, terrain=tuple(named))
        bodies, ways = [*few, *others], [Point(*place(chance))]
        for one, other in permutations(few, 2):
            known = to_contact(ground, bodies, Mover(one), [other])
            assert told(known) == told(to_contact(alone, bodies, Mover(one), [other]))
            if known is not None and len(known.legs) > 2:
                bent += 1
                ways += [leg.end for leg in known.legs[-1:] + known.legs[::5]]
    assert bent > MOVES


@pytest.mark.rule("SK-12", "SK-14")
def test_a_way_that_is_known_ends_beside_a_friend_who_has_come_there() -> None:
    ground = Ground((SIZE, SIZE), (block("wall", (6, 7), (4, 8), 5),))
    one, target = Mover(body(2, 6, id="E", side="own")), body(11, 6)
    first = to_contact(ground, [target], one, [target])
    assert first is not None
    assert len(first.legs) > 2
    friend = replace(one.body, id="F", at=first.end)
    then = to_contact(ground, [target, friend], one, [target])
    assert then is not None
    assert has_room(ground, [target, friend], replace(one.body, at=then.end))


def told(route: Route | None) -> list[object]:
    """A route without the names of terrain."""
    legs = [] if route is None else route.legs
    return [(leg.kind, leg.start, leg.end, leg.length) for leg in legs]


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_a_side_that_is_shut_has_no_place_to_hop_from(seed: int) -> None:
    chance = random.Random(seed)
    hops = [link for _ in range(ROOFED) for link in hopped(crowded(chance, ROOFS)[0])]
    shut = [link for link in hops if link.is_shut]
    assert shut
    assert not any(map(is_open, shut))
    # Few of those that nobody can hop over are left.
    doubtful = [link for link in hops if not link.is_shut and not is_open(link)]
    assert len(doubtful) * 4 <= len(shut)


def hopped(ground: Ground) -> Iterator[Link]:
    known = links(ground, 500, 1_250)
    for floor in known.floors:
        yield from (each for each in known.leaving(floor.number, None) if each.kind == "across")


def is_open(link: Link) -> bool:
    whole = plan_length(link.first, link.last)
    for far in (*range(0, whole, STEP), whole):
        at = along(link.first, link.last, far)
        to = link.landing(at)
        if plan_length(at, to) <= HOP and admits(link.source, at) and admits(link.target, to):
            return True
    return False


def admits(floor: Floor, at: Plan) -> bool:
    """Without the floor's edge, as places of a side are on it."""
    return not any(wall.bars(at) for wall in floor.walls)

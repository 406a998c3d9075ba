"""Making room, compared with a slow way: every place of a fine grid, every turn, step by step.

The slow way knows one roof without walls, and circles; in floats, and with a tolerance both ways:
where it comes to the same with bases a little smaller and a little larger, the rules must agree.
"""

import random
from collections.abc import Sequence
from math import cos, dist, hypot, inf, pi, sin
from typing import NamedTuple

import pytest

from server.rules.skirmish.geometry.lengths import Plan, Point
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover, Terrain
from server.rules.skirmish.geometry.room import make_room
from server.rules.skirmish.geometry.standing import has_room, nearest_room

SEEDS = 120
RADIUS, HIGH = 500, 3000
GRID = 40  # mils between the places that are tried for the unit itself
STEP = 1.0  # mil by which a target is pushed until the bases touch
DOUBT = 3.0  # mils: what rounding to whole mils may come to
TURNS = [0.0, *(sign * number * pi / 12 for number in range(1, 13) for sign in (1, -1))]

Place = tuple[float, float]
Box = tuple[int, int, int, int]


class Pushed(NamedTuple):
    """Where the target comes to stand, who follows it to where, and who loses touch."""

    target: Place
    following: dict[str, Place]
    torn: frozenset[str]


class Roof(NamedTuple):
    """A roof, who comes up to it, whom it engages, and who else stands there."""

    box: Box
    end: Plan
    target: Plan
    others: dict[str, Plan]
    tied: tuple[str, ...]

    def stands(self, at: Place, beside: Sequence[Place], doubt: float) -> bool:
        """Whether a base may stand at a place; `doubt` more than that far from everything."""
        left, low, right, high = self.box
        x, y = at
        inside = min(x - left, right - x, y - low, high - y)
        return inside >= doubt and all(dist(at, each) >= 2 * RADIUS + doubt for each in beside)

    def nearest(self, doubt: float) -> float:
        """How far the nearest place of the grid is at which the unit may stand, the target out of
        its way."""
        left, low, right, high = self.box
        beside = list(self.others.values())
        found = [
            dist((x, y), self.end)
            for x in range(left, right + 1, GRID)
            for y in range(low, high + 1, GRID)
            if self.stands((x, y), beside, doubt)
        ]
        return min(found, default=inf)

    def pushed(self, here: Plan, doubt: float) -> Pushed | None:
        """The first turn in which the target finds room; None where none does."""
        away = (self.target[0] - here[0], self.target[1] - here[1])
        far = hypot(*away) or 1.0
        x, y = (away[0] / far, away[1] / far) if any(away) else (1.0, 0.0)
        untied = [at for name, at in self.others.items() if name not in self.tied]
        for turn in TURNS:
            towards = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            by = self._push(here, towards)
            to = self.target[0] + by[0], self.target[1] + by[1]
            if not self.stands(to, untied, doubt):
                continue
            if (made := self._followed(to, by, [here, *untied], doubt)) is not None:
                return made
        return None

    def _push(self, here: Plan, towards: Place) -> Place:
        """By how much a target is pushed in a direction until the bases touch, a mil at a time."""
        length = 0.0
        while (
            dist(
                (
                    self.target[0] + length * towards[0],
                    self.target[1] + length * towards[1],
                ),
                here,
            )
            < 2 * RADIUS
        ):
            length += STEP
        return length * towards[0], length * towards[1]

    def _followed(self, to: Place, by: Place, beside: list[Place], doubt: float) -> Pushed | None:
        """What becomes of those who are engaged with the target; None where one that cannot follow
        is in its way."""
        stand: list[Place] = [to, *beside]
        following, torn = {}, set()
        for name in self.tied:
            old = self.others[name]
            new = old[0] + by[0], old[1] + by[1]
            if self.stands(new, stand, doubt):
                following[name] = new
                stand.append(new)
            else:
                torn.add(name)
                stand.append(old)
                if dist(old, to) < 2 * RADIUS + doubt:
                    return None
        return Pushed(to, following, frozenset(torn))


def crowded(chance: random.Random) -> Roof:
    """A small roof with a target near the edge where somebody comes up, and a few others."""
    left, low = 10_000, 10_000
    right, high = left + chance.randint(700, 4_000), low + chance.randint(300, 4_000)
    target = (left + chance.randrange(min(900, right - left)), chance.randint(low, high))
    others: dict[str, Plan] = {}
    for number in range(chance.randrange(6)):
        at = chance.randint(left, right), chance.randint(low, high)
        if all(dist(at, each) >= 2 * RADIUS for each in (target, *others.values())):
            others[f"u{number}"] = at
    tied = tuple(name for name in others if chance.random() < 0.5)
    return Roof((left, low, right, high), (left, target[1]), target, others, tied)


def bodies_of(roof: Roof) -> list[Body]:
    """All who stand on a roof, the target first."""
    places = {"T": roof.target, **roof.others}
    return [Body(name, Point(*at, HIGH), RADIUS, 1250, "foe") for name, at in places.items()]


@pytest.mark.rule("SK-67", "SK-68", "SK-69")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_room_is_made_as_the_slow_way_makes_it(seed: int) -> None:
    """Given a crowded roof, when a unit comes up to a target, then it takes the nearest place to
    the end of its path, and the target turns as little and goes as short a way as trying all of
    them finds; whoever is engaged with it follows, or loses touch, or there is no room at all."""
    roof = crowded(random.Random(seed))
    left, low, right, high = roof.box
    outline = ((left, low), (right, low), (right, high), (left, high))
    ground = Ground((36_000, 36_000), (Terrain("roof", outline, 0, HIGH),))
    bodies = bodies_of(roof)
    end = Point(*roof.end, HIGH)
    mover = Mover(Body("E", Point(5_000, 5_000), RADIUS, 1250, "own"))
    room = make_room(ground, bodies, mover, end, bodies[:1], {"T": list(roof.tied)})
    if has_room(ground, bodies, Body("E", end, RADIUS, 1250)):
        assert room is not None
        assert (room.at, room.moved) == (end, ())
        return
    if roof.nearest(DOUBT) == inf:
        # Whatever the grid has missed is narrower than it.
        assert room is None or not roof.stands(room.at.plan, list(roof.others.values()), 2 * GRID)
        return
    here = place_of(ground, bodies, mover, end)
    assert roof.stands(here, list(roof.others.values()), -DOUBT)
    assert dist(here, roof.end) <= roof.nearest(DOUBT) + DOUBT
    if room is None:
        assert None in [roof.pushed(here, doubt) for doubt in (-DOUBT, DOUBT)]
        return
    assert room.at.plan == here
    assert_agrees(roof, here, {each.id: each.at.plan for each in room.moved}, room.torn)


def place_of(ground: Ground, bodies: Sequence[Body], mover: Mover, end: Point) -> Plan:
    """Where the unit itself comes to stand, the target out of its way."""
    table = Table(ground, bodies, mover)
    floor = table.floor(end)
    assert floor is not None
    found = nearest_room(table, floor, end.plan, frozenset(("T",)))
    assert found is not None
    return found


def assert_agrees(
    roof: Roof, here: Plan, moved: dict[str, Plan], torn: tuple[tuple[str, str], ...]
) -> None:
    """Raise where the slow way is sure, and comes to something else."""
    if not moved:
        assert abs(dist(roof.target, here) - 2 * RADIUS) <= 10 + DOUBT
        return
    wide, narrow = roof.pushed(here, -DOUBT), roof.pushed(here, DOUBT)
    if wide is None or narrow is None or wide.torn != narrow.torn:
        return
    if dist(wide.target, narrow.target) > 1:
        return
    target, following, apart = wide
    assert dist(moved.pop("T"), target) <= DOUBT
    assert {name for _, name in torn} == apart
    assert moved.keys() == following.keys()
    assert all(dist(at, following[name]) <= DOUBT for name, at in moved.items())

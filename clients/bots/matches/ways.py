"""How far it is to somewhere: a coarse net over the board, an inch between its knots.

Knots lie on the ground, where no wall is near, and on what one can stand on; ladders and small gaps
join them. It is made once for a board, and searched once for each goal.
"""

import heapq
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from clients.bots.matches.table import INCH, KEPT, RADIUS, STEP, Point, View, bounds

FAR = 1e9  # mils: where no way leads
SLOW = 2  # how much longer difficult ground counts
HOP = 2  # knots between two that a gap of an inch parts
TOP = 2.5 * INCH  # how far the top of a ladder may be from its foot, seen from above
ROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

Knot = tuple[int, int, int]
"""Column, row and height."""
Edges = dict[Knot, list[tuple[Knot, float]]]


class Block(NamedTuple):
    """A piece of terrain as the net has it."""

    box: tuple[float, float, float, float]
    high: int
    slow: bool


class Plan:
    """A board as the net has it: it is a key, whose hash is reckoned once."""

    __slots__ = ("_hash", "blocks", "depth", "ladders", "width")

    def __init__(
        self,
        width: int,
        depth: int,
        blocks: tuple[Block, ...],
        ladders: tuple[tuple[int, int, int, int], ...],
    ) -> None:
        self.width = width
        self.depth = depth
        self.blocks = blocks
        self.ladders = ladders
        self._hash = hash((width, depth, blocks, ladders))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Plan) and (
            (self.width, self.depth, self.blocks, self.ladders)
            == (other.width, other.depth, other.blocks, other.ladders)
        )


_PLANS: dict[int, tuple[Any, Plan]] = {}
"""Plans of boards, by the boards' identity, with the boards: they never change."""


def plan_of(view: View) -> Plan:
    """Return the board of a match."""
    board = view["board"]
    known = _PLANS.get(id(board))
    if known is None or known[0] is not board:
        if len(_PLANS) >= KEPT:
            _PLANS.clear()
        known = _PLANS[id(board)] = board, _read(board)
    return known[1]


def _read(board: Any) -> Plan:
    blocks = (Block(bounds(one), one["high"], one["footing"] != "firm") for one in board["pieces"])
    feet = ((one["foot"], one["height"]) for one in board["ladders"])
    ladders = tuple((foot["x"], foot["y"], foot["z"], height) for foot, height in feet)
    return Plan(board["width"], board["depth"], tuple(blocks), ladders)


def length(view: View, start: Point, goal: Point) -> float:
    """Return about how far it is from one point to another, without checks, in mils."""
    return between(plan_of(view), start, goal)


@lru_cache(maxsize=4096)
def between(plan: Plan, start: Point, goal: Point) -> float:
    """Do the same on a board that was read before, for who measures much. In one answer after the
    other the same ways are asked for: those of units that stand still to treasure that lies.
    """
    end, here = near(plan, goal), near(plan, start)
    if end is None or here is None:
        return math.dist(start, goal)
    direct = math.dist(start, goal)
    far = field(plan, end)[numbers(plan)[here]]
    return max(direct, far if far < FAR else FAR + direct)


@lru_cache(maxsize=4096)
def near(plan: Plan, at: Point) -> Knot | None:
    """Return the knot nearest to a point, about at its height."""
    column, row = int(at[0] // INCH), int(at[1] // INCH)
    edges = net(plan)
    around = (
        (column + i, row + j, z)
        for i in range(-HOP, HOP + 1)
        for j in range(-HOP, HOP + 1)
        for z in _heights(plan)
        if abs(z - at[2]) <= STEP
    )
    known = [knot for knot in around if knot in edges]
    return min(known, key=lambda knot: math.dist(_point(knot), at), default=None)


@lru_cache(maxsize=512)
def field(plan: Plan, goal: Knot) -> list[float]:
    """Return how far each knot is from a goal, by its number; `FAR` where no way leads."""
    start, edges = numbers(plan)[goal], _numbered(plan)
    found = [FAR] * len(edges)
    found[start] = 0.0
    waiting = [(0.0, start)]
    while waiting:
        far, knot = heapq.heappop(waiting)
        if far > found[knot]:
            continue
        for other, cost in edges[knot]:
            there = far + cost
            if there < found[other]:
                found[other] = there
                heapq.heappush(waiting, (there, other))
    return found


@lru_cache(maxsize=8)
def numbers(plan: Plan) -> dict[Knot, int]:
    """Return a number from 0 on for each knot of a board's net, in the order of `net`."""
    return {knot: number for number, knot in enumerate(net(plan))}


@lru_cache(maxsize=8)
def _numbered(plan: Plan) -> list[list[tuple[int, float]]]:
    """Return the net with numbers for knots: a field is found in half the time."""
    known = numbers(plan)
    return [[(known[other], cost) for other, cost in edges] for edges in net(plan).values()]


@lru_cache(maxsize=8)
def net(plan: Plan) -> Edges:
    """Return the knots of a board, each with those that it leads to, and how far they are."""
    knots = set(_knots(plan))
    edges: Edges = {knot: list(_steps(plan, knots, knot)) for knot in sorted(knots)}
    for x, y, z, height in plan.ladders:
        foot = _nearest(knots, (x, y, z))
        top = _nearest(knots, (x, y, z + height))
        if foot is not None and top is not None:
            edges[foot].append((top, float(height)))
            edges[top].append((foot, float(height)))
    return edges


def _point(knot: Knot) -> Point:
    return (knot[0] + 0.5) * INCH, (knot[1] + 0.5) * INCH, knot[2]


def _knots(plan: Plan) -> Iterator[Knot]:
    for column in range(plan.width // INCH):
        for row in range(plan.depth // INCH):
            at = _point((column, row, 0))
            under = [block for block in plan.blocks if _is_in(block, at, 0)]
            yield from ((column, row, block.high) for block in under if block.high)
            if not any(_is_in(block, at, RADIUS) for block in plan.blocks if block.high > STEP):
                yield column, row, 0


def _is_in(block: Block, at: Point, room: int) -> bool:
    left, nearest, right, farthest = block.box
    across = left - room < at[0] < right + room
    return across and nearest - room < at[1] < farthest + room


def _steps(plan: Plan, knots: set[Knot], knot: Knot) -> Iterator[tuple[Knot, float]]:
    slow = knot[2] == 0 and any(
        block.slow and _is_in(block, _point(knot), RADIUS) for block in plan.blocks
    )
    for i, j in ROUND:
        cost = math.hypot(i, j) * INCH
        beside = [z for z in _heights(plan) if (knot[0] + i, knot[1] + j, z) in knots]
        for z in beside:
            if abs(z - knot[2]) <= STEP:
                yield (knot[0] + i, knot[1] + j, z), cost * (SLOW if slow else 1)
        over = (knot[0] + HOP * i, knot[1] + HOP * j, knot[2])
        if knot[2] > STEP and over in knots and knot[2] not in beside:
            yield over, HOP * cost


@lru_cache(maxsize=8)
def _heights(plan: Plan) -> tuple[int, ...]:
    return tuple(sorted({block.high for block in plan.blocks} | {0}))


def _nearest(knots: set[Knot], at: Point) -> Knot | None:
    level = [knot for knot in sorted(knots) if abs(knot[2] - at[2]) <= STEP]
    found = min(level, key=lambda knot: math.dist(_point(knot), at), default=None)
    return found if found is not None and math.dist(_point(found), at) <= TOP else None

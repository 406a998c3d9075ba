"""What a bot sees of a match: units, gaps, sight, danger. All as estimates: it knows no rule."""

import math
from collections.abc import Iterator
from typing import Any

from protocol.ids import SeatId

View = dict[str, Any]
Unit = dict[str, Any]
Point = tuple[float, float, float]

INCH = 1_000  # mils
RADIUS, LARGE_RADIUS = 500, 1_000  # mils: half of a base
STEP = 1_000  # mils of height that one walks up or down
LOSS = 40.0
"""What a unit counts that is lost, in gold, whatever it cost: a rout hangs on their number."""
HERO = 15.0
"""What a hero counts besides: without any a warband routs."""
COST_COUNTS = 0.4
"""How much of what a unit cost counts: it fights the better for it."""
TREASURE_WORTH = 40.0
"""What a carried treasure adds to a unit's worth: it counts as a loss, as a unit does."""
APART = 20  # mils between bases that surely do not touch
SLOWED = 2_000  # mils that difficult ground takes off a move
DOWNED = ("dazed", "stunned")


def is_match(view: View) -> bool:
    """Return whether a state is that of a match."""
    return "sides" in view and "board" in view


def standing(view: View) -> Iterator[Unit]:
    """Yield the units on the board."""
    return (unit for unit in view["units"].values() if unit["at"] is not None)


def own(view: View, seat: SeatId) -> list[Unit]:
    """Return a side's units on the board."""
    return [unit for unit in standing(view) if unit["side"] == seat]


def foes(view: View, seat: SeatId) -> list[Unit]:
    """Return the other side's units on the board."""
    return [unit for unit in standing(view) if unit["side"] != seat]


def has(unit: Unit, skill: str) -> bool:
    """Return whether a skill is printed on a unit."""
    return skill in unit["type"]["skills"]


def radius(unit: Unit) -> int:
    """Return the radius of a unit's base, in mils."""
    return LARGE_RADIUS if has(unit, "large") else RADIUS


def worth(unit: Unit) -> float:
    """Return what a unit is worth, in gold."""
    arms = sum(one["cost"] for one in (*unit["melee"], *unit["ranged"]))
    losses = LOSS * (2 if has(unit, "large") else 1) + TREASURE_WORTH * bool(unit["token"])
    hero = HERO * (unit["type"]["rank"] != "henchman")
    return float(losses + hero + COST_COUNTS * (unit["type"]["cost"] + arms))


def spot(unit: Unit) -> Point:
    """Return where a unit stands."""
    x, y, z = unit["at"]
    return x, y, z


def plan(a: Point, b: Point) -> float:
    """Return how far it is from one point to another as seen from above."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def gap(a: Point, other: Unit, mine: int = RADIUS) -> float:
    """Return about how far a unit at a point is from another one."""
    x, y, z = other["at"]
    flat = math.hypot(a[0] - x, a[1] - y) - mine - radius(other)
    return math.hypot(flat if flat > 0 else 0.0, a[2] - z)


def move_of(unit: Unit) -> int:
    """Return a unit's move, as it is now."""
    move: int = unit["type"]["move"]
    if unit["injury"] in DOWNED:
        return 0
    return -(-move // (2 * INCH)) * INCH if unit["injury"] == "staggered" else move


def reach_of(unit: Unit) -> int:
    """Return how far a unit comes to engage somebody whom it sees."""
    return move_of(unit) * 3 // 2


def engaged_with(view: View, unit: Unit) -> list[Unit]:
    """Return the enemies that a unit is engaged with."""
    names = [
        one if other == unit["id"] else other
        for one, other in view["pairs"].values()
        if unit["id"] in (one, other)
    ]
    return [view["units"][name] for name in names]


def is_free(view: View, unit: Unit) -> bool:
    """Return whether a unit is engaged with nobody."""
    return all(unit["id"] not in pair for pair in view["pairs"].values())


def sees(view: View, a: Point, b: Point) -> bool:
    """Return about whether one sees from a point to another, where one stands at both."""
    return not is_cut(view, (a[0], a[1], a[2] + INCH), (b[0], b[1], b[2] + INCH))


def is_cut(view: View, a: Point, b: Point) -> bool:
    """Return whether something that one cannot see through stands between two points: its
    rectangle, up to its height.
    """
    (ax, ay, az), (bx, by, bz) = a, b
    low_x, high_x = (ax, bx) if ax < bx else (bx, ax)
    low_y, high_y = (ay, by) if ay < by else (by, ay)
    for box, low, high in _opaque(view["board"]["pieces"]):
        # Most stand aside.
        if box[2] <= low_x or box[0] >= high_x or box[3] <= low_y or box[1] >= high_y:
            continue
        share = _within(box, a, b)
        if share is None:
            continue
        one, other = az + (bz - az) * share[0], az + (bz - az) * share[1]
        if min(one, other) < high and max(one, other) > low:
            return True
    return False


_Wall = tuple[tuple[float, float, float, float], float, float]
_OPAQUE: dict[int, tuple[Any, tuple[_Wall, ...]]] = {}
_BOUNDS: dict[int, tuple[Any, tuple[float, float, float, float]]] = {}
"""What was worked out of pieces, by their identity. They are kept with it, so that no other one
can have it; a board's pieces never change, and are asked for thousands of times in an answer.
"""
KEPT = 512  # pieces, and lists of pieces, whose figures are kept


def _opaque(pieces: list[Any]) -> tuple[_Wall, ...]:
    known = _OPAQUE.get(id(pieces))
    if known is None or known[0] is not pieces:
        walls = ((_bounds(one), one["low"], one["high"]) for one in pieces if one["opaque"])
        known = pieces, tuple(walls)
        _keep(_OPAQUE, pieces, known)
    return known[1]


def _keep(kept: dict[int, Any], key: Any, value: Any) -> None:
    if len(kept) >= KEPT:
        kept.clear()
    kept[id(key)] = value


def bounds(piece: Any) -> tuple[float, float, float, float]:
    """Return the rectangle around a piece: least x and y, then most."""
    return _bounds(piece)


def _bounds(piece: Any) -> tuple[float, float, float, float]:
    known = _BOUNDS.get(id(piece))
    if known is None or known[0] is not piece:
        corners = piece["corners"]
        xs, ys = [corner["x"] for corner in corners], [corner["y"] for corner in corners]
        known = piece, (min(xs), min(ys), max(xs), max(ys))
        _keep(_BOUNDS, piece, known)
    return known[1]


def _within(
    box: tuple[float, float, float, float], a: Point, b: Point
) -> tuple[float, float] | None:
    """Return from which share of the way on, and up to which, it leads through a rectangle."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        low, high, start, way = box[axis], box[axis + 2], a[axis], b[axis] - a[axis]
        if not way:
            if not low < start < high:
                return None
            continue
        near, far = (low - start) / way, (high - start) / way
        if way < 0:
            near, far = far, near
        first, last = max(first, near), min(last, far)
    return (first, last) if first < last else None


def is_straight(view: View, unit: Unit, target: Unit) -> bool:
    """Return about whether a unit walks straight to another one: no wall and nobody between."""
    return is_clear(view, unit, spot(target), target["id"])


def is_slowed(view: View, unit: Unit, goal: Point) -> bool:
    """Return about whether difficult ground or water lies on a unit's straight way."""
    a, room = spot(unit), radius(unit)
    return any(
        piece["footing"] != "firm" and _within(_grown(piece, room), a, goal) is not None
        for piece in view["board"]["pieces"]
    )


def is_vacant(view: View, unit: Unit, at: Point) -> bool:
    """Return about whether a unit has room at a point: nobody is there, and no enemy in contact."""
    return all(
        gap(at, one, radius(unit)) > APART
        for one in standing(view)
        if one["id"] != unit["id"] and abs(one["at"][2] - at[2]) <= STEP
    )


def is_clear(view: View, unit: Unit, b: Point, but: str = "") -> bool:
    """Return about whether a unit walks straight to a point; `but` is in nobody's way."""
    a, room = spot(unit), radius(unit)
    if abs(a[2] - b[2]) > STEP:
        return False
    for piece in view["board"]["pieces"]:
        grown = _grown(piece, room)
        rises = piece["high"] > a[2] + STEP >= piece["low"] or _is_drop(piece, a[2])
        if rises and _within(grown, a, b) is not None and not _holds(piece, a, b):
            return False
    others = (one for one in standing(view) if one["id"] not in (unit["id"], but))
    return not any(_is_between(one, a, b, room) for one in others if one["side"] != unit["side"])


def _grown(piece: Any, room: int) -> tuple[float, float, float, float]:
    left, near, right, far = _bounds(piece)
    return left - room, near - room, right + room, far + room


def is_over(piece: Any, at: Point) -> bool:
    """Return whether a point lies over a piece's rectangle."""
    left, near, right, far = _bounds(piece)
    return left <= at[0] <= right and near <= at[1] <= far


def leaves(piece: Any, a: Point, b: Point) -> float | None:
    """Return at which share of the way one leaves a piece's rectangle, None who never does."""
    share = _within(_bounds(piece), a, b)
    return None if share is None or share[1] >= 1 else share[1]


def enters(piece: Any, a: Point, b: Point) -> float | None:
    """Return at which share of the way one comes to a piece's rectangle, None who is there."""
    share = _within(_bounds(piece), a, b)
    return None if share is None or share[0] <= 0 else share[0]


def crosses(piece: Any, a: Point, b: Point, room: int) -> bool:
    """Return whether the straight way from one point to another comes near a piece."""
    return _within(_grown(piece, room), a, b) is not None


def _is_drop(piece: Any, z: float) -> bool:
    """Return whether who stands so high stands on this piece, and would leave it."""
    return bool(z == piece["high"] and z > STEP)


def _holds(piece: Any, a: Point, b: Point) -> bool:
    """Return whether both points are on top of the same piece."""
    left, near, right, far = _bounds(piece)
    inside = all(left <= p[0] <= right and near <= p[1] <= far for p in (a, b))
    return inside and a[2] == b[2] == piece["high"]


def _is_between(one: Unit, a: Point, b: Point, room: int) -> bool:
    whole = plan(a, b)
    if not whole:
        return False
    at = spot(one)
    along = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / whole
    aside = abs((at[0] - a[0]) * (b[1] - a[1]) - (at[1] - a[1]) * (b[0] - a[0])) / whole
    return 0 < along < whole - room and aside < room + radius(one) and abs(at[2] - a[2]) <= STEP


def lying(view: View) -> list[tuple[str, Point]]:
    """Return the treasures that nobody carries, each with where it lies."""
    carried = {unit["token"] for unit in view["units"].values()}
    return [
        (name, tuple(token["at"]))
        for name, token in view["tokens"].items()
        if name not in carried and not token["kept"]
    ]


def can_carry(unit: Unit) -> bool:
    """Return whether a unit may take a treasure up."""
    return not unit["token"] and not has(unit, "animal") and not has(unit, "large")

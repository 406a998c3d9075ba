"""What shots come to, in gold: from where one stands, or from where one might go.

Cover is an estimate, as all that a bot sees: of the six lines of sight (SK-20) it looks along two,
to the left and to the right of the target, at half of its height, and counts who stands before it.
"""

from clients.bots.matches import odds, table
from clients.bots.matches.table import Point, Unit, View

HALF, LARGE_HALF = 625, 1_250  # mils: half of a body's height
EYE = 1_250  # mils from the feet of who looks to its eye
RIM = 50  # mils from the edge of a base to where one looks for it


def best(view: View, unit: Unit, at: Point, *, moved: bool) -> float:
    """Return what the best shot of a unit from a place comes to."""
    if not unit["ranged"]:
        return 0.0
    found = (worth(view, unit, foe, at, moved=moved) for foe in targets(view, unit, at))
    return max(found, default=0.0)


def targets(view: View, unit: Unit, at: Point) -> list[Unit]:
    """Return the enemies that a unit may shoot at from a place, whatever its range."""
    return [
        foe
        for foe in table.foes(view, unit["side"])
        if table.is_free(view, foe) and table.sees(view, at, table.spot(foe))
    ]


def worth(view: View, unit: Unit, foe: Unit, at: Point, *, moved: bool) -> float:
    """Return what a shot from a place at an enemy comes to where it stands."""
    return share(view, unit, foe, at, table.spot(foe), moved=moved) * table.worth(foe)


def share(
    view: View, unit: Unit, foe: Unit, at: Point, aim: Point, *, moved: bool = False
) -> float:
    """Return what a shot from a place comes to at who stands at `aim`, as a share of its end."""
    far = max(0.0, table.plan(at, aim) - table.radius(unit) - table.radius(foe))
    if not unit["ranged"] or far > unit["ranged"][0]["range"]:
        return 0.0
    covered = has_cover(view, foe, aim, at)
    return odds.shot(unit, foe, far, moved=moved, covered=covered)


def has_cover(view: View, unit: Unit, at: Point, shooter: Point) -> bool:
    """Return about whether a unit has cover at a place from who stands at another and sees it."""
    whole = table.plan(shooter, at)
    if not whole:
        return False
    eye = (shooter[0], shooter[1], shooter[2] + EYE)
    return any(table.is_cut(view, eye, aim) for aim in _rims(unit, at, shooter, whole)) or any(
        _is_before(one, at, shooter, whole)
        for one in table.own(view, unit["side"])
        if one["id"] != unit["id"] and abs(one["at"][2] - at[2]) <= table.STEP
    )


def _rims(unit: Unit, at: Point, shooter: Point, whole: float) -> tuple[Point, Point]:
    """Return the points left and right of the middle of a unit, square to the line to it."""
    share = (table.radius(unit) - RIM) / whole
    dx, dy = -(at[1] - shooter[1]) * share, (at[0] - shooter[0]) * share
    z = at[2] + (LARGE_HALF if table.has(unit, "large") else HALF)
    return (at[0] + dx, at[1] + dy, z), (at[0] - dx, at[1] - dy, z)


def _is_before(friend: Unit, at: Point, shooter: Point, whole: float) -> bool:
    """Return whether a friend stands in one of the lines, which part from the shooter on."""
    x, y = friend["at"][0] - shooter[0], friend["at"][1] - shooter[1]
    dx, dy = (at[0] - shooter[0]) / whole, (at[1] - shooter[1]) / whole
    along, aside = x * dx + y * dy, abs(x * dy - y * dx)
    is_near: bool = aside < table.radius(friend) + table.RADIUS * along / whole
    return is_near and 0 < along < whole

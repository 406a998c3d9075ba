"""The places along a side of terrain where a unit changes from one floor to another."""

from collections.abc import Iterator

from protocol.skirmish import LegKind
from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import (
    INCH,
    Mil,
    Plan,
    Point,
    along,
    lowest,
    plan_length,
    rounded,
)
from server.rules.skirmish.geometry.levels.links import HOP, Link
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.plane.circles import directions
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, nearest
from server.rules.skirmish.geometry.plane.planner import Aim
from server.rules.skirmish.geometry.plane.shapes import cross, pierces, square
from server.rules.skirmish.geometry.ways import Check

OVER = 2 * INCH  # how far above units and terrain a jump down begins that passes over them (SK-86)
SAMPLES = 2 * INCH  # mils between the places of a side that are tried besides the best guess
EVERY = 8  # every 8th of the 128 directions is tried for a landing beside the goal

ASIDE = 4  # every 4th of them is tried for a landing around a target that is to be touched


def kind_of(link: Link, gap: Mil) -> LegKind:
    """Return the kind of leg over a link at a place where its gap is `gap` mils: a narrow gap is
    hopped over.
    """
    return "hop" if link.kind == "across" and gap <= HOP else link.kind


def check_of(link: Link, a: Plan, gap: Mil) -> Check | None:
    """Return the Check that a link requires if it is left at `a`; None if it requires none."""
    match kind_of(link, gap):
        case "climb":
            return Check("climb", link.feature, face=link.face)
        case "across":
            return Check("across", link.feature, onto=link.onto)
        case "down":
            return Check("down", link.feature, at=Point(*a, link.source.z))
        case _:
            return None


def fits(link: Link, wanted: Check) -> bool:
    """Return whether a link can be the one that a wanted Check means."""
    return (
        link.kind == wanted.kind
        and link.feature == wanted.feature
        and wanted.face in (None, link.face)
        and wanted.onto in ("", link.onto)
    )


def spots(
    table: Table, link: Link, start: Plan, goal: Aim, wanted: Check | None
) -> Iterator[tuple[Plan, Plan]]:
    """Yield places to leave a link's side from, with the landing of each.

    `start` is where the unit comes from and `goal` its destination. The first places are the best
    ones if nothing else is in the way.
    """
    if wanted is not None and wanted.at is not None:
        at = nearest((link.first, link.last), wanted.at.plan)
        # Up to two mils (squared) off the edge, as a named point is rounded.
        leaves = [at] if square(at, wanted.at.plan) <= 4 else []
    else:
        leaves = _leaves(link, start, goal.at)
    for a in leaves:
        if not _may_leave(table, link, a):
            continue
        for b in _landings(table, link, a, goal):
            if _may_cross(table, link, a, b, goal):
                yield a, b


def _leaves(link: Link, start: Plan, goal: Plan) -> list[Plan]:
    if link.first == link.last:
        return [link.first]
    whole = plan_length(link.first, link.last)

    def cost(far: Mil) -> Mil:
        a = along(link.first, link.last, far)
        b = goal if link.kind == "down" else link.landing(a)
        return plan_length(start, a) + plan_length(a, b) + plan_length(b, goal)

    side = (link.first, link.last)
    # Straight across first: of equally good places it is the one that players expect.
    found = [nearest(side, start), nearest(side, goal)]
    found.append(along(link.first, link.last, lowest(cost, 0, whole)))
    found += [along(link.first, link.last, far) for far in range(0, whole, SAMPLES)]
    found.append(link.last)
    if link.kind == "across":
        found += [nearest((link.first, link.last), at) for at in link.target.region.outline]
    return list(dict.fromkeys(found))


def _may_leave(table: Table, link: Link, a: Plan) -> bool:
    return table.mover.ghostly or link.source.admits(a)


def _landings(table: Table, link: Link, a: Plan, goal: Aim) -> Iterator[Plan]:
    if link.kind != "down":
        yield link.landing(a)
        return
    far = table.mover.down
    straight = along(a, goal.at, min(far, max(0, plan_length(a, goal.at) - goal.stop)))
    yield straight
    if goal.stop and not table.has_room(link.target, straight):
        # Contact from aside: all around the target, as far as the jump goes.
        for x, y in directions()[::ASIDE]:
            rim = along(goal.at, (goal.at[0] + x, goal.at[1] + y), goal.stop)
            if plan_length(a, rim) <= far:
                yield rim
    for x, y in directions()[::EVERY]:
        towards = (a[0] + x, a[1] + y)
        # Outwards only: outlines go anticlockwise, so the outside is to the right of a side.
        if cross(link.first, link.last, towards) < 0:
            yield along(a, towards, far)
            yield along(a, towards, min(far, table.radius))


def _is_taken(table: Table, link: Link, b: Plan, goal: Aim) -> bool:
    """Return whether a unit that may not be passed stands where a link leads to, apart from the
    target that is to be touched, which makes room (SK-14, SK-67).
    """
    return any(
        each.bars(b)
        for each in table.crowd(link.target)
        if not (goal.stop and each.corners[0] == goal.at)
    )


def _may_cross(table: Table, link: Link, a: Plan, b: Plan, goal: Aim) -> bool:
    if _is_taken(table, link, b, goal):
        return False
    gap = plan_length(a, b)
    rise = link.target.z - link.source.z
    match link.kind:
        case "ladder":
            return table.mover.ladders
        case "climb":
            return table.mover.climbs
        case "across":
            # A unit that cannot jump still hops over a narrow gap.
            far = max(HOP, table.mover.across)
            return (
                0 < gap <= far
                and abs(rise) <= STEP
                and link.target.admits(b)
                and not any(each.blocks(a, b) for each in table.obstacles(link.source))
            )
        case "down":
            return (
                cross(link.first, link.last, b) <= 0
                and table.has_room(link.target, b)
                and _is_over(table, link, a, b)
            )
        case _:
            return False


def _is_over(table: Table, link: Link, a: Plan, b: Plan) -> bool:
    """Return whether nothing high stands between an edge and the landing below (SK-86)."""
    top = link.source.z - OVER
    return not any(
        piece.high > top
        # Ground without height is in nobody's way, at any level.
        and piece.high > piece.low
        # The terrain that the unit jumps from is behind it.
        and piece.id != link.feature
        and piece.low < link.source.z + table.height
        and pierces(a, b, piece.outline)
        for piece in table.ground.terrain
    ) and not any(
        body.at.z + body.height > top
        and body.at.z < link.source.z + table.height
        and Obstacle((body.at.plan,), body.radius + table.radius).blocks(a, b)
        for body in table.bodies
        # Allies that may be passed may be jumped over, too (SK-14).
        if not (body.passable and body.side == table.body.side)
    )


def shifted(a: Plan, first: Plan, last: Plan) -> Mil:
    """Return how far along a side a place is, in mils."""
    whole = square(first, last)
    if not whole:
        return 0
    dot = (a[0] - first[0]) * (last[0] - first[0]) + (a[1] - first[1]) * (last[1] - first[1])
    return rounded(dot * plan_length(first, last), whole)

"""The places along a side of terrain where a unit changes from one floor to another."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

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
    root,
    rounded,
)
from server.rules.skirmish.geometry.levels.links import Link
from server.rules.skirmish.geometry.levels.openings import HOP
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.plane.circles import directions
from server.rules.skirmish.geometry.plane.clearance import CLEAR
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, disc, nearest
from server.rules.skirmish.geometry.plane.planner import Aim
from server.rules.skirmish.geometry.plane.shapes import Outline, cross, pierces, square
from server.rules.skirmish.geometry.ways import Check

OVER = 2 * INCH  # how far above units and terrain a jump down begins that passes over them (SK-86)
SAMPLES = 2 * INCH  # mils between the places of a side that are tried besides the best guess
EVERY = 8  # every 8th of the 128 directions is tried for a landing beside the goal
MOST = 4096  # landings that are known of a table at once
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
    table: Table, link: Link, start: Plan, goal: Aim, wanted: Check | None, *, hopped: bool = False
) -> Iterator[tuple[Plan, Plan]]:
    """Yield places to leave a link's side from, with the landing of each.

    `start` is where the unit comes from and `goal` its destination. The first places are the best
    ones if nothing else is in the way. Of a link that is `hopped`, those with a wider gap may be
    missing.
    """
    leaves: Iterable[Plan]
    fixed: tuple[tuple[Plan, Plan], ...] = ()
    if wanted is not None and wanted.at is not None:
        at = nearest((link.first, link.last), wanted.at.plan)
        # Up to two mils (squared) off the edge, as a named point is rounded.
        leaves = [at] if square(at, wanted.at.plan) <= 4 else []
    elif link.kind == "ladder" or (hopped and link.is_hopped_at_an_end):
        leaves, fixed = (), _fixed(table, link, goal, hopped)
    elif link.first == link.last:
        leaves = [link.first]
    else:
        leaves = _best(link, start, goal.at)
        if link.kind == "down":
            leaves = dict.fromkeys((*leaves, *_samples(link)))
        else:
            fixed = _fixed(table, link, goal, hopped)
    tried = set()
    for a in leaves:
        if a in tried or not _may_leave(table, link, a):
            continue
        tried.add(a)
        if link.kind == "down":
            for b in _landed(table, link, a, goal):
                yield a, b
            continue
        b = link.landing(a)
        if not (hopped and link.kind == "across" and plan_length(a, b) > HOP) and _may_cross(
            table, link, a, b, goal
        ):
            yield a, b
    for a, b in fixed:
        if a not in tried:
            yield a, b


@lru_cache(maxsize=1 << 12)
def _best(link: Link, start: Plan, goal: Plan) -> tuple[Plan, Plan, Plan]:
    """Return the places of a side that are likely the best for one start and goal."""
    whole, hopped = plan_length(link.first, link.last), hops(link, start, goal)
    if hopped is None:
        best = lowest(_cost(link, start, goal), 0, whole)
    else:
        best = hopped.lowest(whole)
    # Straight across first: of equally good places it is the one that players expect.
    return _nearest(link, start), _nearest(link, goal), along(link.first, link.last, best)


def _nearest(link: Link, at: Plan) -> Plan:
    """Return the place of a link's side that is nearest to a place."""
    (ax, ay), (bx, by), (x, y) = link.first, link.last, at
    # Most sides are upright, and so are most of the questions that a search over roofs asks.
    if ax == bx:
        return ax, min(max(y, min(ay, by)), max(ay, by))
    if ay == by:
        return min(max(x, min(ax, bx)), max(ax, bx)), ay
    return nearest((link.first, link.last), at)


def _cost(link: Link, start: Plan, goal: Plan) -> Callable[[Mil], Mil]:
    def cost(far: Mil) -> Mil:
        a = along(link.first, link.last, far)
        b = goal if link.kind == "down" else link.landing(a)
        return plan_length(start, a) + plan_length(a, b) + plan_length(b, goal)

    return cost


class Hops(NamedTuple):
    """A link from an upright side to an upright box, or one that is climbed, with a start and a
    goal: what it costs, as `_cost` reckons it but several times faster. Most roofs are such boxes,
    and most of the time of a search over them would go into this.

    It is as if the side were along the x axis: else with x and y changed about. The other numbers
    are squares of what is aside of it: before the side, over the gap and after it.
    """

    first: Mil
    step: int
    low: Mil
    high: Mil
    start: Mil
    goal: Mil
    before: int
    over: int
    after: int

    def lowest(self, whole: Mil) -> Mil:
        """Return how far from the side's first place, in mils, the link costs least. The search is
        that of `lengths.lowest`, written out: a call for each place that is tried takes three times
        as long.
        """
        first, step, low, high, start, goal, before, over, after = self
        least, most = 0, whole
        while most - least > 2:
            third = (most - least) // 3
            a = first + step * (least + third)
            b = low if a < low else high if a > high else a
            p, r = (a - start) ** 2 + before, (goal - b) ** 2 + after
            p_root, r_root = isqrt(p), isqrt(r)
            one = p_root + (p - p_root * p_root > p_root) + r_root + (r - r_root * r_root > r_root)
            c = first + step * (most - third)
            d = low if c < low else high if c > high else c
            p, r = (c - start) ** 2 + before, (goal - d) ** 2 + after
            p_root, r_root = isqrt(p), isqrt(r)
            two = p_root + (p - p_root * p_root > p_root) + r_root + (r - r_root * r_root > r_root)
            if a != b or c != d:
                p, r = (b - a) ** 2 + over, (d - c) ** 2 + over
                p_root, r_root = isqrt(p), isqrt(r)
                one += p_root + (p - p_root * p_root > p_root)
                two += r_root + (r - r_root * r_root > r_root)
            if one <= two:
                most -= third
            if two <= one:
                least += third
        return min(range(least, most + 1), key=self.cost)

    def cost(self, far: Mil) -> Mil:
        """Return what it costs to leave the side `far` mils from its first place."""
        a = self.first + self.step * far
        b = self.low if a < self.low else min(a, self.high)
        return (
            root((a - self.start) ** 2 + self.before)
            + root((b - a) ** 2 + self.over)
            + root((self.goal - b) ** 2 + self.after)
        )


def hops(link: Link, start: Plan, goal: Plan) -> Hops | None:
    """Return the costs of a link from an upright side to an upright box, or straight up or down;
    None for another link.
    """
    upright = link.upright
    if upright is None:
        return None
    turn, level, beyond, low, high = upright
    first = link.first[turn]
    return Hops(
        first,
        1 if link.last[turn] > first else -1,
        low,
        high,
        start[turn],
        goal[turn],
        (start[1 - turn] - level) ** 2,
        (level - beyond) ** 2,
        (goal[1 - turn] - beyond) ** 2,
    )


def _samples(link: Link) -> list[Plan]:
    """Return places along a side that are tried besides those that are likely the best."""
    whole = plan_length(link.first, link.last)
    found = [along(link.first, link.last, far) for far in range(0, whole, SAMPLES)]
    found.append(link.last)
    if link.kind == "across":
        found += [nearest((link.first, link.last), at) for at in link.target.region.outline]
    return found


def _fixed(table: Table, link: Link, goal: Aim, hopped: bool) -> tuple[tuple[Plan, Plan], ...]:
    """Return the samples of a side with their landings that a unit may take on its way to a goal.
    They are worked out once for a table, as a search asks again from each place that it leaves.
    """
    known, key = table.known.crossings, (link, goal if goal.stop else None, hopped)
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(
            (a, b)
            for a, b in _open(link, table.mover.ghostly, hopped)
            if _may_cross(table, link, a, b, goal)
        )
    return found


def _open(link: Link, ghostly: bool, hopped: bool) -> tuple[tuple[Plan, Plan], ...]:
    """Return the samples of a side with their landings where terrain does not keep a unit from the
    side. They are worked out once for a board.
    """
    found = link.samples.get((ghostly, hopped))
    if found is None:
        found = link.samples[ghostly, hopped] = tuple(
            (a, b)
            for a in dict.fromkeys(_samples(link))
            if ghostly or link.source.admits(a)
            for b in (link.landing(a),)
            if link.kind != "across" or not hopped or plan_length(a, b) <= HOP
        )
    return found


def _may_leave(table: Table, link: Link, a: Plan) -> bool:
    return table.mover.ghostly or link.source.admits(a)


def _landed(table: Table, link: Link, a: Plan, goal: Aim) -> tuple[Plan, ...]:
    """Return where a unit may land that jumps down at a place. It is worked out once for a table,
    as most of the places of a side that are tried are always the same.
    """
    known, key = table.known.landings, (link, a, goal)
    found = known.get(key)
    if found is None:
        if len(known) >= MOST:
            known.clear()
        found = known[key] = tuple(
            b for b in _landings(table, link, a, goal) if _may_cross(table, link, a, b, goal)
        )
    return found


def _landings(table: Table, link: Link, a: Plan, goal: Aim) -> Iterator[Plan]:
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
    x, y = b
    for each in table.crowd(link.target):
        least_x, least_y, most_x, most_y = each.box
        if (
            least_x < x < most_x
            and least_y < y < most_y
            and each.bars(b)
            and not (goal.stop and each.corners[0] == goal.at)
        ):
            return True
    return False


def _may_cross(table: Table, link: Link, a: Plan, b: Plan, goal: Aim) -> bool:
    match link.kind:
        case "ladder":
            return table.mover.ladders and not _is_taken(table, link, b, goal)
        case "climb":
            return (
                table.mover.climbs
                and link.target.region.holds(b)
                and not _is_taken(table, link, b, goal)
            )
        case "across":
            # A unit that cannot jump still hops over a narrow gap.
            far = max(HOP, table.mover.across)
            return (
                0 < plan_length(a, b) <= far
                and abs(link.target.z - link.source.z) <= STEP
                and link.target.admits(b)
                and not _is_taken(table, link, b, goal)
                and table.clearance(link.source).straight(a, b) == CLEAR
            )
        case "down":
            return (
                cross(link.first, link.last, b) <= 0
                and not _is_taken(table, link, b, goal)
                and table.has_room(link.target, b)
                and _is_over(table, link, a, b)
            )
        case _:
            return False


def _is_over(table: Table, link: Link, a: Plan, b: Plan) -> bool:
    """Return whether nothing high stands between an edge and the landing below (SK-86)."""
    known = table.known.high
    found = known.get(link)
    if found is None:
        found = known[link] = _high(table, link)
    outlines, bodies = found
    return not any(pierces(a, b, outline) for outline in outlines) and not any(
        body.blocks(a, b) for body in bodies
    )


def _high(table: Table, link: Link) -> tuple[list[Outline], list[Obstacle]]:
    """Return the terrain and the bodies that are too high to be jumped over from a side."""
    top = link.source.z - OVER
    outlines = [
        piece.outline
        for piece in table.ground.terrain
        if piece.high > top
        # Ground without height is in nobody's way, at any level.
        and piece.high > piece.low
        # The terrain that the unit jumps from is behind it.
        and piece.id != link.feature
        and piece.low < link.source.z + table.height
    ]
    bodies = [
        disc(body.at.plan, body.radius + table.radius)
        for body in table.bodies
        if body.at.z + body.height > top
        and body.at.z < link.source.z + table.height
        # Allies that may be passed may be jumped over, too (SK-14).
        and not (body.passable and body.side == table.body.side)
    ]
    return outlines, bodies


def shifted(a: Plan, first: Plan, last: Plan) -> Mil:
    """Return how far along a side a place is, in mils."""
    whole = square(first, last)
    if not whole:
        return 0
    dot = (a[0] - first[0]) * (last[0] - first[0]) + (a[1] - first[1]) * (last[1] - first[1])
    return rounded(dot * plan_length(first, last), whole)

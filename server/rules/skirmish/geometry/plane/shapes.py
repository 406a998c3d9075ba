"""Exact tests of points, straight lines, discs and outlines in the plane, in whole mils."""

from functools import lru_cache

from server.rules.skirmish.geometry.lengths import Mil, Plan

CORNERS = 3  # the fewest corners of an outline

Outline = tuple[Plan, ...]
"""The corners of a simple shape, anticlockwise."""

Box = tuple[Mil, Mil, Mil, Mil]
"""An upright box: least x, least y, most x, most y."""


def cross(o: Plan, a: Plan, b: Plan) -> int:
    """Return twice the area of a triangle, above 0 if the way from o over a to b turns left."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def square(a: Plan, b: Plan) -> int:
    """Return the squared distance of two places, in square mils."""
    x, y = b[0] - a[0], b[1] - a[1]
    return x * x + y * y


def passes(a: Plan, b: Plan, at: Plan, radius: Mil) -> bool:
    """Return whether the straight way from a to b stays at least `radius` mils from a place."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    ex, ey = at[0] - ax, at[1] - ay
    far = radius * radius
    dot = ex * dx + ey * dy
    if dot <= 0:
        return ex * ex + ey * ey >= far
    whole = dx * dx + dy * dy
    if dot >= whole:
        ex, ey = at[0] - b[0], at[1] - b[1]
        return ex * ex + ey * ey >= far
    turn = ex * dy - ey * dx
    return turn * turn >= far * whole


def holds(outline: Outline, at: Plan) -> bool:
    """Return whether a place is inside an outline or on its edge."""
    inside = False
    x, y = at
    ax, ay = outline[-1]
    for bx, by in outline:
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return inside


def meet(a: Plan, b: Plan, c: Plan, d: Plan) -> bool:
    """Return whether the line from a to b and that from c to d have a place in common, ends
    included.
    """
    one, two = cross(a, b, c), cross(a, b, d)
    three, four = cross(c, d, a), cross(c, d, b)
    if (one > 0) != (two > 0) and (three > 0) != (four > 0) and one and two and three and four:
        return True
    return (
        (one == 0 and _between(a, b, c))
        or (two == 0 and _between(a, b, d))
        or (three == 0 and _between(c, d, a))
        or (four == 0 and _between(c, d, b))
    )


def _between(a: Plan, b: Plan, at: Plan) -> bool:
    return min(a[0], b[0]) <= at[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= at[1] <= max(
        a[1], b[1]
    )


def pierces(a: Plan, b: Plan, outline: Outline) -> bool:
    """Return whether a straight way runs through the inside of an outline, not just along its
    edge.
    """
    return inner(outline, a, b, (0, 1), (1, 1))


Share = tuple[int, int]
"""A share of a straight way, as numerator and positive denominator."""


def inner(outline: Outline, a: Plan, b: Plan, low: Share, high: Share) -> bool:
    """Return whether the part of the way from a to b between two shares runs through the inside of
    an outline.
    """
    return any(_clipped(part, a, b, low, high) for part in parts(outline))


def _clipped(convex: Outline, a: Plan, b: Plan, low: Share, high: Share) -> bool:
    before = convex[-1]
    for corner in convex:
        start, end = cross(before, corner, a), cross(before, corner, b)
        before = corner
        if start <= 0 and end <= 0:
            return False
        if start > 0 and end > 0:
            continue
        whole = abs(end - start)
        if start < end:
            if -start * low[1] > low[0] * whole:
                low = (-start, whole)
        elif start * high[1] < high[0] * whole:
            high = (start, whole)
        if low[0] * high[1] >= high[0] * low[1]:
            return False
    return low[0] * high[1] < high[0] * low[1]


@lru_cache(maxsize=1024)
def parts(outline: Outline) -> tuple[Outline, ...]:
    """Return convex shapes that together cover an outline exactly: itself if it is convex."""
    size = len(outline)
    if all(
        cross(outline[n], outline[(n + 1) % size], outline[(n + 2) % size]) >= 0
        for n in range(size)
    ):
        return (outline,)
    left, cut = list(outline), []
    while len(left) > 3:
        ear = next(n for n in range(len(left)) if _is_ear(left, n))
        cut.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return (*cut, tuple(left))


def _is_ear(left: list[Plan], n: int) -> bool:
    a, b, c = left[n - 1], left[n], left[(n + 1) % len(left)]
    turn = cross(a, b, c)
    # A corner on a straight line is an ear, too, as its triangle is empty.
    if turn <= 0:
        return turn == 0
    return not any(holds((a, b, c), at) for at in left if at not in (a, b, c))


def fault(outline: Outline) -> str:
    """Return what is wrong with an outline, as the end of a sentence; "" if nothing is."""
    size = len(outline)
    if len(set(outline)) < size or size < CORNERS:
        return "has fewer than three corners, or one of them twice"
    sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    for number, one in enumerate(sides):
        after = sides[(number + 1) % size]
        if cross(*one, after[1]) == 0 and not _between(one[0], after[1], one[1]):
            return "has two sides on top of each other"
        # Without neighbours, which share a corner; the last side is a neighbour of the first.
        for other in sides[number + 2 : size - (number == 0)]:
            if meet(*one, *other):
                return "has sides that cut each other"
    if sum(a[0] * b[1] - a[1] * b[0] for a, b in sides) < 0:
        return "has its corners round to the right, not to the left"
    return ""


@lru_cache(maxsize=4096)
def box(outline: Outline, margin: Mil = 0) -> Box:
    """Return the smallest upright box around an outline, `margin` mils wider on each side."""
    xs, ys = [at[0] for at in outline], [at[1] for at in outline]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin

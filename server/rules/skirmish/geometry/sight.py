"""Line of sight: six straight lines from the eye to the target, and what blocks them (SK-20,
SK-21).

A line that only touches the outside of terrain or a body is not blocked.
"""

from collections.abc import Iterable

from msgspec import Struct

from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import Mil, Point, plan_length, rounded
from server.rules.skirmish.geometry.pieces import Body, Ground, Terrain
from server.rules.skirmish.geometry.plane.shapes import Share, box, inner

SILL = 250  # mils between a base and a window that it is next to: half a thick wall (SK-21)
RIM = 50  # mils by which the left and right aim points are inside the rim (SK-20)


class View(Struct, frozen=True):
    """Whether a unit sees another at all, and whether a part of it is hidden."""

    seen: bool
    covered: bool


def view(
    ground: Ground,
    bodies: Iterable[Body],
    viewer: Body,
    target: Body,
    window: Point | None = None,
) -> View:
    """Return what a unit sees of another; `window` is a point to look from instead of the eye."""
    eye = Point(viewer.at.x, viewer.at.y, viewer.at.z + viewer.height)
    enemies = [
        body
        for body in bodies
        if body.side != viewer.side and body.id != target.id and body.id != viewer.id
    ]
    # Without the wall of the window, in which a line from it begins.
    pieces = [piece for piece in ground.terrain if piece.opaque and window not in piece.windows]
    free = [
        not _is_cut(window or eye, aim, pieces, enemies) for aim in _aims(window or eye, target)
    ]
    return View(any(free), not all(free))


def sees_point(
    ground: Ground,
    bodies: Iterable[Body],
    viewer: Body,
    at: Point,
    window: Point | None = None,
) -> bool:
    """Return whether a unit sees a point, such as a window that another looked out of (SK-21);
    `window` is a point to look from instead of the eye.
    """
    eye = window or Point(viewer.at.x, viewer.at.y, viewer.at.z + viewer.height)
    enemies = [body for body in bodies if body.side != viewer.side and body.id != viewer.id]
    pieces = [
        piece
        for piece in ground.terrain
        if piece.opaque and at not in piece.windows and window not in piece.windows
    ]
    return not _is_cut(eye, at, pieces, enemies)


def windows(ground: Ground, body: Body) -> tuple[Point, ...]:
    """Return the windows that a unit is next to: within `SILL` of its base, within its height, and
    at most 1 inch below its feet (SK-21).
    """
    return tuple(
        at
        for piece in ground.terrain
        for at in piece.windows
        if plan_length(at, body.at) <= body.radius + SILL
        and -STEP <= at.z - body.at.z <= body.height
    )


def _aims(eye: Point, target: Body) -> list[Point]:
    """Return the points to aim at: centre, left and right rim, each at half and at full height."""
    x, y, z = target.at
    far = plan_length(eye, target.at)
    side = max(0, target.radius - RIM)
    # From straight above there is no left and right: the rims along the x axis are taken.
    dx = rounded(-(y - eye.y) * side, far) if far else side
    dy = rounded((x - eye.x) * side, far) if far else 0
    return [
        Point(x + sign * dx, y + sign * dy, z + height)
        for height in (target.height, target.height // 2)
        for sign in (0, 1, -1)
    ]


def _is_cut(eye: Point, aim: Point, pieces: list[Terrain], bodies: list[Body]) -> bool:
    return any(_by_terrain(eye, aim, piece) for piece in pieces) or any(
        _by_body(eye, aim, body) for body in bodies
    )


def _slab(eye: Point, aim: Point, low: Mil, high: Mil) -> tuple[Share, Share] | None:
    """Return the shares between which the line is strictly between two heights, with the same
    denominator; None if it never is.
    """
    rise = aim.z - eye.z
    if rise == 0:
        return ((0, 1), (1, 1)) if low < eye.z < high else None
    if rise < 0:
        first, last = (eye.z - high, -rise), (eye.z - low, -rise)
    else:
        first, last = (low - eye.z, rise), (high - eye.z, rise)
    first, last = max(first, (0, first[1])), min(last, (last[1], last[1]))
    return (first, last) if first[0] < last[0] else None


def _by_terrain(eye: Point, aim: Point, piece: Terrain) -> bool:
    # By its upright box first: most terrain is far off, and the exact test is expensive.
    least_x, least_y, most_x, most_y = box(piece.outline)
    if max(eye.x, aim.x) <= least_x or min(eye.x, aim.x) >= most_x:
        return False
    if max(eye.y, aim.y) <= least_y or min(eye.y, aim.y) >= most_y:
        return False
    part = _slab(eye, aim, piece.low, piece.high)
    return part is not None and inner(piece.outline, eye.plan, aim.plan, *part)


def _by_body(eye: Point, aim: Point, body: Body) -> bool:
    part = _slab(eye, aim, body.at.z, body.at.z + body.height)
    if part is None:
        return False
    dx, dy = aim.x - eye.x, aim.y - eye.y
    ex, ey = body.at.x - eye.x, body.at.y - eye.y
    (low, bottom), (high, _) = part
    whole = dx * dx + dy * dy
    # The share of the line that is nearest to the body's axis, limited to the part between.
    dot = ex * dx + ey * dy
    if dot * bottom <= low * whole:
        share, bottom = low, bottom
    elif dot * bottom >= high * whole:
        share, bottom = high, bottom
    else:
        share, bottom = dot, whole
    x, y = share * dx - bottom * ex, share * dy - bottom * ey
    return x * x + y * y < (body.radius * bottom) ** 2

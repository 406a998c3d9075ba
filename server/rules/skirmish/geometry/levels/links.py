"""Links from one floor to another: ladders, climbs, hops, jumps across and down (SK-13)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from protocol.skirmish import LegKind
from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, along, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor, floors
from server.rules.skirmish.geometry.levels.openings import HOP, is_shut
from server.rules.skirmish.geometry.pieces import Ground, Ladder
from server.rules.skirmish.geometry.plane.obstacles import nearest, outline_distance
from server.rules.skirmish.geometry.plane.shapes import Box, cross
from server.rules.skirmish.geometry.ways import CheckKind

WIDEST = 9 * INCH  # the widest gap that any unit can jump across: 6 inches, and 3 more with Leap
SIDEWAYS = INCH  # the farthest that a climb may go sideways (SK-13)


class Upright(NamedTuple):
    """A link whose places are all along one axis: from a side along x or y, to an upright box or to
    a side straight across.

    `turn` is the axis along which the side lies: 0 for x, 1 for y. On the other axis the side is at
    `level`, and the places that it leads to are at `beyond`. Along the axis they are from `low` to
    `high`.
    """

    turn: int
    level: Mil
    beyond: Mil
    low: Mil
    high: Mil


class Link:
    """A side of terrain, or a ladder, by which units get from one floor to another.

    A unit leaves the `source` floor at a place between `first` and `last`, and arrives at `landing`
    of that place; the landing of a jump down may be anywhere within reach. `narrowest` is the least
    width of a gap, in mils. `samples` are kept for `finding.crossing`.
    """

    __slots__ = (
        "_is_narrow",
        "_is_shut",
        "_upright",
        "face",
        "feature",
        "first",
        "kind",
        "last",
        "narrowest",
        "onto",
        "samples",
        "source",
        "target",
        "top",
    )

    def __init__(
        self,
        kind: LegKind,
        source: Floor,
        target: Floor,
        feature: str,
        side: tuple[Plan, Plan],
        *,
        face: int | None = None,
        onto: str = "",
        top: tuple[Plan, Plan] | None = None,
        narrowest: Mil = 0,
    ) -> None:
        self.kind = kind
        self.source = source
        self.target = target
        self.feature = feature
        self.first, self.last = side
        self.face = face
        self.onto = onto
        self.top = top
        self.narrowest = narrowest
        self._is_narrow: bool | None = None
        self._is_shut: bool | None = None
        self._upright: list[Upright | None] = []
        self.samples: dict[tuple[bool, bool], tuple[tuple[Plan, Plan], ...]] = {}

    @property
    def rise(self) -> Mil:
        """Return the difference in height of its floors, in mils."""
        return abs(self.target.z - self.source.z)

    @property
    def upright(self) -> Upright | None:
        """Return how a link over an upright side leads, in mils; None for any other link."""
        if not self._upright:
            self._upright.append(self._over())
        return self._upright[0]

    def _over(self) -> Upright | None:
        region, (x, y), (to_x, to_y) = self.target.region, self.first, self.last
        if x != to_x and y != to_y:
            return None
        turn = 1 if x == to_x else 0
        level = self.first[1 - turn]
        if self.kind == "across" and region.is_box:
            beyond = min(max(level, region.box[1 - turn]), region.box[3 - turn])
            return Upright(turn, level, beyond, region.box[turn], region.box[2 + turn])
        if self.kind != "climb" or self.top is None:
            return None
        low, high = sorted((self.first[turn], self.last[turn]))
        one, other = self.top
        # A climb leads to the same place along the edge above or at its foot.
        if (one[turn], other[turn], one[1 - turn]) != (
            self.first[turn],
            self.last[turn],
            other[1 - turn],
        ):
            return None
        return Upright(turn, level, one[1 - turn], low, high)

    @property
    def is_hopped_at_an_end(self) -> bool:
        """Return whether an end of the side is certainly the only place whose gap is narrow enough
        for a hop. So it is with sides of a roof around the corner of those that face another one.
        """
        if self._is_narrow is None:
            self._is_narrow = self._is_narrow_at_an_end()
        return self._is_narrow

    @property
    def is_shut(self) -> bool:
        """Return whether terrain certainly keeps every base from hopping over the side."""
        if self._is_shut is None:
            self._is_shut = is_shut(self.source, self.target, self.first, self.last)
        return self._is_shut

    def _is_narrow_at_an_end(self) -> bool:
        (x, y), (to_x, to_y) = self.first, self.last
        # Along such a side the gap to a box first falls, then rises, in whole mils.
        if self.kind != "across" or not self.target.region.is_box or (x != to_x and y != to_y):
            return False
        whole = plan_length(self.first, self.last)
        one, other = self._gap(0), self._gap(whole)
        if one <= HOP < other:
            return self._gap(1) > HOP
        return other <= HOP < one and self._gap(whole - 1) > HOP

    def _gap(self, far: Mil) -> Mil:
        at = along(self.first, self.last, far)
        return plan_length(at, self.landing(at))

    def landing(self, at: Plan) -> Plan:
        """Return where a unit arrives that leaves at a place of the link's side."""
        if self.top is None:
            return self.target.region.nearest(at)
        if self.top[0] == self.top[1]:
            return self.top[0]
        return along(
            self.top[0],
            self.top[1],
            plan_length(self.first, at)
            * plan_length(*self.top)
            # A side without length must not divide by zero.
            // max(1, plan_length(self.first, self.last)),
        )

    def cost(self, a: Plan, b: Plan) -> Mil:
        """Return the length that the leg from a to b counts, in mils."""
        flat = plan_length(a, b)
        match self.kind:
            case "ladder":
                return self.rise + flat
            case "climb":
                return self.rise + flat
            case _:
                return flat


class Links:
    """All links of a board for bases of a radius and bodies of a height, whatever a unit can climb
    or jump. They are made for one floor after the other, once they are asked for: most searches
    stay on a few floors, and few of them are for Checks.
    """

    __slots__ = ("_found", "_ladders", "floors", "radius")

    def __init__(self, ground: Ground, radius: Mil, height: Mil) -> None:
        self.floors = floors(ground, radius, height)
        self.radius = radius
        self._ladders = [link for each in ground.ladders for link in _ladder(each, self.floors)]
        self._found: dict[tuple[int, CheckKind | None], tuple[Link, ...]] = {}

    def leaving(self, number: int, kind: CheckKind | None) -> tuple[Link, ...]:
        """Return the links that leave the floor of a number: ladders, what may be hopped over, and
        the links for Checks of a kind.
        """
        found = self._found.get((number, kind))
        if found is None:
            found = self._found[number, kind] = tuple(self._leaving(self.floors[number], kind))
        return found

    def _leaving(self, source: Floor, kind: CheckKind | None) -> Iterator[Link]:
        yield from (link for link in self._ladders if link.source is source)
        widest = WIDEST if kind == "across" else HOP
        # In the order of the floors above, then of those below: it decides between routes that are
        # equally long.
        for above in self.floors:
            if above is not source:
                if kind == "climb":
                    yield from _climbs_up(above, source, self.radius)
                continue
            for below in self.floors:
                if below is not source:
                    if kind == "climb":
                        yield from _climbs_down(source, below, self.radius)
                    yield from _gaps(source, below, widest)
                    if kind == "down":
                        yield from _drops(source, below)


@lru_cache(maxsize=64)
def links(ground: Ground, radius: Mil, height: Mil) -> Links:
    """Return the links of a board. They are cached by the board's value, as its floors are."""
    return Links(ground, radius, height)


def _ladder(ladder: Ladder, all_floors: tuple[Floor, ...]) -> Iterator[Link]:
    foot, top = ladder.foot.plan, ladder.foot.z + ladder.height
    low = [each for each in all_floors if each.z == ladder.foot.z and each.region.holds(foot)]
    high = [
        (outline_distance(each.region.outline, foot), each.number, each)
        for each in all_floors
        if abs(each.z - top) <= STEP and outline_distance(each.region.outline, foot) <= SIDEWAYS
    ]
    if low and high:
        upper = min(high, key=lambda each: each[:2])[2]
        off = nearest(upper.region.outline, foot)
        yield Link("ladder", low[0], upper, ladder.id, (foot, foot), top=(off, off))
        yield Link("ladder", upper, low[0], ladder.id, (off, off), top=(foot, foot))


class _Face(NamedTuple):
    """A side of terrain that can be climbed: its number, its foot and its edge."""

    number: int
    foot: tuple[Plan, Plan]
    edge: tuple[Plan, Plan]


def _faces(above: Floor, below: Floor, radius: Mil) -> Iterator[_Face]:
    """Yield the sides of the terrain under a floor that can be climbed from another floor."""
    piece = above.piece
    # The foot of a climb is a radius off the wall, so it goes that far sideways (SK-13).
    if piece is None or not piece.climbable or radius > SIDEWAYS:
        return
    if above.z <= below.z + STEP or piece.low > below.z + STEP:
        return
    for number, (a, b) in enumerate(_sides(above)):
        whole = plan_length(a, b)
        out = ((b[1] - a[1]), -(b[0] - a[0]))
        foot_a, foot_b = (
            along(at, (at[0] + out[0], at[1] + out[1]), radius) if whole else at for at in (a, b)
        )
        # What lies aside of a floor, however high, is not climbed to or from it.
        if _is_over(below.region.box, foot_a, foot_b):
            yield _Face(number, (foot_a, foot_b), (a, b))


def _is_over(box: Box, a: Plan, b: Plan) -> bool:
    """Return whether a side of an outline may touch or cross an upright box."""
    least_x, least_y, most_x, most_y = box
    return (
        min(a[0], b[0]) <= most_x
        and max(a[0], b[0]) >= least_x
        and min(a[1], b[1]) <= most_y
        and max(a[1], b[1]) >= least_y
    )


def _climbs_up(above: Floor, below: Floor, radius: Mil) -> Iterator[Link]:
    for face, foot, edge in _faces(above, below, radius):
        assert above.piece is not None
        yield Link("climb", below, above, above.piece.id, foot, face=face, top=edge)


def _climbs_down(above: Floor, below: Floor, radius: Mil) -> Iterator[Link]:
    for face, foot, edge in _faces(above, below, radius):
        assert above.piece is not None
        yield Link("climb", above, below, above.piece.id, edge, face=face, top=foot)


def _sides(floor: Floor) -> list[tuple[Plan, Plan]]:
    outline = floor.region.outline
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def _gaps(source: Floor, target: Floor, widest: Mil) -> Iterator[Link]:
    """Yield the sides of a floor from which another one is at most `widest` mils away."""
    if source.piece is None or target.piece is None or abs(source.z - target.z) > STEP:
        return
    if _boxes_apart(source.region.box, target.region.box) > widest:
        return
    for face, (a, b) in enumerate(_sides(source)):
        # Only sides that face some part of the target, within the widest jump.
        if all(cross(a, b, at) > 0 for at in target.region.outline):
            continue
        narrowest = min(
            outline_distance(target.region.outline, a),
            outline_distance(target.region.outline, b),
            *(outline_distance((a, b), at) for at in target.region.outline),
        )
        if narrowest <= widest:
            yield Link(
                "across",
                source,
                target,
                source.piece.id,
                (a, b),
                face=face,
                onto=target.piece.id,
                narrowest=narrowest,
            )


def _boxes_apart(one: Box, other: Box) -> Mil:
    """Return a lower bound of the distance of what is in two boxes, in mils."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def _drops(above: Floor, below: Floor) -> Iterator[Link]:
    if above.piece is None or above.z <= below.z + STEP:
        return
    for face, (a, b) in enumerate(_sides(above)):
        yield Link("down", above, below, above.piece.id, (a, b), face=face)

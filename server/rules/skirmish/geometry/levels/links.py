"""Links from one floor to another: ladders, climbs, hops, jumps across and down (SK-13)."""

from collections.abc import Iterator
from functools import lru_cache

from protocol.skirmish import LegKind
from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, along, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor, floors
from server.rules.skirmish.geometry.pieces import Ground, Ladder
from server.rules.skirmish.geometry.plane.obstacles import nearest, outline_distance
from server.rules.skirmish.geometry.plane.shapes import cross

HOP = INCH  # the widest gap that needs no Check (SK-13)
WIDEST = 9 * INCH  # the widest gap that any unit can jump across: 6 inches, and 3 more with Leap
SIDEWAYS = INCH  # the farthest that a climb may go sideways (SK-13)


class Link:
    """A side of terrain, or a ladder, by which units get from one floor to another.

    A unit leaves the `source` floor at a place between `first` and `last`, and arrives at `landing`
    of that place; the landing of a jump down may be anywhere within reach. `narrowest` is the least
    width of a gap, in mils.
    """

    __slots__ = (
        "face",
        "feature",
        "first",
        "kind",
        "last",
        "narrowest",
        "onto",
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

    @property
    def rise(self) -> Mil:
        """Return the difference in height of its floors, in mils."""
        return abs(self.target.z - self.source.z)

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


@lru_cache(maxsize=64)
def links(ground: Ground, radius: Mil, height: Mil) -> tuple[Link, ...]:
    """Return all links of a board for bases of a radius and bodies of a height, whatever a unit can
    climb or jump.
    """
    all_floors = floors(ground, radius, height)
    found: list[Link] = []
    for ladder in ground.ladders:
        found += _ladder(ladder, all_floors)
    for above in all_floors:
        for below in all_floors:
            if above is not below:
                found += _climbs(above, below, radius)
                found += _gaps(above, below)
                found += _drops(above, below)
    return tuple(found)


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


def _climbs(above: Floor, below: Floor, radius: Mil) -> Iterator[Link]:
    piece = above.piece
    # The foot of a climb is a radius off the wall, so it goes that far sideways (SK-13).
    if piece is None or not piece.climbable or radius > SIDEWAYS:
        return
    if above.z <= below.z + STEP or piece.low > below.z + STEP:
        return
    for face, (a, b) in enumerate(_sides(above)):
        whole = plan_length(a, b)
        out = ((b[1] - a[1]), -(b[0] - a[0]))
        foot_a, foot_b = (
            along(at, (at[0] + out[0], at[1] + out[1]), radius) if whole else at for at in (a, b)
        )
        yield Link("climb", below, above, piece.id, (foot_a, foot_b), face=face, top=(a, b))
        yield Link("climb", above, below, piece.id, (a, b), face=face, top=(foot_a, foot_b))


def _sides(floor: Floor) -> list[tuple[Plan, Plan]]:
    outline = floor.region.outline
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def _gaps(source: Floor, target: Floor) -> Iterator[Link]:
    if source.piece is None or target.piece is None or abs(source.z - target.z) > STEP:
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
        if narrowest <= WIDEST:
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


def _drops(above: Floor, below: Floor) -> Iterator[Link]:
    if above.piece is None or above.z <= below.z + STEP:
        return
    for face, (a, b) in enumerate(_sides(above)):
        yield Link("down", above, below, above.piece.id, (a, b), face=face)

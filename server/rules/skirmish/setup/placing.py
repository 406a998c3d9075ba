"""Where units that are left can be deployed: in their side's zone, and beside it if that is full.

Whoever is put down must leave room in the zone for those that are left: else a match would stop
there, as nobody may be put down on top of another and nobody may be left at home.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from protocol.ids import SeatId, UnitId
from protocol.skirmish import Mil, Point
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import Area
from server.rules.skirmish.geometry.pieces import Body
from server.rules.skirmish.geometry.plane.circles import GRAZE
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH, height_of, radius_of

FINE_PACE: Mil = INCH // 10  # the distance of those tried where a zone is nearly full
PACE: Mil = INCH  # the distance of the places tried in a row: a usual base


class Plan(Struct, frozen=True):
    """Where units can stand in their zone, by their ids, and those that find no room in it."""

    spots: dict[UnitId, Point]
    outside: tuple[UnitId, ...] = ()


class Placing:
    """The places of a side's units, with all that stand on the board as they are now."""

    def __init__(self, match: Match, side: SeatId) -> None:
        self.match = match
        self.zone = match.state.board.zones[match.state.sides[side].zone]
        self.left = [
            unit for unit in match.state.units.values() if unit.side == side and unit.at is None
        ]
        # Where terrain and those on the board allow a base to stand, as far as it was asked for.
        self._free: dict[tuple[Mil, Mil, Mil | None], tuple[list[Point], Iterator[Point]]] = {}

    def places(
        self, unit: Unit, placed: Sequence[Body] = (), pace: Mil | None = None
    ) -> Iterator[Point]:
        """Yield places of its zone in which a unit can stand, row by row from the board's edge,
        with `placed` standing there as well.

        The middle of each row comes first, so that a warband stays together. Places are an inch
        apart and rows a base, or both `pace` mils.
        """
        radius = radius_of(unit)
        key = radius, height_of(unit), pace
        if key not in self._free:
            self._free[key] = (
                [],
                space.fitting(self.match, unit, _rows(self.match, self.zone, radius, pace)),
            )
        known, more = self._free[key]
        number = 0
        while True:
            if number == len(known):
                at = next(more, None)
                if at is None:
                    return
                known.append(at)
            at = known[number]
            if not any(overlap(at, radius, body) for body in placed):
                yield at
            number += 1

    def plan(self, units: Sequence[Unit], placed: Sequence[Body] = ()) -> Plan:
        """Return where units can stand in their zone, each in the first place that is free."""
        found = self._planned(units, placed)
        if found.outside:
            # Large bases first: small ones find gaps between them.
            by_size = sorted(units, key=radius_of, reverse=True)
            other = self._planned(by_size, placed)
            if len(other.outside) < len(found.outside):
                return other
        return found

    def _planned(self, units: Sequence[Unit], placed: Sequence[Body]) -> Plan:
        spots: dict[UnitId, Point] = {}
        outside: list[UnitId] = []
        there = list(placed)
        for unit in units:
            fine = self.places(unit, there, FINE_PACE)
            at = next(chain(self.places(unit, there), fine), None)
            if at is None:
                outside.append(unit.id)
                continue
            spots[unit.id] = at
            there.append(space.body_of(self.match.state, unit, at))
        return Plan(spots, tuple(outside))

    def pushed_out(self, unit: Unit, at: Point) -> Unit | None:
        """Return a unit that would find no room in the zone any more if another one is deployed at
        a place; None if there is none.
        """
        others = [each for each in self.left if each.id != unit.id]
        here = space.body_of(self.match.state, unit, at)
        if self._is_roomy(others, here):
            return None
        before, after = self.plan([unit, *others]), self.plan(others, (here,))
        # Where the zone is too small for all, as many as before may stand beside it.
        if len(after.outside) <= len(before.outside):
            return None
        lost = next((each for each in after.outside if each not in before.outside), None)
        return self.match.unit(lost or after.outside[0])

    def _is_roomy(self, units: Sequence[Unit], here: Body) -> bool:
        """Return whether each of the units certainly finds room in the zone, wherever the others
        stand: there are more places than they can take. A whole plan would say so as well, but
        takes far longer.
        """
        radii = [radius_of(unit) for unit in units]
        for unit in {radius_of(each): each for each in units}.values():
            own = radius_of(unit)
            taken = sum(_taken(own, other) for other in radii) - _taken(own, own)
            if sum(1 for _ in self.places(unit, (here,))) <= taken:
                return False
        return True

    def beside(self, unit: Unit, placed: Sequence[Body]) -> Point:
        """Return the place nearest to the zone in which a unit can stand that finds no room in it,
        not in the other side's zone. Raises `Unfit` if it can stand nowhere on the board.
        """
        board, radius = self.match.state.board, radius_of(unit)
        grid = [
            (x, y, 0)
            for x in range(radius, board.width - radius + 1, PACE // 2)
            for y in range(radius, board.depth - radius + 1, PACE // 2)
            if not any(_holds(zone, x, y) for zone in board.zones)
        ]
        grid.sort(key=lambda at: (_off(self.zone, at), at))
        for at in space.fitting(self.match, unit, grid):
            if not any(overlap(at, radius, body) for body in placed):
                return at
        raise Unfit(f"The board is too full: {unit.name} finds no room on it.")


def overlap(at: Point, radius: Mil, body: Body) -> bool:
    """Return whether a base at a place overlaps another by more than a mil of rounding."""
    far = radius + body.radius - GRAZE
    return (at[0] - body.at.x) ** 2 + (at[1] - body.at.y) ** 2 < far * far


def _rows(match: Match, zone: Area, radius: Mil, pace: Mil | None) -> Iterator[Point]:
    is_far = zone.y[0] > match.state.board.depth // 2
    # Rows are a base apart, so that they do not overlap.
    rows = range(zone.y[0] + radius, zone.y[1] - radius + 1, pace or 2 * radius)
    middle = (zone.x[0] + zone.x[1]) // 2
    across = sorted(
        range(zone.x[0] + radius, zone.x[1] - radius + 1, pace or PACE),
        key=lambda x: (abs(x - middle), x),
    )
    return ((x, y, 0) for y in (reversed(rows) if is_far else rows) for x in across)


def _taken(radius: Mil, other: Mil) -> int:
    """Return how many places in rows another base can take from one of a radius at most."""
    wide = 2 * (radius + other - GRAZE)
    # So many places fit within an open span, in a row and among rows.
    return -(-wide // PACE) * -(-wide // (2 * radius))


def _holds(zone: Area, x: Mil, y: Mil) -> bool:
    return zone.x[0] <= x <= zone.x[1] and zone.y[0] <= y <= zone.y[1]


def _off(zone: Area, at: Point) -> int:
    """Return the square of the distance of a place from a zone."""
    x = max(zone.x[0] - at[0], 0, at[0] - zone.x[1])
    y = max(zone.y[0] - at[1], 0, at[1] - zone.y[1])
    return x * x + y * y

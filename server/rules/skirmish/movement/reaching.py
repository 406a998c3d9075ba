"""Where a unit can go: the route to a point that a player names, and points to suggest (SK-13)."""

from collections.abc import Iterator
from itertools import islice

from protocol.skirmish import Mil
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import Piece
from server.rules.skirmish.geometry import difficult, reaching, routes
from server.rules.skirmish.geometry.lengths import Point, plan_length
from server.rules.skirmish.geometry.ways import Check, Route
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.inches import inches
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH, radius_of

GRID = 3  # places suggested to each side of a unit: at most 49, a choice that can be read
AROUND = tuple(
    (i, j)
    for ring in range(1, GRID + 1)
    for i in range(-ring, ring + 1)
    for j in range(-ring, ring + 1)
    if max(abs(i), abs(j)) == ring
)
"""The steps of the grid to these places, from the middle outwards."""
TRIES = 12  # searches for places with checks, of a few milliseconds each
CLOSEST: Mil = INCH // 2
"""The least distance of suggested places."""


def route_to(
    match: Match, unit: Unit, at: Point, budget: Mil, checks: tuple[Check, ...] = ()
) -> Route:
    """Return the route of a unit to a point, with exactly these checks. Raises `Unfit`, with the
    reason, if it cannot go there (SK-13, SK-83).
    """
    end = space.standing(match, unit, at)
    # Before the search for a route: the check is cheaper and names the true reason (SK-83).
    if _touches_enemy(match, unit, end):
        raise Unfit("A move does not end in contact with an enemy: only an Engage does.")
    route = _found(match, unit, end, budget, checks)
    if route is None:
        # Without the length of the route: players may not measure with the server (SK-19).
        raise Unfit(f"No such way of {inches(budget)} inches leads there.")
    return route


def _touches_enemy(match: Match, unit: Unit, at: Point) -> bool:
    return any(space.touching_foes(match, unit, (at,)))


def _found(
    match: Match, unit: Unit, end: Point, budget: Mil, checks: tuple[Check, ...]
) -> Route | None:
    """Return the shortest route within a budget, off which difficult ground takes 2 inches (SK-89);
    None if there is none.
    """
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, unit)
    bodies = space.bodies(match)
    if not checks:
        return reaching.in_reach(ground, bodies, mover, end, budget)
    route = routes.to_place(ground, bodies, mover, end, checks, budget)
    if route is None or not difficult.is_in_reach(ground, route, radius_of(unit), budget):
        return None
    return route


def ends(match: Match, unit: Unit, budget: Mil, checks: tuple[Check, ...] = ()) -> Iterator[Point]:
    """Yield points to suggest that a unit can reach with these checks, the nearest first."""
    step = max(budget // GRID, CLOSEST)
    if checks:
        yield from _ends_with_checks(match, unit, budget, step, checks)
        return
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, unit)
    field = reaching.field(ground, space.bodies(match), mover, budget, step)
    found = [place.at for place in field]
    for at, touches in zip(found, space.touching_foes(match, unit, found), strict=True):
        if not touches:
            yield at


def _ends_with_checks(
    match: Match, unit: Unit, budget: Mil, step: Mil, checks: tuple[Check, ...]
) -> Iterator[Point]:
    """Yield points that can be reached with checks: on top of the terrain of the last one, or on
    the ground. Each try is a search, so there are at most `TRIES`.
    """
    x, y, _ = match.at(unit.id)
    around = [Point(x + dx * step, y + dy * step, 0) for dx, dy in AROUND]
    last = checks[-1].onto or checks[-1].feature
    tops = [at for piece in match.state.board.pieces if piece.id == last for at in _top(piece)]
    tops.sort(key=lambda at: plan_length((x, y), at))
    able = space.fitting(match, unit, (*tops[:TRIES], *around))
    for at in islice(able, TRIES):
        try:
            yield route_to(match, unit, at, budget, checks).end
        except Unfit:
            continue


def _top(piece: Piece) -> Iterator[Point]:
    """Yield a grid of places on top of a piece."""
    xs, ys = [spot.x for spot in piece.corners], [spot.y for spot in piece.corners]
    for x in range(min(xs) + CLOSEST, max(xs), INCH):
        for y in range(min(ys) + CLOSEST, max(ys), INCH):
            yield Point(x, y, piece.high)

"""Where a unit can go: the way to a point that somebody names, and points to suggest (SK-13)."""

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

GRID = 3  # places to either side of a unit that are suggested: 49 at most, some to choose from
AROUND = tuple(
    (i, j)
    for ring in range(1, GRID + 1)
    for i in range(-ring, ring + 1)
    for j in range(-ring, ring + 1)
    if max(abs(i), abs(j)) == ring
)
"""The same places, from the middle outwards."""
TRIES = 12  # searches of a few milliseconds each
CLOSEST: Mil = INCH // 2
"""How far apart suggested places are at least."""


def route_to(
    match: Match, unit: Unit, at: Point, budget: Mil, checks: tuple[Check, ...] = ()
) -> Route:
    """Return the way of a unit to a point, with exactly these checks. Raises `Unfit` with the
    reason where it cannot go there (SK-13, SK-83).
    """
    end = space.standing(match, unit, at)
    # Before the search for a way: the refusal is cheaper, and tells the true reason (SK-83).
    if _touches_enemy(match, unit, end):
        raise Unfit("A move does not end in contact with an enemy: only an Engage does.")
    route = _found(match, unit, end, budget, checks)
    if route is None:
        # How far it is stays unsaid: the server is no ruler (SK-19).
        raise Unfit(f"No such way of {inches(budget)} inches leads there.")
    return route


def _touches_enemy(match: Match, unit: Unit, at: Point) -> bool:
    return any(space.would_touch(match, unit, at, foe) for foe in match.foes(unit))


def _found(
    match: Match, unit: Unit, end: Point, budget: Mil, checks: tuple[Check, ...]
) -> Route | None:
    """Return the shortest way within a budget, from which difficult ground takes 2 inches
    (SK-89).
    """
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, unit)
    bodies = space.bodies(match)
    if not checks:
        return reaching.in_reach(ground, bodies, mover, end, budget)
    route = routes.to_place(ground, bodies, mover, end, checks, budget)
    if route is None or route.length > difficult.reach(ground, route, radius_of(unit), budget):
        return None
    return route


def ends(match: Match, unit: Unit, budget: Mil, checks: tuple[Check, ...] = ()) -> Iterator[Point]:
    """Yield points to suggest, where a unit can go with these checks, the nearest first."""
    step = max(budget // GRID, CLOSEST)
    if checks:
        yield from _ends_with_checks(match, unit, budget, step, checks)
        return
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, unit)
    for place in reaching.field(ground, space.bodies(match), mover, budget, step):
        if not _touches_enemy(match, unit, place.at):
            yield place.at


def _ends_with_checks(
    match: Match, unit: Unit, budget: Mil, step: Mil, checks: tuple[Check, ...]
) -> Iterator[Point]:
    """Yield the same where checks are made: on top of what the last one leads to, or on the ground.

    Each try costs a search, so that no more than `TRIES` are made.
    """
    x, y, _ = match.at(unit.id)
    around = [Point(x + dx * step, y + dy * step, 0) for dx, dy in AROUND]
    last = checks[-1].onto or checks[-1].feature
    tops = [at for piece in match.state.board.pieces if piece.id == last for at in _top(piece)]
    tops.sort(key=lambda at: plan_length((x, y), at))
    able = (at for at in (*tops[:TRIES], *around) if space.can_stand(match, unit, at))
    for at in islice(able, TRIES):
        try:
            yield route_to(match, unit, at, budget, checks).end
        except Unfit:
            continue


def _top(piece: Piece) -> Iterator[Point]:
    """Yield places on top of a piece, in its corners and between them."""
    xs, ys = [spot.x for spot in piece.corners], [spot.y for spot in piece.corners]
    for x in range(min(xs) + CLOSEST, max(xs), INCH):
        for y in range(min(ys) + CLOSEST, max(ys), INCH):
            yield Point(x, y, piece.high)

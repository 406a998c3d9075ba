"""The match in space: converts its units, board and treasure for `geometry`, and asks that about
distances, sight and room. Rules use these functions and do not measure themselves.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from protocol import skirmish
from protocol.ids import UnitId
from protocol.skirmish import Mil
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import Board, Footing, Piece, Skill, Spot
from server.rules.skirmish.geometry import contact, difficult, pieces, sight, stopping
from server.rules.skirmish.geometry import standing as places
from server.rules.skirmish.geometry.lengths import Point, plan_length
from server.rules.skirmish.geometry.pieces import Body, Ground, Ladder, Mover, Terrain
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.shapes import box
from server.rules.skirmish.geometry.ways import Route
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit, pair_key
from server.rules.skirmish.kernel.stats import height_of, radius_of

WATERS: dict[Footing, pieces.Water] = {Footing.SHALLOW: "shallow", Footing.DEEP: "deep"}


@lru_cache(maxsize=64)
def ground_of(board: Board) -> Ground:
    """Return a board in the types of `geometry`."""
    ladders = tuple(Ladder(one.id, _point(one.foot), one.height) for one in board.ladders)
    return Ground((board.width, board.depth), tuple(map(_terrain, board.pieces)), ladders)


def _terrain(piece: Piece) -> Terrain:
    return Terrain(
        id=piece.id,
        outline=tuple((corner.x, corner.y) for corner in piece.corners),
        low=piece.low,
        high=piece.high,
        opaque=piece.opaque,
        impassable=piece.impassable,
        climbable=piece.climbable,
        difficult=piece.footing is not Footing.FIRM,
        water=WATERS.get(piece.footing, "none"),
        railings=piece.railings,
        windows=tuple(map(_point, piece.windows)),
    )


def _point(spot: Spot) -> Point:
    return Point(spot.x, spot.y, spot.z)


def point(at: skirmish.Point) -> Point:
    """Return a point of the state as a `Point` of `geometry`."""
    return Point(*at)


def body_of(state: MatchState, unit: Unit, at: skirmish.Point | None = None) -> Body:
    """Return a unit as a `Body` of `geometry`, at its place or, if `at` is given, at that point."""
    where = at or unit.at
    assert where is not None, f"{unit.id} is off the board"
    is_engaged = any(unit.id in pair for pair in state.pairs.values())
    return Body(
        id=unit.id,
        at=point(where),
        radius=radius_of(unit),
        height=height_of(unit),
        side=unit.side,
        passable=not unit.is_downed and not is_engaged,
    )


def bodies(match: Match, *without: UnitId) -> list[Body]:
    """Return all units on the board, except those in `without`, in the order of their ids."""
    return [body_of(match.state, unit) for unit in match.on_board() if unit.id not in without]


def mover_of(match: Match, unit: Unit) -> Mover:
    """Return a unit as a `Mover`: animals use no ladders, ethereal units pass through
    everything.
    """
    return Mover(
        body_of(match.state, unit),
        ladders=not unit.has(Skill.ANIMAL),
        ghostly=unit.has(Skill.ETHEREAL),
    )


def gap(match: Match, one: Unit, other: Unit) -> Mil:
    """Return the distance of two units on the board, in mils (SK-9)."""
    return contact.distance(body_of(match.state, one), body_of(match.state, other))


def gap_to(match: Match, unit: Unit, at: skirmish.Point) -> Mil:
    """Return the distance of a unit to a point or a token, in mils (SK-9)."""
    return contact.distance_to(body_of(match.state, unit), point(at))


def touch(match: Match, one: Unit, other: Unit) -> bool:
    """Return whether two units are in base contact (SK-10)."""
    return contact.touching(body_of(match.state, one), body_of(match.state, other))


def touched(match: Match, unit: Unit) -> list[Unit]:
    """Return the enemies in base contact with a unit, in the order of their ids."""
    return [foe for foe in match.foes(unit) if touch(match, unit, foe)]


def view(match: Match, viewer: Unit, target: Unit) -> sight.View:
    """Return what a unit sees of another (SK-20)."""
    ground = ground_of(match.state.board)
    eye, aim = body_of(match.state, viewer), body_of(match.state, target)
    return sight.view(ground, bodies(match), eye, aim)


def outlook(match: Match, unit: Unit) -> tuple[Point, ...]:
    """Return the windows that a unit is next to (SK-21)."""
    return sight.windows(ground_of(match.state.board), body_of(match.state, unit))


def shot_view(match: Match, viewer: Unit, target: Unit, window: Point | None = None) -> sight.View:
    """Return what a unit sees of another that it may shoot at, from a window if one is named.

    A target that has looked out of a window since its side's turn began is seen by every unit that
    sees that window, with cover (SK-21).
    """
    ground, others = ground_of(match.state.board), bodies(match)
    eye, aim = body_of(match.state, viewer), body_of(match.state, target)
    seen = sight.view(ground, others, eye, aim, window)
    if seen.seen or target.window is None:
        return seen
    at = point(target.window)
    # Only while it is still next to that window.
    is_there = at in sight.windows(ground, aim)
    if is_there and sight.sees_point(ground, others, eye, at, window):
        return sight.View(seen=True, covered=True)
    return seen


def sees(match: Match, viewer: Unit, target: Unit) -> bool:
    """Return whether a unit sees another."""
    return view(match, viewer, target).seen


def paired(state: MatchState, one: UnitId, other: UnitId) -> bool:
    """Return whether two units are engaged with each other."""
    return pair_key(one, other) in state.pairs


def snapped(match: Match, unit: Unit, at: skirmish.Point) -> Body:
    """Return a unit as it would stand at a point, on the highest surface there up to an inch above
    the point. Raises `Unfit` off the board.
    """
    body = body_of(match.state, unit, at)
    above = replace(body, at=Point(at[0], at[1], at[2] + contact.STEP))
    surface = places.surface(ground_of(match.state.board), above, (at[0], at[1]))
    if surface is None:
        raise Unfit("That is off the board.")
    return replace(body, at=surface)


def standing(match: Match, unit: Unit, at: skirmish.Point) -> Point:
    """Return a point with the height of the surface there. Raises `Unfit`, with the reason, if the
    unit cannot stand there (SK-12).
    """
    here = snapped(match, unit, at)
    ground = ground_of(match.state.board)
    # Checked without and with the other units, only to name the right reason.
    if not places.has_room(ground, (), here):
        raise Unfit("A wall is in the way there, or ground on which nobody stands.")
    if not places.has_room(ground, bodies(match, unit.id), here):
        raise Unfit("Somebody else stands there.")
    return here.at


def can_stand(match: Match, unit: Unit, at: skirmish.Point) -> bool:
    """Return whether a unit can stand at a point, on the highest surface there up to an inch above
    it.
    """
    return any(True for _ in fitting(match, unit, (at,)))


def fitting(match: Match, unit: Unit, grid: Iterable[skirmish.Point]) -> Iterator[Point]:
    """Yield the points of a grid at which a unit can stand, as things stand when the first one is
    asked for.
    """
    ground, others = ground_of(match.state.board), bodies(match, unit.id)
    body = body_of(match.state, unit, (0, 0, 0))
    yield from places.fitting(ground, others, body, map(point, grid))


def in_water(match: Match, unit: Unit, *kinds: pieces.Water) -> bool:
    """Return whether a unit's base is in water, of these kinds if any are named (SK-90)."""
    body = body_of(match.state, unit)
    waters = _waters(match.state.board, kinds or ("shallow", "deep"))
    return difficult.is_in(waters, body.at.plan, body.at.z, body.radius)


def into_deep(match: Match, unit: Unit, route: Route) -> Route | None:
    """Return the part of a route up to deep water; None if the unit does not enter any (SK-90)."""
    waters = _waters(match.state.board, ("deep",))
    far = difficult.entry(waters, route, radius_of(unit))
    return None if far is None else stopping.first_part(route, far)


def _waters(board: Board, kinds: Sequence[pieces.Water]) -> Ground:
    """Return the board with water of these kinds as its only terrain."""
    ground = ground_of(board)
    return replace(ground, terrain=tuple(one for one in ground.terrain if one.water in kinds))


def below(match: Match, unit: Unit, at: Point) -> Point:
    """Return where a unit that falls from a point lands: below it, beside units there (SK-87); its
    present place if there is no room nearby.
    """
    ground, body = ground_of(match.state.board), body_of(match.state, unit)
    found = places.fall(ground, bodies(match, unit.id), body, at)
    return found or body.at


def falls_freely(match: Match, unit: Unit, at: Point, others: Sequence[Unit]) -> bool:
    """Return whether a unit that falls from a point comes to the open ground wherever these others
    lie by then, so that nothing depends on where it does.
    """
    ground, body = ground_of(match.state.board), body_of(match.state, unit)
    standing = bodies(match, unit.id, *(other.id for other in others))
    return places.falls_freely(ground, standing, body, at, [radius_of(each) for each in others])


def ledge_near(match: Match, unit: Unit) -> Point | None:
    """Return the point of the nearest ledge that a unit may fall off; None if there is none
    (SK-91).
    """
    body = body_of(match.state, unit)
    ledges = places.ledges(ground_of(match.state.board), body)
    return min(ledges, default=None, key=lambda at: (plan_length(at, body.at), at))


def would_touch(match: Match, unit: Unit, at: skirmish.Point, other: Unit) -> bool:
    """Return whether a unit at the point `at` would be in base contact with another."""
    return contact.touching(body_of(match.state, unit, at), body_of(match.state, other))


def touching_foes(match: Match, unit: Unit, places: Iterable[skirmish.Point]) -> Iterator[bool]:
    """Yield of each place whether a unit there would be in base contact with an enemy."""
    foes = [body_of(match.state, foe) for foe in match.foes(unit)]
    body = body_of(match.state, unit)
    for at in places:
        here = replace(body, at=point(at))
        yield any(contact.touching(here, foe) for foe in foes)


def gap_between(match: Match, one: Unit, other: Unit, at: skirmish.Point) -> Mil:
    """Return the distance of a unit to another at the point `at`, in mils (SK-9)."""
    return contact.distance(body_of(match.state, one), body_of(match.state, other, at))


def reaches_token(match: Match, unit: Unit, at: skirmish.Point) -> bool:
    """Return whether a unit touches a token at a point (SK-115)."""
    body = body_of(match.state, unit)
    off = plan_length(body.at, point(at)) - body.radius
    return off <= contact.TOUCH and abs(body.at.z - at[2]) <= contact.STEP


def gaps_of_pieces(board: Board, most: Mil) -> dict[tuple[str, str], Mil]:
    """Return the distances of pieces of terrain seen from above, in mils, by their ids in the order
    of the board. Those of pieces that are more than `most` apart are left out.
    """
    shapes = [(piece.id, piece.outline) for piece in ground_of(board).terrain]
    boxed = [(name, outline, box(outline), box(outline, most)) for name, outline in shapes]
    found = {}
    # Most pieces are far from each other, which their boxes tell in a hundredth of the time.
    for (one, a, _, (left, low, right, high)), (other, b, near, _) in combinations(boxed, 2):
        if left > near[2] or near[0] > right or low > near[3] or near[1] > high:
            continue
        gap = min(
            *(outline_distance(b, corner) for corner in a),
            *(outline_distance(a, corner) for corner in b),
        )
        if gap <= most:
            found[one, other] = gap
    return found


def flat_gap(match: Match, one: Unit, other: Unit) -> Mil:
    """Return the gap between two units' bases seen from above, in mils."""
    return contact.apart(body_of(match.state, one), body_of(match.state, other))

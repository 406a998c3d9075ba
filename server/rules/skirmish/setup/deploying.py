"""The side that begins, and the deployment of units (section 8, DP-1)."""

from collections.abc import Iterator, Sequence
from itertools import chain

from protocol.ids import SeatId, UnitId
from protocol.option_keys import point_key, read_point
from protocol.questions import Option, Place, Question
from protocol.skirmish import FirstSideSet, Mil, PhaseEntered, Point, UnitStationed
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import Area
from server.rules.skirmish.geometry.pieces import Body
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.inches import place
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.kernel.stats import INCH, radius_of

SUGGESTED = 12  # places that a question suggests: a choice that can be read
FINE_PACE: Mil = INCH // 10  # the distance of those tried where a zone is nearly full
PACE: Mil = INCH  # the distance of the places tried in a row: a usual base


def first_side(match: Match) -> None:
    """Roll a d20 for each side until they differ: the higher one deploys and moves first."""
    one, other = match.state.sides
    while True:
        (mine,), (theirs,) = match.roll("deploy"), match.roll("deploy")
        if mine != theirs:
            break
    match.emit(FirstSideSet(one if mine > theirs else other))
    match.emit(PhaseEntered("deploy"))


def undeployed(state: MatchState) -> UnitId | None:
    """Return the unit to deploy next, all of the first side's before the other's; None if all are
    deployed.
    """
    # False sorts before True: the first side comes first.
    for seat in sorted(state.sides, key=lambda seat: seat != state.first):
        for unit in state.units.values():
            if unit.side == seat and unit.at is None:
                return unit.id
    return None


def deploy(match: Match, name: UnitId) -> None:
    """Ask where in its side's zone a unit is deployed; after a pass, deploy all units left of that
    side. Raises `Unfit` for a place where it cannot stand, and for a pass where not all of those
    units find room.
    """
    unit = match.unit(name)
    picked = match.pick_dear(lambda: _where(match, unit))
    if picked:
        at = space.standing(match, unit, read_point(picked))
        match.emit(UnitStationed(name, at))
    else:
        for left, spot in _rest(match, unit.side):
            match.emit(UnitStationed(left, spot))


def _where(match: Match, unit: Unit) -> Question:
    zone = zone_of(match.state, unit.side)
    offered = [Option(point_key(at), place(at)) for at in _spread(list(places(match, unit)))]
    return Question(
        (unit.side,),
        "match.deploy",
        f"Where does {unit.name} begin?",
        Place(tuple(offered), (zone.x[0], zone.y[0], 0), (zone.x[1], zone.y[1], 0)),
        rule="SK-3",
        may_pass=True,
        about=unit.id,
    )


def _rest(match: Match, side: SeatId) -> list[tuple[UnitId, Point]]:
    """Return where the units of a side that are left are deployed. Raises `Unfit`, with the name of
    the first one that finds no room in the zone.
    """
    # All places before anything is told: an answer may be refused only as long as nothing is.
    found: list[tuple[UnitId, Point]] = []
    placed: list[Body] = []
    for unit in match.state.units.values():
        if unit.side != side or unit.at is not None:
            continue
        near, fine = places(match, unit, placed), places(match, unit, placed, FINE_PACE)
        at = next(chain(near, fine), None)
        if at is None:
            raise Unfit(f"The zone is too full: {unit.name} finds no room in it.")
        found.append((unit.id, at))
        placed.append(space.body_of(match.state, unit, at))
    return found


def zone_of(state: MatchState, side: SeatId) -> Area:
    """Return the zone in which a side deploys."""
    return state.board.zones[state.sides[side].zone]


def places(
    match: Match, unit: Unit, placed: Sequence[Body] = (), pace: Mil | None = None
) -> Iterator[Point]:
    """Yield places of its zone in which a unit can stand, row by row from the board's edge, with
    `placed` standing there as well.

    The middle of each row comes first, so that a warband stays together. Places are an inch apart
    and rows a base, or both `pace` mils.
    """
    zone = zone_of(match.state, unit.side)
    is_far = zone.y[0] > match.state.board.depth // 2
    radius = radius_of(unit)
    # Rows are a base apart, so that they do not overlap.
    rows = range(zone.y[0] + radius, zone.y[1] - radius + 1, pace or 2 * radius)
    middle = (zone.x[0] + zone.x[1]) // 2
    for y in reversed(rows) if is_far else rows:
        for x in sorted(
            range(zone.x[0] + radius, zone.x[1] - radius + 1, pace or PACE),
            key=lambda x: (abs(x - middle), x),
        ):
            if space.can_stand(match, unit, (x, y, 0), placed):
                yield x, y, 0


def _spread(found: list[Point]) -> list[Point]:
    """Return at most `SUGGESTED` of the places: the first one, and others over the whole zone."""
    step = max(1, len(found) // SUGGESTED)
    return found[::step][:SUGGESTED]

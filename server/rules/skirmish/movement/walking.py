"""Moving a unit along a route, leg by leg, with the checks on it."""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.skirmish import LegChecked, LegKind, Movement, UnitPathed
from server.rules.skirmish.geometry import stopping
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.geometry.ways import Leg, Route
from server.rules.skirmish.injuries import fall, lose
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit


class Walk(NamedTuple):
    """The result of a walk: whether every check was passed, whether the last leg was a jump down,
    and whether the unit is still on the board.
    """

    passed: bool = True
    dived: bool = False
    lives: bool = True


def walk(match: Match, name: UnitId, route: Route, how: Movement) -> Walk:
    """Move a unit along a route. A failed check ends the walk: at the foot of a climb, or with a
    fall where a jump across began or a jump down landed (SK-84 to SK-86). Returns how it went.
    """
    done: list[Leg] = []
    for leg in route.legs:
        if leg.check is None or _passes(match, name, leg):
            done.append(leg)
            continue
        # After a failed check a jump down is made all the same, and the unit falls where it lands;
        # other legs are not begun.
        lands = leg.kind == "down"
        gone = Route(route.start, (*done, leg) if lands else tuple(done))
        _go(match, name, _to_stand(match, name, gone) if leg.kind == "climb" else gone, how)
        # Unless it was lost in deep water on the way.
        if match.unit(name).at is not None:
            _fail(match, name, leg)
        return Walk(passed=False, dived=lands, lives=not match.unit(name).is_lost)
    _go(match, name, route, how)
    dived = bool(route.legs) and route.legs[-1].kind == "down"
    return Walk(dived=dived, lives=not match.unit(name).is_lost)


def _to_stand(match: Match, name: UnitId, route: Route) -> Route:
    """Return a route up to its last place to stand: an ally may be at the foot of a wall, whom one
    may pass but not stand on (SK-45).
    """
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, match.unit(name))
    return Route(route.start, stopping.back(ground, space.bodies(match), mover, route).legs)


def _passes(match: Match, name: UnitId, leg: Leg) -> bool:
    """Make the Agility Check of a leg, with advantage for weapons that help to climb. Returns
    whether it is passed.
    """
    unit = match.unit(name)
    edge = edge_of_leg(unit, leg.kind)
    passed = checks.check(match, name, "agility", unit.type.agility, leg.kind, edge)
    match.emit(LegChecked(name, leg.kind, passed))
    return passed


def edge_of_leg(unit: Unit, kind: LegKind) -> Edge:
    """Return the edge that a unit's weapons give to the check of a kind of leg."""
    return Edge(better=kind == "climb" and any(weapon.climbs for weapon in unit.melee))


def _go(match: Match, name: UnitId, route: Route, how: Movement) -> None:
    """Move a unit along a route. One that enters deep water in armour is lost there (SK-90)."""
    if not route.legs:
        return
    unit = match.unit(name)
    drowns = space.into_deep(match, unit, route) if unit.armour else None
    gone = drowns or route
    match.emit(UnitPathed(name, how, (gone.start, *(leg.end for leg in gone.legs))))
    if drowns:
        lose(match, name)


def _fail(match: Match, name: UnitId, leg: Leg) -> None:
    """Apply a failed check: nothing at a climb; a fall from where a jump across began, or to where
    a jump down landed (SK-84 to SK-86).
    """
    match leg.kind:
        case "across":
            fall_from(match, name, leg.start)
        case "down":
            fall(match, name, leg.end, leg.start.z)
        case _:
            pass


def fall_from(match: Match, name: UnitId, at: Point) -> None:
    """Let a unit fall to the ground below a point (SK-44, SK-85)."""
    fall(match, name, space.below(match, match.unit(name), at), at.z)

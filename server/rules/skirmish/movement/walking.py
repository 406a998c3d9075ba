"""A unit goes along a route, leg by leg, and rolls the checks on its way."""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.skirmish import LegChecked, Movement, UnitPathed
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.geometry.ways import Leg, Route
from server.rules.skirmish.injuries import fall, lose
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import Match


class Walk(NamedTuple):
    """How a walk went: whether every check on it was passed, whether its last leg was a jump down,
    and whether the unit is still on the board.
    """

    passed: bool = True
    dived: bool = False
    lives: bool = True


def walk(match: Match, name: UnitId, route: Route, how: Movement) -> Walk:
    """Go along a route. A failed check ends it by the rule of its leg: at the foot of a climb, with
    a fall where a jump began or landed (SK-84 to SK-86).
    """
    done: list[Leg] = []
    for leg in route.legs:
        if leg.check is None or _passes(match, name, leg):
            done.append(leg)
            continue
        # A failed jump down is jumped all the same and hurts where it lands; other legs are not
        # begun.
        lands = leg.kind == "down"
        _go(match, name, Route(route.start, (*done, leg) if lands else tuple(done)), how)
        # Deep water on the way may have taken it already.
        if match.unit(name).at is not None:
            _fail(match, name, leg)
        return Walk(passed=False, dived=lands, lives=not match.unit(name).is_lost)
    _go(match, name, route, how)
    dived = bool(route.legs) and route.legs[-1].kind == "down"
    return Walk(dived=dived, lives=not match.unit(name).is_lost)


def _passes(match: Match, name: UnitId, leg: Leg) -> bool:
    """Make the Agility Check of a leg; some weapons help to climb."""
    unit = match.unit(name)
    helped = leg.kind == "climb" and any(weapon.climbs for weapon in unit.melee)
    passed = checks.check(match, name, "agility", unit.type.agility, leg.kind, Edge(better=helped))
    match.emit(LegChecked(name, leg.kind, passed))
    return passed


def _go(match: Match, name: UnitId, route: Route, how: Movement) -> None:
    """Move a unit; who enters deep water in armour is lost where it does (SK-90)."""
    if not route.legs:
        return
    unit = match.unit(name)
    drowns = space.into_deep(match, unit, route) if unit.armour else None
    gone = drowns or route
    match.emit(UnitPathed(name, how, (gone.start, *(leg.end for leg in gone.legs))))
    if drowns:
        lose(match, name)


def _fail(match: Match, name: UnitId, leg: Leg) -> None:
    """Suffer a failed check: nothing below a climb, else a fall: across from where the jump began,
    down to where it landed (SK-84 to SK-86).
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

"""Step 5 of an attempt: an enemy may step up to 2 inches into the path (SK-48 to SK-57)."""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.option_keys import point_key, read_point
from protocol.questions import One, Option, Place, Question
from server.rules.engine.game import Unfit
from server.rules.skirmish.geometry.intercepting import REACH, Fault, Intercept
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.geometry.stopping import Stopped
from server.rules.skirmish.geometry.ways import Route
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.inches import place
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit

FAULTS: dict[Fault, str] = {
    "far": "An interceptor steps 2 inches at most.",
    "barred": "No clear straight line leads there.",
    "room": "There is no room to stand.",
    "contact": "There it would touch another enemy.",
    "aside": "There it is not in the path.",
}


class Stepped(NamedTuple):
    """An intercept: the unit, where it steps to, and how far the engaging unit comes."""

    unit: UnitId
    to: Point
    met: Stopped


def offered(
    match: Match, engager: Unit, targets: tuple[UnitId, ...], route: Route
) -> Stepped | None:
    """Ask the other side whether one of its units intercepts, if any can (SK-118). Returns the
    intercept, None if there is none. Raises `Unfit` for a place where the unit may not step.
    """
    path = _path(match, engager, route)
    able = {
        foe.id: spot
        for foe in match.foes(engager)
        if foe.id not in targets
        and may_intercept(match, foe)
        and (spot := path.place(space.body_of(match.state, foe))) is not None
    }
    if not able:
        return None
    options = tuple(Option(name, match.unit(name).name) for name in able)
    picked = match.pick(
        Question(
            (match.other(engager.side),),
            "match.intercept",
            f"{engager.name} comes through to {_named(match, targets)}. Who intercepts?",
            One(options),
            rule="SK-48",
            may_pass=True,
            about=engager.id,
        )
    )
    if not picked:
        return None
    name = UnitId(picked)
    return _stepped(match, path, match.unit(name), able[name])


def _named(match: Match, targets: tuple[UnitId, ...]) -> str:
    return " and ".join(match.unit(name).name for name in targets)


def _path(match: Match, engager: Unit, route: Route) -> Intercept:
    ground = space.ground_of(match.state.board)
    return Intercept(ground, space.bodies(match), space.body_of(match.state, engager), route)


def may_intercept(match: Match, unit: Unit) -> bool:
    """Return whether a unit may intercept: it is neither downed nor engaged (SK-50)."""
    return not unit.is_downed and not match.is_engaged(unit.id)


def _stepped(match: Match, path: Intercept, unit: Unit, usual: Point) -> Stepped:
    """Ask where an interceptor steps to, `usual` being suggested (SK-56). Raises `Unfit` for a
    place where it may not.
    """
    x, y, z = match.at(unit.id)
    low, high = (x - REACH, y - REACH, max(0, z - REACH)), (x + REACH, y + REACH, z + REACH)
    picked = match.pick(
        Question(
            (unit.side,),
            "match.intercept.place",
            f"Where does {unit.name} step?",
            Place((Option(point_key(usual), place(usual)),), low, high),
            rule="SK-51",
            default=(point_key(usual),),
            about=unit.id,
        )
    )
    body = space.body_of(match.state, unit)
    at = space.snapped(match, unit, read_point(picked)).at
    if fault := path.fault(body, at.plan):
        raise Unfit(FAULTS[fault])
    met = path.met(space.body_of(match.state, unit, at))
    if met is None:
        raise Unfit(FAULTS["aside"])
    return Stepped(unit.id, at, met)

"""An attempt to engage, step by step as the rulebook numbers them (section 4.2).

1, 2  who, whom and by which path (`declaring`, `routing`); then fear (`fear`)
3     the distance (`distance`)
4     the path is measured and compared
5     reached: an intercept (`intercepting`), else the contact (`contact`)
6     not reached: the unit goes a part of the way
"""

from typing import Final

from protocol.ids import UnitId
from protocol.skirmish import (
    DistanceSet,
    EngageDeclared,
    EngageFailed,
    NobodyIntercepted,
    PathIntercepted,
    PathMeasured,
    UnitPathed,
)
from server.rules.skirmish.engage import contact, declaring, fear, intercepting, routing
from server.rules.skirmish.engage.declaring import Declaration
from server.rules.skirmish.engage.distance import Reach, reach_of
from server.rules.skirmish.engage.intercepting import Stepped
from server.rules.skirmish.geometry import difficult, stopping
from server.rules.skirmish.geometry.ways import Route
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.stats import radius_of
from server.rules.skirmish.movement import walking

HOW: Final = "engage"


def attempt_one(match: Match) -> bool:
    """Let the active side make one attempt, or end the phase. Returns whether it goes on."""
    declared = declaring.declare(match)
    if declared is None:
        return False
    attempt(match, declared)
    return True


def attempt(match: Match, declared: Declaration) -> None:
    """Resolve an attempt. Raises `Unfit` for a path that is refused; then nothing is spent (SK-33).

    Afterwards the unit neither moves nor shoots this turn, whatever the result (SK-26).
    """
    unit = declared.unit
    # First, as it may refuse the declaration: that is possible only before the first event
    # (`Unfit`), and nothing is spent then (SK-33).
    route = routing.chosen(match, declared)
    match.emit(EngageDeclared(unit, declared.targets, declared.choice, declared.named))
    match.mark(unit, "tried")
    # Before the distance: fear comes first in the order of dice (SK-120), and a unit that does not
    # dare stays where it is.
    if not fear.dares(match, unit, declared.targets):
        match.emit(EngageFailed(unit, "fear"))
        return
    reach = _distance(match, declared, route)
    reaches = route.length <= reach.reach
    match.emit(PathMeasured(unit, route.length, reaches))
    if reaches:
        _reached(match, declared, route)
    else:
        fall_short(match, unit, route, reach.failing)


def _distance(match: Match, declared: Declaration, route: Route) -> Reach:
    """Take step 3. Returns how far the unit can come, less what difficult ground takes off
    (SK-46).
    """
    unit = match.unit(declared.unit)
    found = reach_of(match, unit.id, declared.targets)
    ground = space.ground_of(match.state.board)
    # Not off `failing`: `stopping` does that, depending on how far the unit really comes.
    reach = found._replace(reach=difficult.reach(ground, route, radius_of(unit), found.reach))
    match.emit(DistanceSet(unit.id, reach.face, reach.reach, reach.failing))
    return reach


def _reached(match: Match, declared: Declaration, route: Route) -> None:
    """Take step 5: an enemy may intercept; otherwise the unit moves to its targets (SK-40)."""
    unit = declared.unit
    stepped = intercepting.offered(match, match.unit(unit), declared.targets, route)
    if stepped is not None:
        _intercepted(match, unit, stepped, route)
        return
    # Logged whether anybody was asked or not: the log must not show that an enemy could have
    # intercepted (SK-118).
    match.emit(NobodyIntercepted(unit))
    walk = walking.walk(match, unit, route, HOW)
    if not walk.lives:
        return
    if walk.passed:
        contact.make(match, declared, route, jumped=walk.dived)
    elif walk.dived and contact.is_made(match, declared):
        contact.make(match, declared, route, jumped=False)  # SK-66
    else:
        match.emit(EngageFailed(unit, "check"))


def _intercepted(match: Match, unit: UnitId, stepped: Stepped, route: Route) -> None:
    """Place the interceptor, and move the unit along its path to the first contact with it (SK-57),
    unless a check before that fails (SK-59).
    """
    at = match.at(stepped.unit)
    match.emit(PathIntercepted(unit, stepped.unit, stepped.to))
    # An interceptor that stands in the path already may stay where it is.
    if at != stepped.to:
        match.emit(UnitPathed(stepped.unit, "intercept", (at, stepped.to)))
    met = Route(route.start, stepped.met.legs)
    walk = walking.walk(match, unit, met, HOW)
    if not walk.lives:
        return
    if not walk.passed:
        match.emit(EngageFailed(unit, "check"))
        return
    contact.meet(match, unit, stepped.unit, met)


def fall_short(match: Match, name: UnitId, route: Route, failing: int) -> None:
    """Take step 6: move the unit along its path by `failing` mils, the distance of a failed attempt
    (SK-42 to SK-45). In the middle of a jump across it falls without a check.
    """
    unit = match.unit(name)
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, unit)
    found = stopping.stop(ground, space.bodies(match), mover, route, failing)
    # Without the cut jump: its check is not rolled, as the unit falls in any case (SK-44).
    legs = found.legs[:-1] if found.falls else found.legs
    walk = walking.walk(match, name, Route(route.start, legs), HOW)
    if found.falls and walk.passed and walk.lives:
        walking.fall_from(match, name, found.at)
    match.emit(EngageFailed(name, "short"))

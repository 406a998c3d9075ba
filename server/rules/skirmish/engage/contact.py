"""Contact at the end of an attempt: making room, engaged pairs, striking first, and fear (SK-40,
SK-47, SK-58 to SK-74).
"""

from protocol.ids import UnitId
from protocol.skirmish import (
    EngageFailed,
    EngageSucceeded,
    PairsEnded,
    PairsMade,
    RoomMade,
    UnitShifted,
)
from server.rules.skirmish.components import Skill
from server.rules.skirmish.engage import fear
from server.rules.skirmish.engage.declaring import Declaration
from server.rules.skirmish.geometry import room, stopping
from server.rules.skirmish.geometry.room import Room
from server.rules.skirmish.geometry.ways import Route
from server.rules.skirmish.injuries import part
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match


def is_made(match: Match, declared: Declaration) -> bool:
    """Return whether a unit that failed its dive touches its targets where it lies (SK-66)."""
    unit = match.unit(declared.unit)
    return all(space.touch(match, unit, match.unit(name)) for name in declared.targets)


def make(match: Match, declared: Declaration, route: Route, jumped: bool) -> None:
    """Engage the targets and all other enemies that are touched (SK-47); a dive (`jumped`) gives
    advantage (SK-63).

    If there is no room next to a target, it is moved back first (SK-67); if nothing fits, the
    attempt fails.
    """
    unit = declared.unit
    if not _stands(match, unit, declared.targets, route):
        return
    # Only now: making room may have moved the unit and its targets.
    touched = [foe.id for foe in space.touched(match, match.unit(unit))]
    others = tuple(
        name for name in match.state.units if name in declared.targets or name in touched
    )
    _pair(match, unit, others)
    if jumped:
        match.mark(unit, "jumped")
    if match.unit(unit).has(Skill.FEAR):
        fear.face(match, unit, others)


def meet(match: Match, name: UnitId, interceptor: UnitId, route: Route) -> None:
    """Engage an interceptor; the unit still strikes first (SK-57, SK-58). Fear concerns the two
    alone, and spoils attacks only, as the engaging unit has moved already (SK-74).
    """
    if not _stands(match, name, (interceptor,), route):
        return
    _pair(match, name, (interceptor,))
    fear.daunt(match, name, interceptor)
    fear.daunt(match, interceptor, name)


def _pair(match: Match, name: UnitId, others: tuple[UnitId, ...]) -> None:
    match.emit(PairsMade(tuple((name, other) for other in others)))
    match.mark(name, "charged")
    match.emit(EngageSucceeded(name, others))


def _stands(match: Match, name: UnitId, targets: tuple[UnitId, ...], route: Route) -> bool:
    """Place a unit next to its targets, which make way if necessary (SK-67, SK-69).

    Returns False if nothing fits: the attempt has failed then.
    """
    found = _room(match, name, targets)
    if found is None:
        _go_back(match, name, route)
        match.emit(EngageFailed(name, "room"))
        return False
    _make_room(match, name, found)
    return True


def _go_back(match: Match, name: UnitId, route: Route) -> None:
    """Put a unit that found no room back to the last place of its route where it can stand
    (SK-45).
    """
    unit = match.unit(name)
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, unit)
    at = stopping.back(ground, space.bodies(match), mover, route).at
    if at != match.at(name):
        match.emit(UnitShifted(name, at, "room"))


def _room(match: Match, name: UnitId, targets: tuple[UnitId, ...]) -> Room | None:
    """Return where a unit stands next to its targets, and who makes way; None if nothing fits
    (SK-69).
    """
    bodies = [space.body_of(match.state, match.unit(target)) for target in targets]
    tied: dict[str, list[UnitId]] = {
        target: [foe.id for foe in match.engaged_with(target)] for target in targets
    }
    ground, mover = space.ground_of(match.state.board), space.mover_of(match, match.unit(name))
    return room.make_room(ground, space.bodies(match), mover, mover.body.at, bodies, tied)


def _make_room(match: Match, name: UnitId, found: Room) -> None:
    """Move the unit to its place and others out of it; engaged pairs that this separates end
    (SK-68).
    """
    if found.at != match.at(name):
        match.emit(UnitShifted(name, found.at, "room"))
    for moved in found.moved:
        match.emit(UnitShifted(UnitId(moved.id), moved.at, "room"))
    torn = tuple((UnitId(one), UnitId(other)) for one, other in found.torn)
    if torn:
        match.emit(PairsEnded(torn))
    for moved in found.moved:
        match.emit(RoomMade(name, UnitId(moved.id)))
        part(match, UnitId(moved.id))

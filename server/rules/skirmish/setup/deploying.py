"""The side that begins, and the deployment of units (section 8, DP-1)."""

from protocol.ids import UnitId
from protocol.option_keys import point_key, read_point
from protocol.questions import Option, Place, Question
from protocol.skirmish import FirstSideSet, PhaseEntered, Point, UnitStationed
from server.rules.engine.game import Unfit
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.inches import place
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.setup.placing import Placing

SUGGESTED = 12  # places that a question suggests: a choice that can be read


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
    side. Raises `Unfit` for a place where it cannot stand, or where it would leave no room in the
    zone for another one that is left.

    Whoever finds no room in the zone, which must be too small then, is deployed beside it.
    """
    unit = match.unit(name)
    picked = match.pick_dear(lambda: _where(match, unit))
    placing = Placing(match, unit.side)
    if picked:
        at = space.standing(match, unit, read_point(picked))
        pushed = placing.pushed_out(unit, at)
        if pushed is not None:
            raise Unfit(f"{pushed.name} would find no room in the zone any more.")
        match.emit(UnitStationed(name, at))
    else:
        # All places before anything is told: an answer may be refused only as long as nothing is.
        for left, spot in _rest(match, placing):
            match.emit(UnitStationed(left, spot))


def _where(match: Match, unit: Unit) -> Question:
    placing = Placing(match, unit.side)
    zone = placing.zone
    low, high = (zone.x[0], zone.y[0], 0), (zone.x[1], zone.y[1], 0)
    offered = [
        at for at in _spread(list(placing.places(unit))) if placing.pushed_out(unit, at) is None
    ]
    if not offered:
        spot = placing.plan(placing.left).spots.get(unit.id)
        if spot is None:
            # In a zone that is too small there is nothing to choose.
            spot = low = high = placing.beside(unit, ())
        offered = [spot]
    return Question(
        (unit.side,),
        "match.deploy",
        f"Where does {unit.name} begin?",
        Place(tuple(Option(point_key(at), place(at)) for at in offered), low, high),
        rule="SK-12",
        may_pass=True,
        about=unit.id,
    )


def _rest(match: Match, placing: Placing) -> list[tuple[UnitId, Point]]:
    """Return where the units of a side that are left are deployed."""
    spots = dict(placing.plan(placing.left).spots)
    bodies = [space.body_of(match.state, match.unit(name), at) for name, at in spots.items()]
    for unit in placing.left:
        if unit.id not in spots:
            at = spots[unit.id] = placing.beside(unit, bodies)
            bodies.append(space.body_of(match.state, unit, at))
    return [(unit.id, spots[unit.id]) for unit in placing.left]


def _spread(found: list[Point]) -> list[Point]:
    """Return at most `SUGGESTED` of the places: the first one, and others over the whole zone."""
    step = max(1, len(found) // SUGGESTED)
    return found[::step][:SUGGESTED]

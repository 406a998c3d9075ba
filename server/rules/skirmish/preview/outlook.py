"""What is in sight from where a unit stands, or from a point: each enemy in the open, in cover or
hidden (SK-20), and what a shot at it would come to (SK-105 to SK-107).
"""

from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from protocol.ids import UnitId
from protocol.option_keys import read_point
from protocol.previews import ALL_WAYS, Outlook, Sighting
from protocol.skirmish import Point
from server.rules.engine.foresight import ShutChance, Slices
from server.rules.engine.game import Game, Unfit
from server.rules.skirmish.fight import attacks, shooting
from server.rules.skirmish.fight.attacks import Strike
from server.rules.skirmish.fight.shooting import Shot
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.preview import blows
from server.rules.skirmish.preview.branching import RUNS, Work, outcomes
from server.rules.skirmish.preview.chances import became, fate, ways

LOOK = 8
"""As many runs of rules take as long as to look at one enemy, and for a shot at it."""
TOO_MANY = "There are too many enemies to foresee a shot at each."


def outlook(game: Game[MatchState], name: UnitId, picks: tuple[str, ...]) -> Slices[Outlook | None]:
    """Return what a unit sees of each enemy, where it stands or, having moved, at the point that is
    the first pick; None if it is not on the board, or cannot stand there. Raises `TooMany`.
    """
    match, work = Match(game), Work(TOO_MANY)
    unit = match.state.units.get(name)
    if unit is None or unit.at is None:
        return None
    if picks:
        at = _stand(match, unit, picks[0])
        if at is None:
            return None
        unit = replace(unit, at=at, marks=(*unit.marks, "moved"))
        match = _with(match, unit)
    shots = {}
    if shooting.may_shoot(match, unit):
        shots = {shot.foe.id: shot for shot in shooting.shots(match, unit)}
    found = []
    for foe in match.foes(unit):
        yield from work.spend(LOOK, RUNS)
        sighting = _sighting(match, unit, foe)
        if foe.id in shots:
            sighting = yield from _shot(match, unit, shots[foe.id], sighting, work)
        found.append(sighting)
    return Outlook(name, tuple(found))


def _stand(match: Match, unit: Unit, pick: str) -> Point | None:
    try:
        x, y, z = space.standing(match, unit, read_point(pick))
    except (Unfit, ValueError):
        return None
    return x, y, z


def _with(match: Match, unit: Unit) -> Match:
    state = replace(match.state, units={**match.state.units, unit.id: unit})
    return Match(Game(match.game.ruleset, state, [], ShutChance(), 0))


def _sighting(match: Match, unit: Unit, foe: Unit) -> Sighting:
    seen = space.view(match, unit, foe)
    return Sighting(foe.id, "hidden" if not seen.seen else "cover" if seen.covered else "open")


def _shot(match: Match, unit: Unit, shot: Shot, sighting: Sighting, work: Work) -> Slices[Sighting]:
    """Return a sighting with what a shot comes to, within the weapon's range: that would measure
    (SK-19). Nobody steps in.
    """
    # As `ShotDeclared` puts it into the state before the rules ask for the strike.
    aiming = _with(match, replace(unit, window=shot.window))
    strike = shooting.strike_of(aiming, unit.id, unit.ranged[0], shot.foe.id)
    edge = checks.edge_of(match, unit, strike.edge)
    hits = Fraction(ways(strike.needs, edge, is_attack=True), SIDES**2)
    shares = yield from _fates(match, unit, shot.foe, strike, work)
    return replace(
        sighting,
        hits=round(hits * ALL_WAYS),
        shot=fate(shot.foe.id, shares),
        window=shot.window is not None,
    )


def _fates(
    match: Match, unit: Unit, foe: Unit, strike: Strike, work: Work
) -> Slices[dict[str, Fraction]]:
    found: dict[str, Fraction] = {}
    rules, start = match.game.ruleset, match.state
    for hits, share in blows.harmful(match, unit.id, foe.id, [strike]).items():
        lands = partial(attacks.harm, target=foe.id, harmful=list(hits), by=unit.id, is_melee=False)
        ended = yield from outcomes(rules, start, lands, foe.id, work)
        for state, other in ended:
            what = became(foe, state.units[foe.id])
            found[what] = found.get(what, Fraction(0)) + share * other
    return found

"""Previews of a match: a unit's present values, and its odds against an enemy.

Chances are counted over all faces of the dice, nothing is sampled. No distance is shown (SK-19):
the odds of a shot are those within the weapon's range.
"""

from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.previews import Values
from server.rules.engine.game import Game
from server.rules.skirmish.fight import attacks, melee, shooting
from server.rules.skirmish.fight.attacks import Strike
from server.rules.skirmish.kernel import checks, morale, space, stats
from server.rules.skirmish.kernel.inches import inches
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.preview import risks
from server.rules.skirmish.preview.chances import by, chance, percent, ways


def values(game: Game[MatchState], name: UnitId, picks: tuple[str, ...]) -> Values | None:
    """Return a unit's values; its odds against the first enemy that is picked, by its id or as a
    target; and those of the checks that are picked. None for a unit that is not on the board.
    """
    match = Match(game)
    unit = match.state.units.get(name)
    if unit is None or unit.at is None:
        return None
    told = figures(match, unit)
    told |= risks.of_way(match, unit, picks)
    foe = _foe(match, unit, picks)
    if foe is not None:
        told |= against(match, unit, foe) | risks.of_fear(match, unit, foe)
    return Values(name, told)


def _foe(match: Match, unit: Unit, picks: tuple[str, ...]) -> Unit | None:
    for pick in picks:
        kind, name = read_key(pick)
        foe = match.state.units.get(UnitId(name if kind == "target" else pick))
        if foe is not None and foe.at is not None and foe.side != unit.side:
            return foe
    return None


def figures(match: Match, unit: Unit) -> dict[str, str]:
    """Return a unit's present values as text: lengths in inches, checks with their chances."""
    edge = checks.edge_of(match, unit)
    defence = stats.defence_of(unit)
    return {
        "move": inches(stats.move_of(unit)),
        "run": inches(stats.run_of(unit)),
        "agility": chance(unit.type.agility, edge),
        "morale": chance(morale.morale_of(match, unit), edge),
        "defence": "-" if defence is None else chance(defence, edge),
        "attacks": str(melee.attacks_of(unit)),
        **risks.of_unit(match, unit),
    }


def against(match: Match, unit: Unit, foe: Unit) -> dict[str, str]:
    """Return the odds of one attack of a unit on an enemy as text: in melee with each weapon, and
    of a shot if the enemy is seen.
    """
    told = {}
    for weapon in melee.weapons_of(unit):
        strike = melee.strike_of(match, unit.id, foe.id, weapon)
        told[f"melee {weapon.name}"] = _odds(match, unit, foe, strike)
    seen = space.shot_view(match, unit, foe)
    told["sight"] = "not seen" if not seen.seen else "in cover" if seen.covered else "in the open"
    if seen.seen and unit.ranged and unit.type.ranged is not None:
        strike = shooting.strike_of(match, unit.id, unit.ranged[0], foe.id)
        told[f"shot {unit.ranged[0].name}"] = _odds(match, unit, foe, strike)
    return told


def _odds(match: Match, unit: Unit, foe: Unit, strike: Strike) -> str:
    edge = checks.edge_of(match, unit, strike.edge)
    hit = ways(strike.needs, edge, is_attack=True)
    # Of 400 ways, even for one die, so that rolls with and without an edge count alike in whole
    # numbers.
    through = SIDES**2 - stopped(match, foe, strike.pierce)
    harm = percent(hit * through, SIDES**4)
    return f"hits {percent(hit, SIDES**2)}, harms {harm} ({strike.needs} or more{by(edge)})"


def stopped(match: Match, foe: Unit, pierce: int) -> int:
    """Return in how many of 400 ways an enemy stops a hit with this Pierce."""
    needs = attacks.defence_against(match, foe.id, pierce)
    return 0 if needs is None else ways(needs, checks.edge_of(match, foe))

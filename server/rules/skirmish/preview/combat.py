"""The odds of a unit's melee: the present one, or the one that it would join."""

from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.previews import CombatOdds
from server.rules.engine.foresight import Slices
from server.rules.engine.game import Game
from server.rules.skirmish.components import Skill
from server.rules.skirmish.fight import melee
from server.rules.skirmish.kernel import checks, morale
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import MatchState, Unit, pair_key
from server.rules.skirmish.preview.branching import Likely, Work
from server.rules.skirmish.preview.chances import fate, ways
from server.rules.skirmish.preview.melees import Melee

TOO_MANY = "Too many units fight in this melee to foresee how it ends."


def combat(
    game: Game[MatchState], name: UnitId, picks: tuple[str, ...]
) -> Slices[CombatOdds | None]:
    """Return the odds of a unit's melee; of a unit that is not engaged, as if it had engaged the
    enemies named by the picks ("target:t1", "path:3" for a dive). None if there is no such melee,
    or if it is already fought this turn. Raises `TooMany`.
    """
    match, work = Match(game), Work(TOO_MANY)
    unit = match.state.units.get(name)
    if unit is None or unit.at is None or name in match.state.fought:
        return None
    joins = not match.is_engaged(name)
    begun = _joined(match, unit, picks) if joins else [(match.state, Fraction(1))]
    if not begun:
        return None
    names = melee.connected(begun[0][0], name)
    shares = yield from Melee(game.ruleset, begun, names, work).fates()
    return CombatOdds(name, tuple(fate(*each) for each in shares.items()), joins)


def _joined(match: Match, unit: Unit, picks: tuple[str, ...]) -> Likely:
    """Return the states in which a unit can have engaged the targets of the picks: each of these
    may have failed its check against fear (SK-71). [] if none of them can be engaged.

    The unit is put where the first target stands, as its own place would need the route to be
    known (SK-19): it is next to a ledge if its target is.
    """
    keys = [read_key(pick) for pick in picks]
    named = [match.state.units.get(UnitId(key.name)) for key in keys if key.kind == "target"]
    foes = [foe for foe in dict.fromkeys(named) if foe and foe.at and foe.side != unit.side]
    if not foes or unit.is_downed:
        return []
    marks = ("charged", "jumped") if "path:3" in picks else ("charged",)
    came = replace(unit, at=foes[0].at, marks=(*unit.marks, *marks))
    pairs = {pair_key(unit.id, foe.id): (unit.id, foe.id) for foe in foes}
    state = replace(
        match.state,
        units={**match.state.units, unit.id: came},
        pairs={**match.state.pairs, **pairs},
    )
    found: Likely = []
    for stands in product((True, False), repeat=len(foes)):
        share, units = Fraction(1), dict(state.units)
        for foe, is_calm in zip(foes, stands, strict=True):
            calm = _calm(match, unit, foe)
            share *= calm if is_calm else 1 - calm
            if not is_calm:
                units[foe.id] = replace(foe, marks=(*foe.marks, "daunted"))
        if share:
            found.append((replace(state, units=units), share))
    return found


def _calm(match: Match, unit: Unit, foe: Unit) -> Fraction:
    """Return the chance that an enemy is not daunted by a unit that engages it."""
    if not unit.has(Skill.FEAR) or foe.has(Skill.FEAR):
        return Fraction(1)
    needs = morale.morale_of(match, foe)
    return Fraction(ways(needs, checks.edge_of(match, foe)), SIDES**2)

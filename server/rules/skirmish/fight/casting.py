"""The Cast Phase: casting spells and their effects (SK-100 to SK-103)."""

from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from protocol.ids import UnitId
from protocol.option_keys import option_key, point_key, read_key, read_point
from protocol.questions import One, Option, Place, Question
from protocol.skirmish import (
    CheckMade,
    Mil,
    SpellBegan,
    SpellEnded,
    SpellTried,
    UnitRaised,
)
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import Spell, SpellEffect
from server.rules.skirmish.fight import attacks
from server.rules.skirmish.fight.attacks import Strike
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.injuries import injure
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.inches import place
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH, radius_of

HINDERED = 2
"""Added once to the number to roll if the caster is engaged, has run or attempted (SK-101)."""

PACE: Mil = INCH // 2
"""The distance of the places around a caster that are tried for a raised unit."""
RING = ((PACE, 0), (0, PACE), (-PACE, 0), (0, -PACE))
"""The directions in which such places are tried."""
OFFERED = 12  # places that the question where a unit rises suggests: a choice that can be read


def cast_one(match: Match) -> bool:
    """Let one unit of the active side cast, or end the phase. Returns whether it goes on."""
    options = tuple(_offers(match))
    if not options:
        return False
    picked = match.pick(
        Question(
            (match.active,),
            "match.cast",
            "Who casts which spell on whom?",
            One(options),
            rule="SK-100",
            may_pass=True,
        )
    )
    if not picked:
        return False
    caster, rest = read_key(read_key(picked).name)
    spell, target = read_key(rest)
    cast(match, UnitId(caster), spell, UnitId(target))
    return True


def _offers(match: Match) -> Iterator[Option]:
    for caster in match.on_board(match.active):
        if not may_cast(match, caster):
            continue
        for spell in caster.spells:
            for target in targets_of(match, caster, spell):
                key = option_key("cast", caster.id, spell.id, target.id)
                yield Option(key, f"{caster.name}: {spell.name} on {target.name}")


def may_cast(match: Match, unit: Unit) -> bool:
    """Return whether a unit may cast: once a turn, not downed, not in deep water (SK-90,
    SK-100).
    """
    if not unit.spells or unit.is_downed or unit.did("cast", "cowed"):
        return False
    return not space.in_water(match, unit, "deep")


def targets_of(match: Match, caster: Unit, spell: Spell) -> list[Unit]:
    """Return the units on which a caster can cast a spell now (section 7.6)."""
    match spell.effect:
        case SpellEffect.RAISES:
            return [unit for unit in match.state.units.values() if _may_rise(match, unit, spell)]
        case SpellEffect.DAZES | SpellEffect.STRIKES | SpellEffect.HEXES:
            return [foe for foe in match.foes(caster) if _may_hit(match, caster, spell, foe)]
        case _:
            assert_never(spell.effect)


def _may_rise(match: Match, unit: Unit, spell: Spell) -> bool:
    """Return whether a unit of the active side can be raised: it was lost since the end of the
    side's last turn.
    """
    is_named = unit.type.id in spell.raises and unit.side == match.active
    # The side's last turn was turn - 2: losses since its end are those of the enemy's turn,
    # turn - 1, or of this one.
    return is_named and unit.is_lost and unit.fell >= match.state.turn - 1


def _may_hit(match: Match, caster: Unit, spell: Spell, foe: Unit) -> bool:
    """Return whether a spell can be cast on an enemy: in range and, but for a hex, in sight; a cast
    attack not at an engaged unit, unless it is engaged with the caster (SK-102).
    """
    if space.gap(match, caster, foe) > spell.range:
        return False
    # Without sight: the spell's text names an enemy within range, not one that is seen.
    if spell.effect is SpellEffect.HEXES:
        return True
    if spell.effect is SpellEffect.STRIKES and match.is_engaged(foe.id):
        return space.paired(match.state, caster.id, foe.id)
    return space.sees(match, caster, foe)


def number_of(match: Match, caster: Unit, spell: Spell) -> int:
    """Return the number that a caster has to roll (SK-101)."""
    is_hindered = match.is_engaged(caster.id) or caster.did("ran")
    # The sources differ here (SK-101), so a table may play without. The penalty is added once.
    is_hindered |= match.state.variant.penalty_after_attempt and caster.did("tried")
    return spell.number + HINDERED * is_hindered


def cast(match: Match, name: UnitId, spell_id: str, target: UnitId) -> None:
    """Make the Cast Check, and apply the spell if it succeeds. Raises `Unfit` for a place where a
    raised unit cannot stand.
    """
    caster = match.unit(name)
    spell = next(spell for spell in caster.spells if spell.id == spell_id)
    # Before the check: a place can be refused (`Unfit`) only before the first event.
    spot = _rising_place(match, caster, spell, target)
    match.mark(name, "cast")
    needs = number_of(match, caster, spell)
    thrown = checks.throw(match, "cast", name, checks.edge_of(match, caster))
    # As a check, not an attack, even of a spell that strikes: a 20 always succeeds (SK-100).
    passed = checks.passes(thrown.counts, needs)
    match.emit(CheckMade(name, "cast", spell.id, needs, thrown.dice, thrown.counts, passed))
    match.emit(SpellTried(name, spell.id, target, passed))
    if passed:
        _work(match, name, spell, target, thrown.counts, spot)


def _work(
    match: Match, name: UnitId, spell: Spell, target: UnitId, die: int, spot: Point | None
) -> None:
    match spell.effect:
        case SpellEffect.DAZES:
            injure(match, target, "dazed", name, spell.id)
        case SpellEffect.STRIKES:
            _strike(match, name, spell, target, die)
        case SpellEffect.RAISES:
            assert spot is not None, "who rises has a place to do so"
            match.emit(UnitRaised(target, spot))
            # A raised unit does not shoot in this turn, as the spell says.
            match.mark(target, "barred")
        case SpellEffect.HEXES:
            # A caster has one ongoing spell at a time (`spell_began` asserts it): the new one ends
            # the old one.
            if name in match.state.spells:
                match.emit(SpellEnded(name))
            match.emit(SpellBegan(spell.id, name, target))
        case _:
            assert_never(spell.effect)


def _strike(match: Match, name: UnitId, spell: Spell, target: UnitId, die: int) -> None:
    """Apply a cast attack: the die of the Cast Check is its hit, and may crit (SK-102)."""
    strike = Strike(spell.id, number_of(match, match.unit(name), spell), 0, 0)
    hits = [attacks.Hit(die, strike)]
    if die >= attacks.CRIT:
        hits += attacks.roll(match, name, target, strike, "cast", may_crit=False).hits
    attacks.land(match, target, hits, name, is_melee=False)


def _rising_place(match: Match, caster: Unit, spell: Spell, target: UnitId) -> Point | None:
    """Ask where a raised unit comes back: within range of the caster, in contact with no enemy.
    Returns the place, None for other spells. Raises `Unfit` if there is no such place, or for
    another one.
    """
    if spell.effect is not SpellEffect.RAISES:
        return None
    risen = match.unit(target)
    options = tuple(
        Option(point_key(at), place(at))
        for at in islice(_places(match, caster, risen, spell.range), OFFERED)
    )
    if not options:
        raise Unfit("There is no room near the caster.")
    x, y, z = match.at(caster.id)
    # The range runs from rim to rim (SK-9), so the centre may lie two radii farther off.
    board, far = match.state.board, spell.range + 2 * radius_of(risen)
    picked = match.pick(
        Question(
            (caster.side,),
            "match.cast.place",
            f"Where does {risen.name} rise?",
            Place(
                options,
                (max(0, x - far), max(0, y - far), 0),
                (min(board.width, x + far), min(board.depth, y + far), z + far),
            ),
            default=(options[0].key,),
            about=caster.id,
        )
    )
    at = space.standing(match, risen, read_point(picked))
    if not _may_stand_up(match, caster, risen, at, spell.range):
        raise Unfit("That is too far from the caster, or in contact with an enemy.")
    return at


def _places(match: Match, caster: Unit, risen: Unit, far: Mil) -> Iterator[Point]:
    """Yield places around the caster where a unit can rise, the nearest first."""
    x, y, z = match.at(caster.id)
    # A generator, as the search ends once there are enough places for the question.
    for ring in range(1, far // PACE + 1):
        for dx, dy in RING:
            at = Point(x + dx * ring, y + dy * ring, z)
            if space.can_stand(match, risen, at) and _may_stand_up(match, caster, risen, at, far):
                yield at


def _may_stand_up(
    match: Match, caster: Unit, risen: Unit, at: tuple[Mil, Mil, Mil], far: Mil
) -> bool:
    is_near = space.gap_between(match, caster, risen, at) <= far
    foes = match.foes(risen)
    return is_near and not any(space.would_touch(match, risen, at, foe) for foe in foes)

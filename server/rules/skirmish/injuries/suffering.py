"""Wounds, injuries, falls, and what becomes of who is lost.

One module, for these call each other: an injury near a ledge may be a fall, and a fall an injury.
"""

from typing import Literal

from protocol.ids import NOBODY, UnitId
from protocol.skirmish import (
    Injury,
    InjuryReason,
    InjurySet,
    Mil,
    PairsEnded,
    Point,
    SpellEnded,
    TokenDropped,
    TokenTaken,
    UnitFell,
    UnitLost,
    UnitShifted,
    WoundsSet,
)
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel import checks, space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.stats import INCH, can_carry

Harm = Literal["nothing", "dazed", "stunned", "lost"]
"""What an injury or a mishap comes to, from mild to grave."""

GRAVITY: dict[Harm | Injury, int] = {
    "": 0,
    "nothing": 0,
    "staggered": 1,
    "dazed": 2,
    "stunned": 3,
    "lost": 4,
}
"""How grave states and harms are, against each other."""

STUNNED, LOST = 15, 18
"""From which totals on somebody is stunned or lost, by an attack or a mishap (SK-88, SK-92)."""
UNHURT = 11
"""Up to which total a mishap does nothing (SK-88)."""
SAFE_DROP: Mil = 2 * INCH
"""How deep a fall adds nothing to the Mishap Roll, and a drop is no ledge (SK-87, SK-91)."""


def harm_of_attack(total: int) -> Harm:
    """Return what an attack's die with its Injury comes to (SK-92)."""
    return "lost" if total >= LOST else "stunned" if total >= STUNNED else "dazed"


def harm_of_mishap(total: int) -> Harm:
    """Return what a Mishap Roll comes to (SK-88)."""
    return "nothing" if total <= UNHURT else harm_of_attack(total)


def suffer(match: Match, name: UnitId, hits: list[int], by: UnitId) -> None:
    """Take the wounds of hits that no defence stopped, and be injured at the last (SK-93, SK-112).

    `hits` are the attack dice with their Injury.
    """
    left = match.unit(name).wounds
    if not hits:
        return
    if len(hits) < left:
        match.emit(WoundsSet(name, left - len(hits)))
        return
    # One wound stays: the injury takes the place of the last (SK-93).
    if left > 1:
        match.emit(WoundsSet(name, 1))
    for _ in range(left - 1):
        # The dice say which hits are spared, not a player (SK-112).
        (gone,) = match.game.roll(1, what="spare", who=name, sides=len(hits))
        hits = [*hits[:gone], *hits[gone + 1 :]]
    injure(match, name, harm_of_attack(max(hits)), by)


def injure(
    match: Match, name: UnitId, harm: Harm, by: UnitId = NOBODY, why: InjuryReason = "hurt"
) -> None:
    """Let a unit suffer an injury; one milder than what it suffers from changes nothing (SK-99)."""
    unit = match.unit(name)
    if harm == "stunned" and unit.has(Skill.UNDEAD):
        harm = "dazed"  # SK-94
    if harm in ("dazed", "stunned") and space.in_water(match, unit):
        harm = "lost"  # SK-90
    if harm == "lost":
        lose(match, name, by)
    # More grave, not equal: what changes nothing is not told (test_nobody_is_dazed_twice).
    elif harm != "nothing" and GRAVITY[harm] > GRAVITY[unit.injury]:
        match.emit(InjurySet(name, harm, why))
        if harm == "stunned":
            _end_spell_of(match, name)
        # This may come back here through a fall; it ends, for each round needs a graver state.
        _keep_footing(match, name)


def lose(match: Match, name: UnitId, by: UnitId = NOBODY) -> None:
    """Take an incapacitated unit off the board; its treasure is dropped, or taken at once by an
    engaged unit that did it (SK-98).
    """
    unit = match.unit(name)
    if unit.token:
        # Before the unit goes: afterwards it has no place, and `unit_lost` refuses who carries a
        # token. The pair that lets the victor take it is gone then as well.
        match.emit(TokenDropped(unit.token, match.at(name)))
        if by and space.paired(match.state, name, by) and can_carry(match.unit(by)):
            match.emit(TokenTaken(unit.token, by))
    _end_spell_of(match, name)
    for caster, spell in list(match.state.spells.items()):
        if spell.target == name:
            match.emit(SpellEnded(caster))
    match.emit(UnitLost(name, by))


def _end_spell_of(match: Match, caster: UnitId) -> None:
    """End the ongoing spell of who cannot keep it up any more (SK-103)."""
    if caster in match.state.spells:
        match.emit(SpellEnded(caster))


def _keep_footing(match: Match, name: UnitId) -> None:
    """Let who goes down next to a ledge make an Agility Check, or fall (SK-91)."""
    unit = match.unit(name)
    ledge = space.ledge_near(match, unit)
    if ledge is not None and not checks.check(match, name, "agility", unit.type.agility, "ledge"):
        fall(match, name, space.below(match, unit, ledge), ledge.z)


def fall(match: Match, name: UnitId, to: Point, top: Mil) -> None:
    """Let a unit fall to a point from a height above the board: a Mishap Roll with 2 more for each
    full inch above 2 of the drop (SK-87).
    """
    if to != match.at(name):
        match.emit(UnitShifted(name, to, "fall"))
        part(match, name)
    drop = top - to[2]
    extra = 2 * (max(0, drop - SAFE_DROP) // INCH)
    (die,) = match.roll("mishap", name)
    match.emit(UnitFell(name, drop, die + extra))
    hurt_by_mishap(match, name, harm_of_mishap(die + extra))


def mishap(match: Match, name: UnitId, extra: int) -> None:
    """Make a Mishap Roll that comes of no fall, with what is added to it."""
    (die,) = match.roll("mishap", name)
    hurt_by_mishap(match, name, harm_of_mishap(die + extra))


def hurt_by_mishap(match: Match, name: UnitId, harm: Harm) -> None:
    """Suffer a mishap: who has more than 1 wound loses one instead of being dazed or stunned, and
    is stunned beside it instead of lost (SK-87).
    """
    unit = match.unit(name)
    if harm != "nothing" and unit.wounds > 1:
        match.emit(WoundsSet(name, unit.wounds - 1))
        harm = "stunned" if harm == "lost" else "nothing"
    injure(match, name, harm, why="mishap")


def part(match: Match, name: UnitId) -> None:
    """End the pairs of a unit that a rule has moved out of contact (SK-11)."""
    unit = match.unit(name)
    apart = tuple(
        (name, foe.id) for foe in match.engaged_with(name) if not space.touch(match, unit, foe)
    )
    if apart:
        match.emit(PairsEnded(apart))

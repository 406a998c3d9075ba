"""Wounds, injuries, falls, and losing a unit.

They are one module because they call each other: an injury near a ledge may lead to a fall, and a
fall to an injury.
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
"""The result of an injury or a mishap, from mild to grave."""

GRAVITY: dict[Harm | Injury, int] = {
    "": 0,
    "nothing": 0,
    "staggered": 1,
    "dazed": 2,
    "stunned": 3,
    "lost": 4,
}
"""How grave injury states and harms are, compared with each other."""

STUNNED, LOST = 15, 18
"""The least totals of an attack or a mishap by which a unit is stunned or lost (SK-88, SK-92)."""
UNHURT = 11
"""The greatest total of a mishap that does nothing (SK-88)."""
SAFE_DROP: Mil = 2 * INCH
"""The greatest depth of a fall that adds nothing to the Mishap Roll (SK-87)."""


def harm_of_attack(total: int) -> Harm:
    """Return the harm of an attack's die plus its Injury (SK-92)."""
    return "lost" if total >= LOST else "stunned" if total >= STUNNED else "dazed"


def harm_of_mishap(total: int) -> Harm:
    """Return the harm of a Mishap Roll, additions included (SK-88)."""
    return "nothing" if total <= UNHURT else harm_of_attack(total)


def suffer(match: Match, name: UnitId, hits: list[int], by: UnitId) -> None:
    """Let a unit take a wound for each hit that no defence stopped, and an injury in place of the
    last wound (SK-93, SK-112). `hits` are the attack dice plus their Injury.
    """
    left = match.unit(name).wounds
    if not hits:
        return
    if len(hits) < left:
        match.emit(WoundsSet(name, left - len(hits)))
        return
    # One wound is left: the injury replaces its loss (SK-93).
    if left > 1:
        match.emit(WoundsSet(name, 1))
    for _ in range(left - 1):
        # Dice decide which hits take the other wounds, not a player (SK-112).
        (gone,) = match.game.roll(1, what="spare", who=name, sides=len(hits))
        hits = [*hits[:gone], *hits[gone + 1 :]]
    injure(match, name, harm_of_attack(max(hits)), by)


def injure(
    match: Match, name: UnitId, harm: Harm, by: UnitId = NOBODY, why: InjuryReason = "hurt"
) -> None:
    """Let a unit suffer an injury. One that is not graver than its present state changes nothing
    (SK-99).
    """
    unit = match.unit(name)
    if harm == "stunned" and unit.has(Skill.UNDEAD):
        harm = "dazed"  # SK-94
    if harm in ("dazed", "stunned") and space.in_water(match, unit):
        harm = "lost"  # SK-90
    if harm == "lost":
        lose(match, name, by)
    # Graver, not equally grave: no event for what changes nothing (test_nobody_is_dazed_twice).
    elif harm != "nothing" and GRAVITY[harm] > GRAVITY[unit.injury]:
        match.emit(InjurySet(name, harm, why))
        if harm == "stunned":
            _end_spell_of(match, name)
        # This may call `injure` again through a fall; it ends, as each call needs a graver state.
        _keep_footing(match, name)


def lose(match: Match, name: UnitId, by: UnitId = NOBODY) -> None:
    """Take an incapacitated unit off the board. Its treasure is dropped, or taken at once by `by`,
    if that is engaged with it (SK-98).
    """
    unit = match.unit(name)
    if unit.token:
        # Before `UnitLost`: afterwards the unit has no place and no pair with the victor, and
        # `unit_lost` asserts that it carries no token.
        match.emit(TokenDropped(unit.token, match.at(name)))
        if by and space.paired(match.state, name, by) and can_carry(match.unit(by)):
            match.emit(TokenTaken(unit.token, by))
    _end_spell_of(match, name)
    for caster, spell in list(match.state.spells.items()):
        if spell.target == name:
            match.emit(SpellEnded(caster))
    match.emit(UnitLost(name, by))


def _end_spell_of(match: Match, caster: UnitId) -> None:
    """End a caster's ongoing spell, if there is one (SK-103)."""
    if caster in match.state.spells:
        match.emit(SpellEnded(caster))


def _keep_footing(match: Match, name: UnitId) -> None:
    """Let a unit that goes down next to a ledge make an Agility Check; if it fails, it falls
    (SK-91).
    """
    unit = match.unit(name)
    ledge = space.ledge_near(match, unit)
    if ledge is not None and not checks.check(match, name, "agility", unit.type.agility, "ledge"):
        fall(match, name, space.below(match, unit, ledge), ledge.z)


def fall(match: Match, name: UnitId, to: Point, top: Mil) -> None:
    """Let a unit fall to a point from the height `top`: a Mishap Roll plus 2 for each full inch of
    the drop above 2 (SK-87).
    """
    if to != match.at(name):
        match.emit(UnitShifted(name, to, "fall"))
        part(match, name)
    drop = top - to[2]
    extra = hardness(drop)
    (die,) = match.roll("mishap", name)
    match.emit(UnitFell(name, drop, die + extra))
    hurt_by_mishap(match, name, harm_of_mishap(die + extra))


def hardness(drop: Mil) -> int:
    """Return what the depth of a fall adds to its Mishap Roll (SK-87)."""
    return 2 * (max(0, drop - SAFE_DROP) // INCH)


def mishap(match: Match, name: UnitId, extra: int) -> None:
    """Make a Mishap Roll plus `extra`, without a fall."""
    (die,) = match.roll("mishap", name)
    hurt_by_mishap(match, name, harm_of_mishap(die + extra))


def hurt_by_mishap(match: Match, name: UnitId, harm: Harm) -> None:
    """Let a unit suffer a mishap. One with more than 1 wound loses a wound instead of being dazed
    or stunned, and loses a wound and is stunned instead of being lost (SK-87).
    """
    unit = match.unit(name)
    if harm != "nothing" and unit.wounds > 1:
        match.emit(WoundsSet(name, unit.wounds - 1))
        harm = "stunned" if harm == "lost" else "nothing"
    injure(match, name, harm, why="mishap")


def part(match: Match, name: UnitId) -> None:
    """End the pairs of a unit with enemies that it no longer touches after a rule moved it
    (SK-11).
    """
    unit = match.unit(name)
    apart = tuple(
        (name, foe.id) for foe in match.engaged_with(name) if not space.touch(match, unit, foe)
    )
    if apart:
        match.emit(PairsEnded(apart))

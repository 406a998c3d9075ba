"""What content asks about a die: its number, its line, and how it is turned."""

from protocol.battle import DiceShown, Reason
from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import cooldown, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.printed import SkillDie, numbered
from server.rules.battle.kernel.battle import Battle


def value_of(battle: Battle, die: DieId) -> int:
    """Return the number on the face that a die shows."""
    shown = battle.state.dice[die]
    return catalogue_of(battle).dice[shown.kind].value(shown.face)


def trained(battle: Battle, unit: UnitId) -> list[SkillDie]:
    """Return the kinds of the dice that an adventurer has trained, wherever they lie."""
    dice = [die for die in battle.state.dice.values() if die.owner == unit]
    return [catalogue_of(battle).dice[die.kind] for die in dice]


def turn_to(battle: Battle, die: DieId, face: str, why: Reason) -> bool:
    """Turn a die to the face with this text. Returns False, and does nothing, if no such face is
    printed (TRM-4).
    """
    faces = catalogue_of(battle).dice[battle.state.dice[die].kind].faces
    if face not in faces:
        return False
    battle.emit(DiceShown((die,), (faces.index(face),), why))
    return True


def of_constellation(battle: Battle, unit: UnitId, place: str, constellation: str) -> list[DieId]:
    """Return the skill dice of the mage, thief or warrior lines in a place of a mat."""
    lines = catalogue_of(battle).line_of
    dice = cooldown.dice_in(battle, unit, place)
    return [
        die for die in dice if lines[battle.state.dice[die].kind].constellation == constellation
    ]


def lower(battle: Battle, die: DieId, steps: int) -> bool:
    """Turn an active die down by so many steps; a number that it does not print exhausts it.
    Returns whether it stays in its slot.
    """
    shown = battle.state.dice[die]
    icon = catalogue_of(battle).dice[shown.kind].icon(shown.face)
    stays = turn_to(battle, die, numbered(icon, value_of(battle, die) - steps), "lowered")
    if not stays:
        track.exhaust(battle, die, resolved=True)
    return stays

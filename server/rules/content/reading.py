"""Reading dice: what content asks about a die that lies somewhere."""

from protocol.battle import DiceShown
from server.rules.battle import bearers, cooldown, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie


def value_of(battle: Battle, die: str) -> int:
    """The number on the face that a die shows."""
    shown = battle.state.dice[die]
    return battle.catalogue.dice[shown.kind].value(shown.face)


def trained(battle: Battle, unit: str) -> list[SkillDie]:
    """What the dice are that an adventurer has trained, wherever they lie."""
    dice = [die for die in battle.state.dice.values() if die.owner == unit]
    return [battle.catalogue.dice[die.kind] for die in dice]


def turn_to(battle: Battle, die: str, face: str, why: str) -> bool:
    """Turn a die to the face of that text; False if no such face is printed (TRM-4)."""
    faces = battle.catalogue.dice[battle.state.dice[die].kind].faces
    if face not in faces:
        return False
    battle.emit(DiceShown((die,), (faces.index(face),), why))
    return True


def status_dice(battle: Battle, unit: str) -> list[str]:
    """All that counts as a status die on a unit: statuses, and skill dice of code S lying there."""
    mat = battle.state.adventurers.get(unit)
    lying = [*battle.unit(unit).dice, *(mat.track if mat else ())]
    dice = []
    for die in lying:
        shown = battle.state.dice.get(die)
        face = bearers.face_of(battle.catalogue, battle.state, die) if shown else None
        if face is not None and face.code == "S":
            dice.append(die)
    return [*statuses.held(battle, unit), *dice]


def of_constellation(battle: Battle, unit: str, place: str, constellation: str) -> list[str]:
    """The skill dice of the mage, thief or warrior lines in a place of a mat."""
    lines = battle.catalogue.line_of
    dice = cooldown.dice_in(battle, unit, place)
    return [
        die for die in dice if lines[battle.state.dice[die].kind].constellation == constellation
    ]


def lower(battle: Battle, die: str, steps: int) -> bool:
    """Turn an active die down; a number that it does not print exhausts it. True if it stays."""
    shown = battle.state.dice[die]
    icon = battle.catalogue.dice[shown.kind].icon(shown.face)
    stays = turn_to(battle, die, f"{icon}:{value_of(battle, die) - steps}", "lowered")
    if not stays:
        cooldown.exhaust(battle, die, resolved=True)
    return stays


def remove_status_die(battle: Battle, unit: str, token: str) -> None:
    """A status goes to the supply, a skill die of code S is exhausted (SKR-6)."""
    if token in battle.state.dice:
        cooldown.exhaust(battle, token, resolved=True)
    else:
        statuses.lose(battle, unit, token)

"""Reading dice: what content asks about a die that lies somewhere."""

from protocol.battle import DiceShown
from server.rules.battle.battle import Battle


def value_of(battle: Battle, die: str) -> int:
    """The number on the face that a die shows."""
    shown = battle.state.dice[die]
    return battle.catalogue.dice[shown.kind].value(shown.face)


def turn_to(battle: Battle, die: str, face: str, why: str) -> bool:
    """Turn a die to the face of that text; False if no such face is printed (TRM-4)."""
    faces = battle.catalogue.dice[battle.state.dice[die].kind].faces
    if face not in faces:
        return False
    battle.emit(DiceShown((die,), (faces.index(face),), why))
    return True

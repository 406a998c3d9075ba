"""Rolling dice again that somebody else's rule has rolled: which there are, and the new roll."""

from protocol.battle import DiceShown
from protocol.questions import Option
from server.rules.battle.battle import Battle
from server.rules.battle.engage import ENEMY_COMBAT_DIE
from server.rules.battle.resolving import FREE
from server.rules.battle.roll import Engage


def rolled(battle: Battle, engage: Engage) -> tuple[Option, ...]:
    """The dice of an engage's roll, skill dice and enemy Combat dice (C-49)."""
    options = []
    mat = battle.state.adventurers.get(engage.by)
    for die in mat.rolled if mat else ():
        if die in engage.dice:
            shown = battle.state.dice[die]
            kind = battle.catalogue.dice[shown.kind]
            options.append(Option(die, f"{kind.name}: {kind.faces[shown.face]}"))
    free = enumerate(engage.free)
    options += [Option(f"{FREE}{at}", f"Enemy Combat die: {value}") for at, value in free]
    return tuple(options)


def roll_again(battle: Battle, engage: Engage, die: str, why: str) -> None:
    """One of them is rolled again and shows something new."""
    faces = battle.roll(1, why, engage.by)
    if die in battle.state.dice:
        battle.emit(DiceShown((die,), faces, why))
    else:
        engage.free[int(die.removeprefix(FREE))] = ENEMY_COMBAT_DIE[faces[0]]

"""Rolling dice again that somebody else's rule has rolled: which there are, and the new roll."""

from protocol.battle import DiceShown
from protocol.questions import Option, Question, Some
from server.rules.battle.battle import Battle
from server.rules.battle.engage import ENEMY_COMBAT_DIE
from server.rules.battle.resolving import FREE
from server.rules.battle.roll import Engage

MISSES = (": 0", ": tenacity")


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


def roll_some_again(battle: Battle, engage: Engage, most: int, why: str) -> None:
    """Up to `most` dice of an engage's roll are rolled once more, together; misses stand first."""
    options = sorted(rolled(battle, engage), key=lambda one: not one.text.endswith(MISSES))
    picks = battle.picks(
        Question(
            to=battle.deciders(engage.by),
            why=f"{why}.reroll",
            text="Which dice do you roll again?",
            shape=Some(tuple(options), 1, min(most, len(options))),
            default=(options[0].key,),
            about=engage.by,
        )
    )
    faces = dict(zip(picks, battle.roll(len(picks), "reroll", engage.by), strict=True))
    dice = tuple(die for die in picks if die in battle.state.dice)
    if dice:
        battle.emit(DiceShown(dice, tuple(faces[die] for die in dice), "again"))
    for pick, face in faces.items():
        if pick not in dice:
            engage.free[int(pick.removeprefix(FREE))] = ENEMY_COMBAT_DIE[face]

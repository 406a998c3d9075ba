"""Rerolling dice of a roll that has been made: which there are, and the new roll."""

from protocol.battle import DiceShown, Reason
from protocol.ids import DieId, NamedCode, Why
from protocol.questions import Option, Question, Some
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.printed import TENACITY
from server.rules.battle.engage import engage_action, resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage


def rolled(battle: Battle, engage: Engage) -> tuple[Option, ...]:
    """Return the dice of an engage's roll as options, skill dice and enemy Combat dice (C-49); ()
    once none is left.
    """
    options = []
    for die in _skill_dice(battle, engage):
        shown = battle.state.dice[die]
        kind = catalogue_of(battle).dice[shown.kind]
        options.append(Option(die, f"{kind.name}: {kind.faces[shown.face]}"))
    for at, value in enumerate(engage.free):
        options.append(Option(resolving.free_die(at), f"Enemy Combat die: {value}"))
    return tuple(options)


def _skill_dice(battle: Battle, engage: Engage) -> list[DieId]:
    mat = battle.state.adventurers.get(engage.by)
    return [die for die in mat.rolled if die in engage.dice] if mat else []


def _misses(battle: Battle, engage: Engage) -> set[str]:
    """Return the keys of the dice of an engage's roll that show tenacity or 0."""
    faces = {die: battle.state.dice[die] for die in _skill_dice(battle, engage)}
    kinds = catalogue_of(battle).dice
    skill = {die for die, shown in faces.items() if kinds[shown.kind].icon(shown.face) == TENACITY}
    return skill | {resolving.free_die(at) for at, value in enumerate(engage.free) if not value}


def roll_again(battle: Battle, engage: Engage, die: DieId, why: Reason) -> None:
    """Reroll one die of an engage, a skill die or an enemy Combat die, and let it show the new
    face.
    """
    faces = battle.roll(1, why, engage.by)
    if die in battle.state.dice:
        battle.emit(DiceShown((die,), faces, why))
    else:
        _show_free(engage, die, faces[0])


def _show_free(engage: Engage, die: DieId, face: int) -> None:
    free = [resolving.free_die(at) for at in range(len(engage.free))]
    engage.free[free.index(die)] = engage_action.ENEMY_COMBAT_DIE[face]


def roll_some_again(battle: Battle, engage: Engage, most: int, why: Why) -> None:
    """Ask for up to `most` dice of an engage's roll and reroll them together. Misses stand first,
    so the default is one of them. Call it only while `rolled` finds dice.
    """
    misses = _misses(battle, engage)
    options = sorted(rolled(battle, engage), key=lambda one: one.key not in misses)
    picks = battle.picks(
        Question(
            to=battle.deciders(engage.by),
            why=NamedCode(f"{why}.reroll"),
            text="Which dice do you roll again?",
            shape=Some(tuple(options), 1, min(most, len(options))),
            default=(options[0].key,),
            about=engage.by,
        )
    )
    faces = dict(zip(picks, battle.roll(len(picks), "reroll", engage.by), strict=True))
    dice = tuple(die for die in map(DieId, picks) if die in battle.state.dice)
    if dice:
        battle.emit(DiceShown(dice, tuple(faces[die] for die in dice), "again"))
    for pick, face in faces.items():
        if pick not in dice:
            _show_free(engage, DieId(pick), face)

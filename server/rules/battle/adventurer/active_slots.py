"""Putting active dice away unused, on one's own turn (p24, ACT-3, ACT-10)."""

from protocol.battle import ActionTaken
from protocol.ids import DieId, UnitId, Why
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import FATIGUE, FATIGUE_NAMES, TOKEN

DROP = "drop"
"""The kind of an option that puts a die away."""


def droppable(battle: Battle, unit: UnitId) -> tuple[Option, ...]:
    """Return the active dice that may be put away; of those that show the same only one is offered.
    A token is no die.
    """
    options: dict[str, Option] = {}
    for token in (one for one in battle.mat(unit).active if one != TOKEN):
        if token in FATIGUE:
            name = FATIGUE_NAMES[token]
        else:
            shown = battle.state.dice[DieId(token)]
            kind = catalogue_of(battle).dice[shown.kind]
            name = f"{kind.name} ({kind.faces[shown.face]})"
        text = f"Put {name} away unused"
        options.setdefault(text, Option(option_key(DROP, token), text, "goes to the track"))
    return tuple(options.values())


def question(
    battle: Battle, unit: UnitId, why: Why, text: str, rule: str, *, may_pass: bool = True
) -> Question:
    """Return the question which active die is put away."""
    return Question(
        to=battle.deciders(unit),
        why=why,
        text=text,
        shape=One(droppable(battle, unit)),
        rule=rule,
        may_pass=may_pass,
        about=unit,
    )


def drop(battle: Battle, unit: UnitId, key: str) -> None:
    """Put away the active die that an option's key names."""
    battle.emit(ActionTaken(unit, "drop", key))
    track.exhaust_slot(battle, unit, read_key(key).name)

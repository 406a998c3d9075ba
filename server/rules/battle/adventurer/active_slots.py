"""Putting active dice away unused, in one's own turn (p24, ACT-3, ACT-10)."""

from protocol.battle import ActionTaken
from protocol.ids import DieId, UnitId, Why
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import FATIGUE, FATIGUE_NAMES, TOKEN

DROP = "drop"
"""The kind in the keys of options that put a die away."""


def droppable(battle: Battle, unit: UnitId) -> tuple[Option, ...]:
    """Return the active dice that may be put away, as options. Of dice that show the same only one
    is offered, unless one of them was used already. A class token is no die.
    """
    options: dict[tuple[str, ...], Option] = {}
    for token in battle.mat(unit).active:
        if token == TOKEN:
            continue
        if token in FATIGUE:
            name = FATIGUE_NAMES[token]
        else:
            shown = battle.state.dice[DieId(token)]
            kind = catalogue_of(battle).dice[shown.kind]
            name = f"{kind.name} ({kind.faces[shown.face]})"
        text = f"Put {name} away unused"
        used = _used(battle, unit, token)
        note = "goes to the track, was used" if used else "goes to the track"
        options.setdefault((text, *used), Option(option_key(DROP, token), text, note))
    return tuple(options.values())


def _used(battle: Battle, unit: UnitId, token: str) -> tuple[str, ...]:
    """Return the notes about a die's uses, which tell otherwise equal dice apart."""
    state = battle.state
    lasting = notes.below(state.used, unit, token, scopes=("round", "battle"))
    turn = notes.below(state.turn.used, unit, token) if state.turn is not None else ()
    return (*lasting, *turn)


def question(
    battle: Battle, unit: UnitId, why: Why, text: str, rule: str, *, may_pass: bool = True
) -> Question:
    """Return the question which active die an adventurer puts away."""
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
    """Put away the active die that an option's key, of `droppable`, names."""
    battle.emit(ActionTaken(unit, "drop", key))
    track.exhaust_slot(battle, unit, read_key(key).name)

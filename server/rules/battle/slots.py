"""Putting active dice away unused, on one's own turn (p24, ACT-3, ACT-10)."""

from typing import TYPE_CHECKING

from protocol.battle import ActionTaken
from protocol.questions import One, Option, Question
from server.rules.battle import cooldown
from server.rules.battle.state import FATIGUE, TOKEN

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def droppable(battle: "Battle", unit: str) -> tuple[Option, ...]:
    """What may be put away; of dice that show the same only one is offered. A token is no die."""
    options: dict[str, Option] = {}
    for token in (one for one in battle.mat(unit).active if one != TOKEN):
        if token in FATIGUE:
            name = cooldown.FATIGUE_NAMES[token]
        else:
            shown = battle.state.dice[token]
            kind = battle.catalogue.dice[shown.kind]
            name = f"{kind.name} ({kind.faces[shown.face]})"
        text = f"Put {name} away unused"
        options.setdefault(text, Option(f"drop:{token}", text, "goes to the track"))
    return tuple(options.values())


def question(
    battle: "Battle", unit: str, why: str, text: str, rule: str, *, may_pass: bool = True
) -> Question:
    """Asks which of them is put away."""
    return Question(
        to=battle.deciders(unit),
        why=why,
        text=text,
        shape=One(droppable(battle, unit)),
        rule=rule,
        may_pass=may_pass,
        about=unit,
    )


def drop(battle: "Battle", unit: str, key: str) -> None:
    """Put one away, named by its option's key."""
    battle.emit(ActionTaken(unit, "drop", key))
    cooldown.exhaust_slot(battle, unit, key.partition(":")[2])

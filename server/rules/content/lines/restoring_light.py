"""Restoring Light, in magic form: healing (p88)."""

from protocol.questions import One, Option, Question
from server.rules.battle import cooldown, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie, SkillLine
from server.rules.battle.damage import heal
from server.rules.battle.effects import Me, face, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.roll import Engage
from server.rules.battle.state import Unit
from server.rules.content import asking
from server.rules.content.reading import status_dice

LINE_ID = "restoring-light"


def _ailing(battle: Battle) -> list[Unit]:
    """Party members with a status die, or with HP to heal; one of the two is enough (TIM-4)."""
    return [
        unit
        for unit in battle.in_play("party")
        if unit.hp < unit.health or status_dice(battle, unit.id)
    ]


def _somebody_ails(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_ailing(battle))


@hook(Moment.ANYTIME, "Purge: remove a status die, heal 1 HP", when=_somebody_ails, rule="TIM-4")
def cleanse(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die: one party member loses a status die of the owner's choice and heals 1 HP."""
    cooldown.exhaust(battle, me.die, resolved=True)
    text = "Purge: whom do you cleanse and heal?"
    unit = asking.one_unit(battle, me.unit, _ailing(battle), "purge", text)
    found = status_dice(battle, unit) if unit else []
    if found:
        _remove(battle, unit, battle.pick(_which(battle, me, found)))
    if unit:
        heal(battle, unit, 1, me.unit)


def _which(battle: Battle, me: Me, found: list[str]) -> Question:
    names = [
        battle.catalogue.dice[battle.state.dice[one].kind].name
        if one in battle.state.dice
        else one.capitalize()
        for one in found
    ]
    return Question(
        to=battle.deciders(me.unit),
        why="purge.status",
        text="Purge: which status die is removed?",
        shape=One(tuple(Option(one, name) for one, name in zip(found, names, strict=True))),
        default=(next((one for one in found if one != "stealth"), found[0]),),
    )


def _remove(battle: Battle, unit: str, token: str) -> None:
    """A status goes to the supply, a skill die of code S is exhausted (SKR-6)."""
    if token in battle.state.dice:
        cooldown.exhaust(battle, token, resolved=True)
    else:
        statuses.lose(battle, unit, token)


@face(
    "purge",
    "A",
    "At any time, exhaust it: a party member loses a status die and heals 1 HP.",
    hooks=(cleanse,),
)
def purge(battle: Battle, engage: Engage, die: str) -> None:
    """It waits in its slot."""


LINE = SkillLine(
    id=LINE_ID,
    name="Restoring Light",
    constellation="mage",
    stat="magicka",
    forms=("magic",),
    dice=(SkillDie("purge", "Purge", 1, 1, ("tenacity", *("purge",) * 5)),),
    faces=(purge,),
)

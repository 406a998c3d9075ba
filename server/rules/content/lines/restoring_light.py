"""Restoring Light, in magic form: healing (p88)."""

from protocol.ids import DieId, DieKind, LineId, NamedCode
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import statuses, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillDie, SkillLine
from server.rules.battle.damage import heal
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import targeting
from server.rules.content import asking
from server.rules.content.lines import restoring_light_upper as upper
from server.rules.content.reading import value_of

LINE_ID = LineId("restoring-light")
PRAYER = 2  # HP healed


def _ailing(battle: Battle) -> list[Unit]:
    """Return the party members with a status die or with HP to heal; one of the two is enough to
    use Purge (TIM-4).
    """
    return [
        unit
        for unit in battle.in_play("party")
        if unit.hp < unit.health or statuses.dice_on(battle, unit.id)
    ]


def _somebody_ails(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_ailing(battle))


@hook(Moment.ANYTIME, "Purge: remove a status die, heal 1 HP", when=_somebody_ails, rule="TIM-4")
def cleanse(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die: one party member loses a status die that you choose and heals 1 HP."""
    track.exhaust(battle, me.die, resolved=True)
    text = "Purge: whom do you cleanse and heal?"
    unit = asking.one_unit(battle, me.unit, _ailing(battle), NamedCode("purge"), text)
    found = statuses.dice_on(battle, unit) if unit else []
    if found:
        statuses.remove_die(battle, unit, battle.pick(_which(battle, me, found)))
    if unit:
        heal(battle, unit, 1, me.unit)


def _which(battle: Battle, me: Me, found: list[str]) -> Question:
    names = [
        catalogue_of(battle).dice[battle.state.dice[DieId(one)].kind].name
        if one in battle.state.dice
        else one.capitalize()
        for one in found
    ]
    return Question(
        to=battle.deciders(me.unit),
        why=NamedCode("purge.status"),
        text="Purge: which status die is removed?",
        shape=One(tuple(Option(one, name) for one, name in zip(found, names, strict=True))),
        default=(next((one for one in found if one != "stealth"), found[0]),),
    )


@face(
    "purge",
    "A",
    "At any time, exhaust it: a party member loses a status die and heals 1 HP.",
    hooks=(cleanse,),
)
def purge(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


@face("hasty-prayer", "I", "All adventurers heal 2 HP.", traits=("plain",))
def hasty_prayer(battle: Battle, engage: Engage, die: DieId) -> None:
    """Let every adventurer heal 2, wherever it is; nobody can decline it."""
    for unit in tuple(battle.adventurers()):
        heal(battle, unit.id, PRAYER, engage.by)


@face("breath-of-life", "I", "An adventurer in range heals what X enemy Combat dice show.")
def breath_of_life(battle: Battle, engage: Engage, die: DieId) -> None:
    """Ask who heals, then roll; the roller is within its own range."""
    near = [u for u in battle.adventurers() if targeting.in_range(battle, engage.by, u.id)]
    unit = asking.one_unit(battle, engage.by, near, NamedCode("breath-of-life"), "Who heals?")
    values = engaging.combat_dice(battle, value_of(battle, die), engage.by)
    heal(battle, unit, sum(values), engage.by)


T = "tenacity"
LINE = SkillLine(
    id=LINE_ID,
    name="Restoring Light",
    constellation="mage",
    stat="magicka",
    forms=("magic",),
    dice=(
        SkillDie(DieKind("purge"), "Purge", 1, 1, (T, *("purge",) * 5)),
        SkillDie(DieKind("hasty-prayer"), "Hasty Prayer", 1, 1, (T, T, *("hasty-prayer",) * 4)),
        SkillDie(
            DieKind("breath-of-life"),
            "Breath of Life",
            2,
            2,
            (T, T, "breath-of-life:2", *("breath-of-life:4",) * 3),
        ),
        upper.HONOR_THE_DEAD,
        upper.RUSHED_CEREMONY,
        upper.RITE_OF_PASSAGE,
        upper.MASTER_RITUALIST,
    ),
    faces=(purge, hasty_prayer, breath_of_life, *upper.FACES),
)

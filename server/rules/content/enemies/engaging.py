"""Enemy skills that act after their bearer's own engage, once for each target."""

from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.effects import Hook, hook, mine
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.words import Status


@hook(Moment.ENGAGED, "Enfeeble", when=mine, forced=True, rule="ENS-5")
def enfeeble(battle: Battle, me: Me, now: Happening) -> None:
    """After its engage each target gains light fatigue, damaged or not."""
    if now.unit in battle.state.adventurers:
        cooldown.gain_fatigue(battle, now.unit, light=me.value)


def _afflicts(status: Status) -> Hook:
    @hook(Moment.ENGAGED, status.capitalize(), when=mine, forced=True)
    def afflict(battle: Battle, me: Me, now: Happening) -> None:
        """After its engage each target gains the status."""
        statuses.gain(battle, now.unit, status)

    return afflict


@hook(Moment.ENGAGED, "Intimidate", when=mine, forced=True)
def intimidate(battle: Battle, me: Me, now: Happening) -> None:
    """After its engage each target gains Fear; one that has it loses it instead."""
    if not statuses.lose(battle, now.unit, "fear"):
        statuses.gain(battle, now.unit, "fear")


@hook(Moment.ENGAGED, "Vinesnare", when=mine, forced=True)
def vinesnare(battle: Battle, me: Me, now: Happening) -> None:
    """After its engage each adventurer that it targeted drains 1 available Combat die."""
    if now.unit not in battle.state.adventurers:
        return
    for die in cooldown.dice_in(battle, now.unit, "row", line="combat")[:1]:
        track.drain(battle, die)


def _status_skill(status: Status) -> EnemySkill:
    name = status.capitalize()
    return EnemySkill(
        status, name, f"After its engage, the targets gain {name}.", (_afflicts(status),)
    )


SKILLS = (
    EnemySkill(
        "enfeeble", "Enfeeble", "After its engage, the targets gain light fatigue.", (enfeeble,)
    ),
    *(_status_skill(status) for status in ("bane", "blind", "daze", "maim")),
    EnemySkill(
        "intimidate",
        "Intimidate",
        "After its engage, the targets gain or lose Fear.",
        (intimidate,),
    ),
    EnemySkill(
        "vinesnare", "Vinesnare", "After its engage, the targets drain a Combat die.", (vinesnare,)
    ),
)

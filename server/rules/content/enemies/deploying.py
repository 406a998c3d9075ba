"""Enemy skills that act while their bearer is deployed: extra HP. Healing still stops at Health."""

from protocol.battle import HpChanged, NamedReason
from server.rules.battle.components.effects import hook
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment


def _more(battle: Battle, me: Me, points: int) -> None:
    """Give a unit HP above its Health; a unit that enters without HP chips gets none (ECH-11)."""
    chip = battle.unit(me.unit)
    if points and chip.hp:  # who enters without HP chips stays without (ECH-11)
        battle.emit(HpChanged(me.unit, chip.hp + points, chip.bonus, NamedReason(me.source)))


@hook(Moment.DEPLOYED, "Colossal", forced=True)
def colossal(battle: Battle, me: Me, now: Happening) -> None:
    """Enters with 1 HP more for each Combat die that any adventurer owns, wherever it lies."""
    _more(battle, me, sum(die.kind == "combat" for die in battle.state.dice.values()))


@hook(Moment.DEPLOYED, "Cornered", forced=True)
def cornered(battle: Battle, me: Me, now: Happening) -> None:
    """Enters with 2 HP more for each undefeated adventurer, deployed yet or not."""
    fates = [battle.unit(name).fate for name in battle.state.adventurers]
    _more(battle, me, 2 * sum(fate != "defeated" for fate in fates))


SKILLS = (
    EnemySkill(
        "colossal",
        "Colossal",
        "On deployment, enters with 1 HP per trained Combat die.",
        (colossal,),
    ),
    EnemySkill(
        "cornered",
        "Cornered",
        "On deployment, enters with 2 HP per undefeated adventurer.",
        (cornered,),
    ),
)

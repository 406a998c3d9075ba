"""Enemy skills about the damage that their bearer deals. Arcane is read where damage lands."""

from server.rules.battle import paying
from server.rules.battle.battle import Battle
from server.rules.battle.components import EnemySkill
from server.rules.battle.effects import Me, hook
from server.rules.battle.moments import Happening, Moment


def _adjacent(battle: Battle, me: Me, now: Happening) -> bool:
    return now.by == me.unit and now.blow is not None and now.blow.adjacent


@hook(Moment.BEFORE_DAMAGE, "Bladed", when=_adjacent, forced=True)
def bladed(battle: Battle, me: Me, now: Happening) -> None:
    """2 more damage to an adjacent target; they are not rolled, so Maim leaves them alone."""
    assert now.blow is not None
    now.blow.add(2)


def _hits_adventurer(battle: Battle, me: Me, now: Happening) -> bool:
    hits = now.by == me.unit and now.blow is not None and now.blow.dealt > 0
    return hits and now.unit in battle.state.adventurers


@hook(Moment.BEFORE_DAMAGE, "Subdue", when=_hits_adventurer, forced=True)
def subdue(battle: Battle, me: Me, now: Happening) -> None:
    """The target first loses as much tenacity as damage will be dealt."""
    assert now.blow is not None
    paying.lose_tenacity(battle, now.unit, now.blow.dealt, "subdue")


SKILLS = (
    EnemySkill("arcane", "Arcane", "All its damage is true damage."),
    EnemySkill("bladed", "Bladed", "2 more damage to adjacent targets.", (bladed,)),
    EnemySkill("subdue", "Subdue", "Its targets lose tenacity before the damage.", (subdue,)),
)

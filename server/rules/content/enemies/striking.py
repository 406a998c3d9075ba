"""Enemy skills about the damage that their bearer deals. Arcane is read where damage lands."""

from protocol.battle import NamedReason
from server.rules.battle.adventurer import statuses, tenacity
from server.rules.battle.components.effects import hook
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import hit_points
from server.rules.battle.encounter import province
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment


def _adjacent(battle: Battle, me: Me, now: Happening) -> bool:
    return now.by == me.unit and now.instance is not None and now.instance.adjacent


@hook(Moment.BEFORE_DAMAGE, "Bladed", when=_adjacent, forced=True)
def bladed(battle: Battle, me: Me, now: Happening) -> None:
    """Deals 2 more damage to an adjacent target; they are not rolled, so Maim does not halve
    them.
    """
    assert now.instance is not None
    now.instance.add(2)


def _hits_adventurer(battle: Battle, me: Me, now: Happening) -> bool:
    hits = now.by == me.unit and now.instance is not None and now.instance.dealt > 0
    return hits and now.unit in battle.state.adventurers


@hook(Moment.BEFORE_DAMAGE, "Subdue", when=_hits_adventurer, forced=True)
def subdue(battle: Battle, me: Me, now: Happening) -> None:
    """The target first loses as much tenacity as damage will be dealt."""
    assert now.instance is not None
    tenacity.lose(battle, now.unit, now.instance.dealt, NamedReason("subdue"))


def _rolled(battle: Battle, me: Me, now: Happening) -> bool:
    mine = now.by == me.unit and now.engage is not None
    return mine and statuses.may_roll(battle, me.unit)


@hook(Moment.BEFORE_DAMAGE, "Unbridled", when=_rolled, forced=True, once="engage")
def unbridled(battle: Battle, me: Me, now: Happening) -> None:
    """Rolls a D6, once an engage: on 3 or more its damage is true, and all adventurers take 1
    besides.

    In High Rock unrest rises by 1, which the campaign finds in the battle's record.
    """
    assert now.engage is not None
    (face,) = battle.throw(1, "unbridled", me.unit)
    # Faces count from 0: the text wants a 3 or more.
    if face + 1 < 3:
        return
    now.engage.true = True
    province.raise_unrest(battle)
    for unit in tuple(battle.adventurers()):
        hit_points.deal(battle, unit.id, me.unit, true=1, how=NamedReason("unbridled"))


SKILLS = (
    EnemySkill("arcane", "Arcane", "On dealing damage, all of it is true damage."),
    EnemySkill("bladed", "Bladed", "On dealing damage, 2 more to adjacent targets.", (bladed,)),
    EnemySkill(
        "unbridled",
        "Unbridled",
        "Before its damage, 3 to 6 makes it true and deals 1 to all adventurers; in High Rock "
        "unrest rises.",
        (unbridled,),
    ),
    EnemySkill("subdue", "Subdue", "Before its damage, the targets lose tenacity.", (subdue,)),
)

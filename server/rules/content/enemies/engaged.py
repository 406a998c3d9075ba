"""Enemy skills that act when their bearer is engaged or dealt damage."""

from server.rules.battle.battle import Battle
from server.rules.battle.damage import deal
from server.rules.battle.effects import EnemySkill, Me, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.roll import Engage


def rolled_dice(engage: Engage) -> list[str]:
    """Every die of an engage's roll, enemy Combat dice too, resolved or not (ENS-4)."""
    return [*engage.dice, *(f"free{at}" for at in range(len(engage.free)))]


def _engaged_by_dice(battle: Battle, me: Me, now: Happening) -> bool:
    engaged = now.engage is not None and me.unit in now.engage.targets
    return now.unit == me.unit and engaged and now.blow is not None and now.blow.physical > 0


@hook(Moment.DAMAGE_COMING, "Dodge", when=_engaged_by_dice, forced=True, rule="ENS-3")
def dodge(battle: Battle, me: Me, now: Happening) -> None:
    """Prevents 1 damage for each die of the roll that dealt no damage to anybody."""
    assert now.engage is not None
    assert now.blow is not None
    idle = [die for die in rolled_dice(now.engage) if die not in now.engage.damaging]
    now.blow.prevent(len(idle))


def _hurt_by_neighbour(battle: Battle, me: Me, now: Happening) -> bool:
    blow = now.blow
    return (
        now.unit == me.unit
        and blow is not None
        and blow.adjacent
        and blow.dealt > 0
        and battle.opposing(me.unit, blow.by)
        and not battle.unit(blow.by).fate
    )


@hook(
    Moment.DAMAGE_DEALT,
    "Riposte",
    when=_hurt_by_neighbour,
    forced=True,
    once="turn",
)
def riposte(battle: Battle, me: Me, now: Happening) -> None:
    """The first time each turn that an adjacent opponent deals it damage: as much as its number."""
    deal(battle, now.by, me.unit, me.value, how="riposte")


SKILLS = (
    EnemySkill("dodge", "Dodge", "Prevents 1 for each die that deals no damage.", (dodge,)),
    EnemySkill("riposte", "Riposte", "Strikes back once a turn at a neighbour.", (riposte,)),
)

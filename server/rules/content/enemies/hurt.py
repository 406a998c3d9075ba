"""Enemy skills that act when damage is coming to their bearer: prevention and limits."""

from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import hook
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import hurt, hurt_at_all
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat


def rolled_dice(engage: Engage) -> list[str]:
    """Return every die of an engage's roll, enemy Combat dice too, resolved or not (ENS-4)."""
    return [*engage.dice, *(f"free{at}" for at in range(len(engage.free)))]


def _engaged_by_dice(battle: Battle, me: Me, now: Happening) -> bool:
    engaged = now.engage is not None and me.unit in now.engage.targets
    return engaged and hurt(battle, me, now)


@hook(Moment.DAMAGE_COMING, "Dodge", when=_engaged_by_dice, forced=True, rule="ENS-3")
def dodge(battle: Battle, me: Me, now: Happening) -> None:
    """Prevents 1 damage for each die of the roll that dealt no damage to anybody."""
    assert now.engage is not None
    assert now.instance is not None
    idle = [die for die in rolled_dice(now.engage) if die not in now.engage.damaging]
    now.instance.prevent(len(idle))


def _from_afar(battle: Battle, me: Me, now: Happening) -> bool:
    in_turn = battle.state.turn is not None and bool(now.by)
    return in_turn and hurt_at_all(battle, me, now) and not battle.was_adjacent(me.unit, now.by)


@hook(Moment.DAMAGE_COMING, "Elusive", when=_from_afar, forced=True)
def elusive(battle: Battle, me: Me, now: Happening) -> None:
    """Prevents everything, true damage too, from who was not adjacent as the current turn began.

    Outside turns, and against damage that no unit deals, it does nothing.
    """
    assert now.instance is not None
    now.instance.prevent_all()


def _without_magic(battle: Battle, me: Me, now: Happening) -> bool:
    form = battle.mat(now.by).form if now.by in battle.state.adventurers else "magic"
    return form != "magic" and hurt(battle, me, now)


@hook(Moment.DAMAGE_COMING, "Ethereal", when=_without_magic, forced=True)
def ethereal(battle: Battle, me: Me, now: Happening) -> None:
    """Prevents as much as the party has adventurers, of damage that one outside Magic form
    deals.
    """
    assert now.instance is not None
    now.instance.prevent(battle.party_size())


def _distant(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        bool(now.by) and hurt(battle, me, now) and now.instance is not None and now.instance.distant
    )


@hook(Moment.DAMAGE_COMING, "Iron Bark", when=_distant, forced=True)
def iron_bark(battle: Battle, me: Me, now: Happening) -> None:
    """Has 1 more defense against a dealer that is not adjacent, as far as defense is not
    ignored.
    """
    assert now.instance is not None
    printed = catalogue_of(battle).chips[battle.unit(me.unit).chip].defense
    defense = battle.value(me.unit, Stat.DEFENSE, printed).value
    ignored = now.engage.ignored.get(me.unit, 0) if now.engage else 0
    if ignored <= defense:
        now.instance.blocked += now.instance.prevent(1)


def _has_hp_to_spare(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.instance is not None and battle.unit(me.unit).hp > 1


@hook(Moment.HP_LOSS, "Divert", when=_has_hp_to_spare, forced=True)
def divert(battle: Battle, me: Me, now: Happening) -> None:
    """No single instance of damage takes its last HP, unless it had exactly 1."""
    assert now.instance is not None
    now.instance.limit(battle.unit(me.unit).hp - 1)


def _within_turn(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and battle.state.turn is not None


@hook(Moment.HP_LOSS, "Stalwart", when=_within_turn, forced=True)
def stalwart(battle: Battle, me: Me, now: Happening) -> None:
    """It loses no more than 1 HP in any one turn, whatever the cause; this prevents nothing."""
    turn = battle.state.turn
    assert turn is not None
    left = max(0, 1 - turn.lost.get(me.unit, 0))
    if now.instance is not None:
        now.instance.limit(left)
    else:
        now.amount = min(now.amount, left)


SKILLS = (
    EnemySkill(
        "dodge", "Dodge", "When engaged, prevents 1 for each die that deals no damage.", (dodge,)
    ),
    EnemySkill(
        "elusive",
        "Elusive",
        "When damaged, only who began the turn adjacent can hurt it.",
        (elusive,),
    ),
    EnemySkill(
        "ethereal",
        "Ethereal",
        "When damaged, prevents what is dealt outside Magic form.",
        (ethereal,),
    ),
    EnemySkill(
        "iron-bark",
        "Iron Bark",
        "When damaged, +1 defense unless the attacker is adjacent.",
        (iron_bark,),
    ),
    EnemySkill("divert", "Divert", "On losing HP, no one blow fells it from 2 or more.", (divert,)),
    EnemySkill("stalwart", "Stalwart", "On losing HP, at most 1 in a turn.", (stalwart,)),
)

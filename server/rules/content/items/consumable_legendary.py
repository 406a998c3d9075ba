"""Legendary consumables: for every adventurer in play, most of them (p29; ITM-9)."""

from protocol.ids import NamedCode
from server.rules.battle.components.effects import Lasting, hook, my
from server.rules.battle.damage import gain_bonus, heal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import OF
from server.rules.content import asking
from server.rules.content.items.boons import drops, gains_tenacity, heals, lasts, recovers, sheds
from server.rules.content.items.cards import consumable
from server.rules.content.items.harms import burns
from server.rules.content.items.using import Use, each, enemies_within, everybody, you

SLICES = 6  # HP to share out


def _share_cake(battle: Battle, me: Me) -> None:
    text = f"Who gets how many of {SLICES} points?"
    units = sorted(battle.adventurers(), key=lambda unit: unit.hp - unit.health)
    shares = asking.split(battle, me.unit, units, SLICES, NamedCode(f"{me.source}.share"), text)
    for unit, points in shares.items():
        healed = heal(battle, unit, points, me.unit, exact=True)
        gain_bonus(battle, unit, points - healed, me.unit)


def _always(battle: Battle, me: Me) -> bool:
    return True


def _hurt(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and battle.unit(me.unit).hp < battle.unit(me.unit).health


@hook(Moment.TURN_STARTS, "", when=_hurt, forced=True)
def mend(battle: Battle, me: Me, now: Happening) -> None:
    """Heal 1 at the start of your turn."""
    heal(battle, me.unit, 1, me.unit)


ITEMS = (
    consumable(
        "Feast of the Harvest",
        Lock(4, (3, 6, 4, 1), (3,)),
        "Every adventurer in play heals 3 and loses 1 overfatigue.",
        each(everybody, heals(3), drops(OF, 1)),
        deck="legendary",
    ),
    consumable(
        "Three-Tier Wedding Cake",
        Lock(3, (4, 1, 3, 6), (4,)),
        "Share 6 healing among adventurers in play; above Health it becomes bonus HP.",
        Use(_share_cake, _always),
        deck="legendary",
    ),
    consumable(
        "Dragonfire Curry",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        "Deal 3 damage to every enemy within 2 hexes.",
        each(enemies_within(2), burns(3)),
        deck="legendary",
    ),
    consumable(
        "Basket of Moon Peaches",
        Lock(3, (5, 3, 3, 1), (5,)),
        "Every adventurer in play recovers 2 skill dice.",
        each(everybody, recovers(2)),
        deck="legendary",
    ),
    consumable(
        "Starlit Mead",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        "Every adventurer in play gains 2 tenacity and loses a status.",
        each(everybody, gains_tenacity(2), sheds),
        deck="legendary",
    ),
    consumable(
        "Bread of the Ancestors",
        Lock(4, (5, 5, 1, 2), (5,)),
        "Until the battle ends you heal 1 at the start of your turns.",
        each(you, lasts),
        deck="legendary",
        lasting=Lasting("battle", (mend,)),
    ),
)

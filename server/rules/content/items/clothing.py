"""Common clothing: a class ability for tenacity with each piece (p29; ITM-13, CLS-19)."""

from protocol.ids import NamedCode
from server.rules.battle.components.effects import Lasting, hook, mine, modifier
from server.rules.battle.components.printed import Item
from server.rules.battle.damage import hurt_by_enemy
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF
from server.rules.battle.kernel.values import Stat
from server.rules.content.items.boons import (
    drops,
    gains_tenacity,
    heals,
    lasts,
    moves,
    recovers_first,
    sheds,
)
from server.rules.content.items.displacing import shoves
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.lending import (
    action_clothing,
    enduring_clothing,
    interrupt_clothing,
    refreshes,
    triggers,
)
from server.rules.content.items.using import each, enemies_within, near, one, others, you
from server.rules.content.rerolling import roll_some_again, rolled


def _has_rolled(battle: Battle, me: Me, now: Happening) -> bool:
    return now.engage is not None and mine(battle, me, now) and bool(rolled(battle, now.engage))


@hook(Moment.AFTER_ROLL, "roll a die again", when=_has_rolled)
def foresee(battle: Battle, me: Me, now: Happening) -> None:
    """Reroll one die of your own roll."""
    assert now.engage is not None
    roll_some_again(battle, now.engage, 1, NamedCode(me.source))


def _two_less(battle: Battle, me: Me, now: Happening) -> None:
    assert now.instance is not None
    now.instance.prevent(2)


@hook(Moment.DAMAGE_COMING, "prevent 2", when=hurt_by_enemy, prevents=_two_less)
def shield(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent 2 of an enemy's damage."""
    _two_less(battle, me, now)


@modifier(Stat.MOVEMENT, "Monk's Rope Belt")
def light_step(battle: Battle, me: Me, value: int) -> int:
    """Your move actions reach 1 hex farther."""
    return value + 1


@modifier(Stat.RANGE, "Spyglass Vest")
def far_sight(battle: Battle, me: Me, value: int) -> int:
    """Your range is 1 hex more in Ranged Weapon and in Magic form."""
    return value + 1


ITEMS: tuple[Item, ...] = (
    action_clothing(
        "Courier's Sandals", Lock(3, (3, 2, 1)), 1, "Move up to 2 hexes.", each(you, moves(2))
    ),
    action_clothing(
        "Homespun Shawl",
        Lock(3, (4, 4, 2)),
        2,
        "Two light fatigue leave your track.",
        each(you, drops(LF, 2)),
    ),
    action_clothing(
        "Wood Elf Breeches",
        Lock(2, (1, 1, 4)),
        2,
        "Use up to 2 class abilities of printed price 1 for nothing, even used ones.",
        triggers(1, 2),
        source="name and printed price 1 known; price, number, deck and lock original",
    ),
    action_clothing(
        "Pilgrim's Robe",
        Lock(3, (6, 3, 3)),
        2,
        "You or an adjacent adventurer heals 2.",
        one(near, "Who heals 2?", heals(2)),
    ),
    action_clothing(
        "Tinker's Apron",
        Lock(4, (3, 4, 5)),
        2,
        "Recover the 2 leftmost dice of your track.",
        each(you, recovers_first(2)),
    ),
    interrupt_clothing(
        "Fortune Teller's Veil",
        Lock(3, (1, 2, 6)),
        1,
        "After you rolled for an engage: reroll one die.",
        foresee,
    ),
    action_clothing(
        "Drover's Poncho",
        Lock(3, (2, 5, 5)),
        1,
        "Move an adjacent enemy up to 2 hexes away.",
        one(enemies_within(1), "Which enemy is driven off?", shoves(2)),
    ),
    action_clothing(
        "Duelist's Sash",
        Lock(2, (5, 1, 3)),
        2,
        "2 damage to an adjacent enemy.",
        one(enemies_within(1), "Who is dealt 2 damage?", burns(2)),
    ),
    action_clothing(
        "Hedge Witch's Hood",
        Lock(2, (4, 2, 6)),
        2,
        "An enemy within 3 hexes gains Maim.",
        one(enemies_within(3), "Who gains Maim?", afflicts("maim")),
    ),
    interrupt_clothing(
        "Sentry's Cloak", Lock(4, (1, 4, 6)), 2, "Prevent 2 of an enemy's damage.", shield
    ),
    action_clothing(
        "Minstrel's Doublet",
        Lock(4, (2, 3, 5)),
        1,
        "Another adventurer gains 2 tenacity.",
        one(others, "Who gains 2 tenacity?", gains_tenacity(2)),
    ),
    enduring_clothing(
        "Monk's Rope Belt",
        Lock(3, (6, 6, 6)),
        3,
        "your move actions reach 1 hex farther.",
        modifiers=(light_step,),
    ),
    action_clothing(
        "Beggar's Wrap",
        Lock(3, (5, 2, 2)),
        1,
        "A status of your choice leaves you.",
        each(you, sheds),
    ),
    action_clothing(
        "Alchemist's Smock", Lock(4, (6, 6, 1)), 3, "Refresh one of your ready items.", refreshes
    ),
    action_clothing(
        "Spyglass Vest",
        Lock(2, (5, 4, 3)),
        1,
        "Until the turn ends: range 1 more in Ranged Weapon and Magic form.",
        each(you, lasts),
        lasting=Lasting("turn", modifiers=(far_sight,)),
    ),
)

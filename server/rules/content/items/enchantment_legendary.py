"""Legendary enchantments, under the same rules (p29; ITM-8)."""

from protocol.battle import NamedReason
from protocol.ids import NOBODY
from server.rules.battle.adventurer import enchantments, tenacity
from server.rules.battle.components.effects import my
from server.rules.battle.components.printed import Item
from server.rules.battle.damage import deal, heal, own_kill
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.items.enchanting import (
    enchantment,
    in_it,
    in_place_of,
    with_it,
    works_at,
)
from server.rules.content.items.last_stand import keep_one, would_be_last

LEGENDARY = "legendary"


def absorb(battle: Battle, me: Me, now: Happening) -> None:
    """Heal 1."""
    heal(battle, me.unit, 1, me.unit)


def breathe(battle: Battle, me: Me, now: Happening) -> None:
    """Keep the last HP and discard the enchantment."""
    keep_one(battle, me, now)
    enchantments.end(battle, me.card)


def _drew_blood(battle: Battle, me: Me, now: Happening) -> bool:
    bled = now.engage is not None and now.engage.taken.get(now.engage.target, 0) > 0
    return bled and with_it(battle, me, now) and not battle.unit(me.unit).fate


def strike_back(battle: Battle, me: Me, now: Happening) -> None:
    """Deal 2 damage to the enemy that engaged, once the engage is over."""
    assert now.engage is not None
    enemy = now.by

    def follow() -> None:
        if not battle.unit(me.unit).fate:
            deal(battle, enemy, me.unit, 2, how=NamedReason(me.source))

    now.engage.after.append(follow)


def _enemy_turn(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and battle.unit(me.unit).side == "enemy"


def burn(battle: Battle, me: Me, now: Happening) -> None:
    """Deal 1 damage, which no unit deals."""
    deal(battle, me.unit, NOBODY, 1, how=NamedReason(me.source))


def _hunted_down(battle: Battle, me: Me, now: Happening) -> bool:
    hunter = now.by in battle.state.adventurers and not battle.unit(now.by).fate
    return my(battle, me, now) and hunter


def reward(battle: Battle, me: Me, now: Happening) -> None:
    """The adventurer who defeated it heals 2 and gains 2 tenacity."""
    heal(battle, now.by, 2, now.by)
    tenacity.gain(battle, now.by, 2, NamedReason(me.source))


ITEMS: tuple[Item, ...] = (
    enchantment(
        "Glyph of Absorption",
        Lock(3, (2, 6, 5, 5), (2,)),
        "adventurer",
        "Defeating an enemy heals it 1.",
        works_at(Moment.DEFEATED, absorb, own_kill),
        deck=LEGENDARY,
    ),
    enchantment(
        "Glyph of Returning Breath",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        "adventurer",
        "When it would lose its last HP: 1 stays, and this is discarded.",
        works_at(Moment.HP_LOSS, breathe, would_be_last),
        deck=LEGENDARY,
    ),
    enchantment(
        "Glyph of the Hungry Edge",
        Lock(2, (6, 1, 2, 4), (6,)),
        "weapon",
        "After an engage with it that cost the target HP: heal 1.",
        works_at(Moment.ENGAGE_OVER, absorb, _drew_blood),
        deck=LEGENDARY,
    ),
    enchantment(
        "Glyph of the Last Rivet",
        Lock(3, (4, 1, 3, 6), (4,)),
        "weapon or armor",
        "When it was overtaxed: you may discard this in its place.",
        works_at(Moment.OVERTAXED, in_place_of, in_it, may=True),
        deck=LEGENDARY,
    ),
    enchantment(
        "Glyph of the Mirror Plate",
        Lock(4, (3, 6, 4, 1), (3,)),
        "armor",
        "Once a round, when you use it: 2 damage to the enemy afterwards.",
        works_at(Moment.ARMORED, strike_back, in_it, once="round"),
        deck=LEGENDARY,
    ),
    enchantment(
        "Sigil of Cinders",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        "tile",
        "An enemy that starts its turn there is dealt 1 damage.",
        works_at(Moment.TURN_STARTS, burn, _enemy_turn),
        limit=6,
        deck=LEGENDARY,
    ),
    enchantment(
        "Mark of the Hunt",
        Lock(3, (5, 3, 3, 1), (5,)),
        "enemy",
        "Who defeats it heals 2 and gains 2 tenacity.",
        works_at(Moment.DEFEATED, reward, _hunted_down, fallen=True),
        deck=LEGENDARY,
    ),
)

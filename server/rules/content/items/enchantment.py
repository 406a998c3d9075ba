"""Common enchantments: put on a component, they leave the inventory and last (p29; ITM-8)."""

from protocol.battle import NamedReason
from protocol.ids import NOBODY, NamedCode
from server.rules.battle.adventurer import cooldown, tenacity
from server.rules.battle.components.effects import modifier, my
from server.rules.battle.components.printed import Item
from server.rules.battle.damage import deal, heal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import WEAPON_FORMS
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, MAX_TENACITY
from server.rules.battle.kernel.values import Stat
from server.rules.content.items.enchanting import (
    enchantment,
    in_it,
    prevents_in_it,
    prevents_once_a_round,
    with_it,
    works_at,
)
from server.rules.content.items.harms import afflicts
from server.rules.content.rerolling import roll_some_again, rolled


def _light_first(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and battle.mat(me.unit).track[:1] == (LF,)


def stamina(battle: Battle, me: Me, now: Happening) -> None:
    """After the Recovery step, remove light fatigue from the first place of the track."""
    cooldown.remove_token(battle, me.unit, 0)


def prevent_one(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent 1 damage."""
    assert now.instance is not None
    now.instance.prevent(1)


@modifier(Stat.MOVEMENT, "")
def one_farther(battle: Battle, me: Me, value: int) -> int:
    """Its move actions reach 1 hex farther."""
    return value + 1


def armed(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the enchanted weapon is used in a weapon form."""
    return with_it(battle, me, now) and now.engage is not None and now.engage.form in WEAPON_FORMS


def one_die_more(battle: Battle, me: Me, now: Happening) -> None:
    """Roll 1 enemy Combat die more; only in weapon forms (C-49)."""
    assert now.engage is not None
    now.engage.add_combat_dice(1)


def _can_chill(battle: Battle, me: Me, now: Happening) -> bool:
    target = now.engage.target if now.engage is not None else NOBODY
    standing = bool(target) and not battle.unit(target).fate
    return with_it(battle, me, now) and standing and afflicts("maim").works(battle, me, target)


def chill(battle: Battle, me: Me, now: Happening) -> None:
    """Give Maim to a target that is still in play."""
    assert now.engage is not None
    afflicts("maim").do(battle, me, now.engage.target)


def has_rolled(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the owner has rolled dice in an engage with the enchanted weapon."""
    found = now.engage is not None and bool(rolled(battle, now.engage))
    return found and with_it(battle, me, now)


def reroll(battle: Battle, me: Me, now: Happening) -> None:
    """Reroll one die of the roll."""
    assert now.engage is not None
    roll_some_again(battle, now.engage, 1, NamedCode(me.source))


def _near_it(battle: Battle, me: Me, now: Happening) -> bool:
    return in_it(battle, me, now) and battle.adjacent(me.unit, now.by)


def prick(battle: Battle, me: Me, now: Happening) -> None:
    """Deal 1 damage to the enemy that engaged, once the engage is over."""
    assert now.engage is not None
    enemy = now.by

    def follow() -> None:
        if not battle.unit(me.unit).fate:
            deal(battle, enemy, me.unit, 1, how=NamedReason(me.source))

    now.engage.after.append(follow)


def _disheartened(battle: Battle, me: Me, now: Happening) -> bool:
    return in_it(battle, me, now) and battle.mat(me.unit).tenacity < MAX_TENACITY


def hearten(battle: Battle, me: Me, now: Happening) -> None:
    """Gain 1 tenacity."""
    tenacity.gain(battle, me.unit, 1, NamedReason(me.source))


@modifier(Stat.COMBAT, "", least=1)
def blunted(battle: Battle, me: Me, value: int) -> int:
    """Its Combat is 1 less, but 1 at least."""
    return value - 1


@modifier(Stat.DEFENSE, "")
def cracked(battle: Battle, me: Me, value: int) -> int:
    """Its defense is 2 less."""
    return value - 2


@modifier(Stat.MOVEMENT, "")
def slowed(battle: Battle, me: Me, value: int) -> int:
    """Its movement is 1 hex less."""
    return value - 1


def _wounded(battle: Battle, me: Me, now: Happening) -> bool:
    here = my(battle, me, now) and me.unit in battle.state.adventurers
    return here and battle.unit(me.unit).hp < battle.unit(me.unit).health


def warm(battle: Battle, me: Me, now: Happening) -> None:
    """Heal 1 as a turn starts on the tile."""
    heal(battle, me.unit, 1, me.unit)


ITEMS: tuple[Item, ...] = (
    enchantment(
        "Glyph of Stamina",
        Lock(3, (4, 4, 2)),
        "adventurer",
        "Light fatigue that lies first after its Recovery step leaves, too.",
        works_at(Moment.AFTER_RECOVERY, stamina, _light_first),
        source="p42 name; subtype and effect original",
    ),
    enchantment(
        "Glyph of Warding",
        Lock(2, (6, 4, 2)),
        "adventurer",
        "Once a round: prevent 1 of an enemy's damage.",
        prevents_once_a_round(prevent_one),
    ),
    enchantment(
        "Glyph of Quickening",
        Lock(4, (1, 4, 6)),
        "adventurer",
        "Its move actions reach 1 hex farther.",
        one_farther,
    ),
    enchantment(
        "Glyph of the Keen Edge",
        Lock(3, (6, 6, 6)),
        "weapon",
        "1 enemy Combat die more with it, in a weapon form.",
        works_at(Moment.BEFORE_ROLL, one_die_more, armed),
    ),
    enchantment(
        "Glyph of Rime",
        Lock(3, (1, 2, 6)),
        "weapon",
        "After an engage with it: the target gains Maim.",
        works_at(Moment.ENGAGE_OVER, chill, _can_chill, may=True),
        limit=3,
    ),
    enchantment(
        "Glyph of the Steady Hand",
        Lock(4, (2, 3, 5)),
        "weapon",
        "Once a round, after you rolled with it: reroll one die.",
        works_at(Moment.AFTER_ROLL, reroll, has_rolled, may=True, once="round"),
    ),
    enchantment(
        "Glyph of Padding",
        Lock(3, (2, 5, 5)),
        "armor",
        "When you use it: prevent 1 more.",
        prevents_in_it(prevent_one),
    ),
    enchantment(
        "Glyph of Thorns",
        Lock(2, (5, 1, 3)),
        "armor",
        "When you use it against an adjacent enemy: 1 damage to that enemy afterwards.",
        works_at(Moment.ARMORED, prick, _near_it),
    ),
    enchantment(
        "Glyph of Calm",
        Lock(4, (3, 4, 5)),
        "armor",
        "When you use it: gain 1 tenacity.",
        works_at(Moment.ARMORED, hearten, _disheartened),
        limit=4,
    ),
    enchantment(
        "Hex of Blunted Claws",
        Lock(2, (4, 2, 6)),
        "enemy",
        "Its Combat is 1 less, 1 at least.",
        blunted,
    ),
    enchantment(
        "Hex of Cracked Hide", Lock(3, (6, 3, 3)), "enemy", "Its defense is 2 less.", cracked
    ),
    enchantment("Hex of Leaden Feet", Lock(3, (5, 2, 2)), "enemy", "It moves 1 hex less.", slowed),
    enchantment(
        "Sigil of the Hearth",
        Lock(2, (1, 1, 4)),
        "tile",
        "An adventurer that starts its turn there heals 1.",
        works_at(Moment.TURN_STARTS, warm, _wounded),
        limit=4,
    ),
)

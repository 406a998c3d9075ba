"""Legendary clothing, under the same rules (p29; ITM-13, CLS-19)."""

from protocol.ids import NOBODY, NamedCode
from server.rules.battle.components import active_effects
from server.rules.battle.components.effects import hook, mine, my
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import WEAPON_FORMS
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.movement import move
from server.rules.content.items.boons import heals, hides, recovers
from server.rules.content.items.harms import burns
from server.rules.content.items.lending import (
    action_clothing,
    appears,
    enduring_clothing,
    interrupt_clothing,
)
from server.rules.content.items.using import each, enemies_within, everybody, you

LEGENDARY = "legendary"


@hook(Moment.TARGETING, "be somewhere else", when=my)
def mirror(battle: Battle, me: Me, now: Happening) -> None:
    """Before an enemy's engage on you: move up to 2 hexes; then the enemy chooses its targets
    anew.
    """
    move.free_move(battle, me.unit, 2, NamedCode(me.source), "Move up to 2 hexes.")
    now.stopped = True


def _armed(battle: Battle, me: Me, now: Happening) -> bool:
    return mine(battle, me, now) and now.engage is not None and now.engage.form in WEAPON_FORMS


def _dodged(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the wearer may want to do without the die: against an enemy with Dodge a
    further die that misses prevents 1 damage.
    """
    target = now.engage.target if now.engage is not None else NOBODY
    return bool(target) and active_effects.has_skill(battle, target, "dodge")


@hook(
    Moment.BEFORE_ROLL,
    "Tabard of the Unquiet: 1 enemy Combat die more",
    when=_armed,
    forced=True,
    rule="CLS-4",
    spare=_dodged,
)
def fury(battle: Battle, me: Me, now: Happening) -> None:
    """Roll 1 enemy Combat die more in every engage of a weapon form."""
    assert now.engage is not None
    now.engage.add_combat_dice(1)


ITEMS: tuple[Item, ...] = (
    action_clothing(
        "Cowl of Grey Dusk",
        Lock(3, (2, 6, 5, 5), (2,)),
        2,
        "Gain Stealth.",
        each(you, hides()),
        deck=LEGENDARY,
    ),
    action_clothing(
        "Robe of the Patient Tide",
        Lock(4, (5, 5, 1, 2), (5,)),
        3,
        "Recover 4 dice.",
        each(you, recovers(4)),
        deck=LEGENDARY,
    ),
    interrupt_clothing(
        "Gown of Mirrored Night",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        2,
        "When an enemy would target you: move up to 2 hexes, then it chooses anew.",
        mirror,
        deck=LEGENDARY,
    ),
    action_clothing(
        "Stormcaller's Regalia",
        Lock(3, (4, 1, 3, 6), (4,)),
        3,
        "2 damage to each enemy within 2 hexes.",
        each(enemies_within(2), burns(2)),
        deck=LEGENDARY,
    ),
    action_clothing(
        "Cloak of the High Roads",
        Lock(2, (6, 1, 2, 4), (6,)),
        3,
        "Be placed in any free hex that you see.",
        appears,
        deck=LEGENDARY,
    ),
    action_clothing(
        "Raiment of the Last Oath",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        4,
        "Every adventurer heals 2.",
        each(everybody, heals(2)),
        deck=LEGENDARY,
    ),
    enduring_clothing(
        "Tabard of the Unquiet",
        Lock(3, (5, 3, 3, 1), (5,)),
        4,
        "1 enemy Combat die more in your engages of a weapon form.",
        hooks=(fury,),
        deck=LEGENDARY,
    ),
)

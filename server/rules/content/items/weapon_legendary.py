"""Legendary weapons, under the same rules (p29; ITM-6, ITM-7)."""

from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.lock import Lock
from server.rules.content.items import wielding as w
from server.rules.content.items.boons import gains_bonus
from server.rules.content.items.displacing import shoves
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.using import each, enemies_within, near
from server.rules.content.items.weapon import DEFENSIVE, HEAVY, LIGHT, MAGIC, RANGED
from server.rules.content.items.wielding import both, weapon

LEGENDARY = "legendary"

ITEMS: tuple[Item, ...] = (
    weapon(
        "Scampcrusher",
        Lock(4, (6, 5, 2, 3), (6,)),
        HEAVY,
        w.more_dice_against("daedra", 4, 2),
        w.pierces(3),
        deck=LEGENDARY,
        source="p70 name, subtype, lock; effect original",
    ),
    weapon(
        "Whisper of Glass",
        Lock(2, (6, 1, 2, 4), (6,)),
        LIGHT,
        w.ignores(w.EVERYTHING),
        both(w.more_dice(2), w.recovers_all),
        deck=LEGENDARY,
    ),
    weapon(
        "Gravewolf Fang",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        LIGHT,
        w.drinks(1),
        both(w.more_dice(3), w.drinks(3)),
        deck=LEGENDARY,
    ),
    weapon(
        "Headsman's Verdict",
        Lock(3, (5, 3, 3, 1), (5,)),
        HEAVY,
        w.more_dice(2),
        w.cleaves,
        deck=LEGENDARY,
    ),
    weapon(
        "Longnight Bow",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        RANGED,
        both(w.more_dice(1), w.seeks),
        both(w.more_dice(2), w.silences),
        deck=LEGENDARY,
    ),
    weapon(
        "Staff of the Ninth Storm",
        Lock(3, (4, 1, 3, 6), (4,)),
        MAGIC,
        w.strikes(2),
        both(w.rerolls(w.EVERYTHING), w.spreads(4)),
        deck=LEGENDARY,
    ),
    weapon(
        "The Patient Wall",
        Lock(4, (3, 6, 4, 1), (3,)),
        DEFENSIVE,
        w.then("you and adjacent adventurers gain 1 bonus HP.", each(near, gains_bonus(1))),
        w.then(
            "each adjacent enemy gains Maim, is dealt 3 damage and moved 1 hex away.",
            each(enemies_within(1), afflicts("maim"), burns(3), shoves(1)),
        ),
        deck=LEGENDARY,
    ),
)

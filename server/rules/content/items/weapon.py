"""Common weapons: one per engage, chosen with its overtax before the roll (p29; ITM-6, ITM-7).

An entry reads: name, lock, form icons, standard ability, overtax. Extra enemy Combat dice belong to
weapon forms; a weapon of Magic form adds none (C-49).
"""

from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.state import LF
from server.rules.battle.kernel.words import Form
from server.rules.content.items import wielding as w
from server.rules.content.items.boons import drops, gains_bonus, heals, recovers
from server.rules.content.items.displacing import shoves
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.using import each, enemies_within, near, one, you
from server.rules.content.items.wielding import weapon

LIGHT: tuple[Form, ...] = ("light-weapon",)
HEAVY: tuple[Form, ...] = ("heavy-weapon",)
RANGED: tuple[Form, ...] = ("ranged-weapon",)
MAGIC: tuple[Form, ...] = ("magic",)
DEFENSIVE: tuple[Form, ...] = ("defensive",)

ITEMS: tuple[Item, ...] = (
    weapon(
        "Oak Lightning Staff",
        Lock(3, (4, 3, 1)),
        MAGIC,
        w.strikes(1),
        w.spreads(2),
        source="p41 name; effect original",
    ),
    weapon(
        "Steel Maul",
        Lock(2, (6, 4, 2)),
        HEAVY,
        w.more_dice(1),
        w.more_dice(2),
        source="p41 name; effect original",
    ),
    weapon("Notched Hunting Bow", Lock(3, (4, 3, 1)), RANGED, w.more_dice(1), w.ignores(2)),
    weapon("Poacher's Knife", Lock(4, (6, 6, 1)), LIGHT, w.ignores(1), w.more_dice(2)),
    weapon(
        "Dockhand's Cudgel",
        Lock(3, (1, 2, 6)),
        LIGHT,
        w.more_dice(1),
        w.then_target("the target gains Daze and Maim.", afflicts("daze"), afflicts("maim")),
    ),
    weapon(
        "Fencer's Foil",
        Lock(3, (2, 5, 5)),
        LIGHT,
        w.rerolls(1),
        w.then("recover 2 dice.", each(you, recovers(2))),
    ),
    weapon(
        "Pair of Throwing Irons",
        Lock(2, (5, 1, 3)),
        (*LIGHT, *RANGED),
        w.more_dice(1),
        w.then(
            "2 damage to an enemy within 3 hexes.",
            one(enemies_within(3), "Who is dealt 2 damage?", burns(2)),
        ),
    ),
    weapon("Quarryman's Pick", Lock(2, (4, 2, 6)), HEAVY, w.ignores(2), w.pierces(2)),
    weapon("Threshing Flail", Lock(4, (2, 3, 5)), HEAVY, w.sweeps(1), w.sweeps(2)),
    weapon(
        "Boarding Pike",
        Lock(3, (6, 3, 3)),
        (*HEAVY, *DEFENSIVE),
        w.then(
            "move an adjacent enemy 1 hex away.",
            one(enemies_within(1), "Who is pushed away?", shoves(1)),
        ),
        w.then("2 damage to each adjacent enemy.", each(enemies_within(1), burns(2))),
    ),
    weapon("Yew Longbow", Lock(3, (6, 6, 6)), RANGED, w.more_dice_from(2, 3), w.strikes(2)),
    weapon(
        "Tangle Bolas",
        Lock(4, (1, 4, 6)),
        RANGED,
        w.rerolls(1),
        w.then_target("the target gains Daze and Maim.", afflicts("daze"), afflicts("maim")),
    ),
    weapon(
        "Pitch Sprayer",
        Lock(2, (1, 1, 4)),
        RANGED,
        w.more_dice(3),
        w.spreads(2),
        expends=True,
    ),
    weapon("Rowan Ember Staff", Lock(3, (2, 5, 5)), MAGIC, w.rerolls(1), w.strikes(3)),
    weapon(
        "Rime-Crusted Staff",
        Lock(2, (4, 2, 6)),
        MAGIC,
        w.then_target("the target is moved 1 hex away.", shoves(1)),
        w.then_target("it gains Maim and Daze.", afflicts("maim"), afflicts("daze")),
    ),
    weapon(
        "Almoner's Staff",
        Lock(4, (3, 4, 5)),
        MAGIC,
        w.then(
            "1 light fatigue leaves your track or that of an adjacent adventurer.",
            one(near, "Whose light fatigue goes?", drops(LF, 1)),
        ),
        w.then("the same or another heals 3.", one(near, "Who heals 3?", heals(3))),
    ),
    weapon(
        "Banded Targe",
        Lock(3, (1, 2, 6)),
        DEFENSIVE,
        w.then("gain 1 bonus HP.", each(you, gains_bonus(1))),
        w.then("you and adjacent adventurers gain 2 bonus HP.", each(near, gains_bonus(2))),
    ),
)

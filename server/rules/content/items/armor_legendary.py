"""Legendary armor, under the same rules (p29; ITM-4, ITM-5)."""

from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.movement import passing
from server.rules.content.items import guarding as g
from server.rules.content.items.boons import heals, hides, moves, recovers, recovers_first
from server.rules.content.items.guarding import armor
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.using import each, enemies_within, near, you

LEGENDARY = "legendary"

ITEMS: tuple[Item, ...] = (
    armor(
        "Cuirass of the Hollow Oak",
        Lock(4, (5, 5, 1, 2), (5,)),
        "chest",
        g.prevents(2),
        g.prevents_all,
        deck=LEGENDARY,
    ),
    armor(
        "Briarheart Gauntlets",
        Lock(4, (6, 5, 2, 3), (6,)),
        "hands",
        g.prevents(1),
        g.then_attacker("3 damage to the enemy, if it is adjacent.", burns(3), adjacent=True),
        deck=LEGENDARY,
    ),
    armor(
        "Helm of the Unbent",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        "head",
        g.prevents_any(2),
        g.both(g.prevents_everything, g.then_attacker("the enemy gains Fear.", afflicts("fear"))),
        deck=LEGENDARY,
    ),
    armor(
        "Boots of the Second Shadow",
        Lock(2, (6, 1, 2, 4), (6,)),
        "feet",
        g.prevents_by_distance(1, 3),
        g.then(
            "move up to 4 hexes, through everybody, and gain Stealth.",
            each(you, moves(4, through=passing.EVERYBODY), hides()),
        ),
        deck=LEGENDARY,
    ),
    armor(
        "Mantle of the Storm Warden",
        Lock(3, (4, 1, 3, 6), (4,)),
        "shoulders",
        g.both(g.prevents(1), g.then_attacker("1 damage to the enemy.", burns(1))),
        g.then("3 damage to each enemy within 2 hexes.", each(enemies_within(2), burns(3))),
        deck=LEGENDARY,
    ),
    armor(
        "Girdle of Long Breath",
        Lock(3, (5, 3, 3, 1), (5,)),
        "waist",
        g.both(
            g.prevents(1),
            g.then("recover the leftmost die of your track.", each(you, recovers_first(1))),
        ),
        g.then("recover 5 dice.", each(you, recovers(5))),
        deck=LEGENDARY,
    ),
    armor(
        "Aegis of the Still Pool",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        "arms",
        g.prevents_everything,
        g.then("you and adjacent adventurers heal 3.", each(near, heals(3))),
        deck=LEGENDARY,
        expends=True,
    ),
)

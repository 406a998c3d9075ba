"""Common armor: answers an enemy's engage, for one part of the body each (p29; ITM-4, ITM-5).

An entry reads: name, lock, body area, standard ability, overtax.
"""

from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.state import LF
from server.rules.content.items import guarding as g
from server.rules.content.items.boons import (
    drops,
    gains_bonus,
    gains_tenacity,
    heals,
    moves,
    recovers_first,
    tires,
)
from server.rules.content.items.guarding import armor
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.using import each, near, you

ITEMS: tuple[Item, ...] = (
    armor("Padded Prison Jerkin", Lock(3, (3, 2, 1)), "chest", g.prevents(1), g.prevents_more(2)),
    armor(
        "Dented Iron Helm",
        Lock(2, (6, 4, 2)),
        "head",
        g.prevents(1),
        g.at_once("Gain 2 tenacity.", each(you, gains_tenacity(2))),
    ),
    armor(
        "Hide Boots",
        Lock(3, (5, 2, 2)),
        "feet",
        g.prevents_by_distance(1, 2),
        g.then("move up to 2 hexes.", each(you, moves(2))),
    ),
    armor(
        "Tarred Work Gloves",
        Lock(4, (2, 3, 5)),
        "hands",
        g.prevents(1),
        g.then_attacker("the enemy gains Maim.", afflicts("maim")),
    ),
    armor(
        "Boiled Leather Spaulders",
        Lock(4, (1, 4, 6)),
        "shoulders",
        g.prevents_by_distance(2, 1),
        g.prevents_more(2),
    ),
    armor("Rattling Mail Skirt", Lock(2, (5, 1, 3)), "waist", g.turns_aside, g.prevents_more(3)),
    armor(
        "Quilted Arming Cap",
        Lock(3, (2, 5, 5)),
        "head",
        g.prevents_any(1),
        g.then("heal 2.", each(you, heals(2))),
    ),
    armor(
        "Bone-Laced Vest",
        Lock(3, (1, 2, 6)),
        "chest",
        g.hard_hit(2, g.at_once("gain 1 tenacity.", each(you, gains_tenacity(1)))),
        g.prevents_more(3),
    ),
    armor(
        "Fleetfoot Greaves",
        Lock(4, (3, 4, 5)),
        "legs",
        g.then("move 1 hex.", each(you, moves(1))),
        g.prevents_more(3),
    ),
    armor(
        "Ringed Bracers",
        Lock(2, (1, 1, 4)),
        "arms",
        g.at_once("1 light fatigue leaves your track.", each(you, drops(LF, 1))),
        g.then("recover the 3 leftmost dice of your track.", each(you, recovers_first(3))),
    ),
    armor(
        "Shieldmate's Pauldron",
        Lock(3, (6, 3, 3)),
        "shoulders",
        g.prevents_with_company(2),
        g.then("you and adjacent adventurers gain 2 bonus HP.", each(near, gains_bonus(2))),
    ),
    armor(
        "Studded Girdle",
        Lock(2, (4, 2, 6)),
        "waist",
        g.priced(tires(light=1), "Gain 1 light fatigue.", g.prevents(2)),
        g.prevents_more(3),
    ),
    armor(
        "Bracing Cuisses",
        Lock(3, (6, 6, 6)),
        "legs",
        g.prevents(2),
        g.then_attacker("3 damage to the enemy, if it is adjacent.", burns(3), adjacent=True),
        forms=("defensive",),
    ),
)

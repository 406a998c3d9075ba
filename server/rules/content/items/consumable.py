"""Common consumables: used once and discarded; often good for several adventurers (p29; ITM-9)."""

from server.rules.battle.components.effects import Lasting, hook
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF
from server.rules.content.items.boons import (
    drops,
    gains_bonus,
    gains_tenacity,
    heals,
    lasts,
    moves,
    recovers_first,
    sheds,
    tires,
)
from server.rules.content.items.cards import consumable
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.using import (
    each,
    enemies_within,
    everybody,
    near,
    one,
    within,
    you,
)


def _harmful(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.kind != "stealth" and not now.stopped


@hook(Moment.STATUS_COMING, "Garlic Loaf", when=_harmful, forced=True)
def no_status(battle: Battle, me: Me, now: Happening) -> None:
    """You gain no status but Stealth."""
    now.stopped = True


ITEMS = (
    consumable(
        "Falkreath Meat Loaf",
        Lock(3, (5, 2, 2)),
        "You and adjacent adventurers heal 2.",
        each(near, heals(2)),
        source="p69 name, subtype, lock; effect original",
    ),
    consumable(
        "Bravil Melon Salad",
        Lock(3, (4, 4, 2)),
        "Gain 3 tenacity.",
        each(you, gains_tenacity(3)),
        source="p74 effect; lock original",
    ),
    consumable(
        "Old Aldmeri Orphan Gruel",
        Lock(4, (6, 6, 1)),
        "Two light fatigue leave your track and those of adjacent adventurers.",
        each(near, drops(LF, 2)),
        source="p41 name; effect original",
    ),
    consumable(
        "Candied Moon Sugar",
        Lock(2, (5, 4, 3)),
        "Gain 2 bonus HP and 1 light fatigue.",
        each(you, gains_bonus(2), tires(light=1)),
    ),
    consumable(
        "Spiced Flatbread",
        Lock(4, (2, 3, 5)),
        "You and adjacent adventurers gain 1 bonus HP.",
        each(near, gains_bonus(1)),
    ),
    consumable(
        "Kettle of Black Tea",
        Lock(3, (1, 2, 6)),
        "You and adjacent adventurers recover the leftmost die of the track.",
        each(near, recovers_first(1)),
    ),
    consumable(
        "Salted Herring",
        Lock(4, (1, 4, 6)),
        "You and adjacent adventurers each lose a status.",
        each(near, sheds),
    ),
    consumable(
        "Hunter's Jerky",
        Lock(4, (3, 4, 5)),
        "Every adventurer in play may move up to 2 hexes.",
        each(everybody, moves(2)),
    ),
    consumable(
        "Bowl of Marrow Broth",
        Lock(3, (2, 5, 5)),
        "You or an adventurer within 3 hexes heals 3.",
        one(within(3), "Who heals 3?", heals(3)),
    ),
    consumable(
        "Keg of Rye Ale",
        Lock(3, (6, 3, 3)),
        "Every adventurer in play gains 1 tenacity.",
        each(everybody, gains_tenacity(1)),
    ),
    consumable(
        "Fire Pepper Pickle",
        Lock(2, (1, 1, 4)),
        "Deal 2 damage to every adjacent enemy.",
        each(enemies_within(1), burns(2)),
    ),
    consumable(
        "Rotten Cabbage",
        Lock(4, (2, 3, 5)),
        "An enemy within 3 hexes gains Blind.",
        one(enemies_within(3), "Who gains Blind?", afflicts("blind")),
    ),
    consumable(
        "Garlic Loaf",
        Lock(3, (1, 2, 6)),
        "Until the round ends you and adjacent adventurers gain no status but Stealth.",
        each(near, lasts),
        lasting=Lasting("round", (no_status,)),
    ),
)

"""Cards of a pack: potions and consumables put together from effects that have names.

[[item]]
id = "mulled-cider"
name = "Mulled Cider"
subtype = "consumable"
deck = "common"
lock = "3: 5-2-2"               # attempts: digits, a k behind key digits
text = "You and those next to you heal 1."
who = "near"                    # you, near, everybody, or enemy (one within `within` hexes)
does = [{ effect = "heals", points = 1 }]
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NewType

from msgspec import Struct

from server.rules.battle.components import Item
from server.rules.battle.state import LF
from server.rules.content.delve.printed import lock_of
from server.rules.content.items import boons, harms
from server.rules.content.items.cards import consumable, potion
from server.rules.content.items.using import (
    Effect,
    Units,
    each,
    enemies_within,
    everybody,
    near,
    one,
    you,
)

Code = NewType("Code", str)
"""A lock as it is written: "3: 5-2-2", a k behind key digits."""

POINTS: dict[str, Callable[[int], Effect]] = {
    "heals": boons.heals,
    "gains-bonus": boons.gains_bonus,
    "gains-tenacity": boons.gains_tenacity,
    "recovers": boons.recovers,
    "moves": boons.moves,
    "sheds-fatigue": lambda points: boons.drops(LF, points),
    "burns": harms.burns,
}
WHO: dict[str, Units] = {"you": you, "near": near, "everybody": everybody}


class PrintedEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does to one unit: an effect by name, with points, or with a status."""

    effect: Literal[
        "heals",
        "gains-bonus",
        "gains-tenacity",
        "recovers",
        "moves",
        "sheds-fatigue",
        "burns",
        "afflicts",
    ]
    points: int = 1
    status: Literal["bane", "blind", "daze", "fear", "maim", "stealth"] = "daze"


class PrintedItem(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as an author writes it."""

    id: str
    name: str
    subtype: Literal["potion", "consumable"]
    deck: Literal["common", "legendary"]
    lock: Code
    text: str
    does: list[PrintedEffect]
    who: Literal["you", "near", "everybody", "enemy"] = "you"
    within: int = 2
    source: str = "original"


def item_of(row: PrintedItem) -> Item:
    """The card that a table describes."""
    effects = tuple(_effect(one) for one in row.does)
    if row.who == "enemy":
        use = one(enemies_within(row.within), f"{row.name}: upon whom?", *effects)
    else:
        use = each(WHO[row.who], *effects)
    made = potion if row.subtype == "potion" else consumable
    card = made(row.name, lock_of(row.lock), row.text, use, deck=row.deck, source=row.source)
    return replace(card, id=row.id)


def _effect(row: PrintedEffect) -> Effect:
    if row.effect == "afflicts":
        return harms.afflicts(row.status)
    return POINTS[row.effect](row.points)

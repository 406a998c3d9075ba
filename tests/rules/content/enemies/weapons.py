"""Plain items for the tests of skills that take items away."""

from dataclasses import replace

from protocol.ids import ItemId
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.lock import Lock
from server.rules.content.catalogue import catalogue


def _item(name: str, subtype: str) -> Item:
    lock = Lock(3, (1,))
    if subtype != "weapon":
        return Item(ItemId(name), name.capitalize(), subtype, "common", lock, "", "original")
    return Item(
        ItemId(name),
        name.capitalize(),
        subtype,
        "common",
        lock,
        "",
        "original",
        forms=("light-weapon",),
        weapon=lambda battle, engage: None,
        overtax=lambda battle, engage: None,
    )


def armoury() -> Catalogue:
    """The game's catalogue with two weapons, a consumable, a pet and a keepsake."""
    kinds = {
        "sword": "weapon",
        "axe": "weapon",
        "bread": "consumable",
        "elk": "pet",
        "ring": "misc",
    }
    return replace(
        catalogue(), items={ItemId(name): _item(name, kind) for name, kind in kinds.items()}
    )

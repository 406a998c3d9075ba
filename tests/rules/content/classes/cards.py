"""Plain cards, and a battle that is won with its round, for the tests of class sheets."""

from dataclasses import replace

from protocol.ids import ItemId
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.lock import Lock
from server.rules.content.catalogue import catalogue
from tests.rules.battle.encounters import encounter


def _one_more(battle: Battle, engage: Engage) -> None:
    engage.extra += 1


def _item(name: str, subtype: str, deck: str) -> Item:
    plain = Item(ItemId(name), name.capitalize(), subtype, deck, Lock(3, (1,)), "", "original")
    if subtype != "weapon":
        return plain
    return replace(plain, forms=("light-weapon",), weapon=_one_more, overtax=_one_more)


def armoury() -> Catalogue:
    """The game's catalogue with a sword that adds an enemy Combat die, a ring and two relics."""
    items = (
        _item("sword", "weapon", "common"),
        _item("ring", "misc", "common"),
        _item("crown", "misc", "legendary"),
        _item("chalice", "misc", "legendary"),
    )
    return replace(catalogue(), items={item.id: item for item in items})


def won_with_its_round() -> Catalogue:
    """The game's catalogue, where Jailbreak is won as the round ends."""
    return encounter(met=lambda battle: True)

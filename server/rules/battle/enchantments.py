"""Enchantments at work: part of the component they were put on, wherever that goes (p29; ITM-8).

The component is a unit, an item's card or a tile. An item that lies in the pack or is expended
takes its enchantments along and they rest with it; one that is discarded, or a unit or tile that
leaves the map, takes them to the discard pile.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from protocol.battle import Enchanted, EnchantmentSpent
from server.rules.battle.state import Enchantment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def enchant(battle: "Battle", unit: str, card: str, on: str) -> None:
    """An enchantment leaves the inventory for the component it is put on."""
    battle.emit(Enchanted(unit, card, on))


def working(battle: "Battle", name: str) -> Iterator[tuple[str, Enchantment]]:
    """The enchantments that work for a unit now: its own, its ready items', its tile's."""
    if not battle.state.enchantments:
        return
    places = _components(battle, name)
    for card, spell in battle.state.enchantments.items():
        if spell.on in places:
            yield card, spell


def _components(battle: "Battle", name: str) -> list[str]:
    at, mat = battle.unit(name).at, battle.state.adventurers.get(name)
    items = [card.id for card in mat.ready if not card.expended] if mat is not None else []
    tile = battle.ground.tile_of.get(at, "") if at is not None else ""
    return [name, *items, *([tile] if tile else [])]


def lying_on(battle: "Battle", on: str) -> list[str]:
    """The enchantment cards that are part of a component."""
    return [card for card, spell in battle.state.enchantments.items() if spell.on == on]


def end(battle: "Battle", card: str) -> None:
    """An enchantment is discarded."""
    spell = battle.state.enchantments[card]
    deck = battle.catalogue.items[spell.item].deck
    battle.emit(EnchantmentSpent(card, spell.item, spell.on, "discard", deck))


def end_on(battle: "Battle", on: str) -> None:
    """A component is gone: so are the enchantments that were part of it."""
    for card in lying_on(battle, on):
        end(battle, card)


def use_up(battle: "Battle", card: str) -> None:
    """One of the uses that an enchantment has; after the last it is discarded."""
    spell = battle.state.enchantments[card]
    battle.emit(EnchantmentSpent(card, spell.item, spell.on, "chip"))
    if spell.chips + 1 >= battle.catalogue.items[spell.item].limit:
        end(battle, card)


def clear_map(battle: "Battle") -> None:
    """The map is put away: what lay on its tiles and on chips that are no adventurers goes."""
    stays = list(battle.state.adventurers)
    for mat in battle.state.adventurers.values():
        stays += [card.id for card in (*mat.ready, *mat.pack)]
    for card, spell in tuple(battle.state.enchantments.items()):
        if spell.on not in stays:
            end(battle, card)

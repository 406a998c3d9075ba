"""Enchantments at work: part of the component they were put on, wherever that goes (p29; ITM-8).

The component is a unit, an item's card or a tile. An item that lies in the pack or is expended
takes its enchantments along and they rest with it; one that is discarded, or a unit or tile that
leaves the map, takes them to the discard pile.
"""

from protocol.battle import Enchanted, EnchantmentSpent
from protocol.ids import UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle


def enchant(battle: Battle, unit: UnitId, card: str, on: str) -> None:
    """Put an enchantment of the inventory onto a component."""
    battle.emit(Enchanted(unit, card, on))


def lying_on(battle: Battle, on: str) -> list[str]:
    """Return the enchantment cards that are part of a component."""
    return [card for card, spell in battle.state.enchantments.items() if spell.on == on]


def end(battle: Battle, card: str) -> None:
    """Discard an enchantment."""
    spell = battle.state.enchantments[card]
    deck = catalogue_of(battle).items[spell.item].deck
    battle.emit(EnchantmentSpent(card, spell.item, spell.on, "discard", deck))


def end_on(battle: Battle, on: str) -> None:
    """Discard the enchantments of a component that is gone."""
    for card in lying_on(battle, on):
        end(battle, card)


def use_up(battle: Battle, card: str) -> None:
    """Count one use of an enchantment; after the last one it is discarded."""
    spell = battle.state.enchantments[card]
    battle.emit(EnchantmentSpent(card, spell.item, spell.on, "chip"))
    # One more than `spell` says: it was read before this use was counted.
    if spell.chips + 1 >= catalogue_of(battle).items[spell.item].limit:
        end(battle, card)


def clear_map(battle: Battle) -> None:
    """Discard what lies on tiles, and on chips that are no adventurers, as the map is put away."""
    stays: list[str] = list(battle.state.adventurers)
    for mat in battle.state.adventurers.values():
        stays += [card.id for card in (*mat.ready, *mat.pack)]
    for card, spell in tuple(battle.state.enchantments.items()):
        if spell.on not in stays:
            end(battle, card)

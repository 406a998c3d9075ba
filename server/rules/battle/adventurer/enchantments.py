"""Enchantments in effect: each is part of the component that it was put on (p29; ITM-8).

The component is a unit, an item's card or a tile. While an item lies in the pack or is expended,
its enchantments do not work. When an item is discarded, or a unit or tile leaves the map, its
enchantments are discarded.
"""

from protocol.battle import Enchanted, EnchantmentSpent
from protocol.ids import CardId, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle


def enchant(battle: Battle, unit: UnitId, card: CardId, on: str) -> None:
    """Put an enchantment of a unit's inventory onto a component: a unit, a card or a tile."""
    battle.emit(Enchanted(unit, card, on))


def lying_on(battle: Battle, on: str) -> list[CardId]:
    """Return the enchantment cards that are part of a component."""
    return [card for card, spell in battle.state.enchantments.items() if spell.on == on]


def end(battle: Battle, card: CardId) -> None:
    """Discard an enchantment."""
    spell = battle.state.enchantments[card]
    deck = catalogue_of(battle).items[spell.item].deck
    battle.emit(EnchantmentSpent(card, spell.item, spell.on, "discard", deck))


def end_on(battle: Battle, on: str) -> None:
    """Discard the enchantments of a component that is gone."""
    for card in lying_on(battle, on):
        end(battle, card)


def use_up(battle: Battle, card: CardId) -> None:
    """Count one use of an enchantment; after the last one it is discarded."""
    spell = battle.state.enchantments[card]
    battle.emit(EnchantmentSpent(card, spell.item, spell.on, "chip"))
    # `spell` was read before this use was counted.
    if spell.chips + 1 >= catalogue_of(battle).items[spell.item].limit:
        end(battle, card)


def clear_map(battle: Battle) -> None:
    """Discard all enchantments but those of adventurers and their items, as the battle ends."""
    stays: list[str] = list(battle.state.adventurers)
    for mat in battle.state.adventurers.values():
        stays += [card.id for card in (*mat.ready, *mat.pack)]
    for card, spell in tuple(battle.state.enchantments.items()):
        if spell.on not in stays:
            end(battle, card)

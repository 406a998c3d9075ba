"""Item cards, one file per subtype (p28-30).

A card's `source` is the page that prints what is known of it, with "effect original" where only its
name, subtype or lock is printed; "original" cards are designed for this project. `ITEMS` are all
of them. What cards are put together from is exported for the blocks of packs, which put others
together: uses and whom they are for (`using`), effects (`boons`, `harms`, `displacing`), what cards
do when something happens (`cards`, `pet`, `foresee`), armor (`guarding`), weapons (`wielding`),
lending (`lending`), enchantments (`enchanting`, and what dice-changing ones are made of).
"""

from server.rules.battle.components.printed import Item
from server.rules.content.items import (
    armor,
    armor_legendary,
    boons,
    cards,
    clothing,
    clothing_legendary,
    consumable,
    consumable_legendary,
    displacing,
    enchanting,
    enchantment,
    enchantment_legendary,
    guarding,
    guild,
    harms,
    lending,
    miscellaneous,
    miscellaneous_legendary,
    pet,
    pet_legendary,
    potion,
    potion_legendary,
    using,
    weapon,
    weapon_legendary,
    wielding,
)
from server.rules.content.items.clothing import foresee
from server.rules.content.items.enchantment import armed, has_rolled, reroll

__all__ = [
    "ITEMS",
    "armed",
    "boons",
    "cards",
    "displacing",
    "enchanting",
    "foresee",
    "guarding",
    "harms",
    "has_rolled",
    "lending",
    "pet",
    "reroll",
    "using",
    "wielding",
]

ITEMS: tuple[Item, ...] = (
    *weapon.ITEMS,
    *weapon_legendary.ITEMS,
    *armor.ITEMS,
    *armor_legendary.ITEMS,
    *consumable.ITEMS,
    *consumable_legendary.ITEMS,
    *potion.ITEMS,
    *potion_legendary.ITEMS,
    *clothing.ITEMS,
    *clothing_legendary.ITEMS,
    *enchantment.ITEMS,
    *enchantment_legendary.ITEMS,
    *miscellaneous.ITEMS,
    *miscellaneous_legendary.ITEMS,
    *pet.ITEMS,
    *pet_legendary.ITEMS,
    *guild.ITEMS,
)

"""Item cards, one file per subtype (p28-30).

A card's `source` is the page that prints what is known of it, with "effect original" where only its
name, subtype or lock is printed; "original" cards are designed for this project.
"""

from server.rules.battle.components import Item
from server.rules.content.items import (
    armor,
    armor_legendary,
    clothing,
    clothing_legendary,
    consumable,
    consumable_legendary,
    enchantment,
    enchantment_legendary,
    miscellaneous,
    miscellaneous_legendary,
    pet,
    pet_legendary,
    potion,
    potion_legendary,
    weapon,
    weapon_legendary,
)

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
)

"""Item cards, one file per subtype (p28-30).

A card's `source` is the page that prints what is known of it, with "effect original" where only its
name, subtype or lock is printed; "original" cards are designed for this project.
"""

from server.rules.battle.components import Item
from server.rules.content.items import (
    armor,
    clothing,
    consumable,
    enchantment,
    miscellaneous,
    pet,
    potion,
    weapon,
)

ITEMS: tuple[Item, ...] = (
    *weapon.ITEMS,
    *armor.ITEMS,
    *consumable.ITEMS,
    *potion.ITEMS,
    *clothing.ITEMS,
    *enchantment.ITEMS,
    *miscellaneous.ITEMS,
    *pet.ITEMS,
)

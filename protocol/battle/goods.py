"""Events that happen to caches, decks and items."""

from protocol.battle.words import PlaceOfItems, SpentHow
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import CardId, ItemId, Text, UnitId


class CacheOpened(Event, frozen=True, array_like=True, tag="cache"):
    """A cache chip left the map."""

    at: Hex
    unit: UnitId
    success: bool


class LockShown(Event, frozen=True, array_like=True, tag="lock"):
    """The back of a deck's top card is on view: its lock."""

    deck: str
    lock: str


class CardCycled(Event, frozen=True, array_like=True, tag="cycle"):
    """The deck's top card went to its bottom, unseen."""

    deck: str


class ItemDrawn(Event, frozen=True, array_like=True, tag="drawn"):
    """The top card of a deck lies face up on the table, nobody's yet."""

    deck: str
    item: ItemId


class DeckShuffled(Event, frozen=True, array_like=True, tag="shuffled"):
    """A deck was shuffled, with the cards of it that lay on the table."""

    deck: str


class DeckOrdered(Event, frozen=True, array_like=True, tag="ordered"):
    """It is known which cards lie uppermost in a deck, and which lowest; the topmost come first."""

    deck: str
    ahead: tuple[str, ...]
    under: tuple[str, ...]


class ItemGained(Event, frozen=True, array_like=True, tag="item"):
    """A card of a deck came into an inventory, ready or pack."""

    unit: UnitId
    deck: str
    item: ItemId
    where: Text[PlaceOfItems]


class ItemMoved(Event, frozen=True, array_like=True, tag="stow"):
    """A card changed between ready and pack."""

    unit: UnitId
    card: CardId
    where: Text[PlaceOfItems]


class ItemSpent(Event, frozen=True, array_like=True, tag="spend"):
    """A card was discarded, expended or refreshed; a chip came ("chip") or went ("mend")."""

    unit: UnitId
    card: CardId
    how: Text[SpentHow]
    deck: str = ""


class DeckRebuilt(Event, frozen=True, array_like=True, tag="rebuilt"):
    """An empty deck was made anew of its shuffled discard pile."""

    deck: str


class Enchanted(Event, frozen=True, array_like=True, tag="enchant"):
    """An enchantment left an inventory and is part of a unit, an item's card or a tile now."""

    unit: UnitId
    card: CardId
    on: str


class ChipReturned(Event, frozen=True, array_like=True, tag="rebag"):
    """An enemy chip that had been set aside went back to its bag without having been deployed."""

    chip: str
    deck: str


class EnchantmentSpent(Event, frozen=True, array_like=True, tag="unenchant"):
    """An enchantment at work was discarded ("discard"), or had one of its uses ("chip")."""

    card: CardId
    item: ItemId
    on: str
    how: Text[SpentHow]
    deck: str = ""

"""Events that happen to caches, decks and items."""

from protocol.events import Event
from protocol.hexes import Hex


class CacheOpened(Event, frozen=True, array_like=True, tag="cache"):
    """A cache chip left the map."""

    at: Hex
    unit: str
    success: bool


class LockShown(Event, frozen=True, array_like=True, tag="lock"):
    """The back of a deck's top card is on view: its lock."""

    deck: str
    lock: str


class CardCycled(Event, frozen=True, array_like=True, tag="cycle"):
    """The deck's top card went to its bottom, unseen."""

    deck: str


class ItemGained(Event, frozen=True, array_like=True, tag="item"):
    """A card of a deck came into an inventory, ready or pack."""

    unit: str
    deck: str
    item: str
    where: str


class ItemMoved(Event, frozen=True, array_like=True, tag="stow"):
    """A card changed between ready and pack."""

    unit: str
    card: str
    where: str


class ItemSpent(Event, frozen=True, array_like=True, tag="spend"):
    """A card was discarded ("discard"), expended, refreshed, or got a chip ("chip")."""

    unit: str
    card: str
    how: str
    deck: str = ""


class DeckRebuilt(Event, frozen=True, array_like=True, tag="rebuilt"):
    """An empty deck was made anew of its shuffled discard pile."""

    deck: str


class Enchanted(Event, frozen=True, array_like=True, tag="enchant"):
    """An enchantment left an inventory and works on a unit."""

    unit: str
    card: str
    on: str

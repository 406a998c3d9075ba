"""Sentences about caches, decks and items."""

from collections.abc import Callable
from typing import Any

from clients.core.names import lock_in_words, title
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.events import Drawn
from protocol.hexes import key

WHERE = {"ready": "ready", "pack": "in the pack", "discard": "on the discard pile"}
SPENT = {
    "discard": "discards",
    "expend": "uses up",
    "refresh": "refreshes",
    "chip": "puts an HP chip on",
    "mend": "takes an HP chip off",
}


def drawn(t: Telling, event: Drawn) -> str:
    """Return the sentence for a draw, as the battle's record has it."""
    if event.deck.startswith("lock-"):
        return f"The top card of the {event.deck.removeprefix('lock-')} deck is turned to its lock."
    if event.deck.startswith("tiles-"):
        size = event.deck.removeprefix("tiles-")
        return f"{title(event.card)} is drawn from the {size}-hex tiles (1 of {event.total})."
    bag = event.deck.removeprefix("bag-")
    deck = f"the level {bag} bag" if bag != event.deck else f"the {title(event.deck).lower()} deck"
    return f"{title(event.card)} is drawn from {deck} (1 of {event.total})."


def cache_opened(t: Telling, event: ev.CacheOpened) -> str:
    """Return the sentence for a cache."""
    how = "picks the lock of" if event.success else "fails to pick"
    return f"{t.names.unit(event.unit)} {how} the cache at {key(event.at)}."


def lock_shown(t: Telling, event: ev.LockShown) -> str:
    """Return the sentence for a lock."""
    return f"The next {event.deck} card has the lock {lock_in_words(event.lock)}."


def card_cycled(t: Telling, event: ev.CardCycled) -> str:
    """Return the sentence for a card that goes under its deck."""
    return f"The top card of the {event.deck} deck goes to its bottom."


def item_gained(t: Telling, event: ev.ItemGained) -> str:
    """Return the sentence for an item."""
    where = WHERE.get(event.where, event.where)
    return f"{t.names.unit(event.unit)} gains {title(event.item)} ({where})."


def item_drawn(t: Telling, event: ev.ItemDrawn) -> str:
    """Return the sentence for an item card that is drawn."""
    return f"{title(event.item)} is drawn from the {event.deck} deck."


def deck_shuffled(t: Telling, event: ev.DeckShuffled) -> str:
    """Return the sentence for a deck that is shuffled."""
    return f"The {event.deck} deck is shuffled."


def deck_ordered(t: Telling, event: ev.DeckOrdered) -> str:
    """Return the sentence for cards of a deck that were looked at."""
    seen = ", ".join(title(card) for card in event.ahead) or "nothing that is known"
    return f"Uppermost in the {event.deck} deck lies {seen}."


def deck_rebuilt(t: Telling, event: ev.DeckRebuilt) -> str:
    """Return the sentence for discarded cards that are shuffled into a new deck."""
    return f"The discarded {event.deck} cards are shuffled into a new deck."


def enchanted(t: Telling, event: ev.Enchanted) -> str:
    """Return the sentence for an enchantment that is put on something."""
    item = t.names.card(event.unit, event.card)
    return f"{t.names.unit(event.unit)} enchants {t.names.component(event.on)} with {item}."


def chip_returned(t: Telling, event: ev.ChipReturned) -> str:
    """Return the sentence for a chip that goes back to its bag unseen."""
    return f"{title(event.chip)} goes back to its bag."


def enchantment_spent(t: Telling, event: ev.EnchantmentSpent) -> str:
    """Return the sentence for an enchantment that wears off."""
    worn = "is used up a little" if event.how == "chip" else "is discarded"
    return f"{title(event.item)} on {t.names.component(event.on)} {worn}."


def item_moved(t: Telling, event: ev.ItemMoved) -> str:
    """Return the sentence for a card that is held ready or put into the pack."""
    where = WHERE.get(event.where, event.where)
    return f"{t.names.unit(event.unit)} has {t.names.card(event.unit, event.card)} {where} now."


def item_spent(t: Telling, event: ev.ItemSpent) -> str:
    """Return the sentence for an item that is used."""
    name, item = t.names.unit(event.unit), t.names.card(event.unit, event.card)
    return f"{name} {SPENT.get(event.how, event.how)} {item}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    Drawn: drawn,
    ev.CacheOpened: cache_opened,
    ev.LockShown: lock_shown,
    ev.CardCycled: card_cycled,
    ev.ItemDrawn: item_drawn,
    ev.DeckShuffled: deck_shuffled,
    ev.DeckOrdered: deck_ordered,
    ev.ItemGained: item_gained,
    ev.DeckRebuilt: deck_rebuilt,
    ev.Enchanted: enchanted,
    ev.ChipReturned: chip_returned,
    ev.EnchantmentSpent: enchantment_spent,
    ev.ItemMoved: item_moved,
    ev.ItemSpent: item_spent,
}

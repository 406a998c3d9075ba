"""Sentences about caches, decks and items."""

from typing import Any

import pytest

from clients.core.story.goods import SAY
from protocol import battle as ev
from protocol.events import (
    Drawn,
)
from protocol.ids import CardId, ItemId
from tests.clients.story.scene import A1, told

TOLD: list[tuple[Any, str]] = [
    (Drawn(4, "bag-1", 5, "skeever-pup"), "Skeever Pup is drawn from the level 1 bag (1 of 5)."),
    (Drawn(4, "classes", 3, "knight"), "Knight is drawn from the classes deck (1 of 3)."),
    (Drawn(4, "lock-common", 3, "5A"), "The top card of the common deck is turned to its lock."),
    (ev.ChipReturned("dremora-kyn", "bag-5"), "Dremora Kyn goes back to its bag."),
    (ev.CacheOpened((0, 1), A1, True), "Khajiit (1) picks the lock of the cache at 0,1."),
    (ev.CacheOpened((0, 1), A1, False), "Khajiit (1) fails to pick the cache at 0,1."),
    (Drawn(4, "tiles-7", 3, "crossing"), "Crossing is drawn from the 7-hex tiles (1 of 3)."),
    (
        ev.LockShown("legendary", "4:6k-5-2"),
        "The next legendary card has the lock 6-5-2, 6 first, 4 attempts.",
    ),
    (ev.CardCycled("common"), "The top card of the common deck goes to its bottom."),
    (
        ev.ItemGained(A1, "common", ItemId("iron-sword"), "pack"),
        "Khajiit (1) gains Iron Sword (in the pack).",
    ),
    (ev.DeckRebuilt("common"), "The discarded common cards are shuffled into a new deck."),
    (ev.Enchanted(A1, CardId("i7"), "e0"), "Khajiit (1) enchants Skeever Pup with Iron Sword."),
    (ev.Enchanted(A1, CardId("i9"), "i7"), "Khajiit (1) enchants Iron Sword with I9."),
    (
        ev.EnchantmentSpent(CardId("i9"), ItemId("keen-edge"), "i7", "discard", "common"),
        "Keen Edge on Iron Sword is discarded.",
    ),
    (
        ev.EnchantmentSpent(CardId("i9"), ItemId("sigil-of-cinders"), "clash", "chip"),
        "Sigil of Cinders on the Clash tile is used up a little.",
    ),
    (ev.ItemMoved(A1, CardId("i7"), "pack"), "Khajiit (1) has Iron Sword in the pack now."),
    (ev.ItemSpent(A1, CardId("i7"), "discard"), "Khajiit (1) discards Iron Sword."),
    (ev.ItemSpent(A1, CardId("i7"), "chip"), "Khajiit (1) puts an HP chip on Iron Sword."),
    (ev.ItemSpent(A1, CardId("i7"), "mend"), "Khajiit (1) takes an HP chip off Iron Sword."),
    (ev.ItemDrawn("common", ItemId("iron-sword")), "Iron Sword is drawn from the common deck."),
    (ev.DeckShuffled("common"), "The common deck is shuffled."),
    (
        ev.DeckOrdered("delve", ("old-well", "rat-nest"), ()),
        "Uppermost in the delve deck lies Old Well, Rat Nest.",
    ),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)

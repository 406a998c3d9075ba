"""What holds for every item card."""

from collections import Counter

import pytest

from server.rules.battle.components.printed import Item
from server.rules.content.catalogue import catalogue
from server.rules.content.items import ITEMS

rule = pytest.mark.rule
SUBTYPES = {
    "armor",
    "clothing",
    "consumable",
    "enchantment",
    "miscellaneous",
    "pet",
    "potion",
    "weapon",
}


def every_item() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)


def test_every_subtype_has_a_common_card() -> None:
    assert {item.subtype for item in ITEMS if item.deck == "common"} == SUBTYPES
    assert {item.deck for item in ITEMS} == {"common", "legendary", "guild"}


def test_no_two_cards_share_an_id() -> None:
    assert len(catalogue().items) == len(ITEMS)


@rule("ITM-22", "LOK-1")
@every_item()
def test_a_lock_has_digits_of_a_die_and_can_be_opened_with_three_dice(item: Item) -> None:
    """U-11: a digit beyond the third needs a key that stays matched."""
    lock = item.lock
    assert lock.attempts > 0
    assert len(lock.digits) >= 3
    assert all(1 <= digit <= 6 for digit in lock.digits)
    assert len(lock.digits) - len(lock.keys) <= 3


@rule("LOK-2")
@every_item()
def test_keys_are_digits_of_their_lock_and_on_legendary_cards_only(item: Item) -> None:
    assert not Counter(item.lock.keys) - Counter(item.lock.digits)
    assert bool(item.lock.keys) == (item.deck == "legendary")


@every_item()
def test_a_card_names_its_source_and_does_something(item: Item) -> None:
    assert item.source
    assert item.text
    works = (item.ability, item.hooks, item.modifiers, item.weapon, item.interrupt, item.enduring)
    assert any(works)


@rule("CAC-3")
def test_no_lock_gives_away_its_card() -> None:
    shuffled = [item for item in ITEMS if item.deck != "guild"]  # a guild hands its items out
    locks = Counter((item.deck, item.lock.id) for item in shuffled)
    assert min(locks.values()) > 1
    assert len(locks) > 6

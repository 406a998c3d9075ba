"""What holds for the cards that are eaten, drunk, kept as pets or carried for all sorts of ends."""

import json
from pathlib import Path

import pytest

from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.moments import Moment
from server.rules.content.items import ITEMS

rule = pytest.mark.rule
RULES = Path(__file__).parents[4] / "server/rules/content/rules.json"
SUBTYPES = ("consumable", "potion", "pet", "miscellaneous")
CARDS = [item for item in ITEMS if item.subtype in SUBTYPES]
WITHIN_OWN_ENGAGE = (
    Moment.ENGAGE_BEGINS,
    Moment.TARGET_CHOSEN,
    Moment.BEFORE_ROLL,
    Moment.AFTER_ROLL,
    Moment.RESOLVING,
    Moment.DIE_IN_SLOT,
    Moment.POOL_LANDS,
    Moment.ANYTIME,
)


def every_card() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("item", CARDS, ids=lambda item: item.id)


@pytest.mark.parametrize("subtype", SUBTYPES)
@pytest.mark.parametrize(("deck", "least"), [("common", 10), ("legendary", 5)])
def test_both_decks_hold_many_cards_of_the_subtype(subtype: str, deck: str, least: int) -> None:
    assert sum(item.subtype == subtype and item.deck == deck for item in CARDS) >= least


@rule("ITM-22")
def test_legendary_locks_have_more_digits_than_common_ones() -> None:
    common = [len(item.lock.digits) for item in CARDS if item.deck == "common"]
    legendary = [len(item.lock.digits) for item in CARDS if item.deck == "legendary"]
    assert max(common) < min(legendary)


@rule("ITM-22")
@pytest.mark.parametrize("deck", ["common", "legendary"])
def test_locks_are_spread_in_difficulty(deck: str) -> None:
    locks = [item.lock for item in CARDS if item.deck == deck]
    assert len({lock.attempts for lock in locks}) >= 3
    assert len({lock.id for lock in locks}) >= 8


@rule("ITM-23")
@every_card()
def test_no_card_can_be_used_in_the_middle_of_ones_own_engage(item: Item) -> None:
    assert not [hook.at for hook in item.hooks if hook.at in WITHIN_OWN_ENGAGE]


@every_card()
def test_a_card_is_one_short_sentence(item: Item) -> None:
    assert item.text.endswith(".")
    assert item.text.count(". ") == 0
    assert len(item.text) <= 100


@rule("ITM-15")
@every_card()
def test_pets_and_only_pets_have_a_limit_of_hp_chips(item: Item) -> None:
    assert (item.limit > 0) == (item.subtype == "pet")


@rule("ITM-9", "ITM-11")
@pytest.mark.parametrize(
    "item",
    [item for item in CARDS if item.subtype in ("consumable", "potion")],
    ids=lambda item: item.id,
)
def test_what_is_used_up_by_its_use_has_no_other_limit(item: Item) -> None:
    assert item.ability is not None
    assert item.ability.once == ""


@rule("LIM-12")
@pytest.mark.parametrize("deck", ["common", "legendary"])
def test_the_told_rules_say_how_many_cards_a_deck_holds(deck: str) -> None:
    chapters = json.loads(RULES.read_bytes())
    told = {rule: text for _, rules in chapters for rule, _, text in rules}
    cards = sum(item.deck == deck for item in ITEMS)
    assert f"{cards} {deck}" in told["LIM-12"]

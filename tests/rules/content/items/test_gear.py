"""What holds for the cards that adventurers fight with: weapons, armor, clothing, enchantments."""

import pytest

from server.rules.battle.components.effects import Ability
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.forms import FORMS
from server.rules.content.catalogue import catalogue
from server.rules.content.items import ITEMS

rule = pytest.mark.rule
SUBTYPES = ("weapon", "armor", "clothing", "enchantment")
CARDS = [item for item in ITEMS if item.subtype in SUBTYPES]


def of(subtype: str) -> list[Item]:
    return [item for item in CARDS if item.subtype == subtype]


@pytest.mark.parametrize("subtype", SUBTYPES)
@pytest.mark.parametrize(("deck", "least"), [("common", 10), ("legendary", 5)])
def test_both_decks_hold_many_cards_of_the_subtype(subtype: str, deck: str, least: int) -> None:
    assert sum(item.deck == deck for item in of(subtype)) >= least


@rule("ITM-22")
@pytest.mark.parametrize("subtype", SUBTYPES)
def test_locks_are_spread_in_difficulty_and_legendary_ones_have_more_digits(subtype: str) -> None:
    for deck, digits in (("common", {3}), ("legendary", {4, 5})):
        locks = [item.lock for item in of(subtype) if item.deck == deck]
        assert {len(lock.digits) for lock in locks} <= digits
        assert len({lock.attempts for lock in locks}) >= 3
        assert len({lock.id for lock in locks}) >= 5


@rule("ITM-6", "ITM-20")
@pytest.mark.parametrize("item", of("weapon"), ids=lambda item: item.id)
def test_a_weapon_has_a_form_a_standard_ability_and_an_overtax(item: Item) -> None:
    assert item.forms
    assert all(form in FORMS for form in item.forms)
    assert item.weapon is not None
    assert item.overtax is not None
    assert item.text == f"{item.weapon_text} Overtax: {item.overtax_text}"


def test_there_are_weapons_for_every_form_in_both_decks() -> None:
    for deck in ("common", "legendary"):
        forms = [form for item in of("weapon") if item.deck == deck for form in item.forms]
        assert set(forms) == set(FORMS)


@rule("ITM-4", "ITM-5")
@pytest.mark.parametrize("item", of("armor"), ids=lambda item: item.id)
def test_armor_covers_a_part_of_the_body_and_answers_with_or_without_overtax(item: Item) -> None:
    assert item.trait
    assert {hook.key for hook in item.hooks} == {"wear", "overtax"}
    assert not any(hook.forced for hook in item.hooks)


@rule("ITM-13")
@pytest.mark.parametrize("item", of("clothing"), ids=lambda item: item.id)
def test_clothing_lends_exactly_one_class_ability_for_tenacity(item: Item) -> None:
    prices = [(item.ability.id, item.ability.cost)] if item.ability else []
    prices += [(item.interrupt.id, item.interrupt.cost)] if item.interrupt else []
    prices += [(item.enduring.id, item.enduring.tenacity)] if item.enduring else []
    ((lent, price),) = prices
    assert lent == item.id
    assert 1 <= price <= 5


@rule("ITM-8")
@pytest.mark.parametrize("item", of("enchantment"), ids=lambda item: item.id)
def test_an_enchantment_names_its_component_and_works_there_only(item: Item) -> None:
    assert isinstance(item.ability, Ability)
    assert item.text.startswith(f"{item.ability.name}. ")
    assert item.hooks or item.modifiers


@pytest.mark.parametrize("item", CARDS, ids=lambda item: item.id)
def test_a_card_is_short(item: Item) -> None:
    assert item.text.endswith(".")
    assert len(item.text) <= 180


def test_abilities_of_clothing_share_no_id_with_those_of_classes() -> None:
    """What lends class abilities for nothing tells them apart by their ids."""
    sheets = catalogue().classes.values()
    sides = [side for sheet in sheets for side in (sheet.novice, sheet.master)]
    names = {one.id for side in sides for one in side.abilities}
    names |= {one.id for side in sides for one in side.interrupts}
    assert not names & {item.id for item in of("clothing")}

"""The overland decks (p12, p34, p45)."""

import pytest
from msgspec.structs import replace

from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.blocks import Rule
from tests.rules.campaign.asks import Says
from tests.rules.campaign.sessions import EFFECT, PEACE, RAIN, Days, at, strip

rule = pytest.mark.rule


def looking(count: int) -> Days:
    rules = (Rule("day-starts", (Says("look", ("peaceful", count)),)),)
    return Days(province=strip(effect=replace(EFFECT, rules=rules)), party_at=at(1))


def test_cards_that_were_looked_at_lie_where_the_party_puts_them() -> None:
    days = looking(2).rolls(0, 0)
    days.answer("overland.look", PEACE.id)
    deck = days.state.decks["peaceful"]
    assert (deck.ahead, deck.under) == ((RAIN.id,), (PEACE.id,))


def test_a_card_whose_place_is_known_is_the_one_that_is_drawn() -> None:
    days = looking(2).rolls(0, 0)
    days.answer("overland.look", PEACE.id)
    days.rolls(*[0] * 9).travel(2)  # nothing is there: a card is drawn for its icon
    assert days.state.trackers["weather"] == 1


def test_an_empty_deck_is_made_anew_of_its_discards() -> None:
    days = Days(
        party_at=at(1), decks={"peaceful": Deck(discard=(RAIN.id,)), "conflict": Deck()}
    ).rolls(0)
    days.travel(2)
    assert days.state.trackers["weather"] == 1

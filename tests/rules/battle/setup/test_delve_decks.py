"""What lies in a delve deck (p12, p74)."""

import pytest

from server.rules.battle.components.delve_parts import DelvePlan
from server.rules.battle.setup import delve_decks
from server.rules.content.catalogue import catalogue


def cards(province: str) -> set[str]:
    plan = DelvePlan(((0, 0), (1, 0)))
    return set(delve_decks.decks(catalogue(), plan, province)["delve"].cards)


@pytest.mark.rule("SET-5")
def test_cards_of_other_provinces_and_special_ones_stay_in_the_box() -> None:
    """Of those with a code one is general, one Skyrim's, and one of Black Marsh is special."""
    every = catalogue().delve_cards.values()
    code = {card.code: card.id for card in every if card.code}
    marsh, skyrim = cards("BM"), cards("SK")
    assert code["GE-07"] in marsh & skyrim
    assert code["SK"] in skyrim - marsh
    assert code["BM SP"] not in marsh | skyrim
    assert cards("") == marsh | skyrim

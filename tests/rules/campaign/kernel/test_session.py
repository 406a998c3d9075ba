"""A session as its rules see it."""

from protocol.ids import UnitId
from server.rules.campaign.components.words import ItemDeck, Subtype
from server.rules.campaign.kernel.session import Session
from tests.scene import hero
from tests.scene.days import Day

A1 = UnitId("a1")
SUBTYPES: tuple[Subtype | None, ...] = (None, "weapon", "potion", "armor")
DECKS: tuple[ItemDeck | None, ...] = (None, "common", "legendary")


def test_an_item_is_held_where_one_card_is_of_the_subtype_and_of_the_deck() -> None:
    """Given a common weapon and a legendary potion, then there is no common potion."""
    seen: list[list[bool]] = []

    def look(session: Session) -> None:
        seen.extend([session.has_item(A1, one, deck) for deck in DECKS] for one in SUBTYPES)

    assert not Day(hero("a1", ready=["steel-maul"], pack=["philter-of-haste"]), do=look).questions
    assert seen == [
        [True, True, True],
        [True, True, False],
        [True, False, True],
        [False, False, False],
    ]

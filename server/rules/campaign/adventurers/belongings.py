"""Items between battles: drawn, looked for, discarded, refreshed (p28, p29)."""

from collections.abc import Sequence

from protocol.battle import ItemDrawn
from protocol.campaign import DeckSearched
from protocol.ids import CardId, ItemId, UnitId, Why
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import caches, inventory
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.state import Card
from server.rules.campaign.adventurers import stalls
from server.rules.campaign.components.words import ItemDeck, Subtype
from server.rules.campaign.kernel.session import Session


def draw(session: Session, unit: UnitId, deck: ItemDeck) -> None:
    """Give an adventurer the top card of a deck, if there is one (INV-7)."""
    battle = session.battle
    if not inventory.has_cards(battle, deck):
        return
    _gain(session, unit, deck, caches.set_aside(battle, deck))


def search(session: Session, unit: UnitId, deck: str, of: Sequence[Subtype]) -> None:
    """Give an adventurer the first card of these subtypes in a deck, which is then shuffled.

    The deck's order is not known, so each fitting card is as likely to come first. If the deck has
    none, nothing is gained. Cards that lie face up beside the deck stay there.
    """
    battle = session.battle
    if not inventory.has_cards(battle, deck):
        return
    items = session.catalogue.items
    pile = session.state.decks[deck].cards
    # `cards` holds what is left to draw: what lies out beside the deck is not searched.
    fitting = {name: n for name, n in pile.items() if n and items[ItemId(name)].subtype in of}
    if found := session.game.draw(deck, fitting):
        session.emit(DeckSearched(deck))
        session.emit(ItemDrawn(deck, ItemId(found)))
        _gain(session, unit, deck, ItemId(found))


def _gain(session: Session, unit: UnitId, deck: str, item: ItemId) -> None:
    """Give an adventurer a card that was drawn, which nobody else can have meanwhile."""
    # What lies beside a deck in a town is for sale otherwise.
    stalls.reserve(session, unit, item)
    inventory.gain(session.battle, unit, deck, item)
    stalls.settle(session, unit, item)


def held(
    session: Session, unit: UnitId, of: Sequence[Subtype] = (), deck: ItemDeck | None = None
) -> list[Card]:
    """Return the cards that an adventurer holds of these subtypes (none: any) and that deck."""
    items = session.catalogue.items
    return [
        card
        for card in inventory.carried(session.battle, unit)
        if (not of or items[card.item].subtype in of) and deck in (None, items[card.item].deck)
    ]


def discard(
    session: Session, unit: UnitId, of: Sequence[Subtype] = (), deck: ItemDeck | None = None
) -> bool:
    """Let an adventurer discard one card of these subtypes and that deck. Returns False, and asks
    nothing, if it holds none.
    """
    cards = held(session, unit, of, deck)
    if not cards:
        return False
    chosen = session.choose(which(session, unit, cards, "item.discard", "Which item goes?"))
    inventory.discard(session.battle, unit, CardId(chosen))
    return True


def expended(session: Session, unit: UnitId) -> list[Card]:
    """Return the expended potions that an adventurer holds (ITM-12)."""
    return [card for card in held(session, unit, ("potion",)) if card.expended]


def refresh(session: Session, unit: UnitId) -> None:
    """Let an adventurer refresh one expended potion, if it has one (TWN-17)."""
    if cards := expended(session, unit):
        text = "Which potion is refreshed?"
        chosen = session.choose(which(session, unit, cards, "item.refresh", text))
        inventory.refresh(session.battle, unit, CardId(chosen))


def which(session: Session, unit: UnitId, cards: Sequence[Card], why: Why, text: str) -> Question:
    """Return the question which of several cards an adventurer means; the default is the first."""
    options = tuple(
        Option(card.id, item(session, card).name, item(session, card).text) for card in cards
    )
    return Question(
        to=session.battle.deciders(unit),
        why=why,
        text=text,
        shape=One(options),
        rule="INV-4",
        default=(options[0].key,),
        about=unit,
    )


def item(session: Session, card: Card) -> Item:
    """Return what is printed on a card."""
    return session.catalogue.items[card.item]

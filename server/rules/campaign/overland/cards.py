"""The overland decks: drawing, looking at the top, putting cards back (p12, p34, p45)."""

from protocol.battle import DeckOrdered, DeckRebuilt
from protocol.campaign import OverlandCardPlaced
from server.rules.campaign.components.words import Deck
from server.rules.campaign.kernel.session import Session


def draw(session: Session, deck: str) -> str:
    """Draw the uppermost card of a deck, which then lies on the table. Returns its name, "" if
    there is none. An empty deck is first made anew of its discards.
    """
    if not has_cards(session, deck):
        return ""
    return session.game.draw(deck, _next(session, deck)) or ""


def has_cards(session: Session, deck: str) -> bool:
    """Return whether a deck has a card to draw; an empty one is first made anew of its discards."""
    if not any(session.state.decks[deck].cards.values()) and session.state.decks[deck].discard:
        session.emit(DeckRebuilt(deck))
    return any(session.state.decks[deck].cards.values())


def _next(session: Session, deck: str) -> dict[str, int]:
    """Return the cards that may lie on top: the one that was seen there, else those of unknown
    place, else the uppermost of those that were put under the deck.
    """
    pile = session.state.decks[deck]
    if pile.ahead:
        return {pile.ahead[0]: 1}
    unseen = {card: n - pile.under.count(card) for card, n in pile.cards.items()}
    return {card: n for card, n in unseen.items() if n > 0} or {pile.under[0]: 1}


def look(session: Session, deck: Deck, count: int) -> tuple[str, ...]:
    """Show the uppermost cards of a deck, up to `count`, and put them back on top. Returns their
    names; from then on everybody knows them.
    """
    if not has_cards(session, deck):
        return ()
    seen: tuple[str, ...] = ()
    while len(seen) < count and has_cards(session, deck):
        seen = (*seen, draw(session, deck))
    # The last one first: each goes on top, so the first one drawn lies uppermost again.
    for card in reversed(seen):
        session.emit(OverlandCardPlaced(deck, card, "top"))
    return seen


def put_back(session: Session, deck: Deck, above: tuple[str, ...], below: tuple[str, ...]) -> None:
    """Put the cards that were looked at back: some on top, the others under the deck. One that
    somebody else, who has looked at it as well, has put under it meanwhile stays there.
    """
    pile = session.state.decks[deck]
    rest = list(pile.ahead)
    for card in (*above, *below):
        if card in rest:
            rest.remove(card)
    still = [card for card in pile.ahead if card not in rest]
    on_top = [card for card in above if card in still]
    under = [card for card in below if card in still]
    session.emit(DeckOrdered(deck, (*on_top, *rest), (*pile.under, *under)))


def keep(session: Session, card: str) -> None:
    """Keep a peaceful card on the table: its icons count at the end of the day (OVL-13)."""
    session.emit(OverlandCardPlaced("peaceful", card, "icon"))


def discard(session: Session, deck: str, card: str) -> None:
    """Put a card that lies on the table onto the discard pile."""
    session.emit(OverlandCardPlaced(deck, card, "discard"))

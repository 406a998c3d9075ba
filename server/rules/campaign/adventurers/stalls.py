"""What a town's shop and trainer show: cards and tokens face up (p38; TWN-2 to TWN-5)."""

from collections.abc import Sequence

from protocol.battle import ItemGained, PlaceOfItems
from protocol.campaign import CardsCleared, CardSetAside, TrainerShown
from protocol.ids import ItemId, LineId, UnitId
from server.rules.battle.adventurer import caches, inventory
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import ITEMS, READY
from server.rules.battle.party import ITEM_DECKS
from server.rules.battle.setup import advancing
from server.rules.campaign.adventurers import elsewhere, growth
from server.rules.campaign.components.towns import Shop, Trainer
from server.rules.campaign.components.words import Constellation
from server.rules.campaign.kernel.session import Session


def show_shop(session: Session, shop: Shop) -> None:
    """Draw the shop's cards face up, as many of each deck as it has (TWN-2)."""
    for deck, count in zip(ITEM_DECKS, (shop.common, shop.legendary), strict=True):
        fill(session, deck, count)


def fill(session: Session, deck: str, count: int) -> None:
    """Draw cards of a deck face up until so many lie there."""
    while len(shown(session, deck)) < count and inventory.has_cards(session.battle, deck):
        caches.set_aside(session.battle, deck)


def shown(session: Session, deck: str) -> tuple[ItemId, ...]:
    """Return the cards of a deck that lie face up for everybody."""
    cards = list(map(ItemId, session.state.decks[deck].drawn))
    visit = session.state.visit
    for item in visit.aside if visit is not None else ():
        # One copy: of two equal cards the other one is for sale.
        if item in cards:
            cards.remove(item)
    return tuple(cards)


def reserve(session: Session, unit: UnitId, item: ItemId) -> None:
    """Set a card that lies face up in a town aside for an adventurer, until `settle`."""
    if session.state.visit is not None:
        session.emit(CardSetAside(unit, item))


def settle(session: Session, unit: UnitId, item: ItemId) -> None:
    """End that a card lies aside: it has been gained, or is for sale again."""
    if session.state.visit is not None:
        session.emit(CardSetAside(unit, item, False))


def clear_shop(session: Session) -> None:
    """Discard the cards that still lie face up (TWN-3)."""
    for deck in ITEM_DECKS:
        if cards := shown(session, deck):
            session.emit(CardsCleared(deck, cards))


def take(session: Session, unit: UnitId, deck: str, item: ItemId, where: PlaceOfItems) -> None:
    """Give an adventurer a card that lies face up: into its pack or a ready slot (INV-7). With
    eight items its player first discards one.
    """
    # Asked until a place is free: an effect may keep the card that was to go.
    while len(inventory.carried(session.battle, unit)) >= ITEMS:
        inventory.discard_one(session.battle, unit, "You carry eight items. Which one goes?")
    session.emit(ItemGained(unit, deck, item, where))
    session.battle.at(Happening(Moment.ITEM_GAINED, unit=unit, item=item))


def places(session: Session, unit: UnitId, item: ItemId) -> tuple[PlaceOfItems, ...]:
    """Return where a new card could go without moving another one: a free ready slot, the pack."""
    ready, printed = session.battle.mat(unit).ready, session.catalogue.items[item]
    worn = [session.catalogue.items[card.item] for card in ready]
    clashes = printed.subtype == "armor" and any(
        one.subtype == "armor" and one.trait == printed.trait for one in worn
    )
    return ("pack",) if clashes or len(ready) >= READY else ("ready", "pack")


def bag(session: Session, of: Sequence[Constellation] = ()) -> dict[LineId, int]:
    """Return the trainer bag: how many tokens of each line nobody has (SET-14), without the
    constellations that a trainer does not teach: those are drawn anew and go back (TWN-4).
    """
    trained = [line for mat in session.state.adventurers.values() for line in mat.lines]
    return {
        line.id: advancing.LINE_TOKENS - trained.count(line.id)
        for line in advancing.lines_left(session.battle)
        if not of or line.constellation in of
    }


def show_trainer(session: Session, trainer: Trainer) -> None:
    """Draw the trainer's tokens; with a novice Pilgrim in the party one more."""
    pilgrims = elsewhere.bearers(session, growth.PILGRIM)
    more = any(not session.battle.mat(unit).master for unit in pilgrims)
    lines = growth.drawn_tokens(session, bag(session, trainer.of), trainer.lines + more)
    session.emit(TrainerShown(tuple(lines)))

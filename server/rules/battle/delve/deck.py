"""The delve deck, of which effects may have shown the top or ordered the bottom (SET-5)."""

from protocol.battle import DeckOrdered
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.battle import Battle

NAME = "delve"


def draw(battle: Battle) -> str:
    """Draw the top card; there must be one. Returns its id."""
    return battle.game.draw(NAME, _next(battle)) or ""


def _next(battle: Battle) -> dict[str, int]:
    """Return the cards that may be on top, with the number of each: the one that was seen there,
    else all whose place is unknown, else the first of those that were put under the deck.
    """
    pile = battle.state.decks[NAME]
    if pile.ahead:
        return {pile.ahead[0]: 1}
    unseen = {card: n - pile.under.count(card) for card, n in pile.cards.items()}
    return {card: n for card, n in unseen.items() if n > 0} or {pile.under[0]: 1}


def can_peek(battle: Battle) -> bool:
    """Return whether there is a delve deck with cards to look at."""
    pile = battle.state.decks.get(NAME)
    return pile is not None and (bool(pile.discard) or any(pile.cards.values()))


def peek(battle: Battle, count: int) -> tuple[str, ...]:
    """Show the top `count` cards to everybody. Returns their ids, from the top; fewer if the deck
    has fewer.
    """
    if not inventory.has_cards(battle, NAME):
        return ()
    while len(battle.state.decks[NAME].ahead) < count:
        pile = battle.state.decks[NAME]
        if len(pile.ahead) == sum(pile.cards.values()):
            break
        placed = (*pile.ahead, *pile.under)
        unseen = {card: n - placed.count(card) for card, n in pile.cards.items()}
        # Drawn under a name that is no deck: the card stays in the deck, and is known from now on.
        card = battle.game.draw(f"{NAME}-top", {c: n for c, n in unseen.items() if n > 0})
        if card is None:
            # Only cards with a known place are left: the next one is known without a draw
            # (test_looking_at_more_cards_than_nobody_knows_reaches_those_at_the_bottom).
            battle.emit(DeckOrdered(NAME, (*pile.ahead, pile.under[0]), pile.under[1:]))
        else:
            battle.emit(DeckOrdered(NAME, (*pile.ahead, card), pile.under))
    return battle.state.decks[NAME].ahead[:count]


def put_back(battle: Battle, above: tuple[str, ...], below: tuple[str, ...]) -> None:
    """Put the cards back that `peek` returned: `above` on top, `below` under the deck."""
    pile = battle.state.decks[NAME]
    rest = pile.ahead[len(above) + len(below) :]
    battle.emit(DeckOrdered(NAME, (*above, *rest), (*pile.under, *below)))

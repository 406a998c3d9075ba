"""Events of caches, decks and items."""

from typing import Any

import msgspec

from protocol import battle as ev
from protocol.events import Drawn
from protocol.hexes import key
from protocol.ids import CardId
from server.rules.battle.kernel.facts import bags
from server.rules.battle.kernel.state import (
    ITEMS,
    OTHER_SIDE,
    READY,
    Adventurer,
    BattleState,
    Card,
    Deck,
    Enchantment,
)
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def drawn(state: BattleState, event: Drawn) -> Ops:
    """Take a chip out of its bag, or a delve card out of its deck.

    Draws of other decks change nothing here: an event of its own says what becomes of the card.
    """
    if event.deck not in OTHER_SIDE and event.deck != "delve":
        return ()
    ops = bags.moved(state, event.deck, event.card, -1)
    return (*ops, *_seen_drawn(state.decks[event.deck], event)) if event.deck == "delve" else ops


def _seen_drawn(deck: Deck, event: Drawn) -> Ops:
    """Return the operations that forget the known place of a drawn card: at the top, or at the
    bottom if only such cards are left.
    """
    if deck.ahead:
        assert deck.ahead[0] == event.card
        return (put("decks/delve/ahead", deck.ahead[1:]),)
    if deck.under and sum(deck.cards.values()) == len(deck.under):
        assert deck.under[0] == event.card
        return (put("decks/delve/under", deck.under[1:]),)
    return ()


def deck_ordered(state: BattleState, event: ev.DeckOrdered) -> Ops:
    """Set the cards whose place is known: those on top, and those under the deck."""
    assert len(event.ahead) + len(event.under) <= sum(state.decks[event.deck].cards.values())
    return (
        put(f"decks/{event.deck}/ahead", event.ahead),
        put(f"decks/{event.deck}/under", event.under),
    )


def chip_returned(state: BattleState, event: ev.ChipReturned) -> Ops:
    """Put a chip back into the bag that it was drawn from."""
    return bags.moved(state, event.deck, event.chip, 1)


def cache_opened(state: BattleState, event: ev.CacheOpened) -> Ops:
    """Put the cache chip back into the supply."""
    return (
        drop(f"caches/{key(event.at)}"),
        put("supply/cache", state.supply["cache"] + 1),
    )


def lock_shown(state: BattleState, event: ev.LockShown) -> Ops:
    """Set the lock of the deck's top card.

    If only cards are left that were put under the deck, the first of these becomes the top.
    """
    deck = state.decks[event.deck]
    ops: Ops = (put(f"decks/{event.deck}/top", event.lock),)
    if sum(deck.cards.values()) == len(deck.bottom):
        assert deck.bottom[0] == event.lock
        ops = (*ops, put(f"decks/{event.deck}/bottom", deck.bottom[1:]))
    return ops


def card_cycled(state: BattleState, event: ev.CardCycled) -> Ops:
    """Put the top card under its deck; of that card only the lock is known."""
    deck = state.decks[event.deck]
    assert deck.top
    return (
        put(f"decks/{event.deck}/bottom", (*deck.bottom, deck.top)),
        put(f"decks/{event.deck}/top", ""),
    )


def _taken(deck: Deck, name: str, item: str) -> Ops:
    left = deck.cards[item] - 1
    assert left >= 0
    return (put(f"decks/{name}/cards/{item}", left), put(f"decks/{name}/top", ""))


def _without(cards: tuple[str, ...], item: str) -> tuple[str, ...]:
    at = cards.index(item)
    return cards[:at] + cards[at + 1 :]


def item_drawn(state: BattleState, event: ev.ItemDrawn) -> Ops:
    """Take a card out of its deck; it is face up on the table until somebody gains it."""
    deck = state.decks[event.deck]
    return (
        *_taken(deck, event.deck, event.item),
        put(f"decks/{event.deck}/drawn", (*deck.drawn, event.item)),
    )


def deck_shuffled(state: BattleState, event: ev.DeckShuffled) -> Ops:
    """Put the cards on the table back into the deck; nothing is known of its order then."""
    deck = state.decks[event.deck]
    cards = dict(deck.cards)
    for item in deck.drawn:
        cards[item] = cards.get(item, 0) + 1
    return (put(f"decks/{event.deck}", Deck(cards=cards, discard=deck.discard)),)


def item_gained(state: BattleState, event: ev.ItemGained) -> Ops:
    """Put a card of the deck, or of the table, into an inventory or onto the discard pile."""
    deck = state.decks[event.deck]
    if event.item in deck.drawn:
        ops: Ops = (put(f"decks/{event.deck}/drawn", _without(deck.drawn, event.item)),)
    else:
        ops = _taken(deck, event.deck, event.item)
    if event.where == "discard":
        return (*ops, put(f"decks/{event.deck}/discard", (*deck.discard, event.item)))
    mat = state.adventurers[event.unit]
    assert len(mat.ready) + len(mat.pack) < ITEMS
    assert event.where == "pack" or len(mat.ready) < READY
    card = Card(CardId(f"i{state.serial}"), event.item)
    there: tuple[Card, ...] = getattr(mat, event.where)
    return (
        *ops,
        put(f"adventurers/{event.unit}/{event.where}", (*there, card)),
        put("serial", state.serial + 1),
    )


def find_card(mat: Adventurer, card: CardId) -> tuple[str, Card]:
    """Return the list of the inventory that holds a card ("ready" or "pack"), and the card."""
    for where in ("ready", "pack"):
        for one in getattr(mat, where):
            if one.id == card:
                return where, one
    raise AssertionError(f"{card} is not in this inventory")


def deck_rebuilt(state: BattleState, event: ev.DeckRebuilt) -> Ops:
    """Make the discard pile the deck, of whose order nothing is known then.

    Cards face up on the table stay there: they are in neither.
    """
    deck = state.decks[event.deck]
    assert not any(deck.cards.values())
    cards = {item: deck.discard.count(item) for item in sorted(set(deck.discard))}
    return (put(f"decks/{event.deck}", Deck(cards=cards, drawn=deck.drawn)),)


def enchanted(state: BattleState, event: ev.Enchanted) -> Ops:
    """Put an enchantment of an inventory onto its component; the card keeps its id."""
    mat = state.adventurers[event.unit]
    where, card = find_card(mat, event.card)
    kept = tuple(c for c in getattr(mat, where) if c.id != event.card)
    return (
        put(f"adventurers/{event.unit}/{where}", kept),
        put(f"enchantments/{event.card}", Enchantment(card.item, event.on)),
    )


def enchantment_spent(state: BattleState, event: ev.EnchantmentSpent) -> Ops:
    """Count a use of an enchantment, or put it onto its deck's discard pile."""
    spell = state.enchantments[event.card]
    assert (spell.item, spell.on) == (event.item, event.on)
    path = f"enchantments/{event.card}"
    if event.how == "chip":
        return (put(f"{path}/chips", spell.chips + 1),)
    assert event.how == "discard"
    discard = (*state.decks[event.deck].discard, spell.item)
    return (drop(path), put(f"decks/{event.deck}/discard", discard))


def item_moved(state: BattleState, event: ev.ItemMoved) -> Ops:
    """Move a card between ready slots and pack; four are ready at most."""
    mat = state.adventurers[event.unit]
    where, card = find_card(mat, event.card)
    assert where != event.where
    there: tuple[Card, ...] = getattr(mat, event.where)
    assert event.where == "pack" or len(there) < READY
    here = f"adventurers/{event.unit}"
    kept = tuple(c for c in getattr(mat, where) if c.id != event.card)
    return (put(f"{here}/{where}", kept), put(f"{here}/{event.where}", (*there, card)))


def item_spent(state: BattleState, event: ev.ItemSpent) -> Ops:
    """Discard, expend or refresh a card, or change the HP chips on a pet by one."""
    mat = state.adventurers[event.unit]
    where, card = find_card(mat, event.card)
    cards: tuple[Card, ...] = getattr(mat, where)
    path = f"adventurers/{event.unit}/{where}"
    if event.how == "discard":
        discard = (*state.decks[event.deck].discard, card.item)
        return (
            put(path, tuple(c for c in cards if c.id != event.card)),
            put(f"decks/{event.deck}/discard", discard),
        )
    new = _spent(card, event.how)
    return (put(path, tuple(new if c.id == event.card else c for c in cards)),)


def _spent(card: Card, how: str) -> Card:
    match how:
        case "chip" | "mend":
            return msgspec.structs.replace(card, chips=card.chips + (1 if how == "chip" else -1))
        case "expend" | "refresh":
            return msgspec.structs.replace(card, expended=how == "expend")
        case _:
            raise AssertionError(f"no card is spent by {how!r}")


APPLY: dict[Any, Any] = {
    Drawn: drawn,
    ev.CacheOpened: cache_opened,
    ev.LockShown: lock_shown,
    ev.CardCycled: card_cycled,
    ev.ItemDrawn: item_drawn,
    ev.DeckShuffled: deck_shuffled,
    ev.DeckOrdered: deck_ordered,
    ev.ItemGained: item_gained,
    ev.DeckRebuilt: deck_rebuilt,
    ev.Enchanted: enchanted,
    ev.ChipReturned: chip_returned,
    ev.EnchantmentSpent: enchantment_spent,
    ev.ItemMoved: item_moved,
    ev.ItemSpent: item_spent,
}

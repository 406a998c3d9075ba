"""Events that happen to caches, decks and items."""

from typing import Any

import msgspec

from protocol import battle as ev
from protocol.events import Drawn
from protocol.hexes import key
from server.rules.battle.facts import bags
from server.rules.battle.state import ITEMS, READY, Adventurer, BattleState, Card, Deck, Enchantment
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def drawn(state: BattleState, event: Drawn) -> Ops:
    """A chip leaves its bag, a delve card its deck; events of their own tell of all others."""
    if not event.deck.startswith("bag-") and event.deck != "delve":
        return ()
    ops = bags.moved(state, event.deck, event.card, -1)
    return (*ops, *_seen_drawn(state.decks[event.deck], event)) if event.deck == "delve" else ops


def _seen_drawn(deck: Deck, event: Drawn) -> Ops:
    """A card whose place was known leaves it: the top, or the bottom if all others are gone."""
    if deck.ahead:
        assert deck.ahead[0] == event.card
        return (put("decks/delve/ahead", deck.ahead[1:]),)
    if deck.under and sum(deck.cards.values()) == len(deck.under):
        assert deck.under[0] == event.card
        return (put("decks/delve/under", deck.under[1:]),)
    return ()


def deck_ordered(state: BattleState, event: ev.DeckOrdered) -> Ops:
    """Where cards of the deck lie that were seen."""
    assert len(event.ahead) + len(event.under) <= sum(state.decks[event.deck].cards.values())
    return (
        put(f"decks/{event.deck}/ahead", event.ahead),
        put(f"decks/{event.deck}/under", event.under),
    )


def chip_returned(state: BattleState, event: ev.ChipReturned) -> Ops:
    """Back where it was drawn from."""
    return bags.moved(state, event.deck, event.chip, 1)


def cache_opened(state: BattleState, event: ev.CacheOpened) -> Ops:
    """The chip goes back to the supply."""
    return (
        drop(f"caches/{key(event.at)}"),
        put("supply/cache", state.supply["cache"] + 1),
    )


def lock_shown(state: BattleState, event: ev.LockShown) -> Ops:
    """The top card's back is known from now on; a known bottom card may have become the top."""
    deck = state.decks[event.deck]
    ops: Ops = (put(f"decks/{event.deck}/top", event.lock),)
    if sum(deck.cards.values()) == len(deck.bottom):
        assert deck.bottom[0] == event.lock
        ops = (*ops, put(f"decks/{event.deck}/bottom", deck.bottom[1:]))
    return ops


def card_cycled(state: BattleState, event: ev.CardCycled) -> Ops:
    """The top card is the last one now; only its lock is known."""
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
    """A card leaves its deck and lies on the table."""
    deck = state.decks[event.deck]
    return (
        *_taken(deck, event.deck, event.item),
        put(f"decks/{event.deck}/drawn", (*deck.drawn, event.item)),
    )


def deck_shuffled(state: BattleState, event: ev.DeckShuffled) -> Ops:
    """Cards on the table are in the deck again, and nothing is known of its order."""
    deck = state.decks[event.deck]
    cards = dict(deck.cards)
    for item in deck.drawn:
        cards[item] = cards.get(item, 0) + 1
    return (put(f"decks/{event.deck}", Deck(cards=cards, discard=deck.discard)),)


def item_gained(state: BattleState, event: ev.ItemGained) -> Ops:
    """A card leaves its deck, or the table, for an inventory or for the discard pile."""
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
    card = Card(f"i{state.serial}", event.item)
    there: tuple[Card, ...] = getattr(mat, event.where)
    return (
        *ops,
        put(f"adventurers/{event.unit}/{event.where}", (*there, card)),
        put("serial", state.serial + 1),
    )


def find_card(mat: Adventurer, card: str) -> tuple[str, Card]:
    """Where a card of an inventory lies (ready or pack) and the card."""
    for where in ("ready", "pack"):
        for one in getattr(mat, where):
            if one.id == card:
                return where, one
    raise AssertionError(f"{card} is not in this inventory")


def deck_rebuilt(state: BattleState, event: ev.DeckRebuilt) -> Ops:
    """The discard pile is the deck again, and nothing is known of its order.

    Cards that lie on the table stay there: they were in neither.
    """
    deck = state.decks[event.deck]
    assert not any(deck.cards.values())
    cards = {item: deck.discard.count(item) for item in sorted(set(deck.discard))}
    return (put(f"decks/{event.deck}", Deck(cards=cards, drawn=deck.drawn)),)


def enchanted(state: BattleState, event: ev.Enchanted) -> Ops:
    """Out of the inventory, onto its component; the card keeps its id."""
    mat = state.adventurers[event.unit]
    where, card = find_card(mat, event.card)
    kept = tuple(c for c in getattr(mat, where) if c.id != event.card)
    return (
        put(f"adventurers/{event.unit}/{where}", kept),
        put(f"enchantments/{event.card}", Enchantment(card.item, event.on)),
    )


def enchantment_spent(state: BattleState, event: ev.EnchantmentSpent) -> Ops:
    """One use more, or off its component and onto its deck's discard pile."""
    spell = state.enchantments[event.card]
    assert (spell.item, spell.on) == (event.item, event.on)
    path = f"enchantments/{event.card}"
    if event.how == "chip":
        return (put(f"{path}/chips", spell.chips + 1),)
    discard = (*state.decks[event.deck].discard, spell.item)
    return (drop(path), put(f"decks/{event.deck}/discard", discard))


def item_moved(state: BattleState, event: ev.ItemMoved) -> Ops:
    """Between ready and pack; four ready at most."""
    mat = state.adventurers[event.unit]
    where, card = find_card(mat, event.card)
    assert where != event.where
    there: tuple[Card, ...] = getattr(mat, event.where)
    assert event.where == "pack" or len(there) < READY
    here = f"adventurers/{event.unit}"
    kept = tuple(c for c in getattr(mat, where) if c.id != event.card)
    return (put(f"{here}/{where}", kept), put(f"{here}/{event.where}", (*there, card)))


def item_spent(state: BattleState, event: ev.ItemSpent) -> Ops:
    """Discarded, expended, refreshed, or one HP chip more or fewer on a pet."""
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
    if event.how in ("chip", "mend"):
        new = msgspec.structs.replace(card, chips=card.chips + (1 if event.how == "chip" else -1))
    else:
        new = msgspec.structs.replace(card, expended=event.how == "expend")
    return (put(path, tuple(new if c.id == event.card else c for c in cards)),)


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

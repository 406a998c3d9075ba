"""Events of a town encounter."""

from typing import Any

from msgspec.structs import replace

from protocol import campaign as ev
from server.rules.campaign.kernel.state import SessionState, TownVisit
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]
SQUARE, TRAINER = "town-square", "trainer"


def entered(state: SessionState, event: ev.TownEntered) -> Ops:
    """Begin a visit in which nobody has done anything yet."""
    assert state.visit is None
    actions = dict.fromkeys(state.adventurers, event.actions)
    return (put("visit", TownVisit(event.town, actions)),)


def trainer_shown(state: SessionState, event: ev.TrainerShown) -> Ops:
    """Note which skill lines the trainer of this town offers."""
    return (put("visit/trainer", event.lines),)


def action_taken(state: SessionState, event: ev.TownActionTaken) -> Ops:
    """Count an action, note who has been at the square, and take a trained token off the table."""
    visit = _visit(state)
    left = visit.actions[event.unit] - (0 if event.free else 1)
    assert left >= 0, f"{event.unit} has no town action left"
    visit = replace(visit, actions={**visit.actions, event.unit: left})
    if event.feature == SQUARE:
        visit = replace(visit, square=(*visit.square, event.unit))
    # Magicka is taught without a token that lies out (ADV-12).
    if event.feature == TRAINER and event.about in visit.trainer:
        at = visit.trainer.index(event.about)
        visit = replace(visit, trainer=visit.trainer[:at] + visit.trainer[at + 1 :])
    return (put("visit", visit),)


def action_gained(state: SessionState, event: ev.TownActionGained) -> Ops:
    """Give an adventurer one more action."""
    left = _visit(state).actions[event.unit]
    return (put(f"visit/actions/{event.unit}", left + 1),)


def cards_cleared(state: SessionState, event: ev.CardsCleared) -> Ops:
    """Put cards that lay face up onto the discard pile."""
    deck = state.decks[event.deck]
    left = list(deck.drawn)
    for card in event.cards:
        # One copy: of two equal cards the other one stays out.
        left.remove(card)
    return (
        put(f"decks/{event.deck}/drawn", tuple(left)),
        put(f"decks/{event.deck}/discard", (*deck.discard, *event.cards)),
    )


def set_aside(state: SessionState, event: ev.CardSetAside) -> Ops:
    """Note that a card on the table is one adventurer's, or is not any more."""
    left = list(_visit(state).aside)
    if event.lies:
        left.append(event.item)
    else:
        left.remove(event.item)
    return (put("visit/aside", tuple(left)),)


def searched(state: SessionState, event: ev.DeckSearched) -> Ops:
    """Forget what was known of a deck's order."""
    deck = state.decks[event.deck]
    return (put(f"decks/{event.deck}", replace(deck, top="", bottom=())),)


def left(state: SessionState, event: ev.TownLeft) -> Ops:
    """End the visit."""
    assert state.visit is not None
    return (put("visit", None),)


def _visit(state: SessionState) -> TownVisit:
    assert state.visit is not None, "nobody is in a town"
    return state.visit


APPLY: dict[Any, Any] = {
    ev.TownEntered: entered,
    ev.TrainerShown: trainer_shown,
    ev.TownActionTaken: action_taken,
    ev.TownActionGained: action_gained,
    ev.CardsCleared: cards_cleared,
    ev.CardSetAside: set_aside,
    ev.DeckSearched: searched,
    ev.TownLeft: left,
}

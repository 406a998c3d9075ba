"""Events of encounters away from battles, and of the overland decks."""

from typing import Any

import msgspec

from protocol import campaign as ev
from protocol.events import Drawn
from server.rules.battle.kernel.facts import apply
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.words import Encounter
from server.rules.campaign.kernel.state import DayEncounter, Due, SessionState
from server.rules.campaign.kernel.state import RewardSource as Source
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]
OVERLAND_DECKS = ("peaceful", "conflict")
OTHER_DECKS = ("side-quests", "trainer")


def drawn(state: SessionState, event: Drawn) -> Ops:
    """Take an overland card, a side quest or a skill line out of its deck; it lies on the table.

    Where its place was known, it no longer is: it lay on top, or was the last.
    """
    if event.deck not in (*OVERLAND_DECKS, *OTHER_DECKS):
        return apply(state, event)
    deck = state.decks[event.deck]
    path = f"decks/{event.deck}"
    ops: Ops = (
        put(f"{path}/cards/{event.card}", deck.cards[event.card] - 1),
        put(f"{path}/drawn", (*deck.drawn, event.card)),
    )
    # What was put on top comes first, and what lies at the bottom only when nothing else is left.
    if deck.ahead:
        assert deck.ahead[0] == event.card
        return (*ops, put(f"{path}/ahead", deck.ahead[1:]))
    if deck.under and sum(deck.cards.values()) == len(deck.under):
        assert deck.under[0] == event.card
        return (*ops, put(f"{path}/under", deck.under[1:]))
    return ops


def triggered(state: SessionState, event: ev.EncounterTriggered) -> Ops:
    """Set the day's encounter, of which nothing is resolved yet."""
    kind: Encounter = msgspec.convert(event.kind, Encounter)
    return (put("encounter", DayEncounter(kind, event.name, event.unstable)),)


def card_placed(state: SessionState, event: ev.OverlandCardPlaced) -> Ops:
    """Put a drawn card onto its discard pile, back into its deck, or keep it."""
    deck = state.decks[event.deck]
    path = f"decks/{event.deck}"
    pile = put(f"{path}/discard", (*deck.discard, event.card))
    match event.where:
        case "icon":
            return (put("kept", event.card),)
        case "given-up":
            return (pile,)
        case "discard":
            return (*_off_table(state, deck, event), pile)
        case "kept":
            return _off_table(state, deck, event)
        case "bottom":
            below = put(f"{path}/under", (*deck.under, event.card))
            return (*_off_table(state, deck, event), _back(deck, event), below)
        case "top":
            above = put(f"{path}/ahead", (event.card, *deck.ahead))
            return (*_off_table(state, deck, event), _back(deck, event), above)
        case _:
            raise AssertionError(f"no card is put {event.where!r}")


def _off_table(state: SessionState, deck: Deck, event: ev.OverlandCardPlaced) -> Ops:
    at = deck.drawn.index(event.card)
    left = (*deck.drawn[:at], *deck.drawn[at + 1 :])
    ops: Ops = (put(f"decks/{event.deck}/drawn", left),)
    # Where the card that tells today's icons leaves the table, none is left to be read.
    return (*ops, put("kept", "")) if state.kept == event.card else ops


def _back(deck: Deck, event: ev.OverlandCardPlaced) -> Op:
    count = deck.cards.get(event.card, 0) + 1
    return put(f"decks/{event.deck}/cards/{event.card}", count)


def choice_taken(state: SessionState, event: ev.ChoiceTaken) -> Ops:
    """Set the choice that was taken in the encounter."""
    assert state.encounter is not None
    return (put("encounter/choice", event.choice),)


def social_check_made(state: SessionState, event: ev.SocialCheckMade) -> Ops:
    """Note how a social check of the encounter ended; no check is made twice."""
    assert state.encounter is not None
    assert event.check not in state.encounter.checks
    return (put(f"encounter/checks/{event.check}", event.success),)


def reward_raised(state: SessionState, event: ev.RewardRaised) -> Ops:
    """Add to what the next Reward Phase gives."""
    due = state.due
    if event.source:
        due = (*due, Due(msgspec.convert(event.source, Source), event.name))
    return (
        put("owed", state.owed + event.xp),
        put("bonus", state.bonus + event.bonus),
        put("due", due),
    )


def rewards_given(state: SessionState, event: ev.RewardsGiven) -> Ops:
    """Reset what the next Reward Phase gives to nothing."""
    return (put("owed", 0), put("bonus", 0), put("due", ()))


def encounter_ended(state: SessionState, event: ev.EncounterEnded) -> Ops:
    """Set how the encounter ended."""
    assert state.encounter is not None
    return (put("encounter/over", True), put("encounter/success", event.success))


def encounter_left(state: SessionState, event: ev.EncounterLeft) -> Ops:
    """Remove the day's encounter."""
    return (put("encounter", None),)


APPLY: dict[Any, Any] = {
    Drawn: drawn,
    ev.EncounterTriggered: triggered,
    ev.OverlandCardPlaced: card_placed,
    ev.ChoiceTaken: choice_taken,
    ev.SocialCheckMade: social_check_made,
    ev.EncounterEnded: encounter_ended,
    ev.EncounterLeft: encounter_left,
    ev.RewardRaised: reward_raised,
    ev.RewardsGiven: rewards_given,
}

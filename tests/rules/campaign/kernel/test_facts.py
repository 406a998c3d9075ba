"""What the events of a session change."""

from typing import get_args

import pytest

from protocol.campaign import (
    DayBegan,
    EncounterTriggered,
    KeywordRecorded,
    OverlandCardPlaced,
    PartyTravelled,
    SessionEvent,
)
from protocol.events import Drawn, Event
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.kernel import facts
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.patch import patched


def told(state: SessionState, *events: Event) -> SessionState:
    for event in events:
        for op in facts.apply(state, event):
            state = patched(state, op)
    return state


def test_every_event_changes_the_state_or_is_known_to_tell_only() -> None:
    assert set(facts.APPLY) | facts.TELLS == set(get_args(SessionEvent))


def test_the_day_dial_goes_up_by_one() -> None:
    assert told(SessionState(), DayBegan(1), DayBegan(2)).day == 2
    with pytest.raises(AssertionError):
        told(SessionState(), DayBegan(2))


def test_the_party_goes_from_hex_to_hex() -> None:
    there = told(SessionState(party_at=(0, 0)), PartyTravelled(((1, 0), (2, 0))))
    assert (there.party_at, there.travelled) == ((2, 0), 2)
    with pytest.raises(AssertionError):
        told(there, PartyTravelled(((4, 0),)))


@pytest.mark.rule("EOD-4")
def test_a_card_that_was_drawn_for_its_icon_lies_under_the_deck() -> None:
    state = SessionState(decks={"peaceful": Deck(cards={"a": 1, "b": 1})})
    drawn = told(state, Drawn(0, "peaceful", 2, "a", {"a": 1, "b": 1}))
    assert drawn.decks["peaceful"].drawn == ("a",)
    below = told(drawn, OverlandCardPlaced("peaceful", "a", "bottom"))
    assert (below.decks["peaceful"].under, below.decks["peaceful"].cards) == (
        ("a",),
        {"a": 1, "b": 1},
    )


def test_an_encounter_is_of_a_known_kind() -> None:
    assert told(SessionState(), EncounterTriggered("town", "stormhold")).encounter is not None
    with pytest.raises(ValueError, match="Invalid enum value"):
        told(SessionState(), EncounterTriggered("party", "stormhold"))  # type: ignore[arg-type]


@pytest.mark.rule("KEY-1", "KEY-3")
def test_a_session_has_one_major_keyword_and_any_number_of_minor_ones() -> None:
    minor = KeywordRecorded("Marked")
    state = told(SessionState(), minor, minor, KeywordRecorded("Ally", major=True))
    assert (state.keywords, state.major) == (("Marked", "Marked", "Ally"), "Ally")
    with pytest.raises(AssertionError):
        told(state, KeywordRecorded("Other", major=True))

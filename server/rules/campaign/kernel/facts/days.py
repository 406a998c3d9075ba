"""Events of a session's set-up, its days and their phases, XP, and its end."""

from typing import Any

import msgspec

from protocol import campaign as ev
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]


def session_began(state: SessionState, event: ev.SessionBegan) -> Ops:
    """Set decks, the box and the trackers; who brings no saved XP begins with 0."""
    assert not state.day
    return (
        put("decks", msgspec.convert(event.decks, dict[str, Deck])),
        put("supply", dict(event.supply)),
        put("trackers", dict(event.trackers)),
        put("saved", {unit: state.saved.get(unit, 0) for unit in state.adventurers}),
    )


def day_began(state: SessionState, event: ev.DayBegan) -> Ops:
    """Turn the day dial by one."""
    assert event.day == state.day + 1
    return (put("day", event.day), put("travelled", 0))


def day_phase_began(state: SessionState, event: ev.DayPhaseBegan) -> Ops:
    """Set the phase of the day."""
    return (put("day_phase", event.phase),)


def session_ended(state: SessionState, event: ev.SessionEnded) -> Ops:
    """Set how the session ended."""
    assert not state.outcome
    return (put("outcome", event.outcome), put("ended_why", event.why))


def dial_turned(state: SessionState, event: ev.DialTurned) -> Ops:
    """Set the party's XP dial; it only rises."""
    assert event.xp > state.dial
    return (put("dial", event.xp),)


def saved_xp_changed(state: SessionState, event: ev.SavedXpChanged) -> Ops:
    """Set an adventurer's saved XP."""
    assert event.xp >= 0
    assert event.unit in state.adventurers
    return (put(f"saved/{event.unit}", event.xp),)


APPLY: dict[Any, Any] = {
    ev.SessionBegan: session_began,
    ev.DayBegan: day_began,
    ev.DayPhaseBegan: day_phase_began,
    ev.SessionEnded: session_ended,
    ev.DialTurned: dial_turned,
    ev.SavedXpChanged: saved_xp_changed,
}

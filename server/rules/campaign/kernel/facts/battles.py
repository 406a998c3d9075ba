"""Events of the battles that a session calls for."""

from typing import Any

import msgspec

from protocol import campaign as ev
from protocol.events import Returned
from server.rules.battle.party import Outcome, taken_up
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]


def returned(state: SessionState, event: Returned) -> Ops:
    """Put the party and the supply back as the battle left them."""
    outcome = msgspec.convert(event.outcome, Outcome)
    adventurers = outcome.party.adventurers
    assert set(adventurers) == set(state.adventurers), "all adventurers come back"
    return taken_up(outcome)


def battle_fought(state: SessionState, event: ev.BattleFought) -> Ops:
    """Note how the encounter's battle ended, and its figures; its twists are over."""
    assert state.encounter is not None
    return (
        put("encounter/battle", event.result),
        put("encounter/all_fell", event.all_fell),
        put("encounter/facts", dict(event.facts)),
        put("twists", ()),
    )


APPLY: dict[Any, Any] = {
    Returned: returned,
    ev.BattleFought: battle_fought,
}

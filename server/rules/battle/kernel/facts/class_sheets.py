"""Events of class sheets: tokens, status dice that lie in hexes, side quests."""

from typing import Any

from protocol import battle as ev
from protocol.hexes import Hex, key
from server.rules.battle.kernel.state import SLOTS, TOKEN, BattleState, MapStatus
from server.rules.battle.kernel.words import status_of
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def tokens_changed(state: BattleState, event: ev.TokensChanged) -> Ops:
    """Set how many tokens lie on a class sheet. Their supply is unlimited."""
    assert event.now >= 0
    return (put(f"adventurers/{event.unit}/tokens", event.now),)


def token_placed(state: BattleState, event: ev.TokenPlaced) -> Ops:
    """Put a token of the sheet onto another unit's chip, or into an active slot of its owner."""
    mat = state.adventurers[event.unit]
    assert mat.tokens > 0
    taken = put(f"adventurers/{event.unit}/tokens", mat.tokens - 1)
    if event.on == event.unit:
        assert len(mat.active) < SLOTS
        return (taken, put(f"adventurers/{event.unit}/active", (*mat.active, TOKEN)))
    lying = state.units[event.on].tokens
    return (taken, put(f"units/{event.on}/tokens", (*lying, event.unit)))


def _lying(state: BattleState, at: Hex) -> tuple[MapStatus, ...]:
    return state.laid.get(key(at), ())


def status_laid(state: BattleState, event: ev.StatusLaid) -> Ops:
    """Put a status die of the supply into a hex."""
    assert state.supply["status"] > 0
    laid = MapStatus(status_of(event.status), event.side)
    return (
        put(f"laid/{key(event.at)}", (*_lying(state, event.at), laid)),
        put("supply/status", state.supply["status"] - 1),
    )


def status_lifted(state: BattleState, event: ev.StatusLifted) -> Ops:
    """Put a status die that lay in a hex back into the supply."""
    left = list(_lying(state, event.at))
    left.remove(MapStatus(status_of(event.status), event.side))
    path = f"laid/{key(event.at)}"
    return (
        put(path, tuple(left)) if left else drop(path),
        put("supply/status", state.supply["status"] + 1),
    )


def quest_gained(state: BattleState, event: ev.SideQuestGained) -> Ops:
    """Add an active side quest."""
    return (put("side_quests", (*state.side_quests, event.quest)),)


def quest_discarded(state: BattleState, event: ev.SideQuestDiscarded) -> Ops:
    """Take an active side quest away."""
    quests = list(state.side_quests)
    quests.remove(event.quest)
    return (put("side_quests", tuple(quests)),)


APPLY: dict[Any, Any] = {
    ev.TokensChanged: tokens_changed,
    ev.TokenPlaced: token_placed,
    ev.StatusLaid: status_laid,
    ev.StatusLifted: status_lifted,
    ev.SideQuestGained: quest_gained,
    ev.SideQuestDiscarded: quest_discarded,
}

"""Events of class sheets: tokens, status dice that lie in hexes, side quests."""

from typing import Any

from protocol import battle as ev
from protocol.hexes import Hex, key
from server.rules.battle.state import SLOTS, STATUSES, TOKEN, BattleState
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def tokens_changed(state: BattleState, event: ev.TokensChanged) -> Ops:
    """How many lie on the sheet; the supply has enough."""
    assert event.now >= 0
    return (put(f"adventurers/{event.unit}/tokens", event.now),)


def token_placed(state: BattleState, event: ev.TokenPlaced) -> Ops:
    """Off the sheet, onto a chip or into an active slot of one's own."""
    mat = state.adventurers[event.unit]
    assert mat.tokens > 0
    taken = put(f"adventurers/{event.unit}/tokens", mat.tokens - 1)
    if event.on == event.unit:
        assert len(mat.active) < SLOTS
        return (taken, put(f"adventurers/{event.unit}/active", (*mat.active, TOKEN)))
    lying = state.units[event.on].tokens
    return (taken, put(f"units/{event.on}/tokens", (*lying, event.unit)))


def _named(status: str, side: str) -> str:
    return f"{status}@{side}" if side else status


def _lying(state: BattleState, at: Hex) -> tuple[str, ...]:
    return state.laid.get(key(at), ())


def status_laid(state: BattleState, event: ev.StatusLaid) -> Ops:
    """From the supply into a hex."""
    assert event.status in STATUSES
    assert state.supply["status"] > 0
    return (
        put(f"laid/{key(event.at)}", (*_lying(state, event.at), _named(event.status, event.side))),
        put("supply/status", state.supply["status"] - 1),
    )


def status_lifted(state: BattleState, event: ev.StatusLifted) -> Ops:
    """Out of its hex, back to the supply."""
    left = list(_lying(state, event.at))
    left.remove(_named(event.status, event.side))
    path = f"laid/{key(event.at)}"
    return (
        put(path, tuple(left)) if left else drop(path),
        put("supply/status", state.supply["status"] + 1),
    )


def quest_gained(state: BattleState, event: ev.SideQuestGained) -> Ops:
    """One active side quest more."""
    return (put("side_quests", (*state.side_quests, event.quest)),)


def quest_discarded(state: BattleState, event: ev.SideQuestDiscarded) -> Ops:
    """One active side quest fewer."""
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

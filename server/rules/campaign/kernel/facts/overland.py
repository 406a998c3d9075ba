"""Events on the overland map."""

from typing import Any

from protocol import campaign as ev
from protocol.hexes import distance
from protocol.option_keys import read_key
from server.rules.campaign.kernel.state import GATE, SessionState
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def party_travelled(state: SessionState, event: ev.PartyTravelled) -> Ops:
    """Set the party's hex to the path's end; asserts that a move goes from hex to hex, or through a
    gate.
    """
    here = state.party_at
    gates = [at for token, at in state.tokens.items() if read_key(token).kind == GATE]
    # A move alone goes by neighbours: who is placed, carried or helped by the guild is there at
    # once.
    if event.how == "move":
        for at in event.path:
            assert here is not None
            assert distance(here, at) == 1 or at in gates
            here = at
    return (
        put("party_at", event.path[-1]),
        put("travelled", state.travelled + len(event.path)),
    )


def token_placed(state: SessionState, event: ev.OverlandTokenPlaced) -> Ops:
    """Place an overland token, or take it off the map."""
    path = f"tokens/{event.token}"
    if event.at is None:
        assert event.token in state.tokens
        return (drop(path),)
    return (put(path, event.at),)


def town_access_changed(state: SessionState, event: ev.TownAccessChanged) -> Ops:
    """Close a town, or open it again."""
    assert (event.town in state.closed) != event.closed
    if event.closed:
        return (put("closed", (*state.closed, event.town)),)
    return (put("closed", tuple(town for town in state.closed if town != event.town)),)


APPLY: dict[Any, Any] = {
    ev.PartyTravelled: party_travelled,
    ev.OverlandTokenPlaced: token_placed,
    ev.TownAccessChanged: town_access_changed,
}

"""Every event is handled: by the rules that apply it, and by the clients that tell of it.

What the type checker cannot see, as tables are looked into by an event's class, is held here, so
that a new event which somebody forgets fails `make check`. The browser's tables are typed.
"""

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from clients.core.story import SAY
from protocol.battle import BattleEvent
from protocol.campaign import SessionEvent
from protocol.events import Called, Drawn, Event, Returned
from protocol.skirmish import SkirmishEvent
from server.rules.battle.kernel import facts as battle
from server.rules.battle.kernel.state import BattleState
from server.rules.campaign.kernel import facts as session
from server.rules.skirmish.kernel import facts as skirmish

GAMES: dict[str, tuple[Any, Mapping[Any, Any], frozenset[Any]]] = {
    "battle": (BattleEvent, battle.APPLY, battle.TELLS),
    "session": (SessionEvent, session.APPLY, session.TELLS),
    "skirmish": (SkirmishEvent, skirmish.APPLY, skirmish.TELLS),
}

UNUSED: dict[str, set[type[Event]]] = {"skirmish": {Called, Drawn, Returned}}
"""Events of the engine that a game's rules never make: a skirmish draws nothing, calls no game."""


class Forgotten(Event, frozen=True, array_like=True, tag="forgotten"):
    """An event that nobody applies or tells."""


def unapplied(union: Any, apply: Mapping[Any, Any], tells: frozenset[Any]) -> set[str]:
    """Return the events that no function applies and that are not known to tell only."""
    return {kind.__name__ for kind in get_args(union) if kind not in apply and kind not in tells}


def untold(*unions: Any) -> set[str]:
    """Return the events for which the clients in Python have no sentence."""
    return {kind.__name__ for union in unions for kind in get_args(union) if kind not in SAY}


@pytest.mark.parametrize("game", GAMES)
def test_every_event_changes_the_state_or_is_known_to_tell_only(game: str) -> None:
    union, apply, tells = GAMES[game]

    assert unapplied(union, apply, tells) == {kind.__name__ for kind in UNUSED.get(game, ())}
    assert (set(apply) | set(tells)) <= set(get_args(union))
    assert not set(apply).intersection(tells)


def test_every_event_has_its_sentence() -> None:
    assert untold(BattleEvent, SessionEvent, SkirmishEvent) == set()


def test_a_forgotten_event_is_found() -> None:
    widened = BattleEvent | Forgotten

    assert unapplied(widened, battle.APPLY, battle.TELLS) == {"Forgotten"}
    assert untold(widened, SessionEvent) == {"Forgotten"}


def test_an_event_that_nobody_handles_is_refused() -> None:
    with pytest.raises(KeyError):
        battle.apply(BattleState(), Forgotten())

"""The protocol that a game implements so that the engine can play it."""

from collections.abc import Generator
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from protocol.events import BeatBegan, Event
from protocol.ids import UnitId
from server.rules.engine.patch import Op


class Record(Struct, frozen=True, gc=False):
    """The root of a game's state, which is plain typed data. `rolls` counts all rolls and draws,
    undone ones included: it is the ordinal of the next one.
    """

    rolls: int = 0


S = TypeVar("S", bound=Record)
S_co = TypeVar("S_co", bound=Record, covariant=True)


class Running(Protocol, Generic[S]):
    """What the engine hands to a beat; `server.rules.engine.game.Game` implements it."""

    state: S


class Ruleset(Protocol, Generic[S]):
    """One game. All methods are pure: same arguments, same result.

    `name` and `fingerprint` are recorded in a battle's first commit; `events` is the union of all
    its event types, the engine's included; `state_type` is the root struct of its state.
    """

    name: str
    fingerprint: str
    events: Any
    state_type: type[S]

    def apply(self, state: S, event: Event) -> tuple[Op, ...]:
        """Return the operations of an event. Raises AssertionError if the state is not as the event
        presupposes.
        """
        ...

    def next_beat(self, state: S) -> BeatBegan | None:
        """Return the next beat, which depends on the state alone; None once the game is over."""
        ...

    def play(self, game: Any, beat: BeatBegan) -> None:
        """Run a beat with a `Game`, from its start to its end."""
        ...

    def preview(self, state: S, what: str, unit: UnitId, picks: tuple[str, ...]) -> Any:
        """Return a preview of kind `what` for a unit and some picks, as `protocol.previews` has it;
        None if there is nothing to show. Raises `foresight.TooMany`.
        """
        ...

    def foresee(
        self, state: S, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Generator[None, None, Any]:
        """Return a generator that works `preview` out in slices and returns its result. The number
        of slices depends on the arguments alone.
        """
        ...

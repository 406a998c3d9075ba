"""What a game must offer so that the engine can play it."""

from collections.abc import Generator
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from protocol.events import BeatBegan, Event
from server.rules.engine.patch import Op


class Record(Struct, frozen=True, gc=False):
    """The root of a game's state: plain typed data, and how often chance was drawn on, undone
    draws included: the ordinal of the next draw.
    """

    rolls: int = 0


S = TypeVar("S", bound=Record)
S_co = TypeVar("S_co", bound=Record, covariant=True)


class Running(Protocol, Generic[S]):
    """What the engine hands a beat; `server.rules.engine.game.Game` is the only one."""

    state: S


class Ruleset(Protocol, Generic[S]):
    """One game. All methods are pure: same arguments, same result.

    `name` and `fingerprint` are pinned by a battle's first commit; `events` is the union of all its
    event types, the engine's included; `state_type` is the root struct.
    """

    name: str
    fingerprint: str
    events: Any
    state_type: type[S]

    def apply(self, state: S, event: Event) -> tuple[Op, ...]:
        """Return what an event changes; asserts what the event presupposes."""
        ...

    def next_beat(self, state: S) -> BeatBegan | None:
        """Return the beat that comes now, from the position alone; None once the game is over."""
        ...

    def play(self, game: Any, beat: BeatBegan) -> None:
        """Run a beat with a `Game`, from its start to its end."""
        ...

    def preview(self, state: S, what: str, unit: str, picks: tuple[str, ...]) -> Any:
        """Return what would happen, for clients to show (`protocol.previews`); None: nothing to
        tell.

        Raises `foresight.TooMany`.
        """
        ...

    def foresee(
        self, state: S, what: str, unit: str, picks: tuple[str, ...]
    ) -> Generator[None, None, Any]:
        """Return the same as `preview`, worked out in slices; how many depends on nothing but the
        arguments.
        """
        ...

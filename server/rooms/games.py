"""Which encounters can be played. The composition root says so; rooms know no game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from protocol.events import BeatBegan
from server.rooms.refusal import Refusal
from server.rules.engine.ruleset import Record, Ruleset
from server.rules.options import Declared

Seats = tuple[str, ...]
Options = Mapping[str, str]


class Built(NamedTuple):
    """A battle about to begin: its rules, and its state before version 1."""

    ruleset: Ruleset[Any]
    start: Record


def who_begins(_state: Record, beat: BeatBegan) -> str:
    """The seat whose own turn a beat is, where beats are named after seats."""
    return beat.who


@dataclass(frozen=True)
class Setup:
    """An encounter: how to set it up.

    `build(seats, difficulty, options)` is pure and raises ValueError with a sentence for the leader
    for a difficulty, option or number of seats that it does not know. `acting(state, beat)` names
    the seat whose own turn begins with a beat, or "" ; standing answers end there. `words` gives
    the components that are played with in words, as plain data for clients. `options` are those
    that `build` knows and reads; they set the start, and the rules are the same whatever they are.
    What is not offered can be played on and looked at, but no new table or battle of it begins.
    `content` is the hash over all components it is played with; battles pin it, and processes tell
    it to each other.
    """

    name: str
    build: Callable[[Seats, str, Options], Built]
    acting: Callable[[Any, BeatBegan], str] = who_begins
    words: Callable[[], Any] | None = None
    options: tuple[Declared, ...] = ()
    is_offered: bool = True
    content: str = ""


class Games:
    """The encounters by name."""

    def __init__(self, setups: Iterable[Setup]) -> None:
        self._setups = {setup.name: setup for setup in setups}

    def names(self) -> tuple[str, ...]:
        """All encounters."""
        return tuple(self._setups)

    def contents(self) -> frozenset[str]:
        """The hashes of all content that is played with here."""
        return frozenset(setup.content for setup in self._setups.values() if setup.content)

    def find(self, name: str) -> Setup:
        """An encounter. Raises `Refusal`."""
        if name not in self._setups:
            raise Refusal("unknown", f"There is no encounter called {name!r} here.")
        return self._setups[name]

    def offer(self, name: str) -> None:
        """Raises `Refusal` where no battle of an encounter may begin."""
        if not self.find(name).is_offered:
            raise Refusal("not_allowed", f"This server does not offer {name!r}.")

    def build(self, name: str, seats: Seats, difficulty: str, options: Options) -> Built:
        """Set an encounter up. Raises `Refusal`."""
        try:
            return self.find(name).build(seats, difficulty, options)
        except ValueError as fault:
            raise Refusal("not_allowed", str(fault)) from None

    def rules(self, name: str, seats: Seats, difficulty: str) -> Ruleset[Any]:
        """An encounter's rules, for a battle that has its start already. Raises `Refusal`.

        Its options are not read again: what this release refuses, another may have taken.
        """
        return self.build(name, seats, difficulty, {}).ruleset

"""Events that every game of the engine shares. A game adds its own; all are tagged arrays.

Fields are only ever appended, with a default; a changed meaning is a new tag.
"""

from msgspec import Struct

from protocol.questions import Picks


class Event(Struct, frozen=True, array_like=True, gc=False):
    """One semantic fact, in the past tense."""


class BeatBegan(Event, frozen=True, array_like=True, tag="beat"):
    """The longest stretch of rules that always runs to its end begins: which, and for whom."""

    name: str
    who: str = ""


class Answered(Event, frozen=True, array_like=True, tag="ans"):
    """A seat answered the question of that id. `how`: player, default, bot or standing."""

    question: int
    by: str
    picks: Picks
    how: str = "player"


class Rolled(Event, frozen=True, array_like=True, tag="roll"):
    """Dice fell. `ordinal` counts the battle's draws on chance; faces count from 0.

    Face i is the unbiased hash of (battle key, ordinal, i); see PROTOCOL.md.
    """

    ordinal: int
    what: str
    who: str
    sides: int
    faces: tuple[int, ...]


class Drawn(Event, frozen=True, array_like=True, tag="draw"):
    """A card or chip left a deck. The deck is a multiset sorted by key; `total` cards were in
    it.
    """

    ordinal: int
    deck: str
    total: int
    card: str


class Undone(Event, frozen=True, array_like=True, tag="undo"):
    """The battle stands again as it stood after that version."""

    version: int
    by: tuple[str, ...]


class BeatRestarted(Event, frozen=True, array_like=True, tag="restart"):
    """A newer release tells the running beat differently: what it did is void, it is asked anew."""

    version: int


class BattleStopped(Event, frozen=True, array_like=True, tag="stopped"):
    """The server's operator ended the battle before its end: nothing more is played in it."""

    why: str = ""


EngineEvent = BeatBegan | Answered | Rolled | Drawn | Undone | BeatRestarted | BattleStopped

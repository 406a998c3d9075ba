"""Events that every game of the engine shares. A game adds its own; all are tagged arrays.

Fields are only ever appended, with a default; a changed meaning is a new tag.
"""

from typing import Any

from msgspec import Struct

from protocol.ids import NO_SEAT, CallId, QuestionId, SeatId
from protocol.questions import Picks


class Event(Struct, frozen=True, array_like=True, gc=False):
    """One semantic fact, in the past tense."""


class BeatBegan(Event, frozen=True, array_like=True, tag="beat"):
    """The longest stretch of rules that always runs to its end begins: which, and for whom."""

    name: str
    who: str = ""


class Answered(Event, frozen=True, array_like=True, tag="ans"):
    """A seat answered the question of that id. `how`: player, default, bot or standing."""

    question: QuestionId
    by: SeatId
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
    """One card, chip, lock or sheet was drawn at random from among `total`.

    `cards` says which: how many of each key, zero counts left out. It may be a part of what the
    deck holds, as where the lock on the back of a card is known. Battles of older releases have
    none ({}). The draw is the card's place in `cards`, sorted by key; see PROTOCOL.md.
    """

    ordinal: int
    deck: str
    total: int
    card: str
    cards: dict[str, int] = {}


class Undone(Event, frozen=True, array_like=True, tag="undo"):
    """The battle stands again as it stood after that version."""

    version: int
    by: tuple[str, ...]


class BeatRestarted(Event, frozen=True, array_like=True, tag="restart"):
    """A newer release tells the running beat differently: what it did is void, it is asked anew."""

    version: int


class BattleStopped(Event, frozen=True, array_like=True, tag="stopped"):
    """The battle ended before its end: nothing more is played in it.

    `by` is the seat that gave up, or (`late`) whose side clock had run down; where it is "" the
    server's operator ended it.
    """

    why: str = ""
    by: SeatId = NO_SEAT
    late: bool = False


class Called(Event, frozen=True, array_like=True, tag="call"):
    """The game needs another one to be played, and waits: no question is open meanwhile.

    `spec` says which game, as plain data; what it means is between the two rulesets.
    """

    call: CallId
    spec: Any


class Returned(Event, frozen=True, array_like=True, tag="return"):
    """The other game is over: the open call has its outcome, as plain data, and the game goes on.

    The outcome follows from the other game's last state alone.
    """

    call: CallId
    outcome: Any


EngineEvent = (
    BeatBegan
    | Answered
    | Rolled
    | Drawn
    | Undone
    | BeatRestarted
    | BattleStopped
    | Called
    | Returned
)

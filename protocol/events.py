"""Events that every game of the engine shares, and the commits of a journal that carry them. A
game adds its own events; all are tagged arrays.

Fields are only ever appended, with a default; a changed meaning is a new tag.
"""

from typing import Any

from msgspec import Struct

from protocol.ids import (
    NO_BATTLE,
    NO_SEAT,
    AnswerOrigin,
    BattleId,
    CallId,
    QuestionId,
    SeatId,
    TableId,
    Text,
    UnitId,
    Who,
)
from protocol.questions import Picks, Question


class Event(Struct, frozen=True, array_like=True, gc=False):
    """One semantic fact, in the past tense."""


class BeatBegan(Event, frozen=True, array_like=True, tag="beat"):
    """The longest stretch of rules that always runs to its end begins: which, and for whom."""

    name: str
    who: Text[Who] = UnitId("")


class Answered(Event, frozen=True, array_like=True, tag="ans"):
    """A seat answered the question of that id. `how`: player, default, bot or standing."""

    question: QuestionId
    by: SeatId
    picks: Picks
    how: Text[AnswerOrigin] = "player"


class Rolled(Event, frozen=True, array_like=True, tag="roll"):
    """Dice fell. `ordinal` counts the battle's draws on chance; faces count from 0.

    Face i is the unbiased hash of (battle key, ordinal, i); see PROTOCOL.md.
    """

    ordinal: int
    what: str
    who: Text[Who]
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
    by: tuple[SeatId, ...]


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

FORMAT = 1  # of what a journal holds; raised where an older release could not read it


class SeatOf(Struct, frozen=True, array_like=True, gc=False):
    """Who sat where when the battle began."""

    seat: SeatId
    name: str
    bot: str = ""


class Opening(Struct, frozen=True, array_like=True, tag="open", gc=False):
    """What a battle's first commit pins: all that is needed to play it again and check it.

    `options` are the encounter's. `contributions` are in the order of `seats`; `commitment` is the
    SHA-256 of the seed. `time` is Unix milliseconds; commits count from it. `state` is the state
    before the first commit as plain data (null inside a snapshot), `delay` and `delay_rounds` what
    the table had set for spectators. `counts_on`: an undone draw keeps its ordinal (false in older
    battles). `session`, `call`: the call that the battle answers ("" for none). `part`: which of a
    campaign's sessions this is (0: none), after the one that it `follows`. `side_clock` and
    `increment`: seconds that each side has for the match and gains by each turn (0: none).
    `rated`: it counts for the ladder; `ratings`: with which of them its players begin, by seat,
    without those who have none.
    """

    battle: BattleId
    table: TableId
    game: str
    encounter: str
    difficulty: str
    options: dict[str, str]
    seats: tuple[SeatOf, ...]
    fingerprint: str
    content: str
    commitment: str
    contributions: tuple[str, ...]
    time: int
    decides: str = "first"
    format: int = FORMAT
    state: Any = None
    delay: int = 0
    delay_rounds: int = 0
    counts_on: bool = False
    session: BattleId = NO_BATTLE
    call: CallId = CallId(0)
    part: int = 0
    follows: BattleId = NO_BATTLE
    side_clock: int = 0
    increment: int = 0
    rated: bool = False
    ratings: dict[SeatId, int] = {}


class Closing(Struct, frozen=True, array_like=True, tag="close", gc=False):
    """What a battle's last commit reveals: the seed, in hex."""

    seed: str


class Again(Struct, frozen=True, array_like=True, gc=False):
    """A question that stood open before the commit (`was`), open again under a new id, to `to`."""

    was: QuestionId
    id: QuestionId
    to: tuple[SeatId, ...]


class Commit(Struct, frozen=True, array_like=True, tag="c", gc=False):
    """One accepted intent: the unit of the journal, and its bytes.

    `events` are tagged arrays of the engine and the game. `gone` and `put` fold the state of
    version - 1 into that of `version`. The questions open now are `asked` and `again`, in order
    of id. `number` is the author's running number, 0 where the server answered for the seat; `ms`
    milliseconds since the start. `pinned`: in the first and the last commit. `note`: by the author.
    `left`: the milliseconds that each seat's side clock had when it was made (none: no such clock).
    """

    version: int
    events: tuple[Any, ...]
    gone: list[str]
    put: dict[str, Any]
    asked: tuple[Question, ...]
    again: tuple[Again, ...] = ()
    number: int = 0
    ms: int = 0
    pinned: Opening | Closing | None = None
    note: str = ""
    left: dict[SeatId, int] = {}


class Snapshot(Struct, frozen=True, array_like=True, tag="snapshot", gc=False):
    """A battle as it stands after `version`: the state as plain data, and the open questions.

    `numbers` holds each seat's highest running number that made a commit.
    """

    battle: BattleId
    version: int
    state: Any
    questions: tuple[Question, ...]
    numbers: dict[SeatId, int]
    opening: Opening
    ms: int = 0
    over: bool = False
    closing: Closing | None = None

"""What a battle's journal holds, and what somebody is shown who begins to watch: its commits, what
the first and the last one pin, and a snapshot.
"""

from typing import Any

from msgspec import Struct

from protocol import ids
from protocol.ids import BattleId, QuestionId, SeatId, TableId
from protocol.questions import Question

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
    `rated`: it counts for the ladder.
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
    session: BattleId = ids.NO_BATTLE
    call: ids.CallId = ids.CallId(0)
    part: int = 0
    follows: BattleId = ids.NO_BATTLE
    side_clock: int = 0
    increment: int = 0
    rated: bool = False


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

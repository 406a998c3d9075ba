"""What the server says. Tagged arrays.

Replies to one request carry its `ref`. Everything else is news for everybody at the table or in the
battle. A connection watches one battle at a time, so commits do not name it: they belong to the
battle of the last snapshot, or of the `watch` that was resumed.
"""

from typing import Any, Literal

from msgspec import Struct

from protocol.events import Answered, Undone
from protocol.previews import Foreseen
from protocol.questions import Picks, Question
from protocol.refusals import ByeCode, RefusalCode
from protocol.tables import OwnBattle, TableLine, TableState

FORMAT = 1


class Say(Struct, frozen=True, array_like=True, gc=False):
    """Any reply."""


class Welcome(Say, frozen=True, array_like=True, tag="welcome"):
    """Hello accepted, or a new token given. `token` only for a new identity, and in answer to
    `new_token`: keep it, it is never told again.

    `table` is where the player was last, "" if nowhere; `server` the program's version.
    """

    ref: int
    player: str
    name: str
    token: str = ""
    table: str = ""
    server: str = ""


class Done(Say, frozen=True, array_like=True, tag="done"):
    """The request was granted; what it changed comes as news."""

    ref: int


class Refused(Say, frozen=True, array_like=True, tag="no"):
    """The request was refused, and changed nothing. `ref` is 0 where it could not be read.

    `text` is a sentence for a player, `rule` the id or page of the rule behind it.
    """

    ref: int
    code: RefusalCode
    text: str
    rule: str = ""


class Tables(Say, frozen=True, array_like=True, tag="tables", gc=True):
    """The public tables."""

    ref: int
    tables: tuple[TableLine, ...]


class Battles(Say, frozen=True, array_like=True, tag="battles", gc=True):
    """The player's own battles, the newest first; `share` opens each one's replay."""

    ref: int
    battles: tuple[OwnBattle, ...]


class Joined(Say, frozen=True, array_like=True, tag="joined"):
    """Come to a table; `seats` are those the player holds."""

    ref: int
    table: str
    seats: tuple[str, ...] = ()


class Invited(Say, frozen=True, array_like=True, tag="invited"):
    """The code for `join`; a link is the server's address + `/#join=` + code.

    It lasts until `expires` (Unix milliseconds; 0: for ever), unless it is renewed or revoked.
    """

    ref: int
    seat: str
    code: str
    expires: int = 0


class Shared(Say, frozen=True, array_like=True, tag="shared"):
    """The key for `GET /replay/BATTLE`, in the header `Hexwarden-Share`. A link for people is the
    server's address + `/#replay=` + battle + `&share=` + key.
    """

    ref: int
    battle: str
    key: str


class Started(Say, frozen=True, array_like=True, tag="started"):
    """The battle that `start` began."""

    ref: int
    battle: str


class Taken(Say, frozen=True, array_like=True, tag="taken"):
    """A repeated intent: it made that version, the first time it came."""

    ref: int
    number: int
    version: int


class Previewed(Say, frozen=True, array_like=True, tag="previewed"):
    """What would happen, as things stand at `version`; null where there is nothing to tell."""

    ref: int
    version: int
    preview: Foreseen | None


class SeatOf(Struct, frozen=True, array_like=True, gc=False):
    """Who sat where when the battle began."""

    seat: str
    name: str
    bot: str = ""


class Opening(Struct, frozen=True, array_like=True, tag="open", gc=False):
    """What a battle's first commit pins: all that is needed to play it again and check it.

    `options` are the encounter's own parameters. `contributions` are in the order of `seats`;
    `commitment` is the SHA-256 of the seed. `time` is Unix milliseconds; commits count from it.
    `state` is the whole state before the first commit, as plain data (null inside a snapshot).
    `delay` and `delay_rounds` are what the table had set for spectators. `counts_on`: draws that an
    undo takes back keep their ordinals, and the next draw gets a new one (false in battles begun
    when ordinals still went back; see PROTOCOL.md, checking the dice).
    """

    battle: str
    table: str
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


class Closing(Struct, frozen=True, array_like=True, tag="close", gc=False):
    """What a battle's last commit reveals: the seed, in hex."""

    seed: str


class Again(Struct, frozen=True, array_like=True, gc=False):
    """A question that stood open before the commit (`was`), open again under a new id, to `to`."""

    was: int
    id: int
    to: tuple[str, ...]


class Commit(Struct, frozen=True, array_like=True, tag="c", gc=False):
    """One accepted intent: the unit of the journal, and its bytes.

    `events` are tagged arrays of the engine and the game. `gone` and `put` fold the state of
    version - 1 into that of `version`. The questions open now are `asked` and `again`, in order
    of id. `number` is the author's running number, 0 where the server answered for the seat; `ms`
    the milliseconds since the battle began. `pinned` stands in the first and the last commit.
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


class Snapshot(Struct, frozen=True, array_like=True, tag="snapshot", gc=False):
    """A battle as it stands after `version`: the state as plain data, and the open questions.

    `numbers` holds each seat's highest running number that made a commit.
    """

    battle: str
    version: int
    state: Any
    questions: tuple[Question, ...]
    numbers: dict[str, int]
    opening: Opening
    ms: int = 0
    over: bool = False
    closing: Closing | None = None


class TimeLeft(Say, frozen=True, array_like=True, tag="time"):
    """A clock runs for a seat: `ms` from now its question is answered for it ("turn"), or a bot
    drives the seat ("absence"). -1: the clock has stopped.
    """

    battle: str
    seat: str
    clock: Literal["turn", "absence"]
    ms: int


class Presence(Say, frozen=True, array_like=True, tag="here"):
    """Which members have an open connection, and how many spectators watch."""

    table: str
    here: tuple[str, ...]
    spectators: int


class Driving(Say, frozen=True, array_like=True, tag="driving"):
    """A bot drives the seat from now on, or no longer; `why` is a sentence."""

    battle: str
    seat: str
    bot: bool
    why: str


class StandingSet(Say, frozen=True, array_like=True, tag="standing"):
    """A seat's standing answer was set (`on`) or has ended."""

    battle: str
    seat: str
    on: bool


class Said(Say, frozen=True, array_like=True, tag="said"):
    """A line of chat; `time` in Unix milliseconds."""

    table: str
    player: str
    name: str
    text: str
    time: int


class Pinged(Say, frozen=True, array_like=True, tag="pinged"):
    """Somebody points at something, or (`to`) thinks of going or striking from there to there."""

    table: str
    player: str
    key: str
    to: str = ""


class UndoAsked(Say, frozen=True, array_like=True, tag="undo_asked"):
    """An undo is being voted on; sent again at every vote.

    `waiting` are the seats whose vote is missing. `verdict`: "" while open, else how it ended.
    """

    battle: str
    version: int
    by: str
    waiting: tuple[str, ...]
    verdict: Literal["", "granted", "declined", "void"] = ""


class Paused(Say, frozen=True, array_like=True, tag="paused"):
    """The battle cannot go on for now; `text` says why."""

    battle: str
    text: str


class Resumed(Say, frozen=True, array_like=True, tag="resumed"):
    """The battle goes on."""

    battle: str


class Playing(Say, frozen=True, array_like=True, tag="playing"):
    """Where one's replay stands: at `version` of `last`; `speed` 0 is a pause."""

    battle: str
    version: int
    last: int
    speed: float


class Notice(Say, frozen=True, array_like=True, tag="notice"):
    """The operator's message to everybody connected, and to whoever comes; "" takes it away.

    `time` in Unix milliseconds.
    """

    text: str
    time: int


class Alive(Say, frozen=True, array_like=True, tag="alive"):
    """A sign of life, for whoever has asked for them with `pulse`."""


class Bye(Say, frozen=True, array_like=True, tag="bye"):
    """The server ends the connection."""

    code: ByeCode
    text: str


Reply = (
    Welcome
    | Done
    | Refused
    | Tables
    | Battles
    | Joined
    | Invited
    | Shared
    | Started
    | Taken
    | Previewed
    | TableState
    | Snapshot
    | Commit
    | TimeLeft
    | Presence
    | Driving
    | StandingSet
    | Said
    | Pinged
    | UndoAsked
    | Paused
    | Resumed
    | Playing
    | Notice
    | Alive
    | Bye
)


def now_open(before: tuple[Question, ...], commit: Commit) -> tuple[Question, ...]:
    """The questions open after a commit, from those open before it. Raises KeyError on a gap."""
    if not commit.again:
        return commit.asked
    old = {question.id: question for question in before}
    renewed = [_renewed(old[again.was], again) for again in commit.again]
    return tuple(sorted([*commit.asked, *renewed], key=lambda question: question.id))


def _renewed(old: Question, again: Again) -> Question:
    return Question(
        again.to,
        old.why,
        old.text,
        old.shape,
        old.rule,
        old.may_pass,
        old.default,
        old.about,
        again.id,
    )


class Author(Struct, frozen=True, gc=False):
    """Whose intent made a commit: seat ("" for the server's own), and how it was given."""

    seat: str
    how: str
    question: int = -1
    picks: Picks = ()


def author_of(commit: Commit) -> Author:
    """The author of a commit, read from its first event, as structs or as plain arrays."""
    match commit.events[0] if commit.events else None:
        case Answered(question, by, picks, how) | ["ans", question, by, picks, how]:
            return Author(by, how, question, tuple(picks))
        case Undone(_, by) | ["undo", _, by]:
            return Author(by[0] if by else "", "undo")
        case _:
            return Author("", "server")

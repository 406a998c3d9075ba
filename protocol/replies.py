"""What the server says, in tagged arrays.

Replies to one request carry its `ref`. All else is news for everybody at the table or in the battle
that is watched: commits belong to that of the last snapshot, or of the `watch` that was resumed.
"""

from typing import Literal

from msgspec import Struct, structs

from protocol.events import FORMAT as FORMAT
from protocol.events import Again as Again
from protocol.events import Answered, Undone
from protocol.events import Closing as Closing
from protocol.events import Commit as Commit
from protocol.events import Opening as Opening
from protocol.events import SeatOf as SeatOf
from protocol.events import Snapshot as Snapshot
from protocol.ids import (
    NO_SEAT,
    NO_TABLE,
    AuthorOrigin,
    BattleId,
    PlayerId,
    QuestionId,
    SeatId,
    TableId,
    Text,
)
from protocol.previews import Foreseen
from protocol.questions import Picks, Question
from protocol.refusals import ByeCode, RefusalCode
from protocol.tables import EncounterLine, LadderLine, OwnBattle, OwnCampaign, TableLine, TableState


class Say(Struct, frozen=True, array_like=True, gc=False):
    """Any reply."""


class Welcome(Say, frozen=True, array_like=True, tag="welcome", gc=True):
    """Hello accepted, or a new token given. `token` only for a new identity, and in answer to
    `new_token`: keep it, it is never told again.

    `table` is where the player was last, "" if nowhere; `server` the program's version. `limits`
    are this server's, by name; `costs` the tokens that a request takes, by its tag, where it is not
    one. PROTOCOL.md explains the names; skip those that you do not know.
    """

    ref: int
    player: PlayerId
    name: str
    token: str = ""
    table: TableId = NO_TABLE
    server: str = ""
    limits: dict[str, float] = {}
    costs: dict[str, int] = {}


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


class Encounters(Say, frozen=True, array_like=True, tag="encounters", gc=True):
    """What tables can play, by name. `/catalogue.json` has their titles and texts."""

    ref: int
    encounters: tuple[EncounterLine, ...]


class Battles(Say, frozen=True, array_like=True, tag="battles", gc=True):
    """The player's own battles, the newest first; `share` opens each one's replay."""

    ref: int
    battles: tuple[OwnBattle, ...]
    campaigns: tuple[OwnCampaign, ...] = ()


class Ladder(Say, frozen=True, array_like=True, tag="ladder", gc=True):
    """The top of the ladder, and the lines of those who are asked for, of oneself always. Who has
    played no rated match is not on it.
    """

    ref: int
    top: tuple[LadderLine, ...]
    asked: tuple[LadderLine, ...] = ()


class Joined(Say, frozen=True, array_like=True, tag="joined"):
    """Come to a table; `seats` are those the player holds."""

    ref: int
    table: TableId
    seats: tuple[SeatId, ...] = ()


class Invited(Say, frozen=True, array_like=True, tag="invited"):
    """The code for `join`; a link is the server's address + `/#join=` + code.

    It lasts until `expires` (Unix milliseconds; 0: for ever), unless it is renewed or revoked.
    """

    ref: int
    seat: SeatId
    code: str
    expires: int = 0


class Invitation(Say, frozen=True, array_like=True, tag="invitation"):
    """What an invite code leads to: a seat ("" for watching) of a table, which is described as in
    the list of public ones. `leader` is the name of the table's leader; `taken` says that somebody
    else holds the seat by now.
    """

    ref: int
    seat: SeatId
    table: TableLine
    leader: str
    taken: bool = False


class Shared(Say, frozen=True, array_like=True, tag="shared"):
    """The key for `GET /replay/BATTLE`, in the header `Hexwarden-Share`. A link for people is the
    server's address + `/#replay=` + battle + `&share=` + key.
    """

    ref: int
    battle: BattleId
    key: str


class Started(Say, frozen=True, array_like=True, tag="started"):
    """The battle that `start` began."""

    ref: int
    battle: BattleId


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


class TimeLeft(Say, frozen=True, array_like=True, tag="time"):
    """In `ms` a seat's question is answered ("turn"), a bot drives it ("absence"); -1: stopped."""

    battle: BattleId
    seat: SeatId
    clock: Literal["turn", "absence"]
    ms: int


class SideClocks(Say, frozen=True, array_like=True, tag="clocks", gc=True):
    """What each side's clock shows in milliseconds, and whose run down now (`running`): those of
    the seats whose answer is awaited. At 0 that side has lost. Sent whenever that changes; behind a
    delay once, as it stood at the last commit that is shown, with none that runs.
    """

    battle: BattleId
    left: dict[SeatId, int]
    running: tuple[SeatId, ...] = ()


class Presence(Say, frozen=True, array_like=True, tag="here"):
    """Which members have an open connection, and how many spectators watch."""

    table: TableId
    here: tuple[PlayerId, ...]
    spectators: int


class Driving(Say, frozen=True, array_like=True, tag="driving"):
    """A bot drives the seat from now on, or no longer; `why` is a sentence."""

    battle: BattleId
    seat: SeatId
    bot: bool
    why: str


class StandingSet(Say, frozen=True, array_like=True, tag="standing"):
    """A seat's standing answer was set (`on`) or has ended, and its wishes about `abilities`."""

    battle: BattleId
    seat: SeatId
    on: bool
    abilities: dict[str, str] = {}


class Said(Say, frozen=True, array_like=True, tag="said"):
    """A line of chat; `time` in Unix milliseconds."""

    table: TableId
    player: PlayerId
    name: str
    text: str
    time: int


class Pinged(Say, frozen=True, array_like=True, tag="pinged"):
    """Somebody points at something, or (`to`) thinks of going or striking from there to there."""

    table: TableId
    player: PlayerId
    key: str
    to: str = ""


class UndoAsked(Say, frozen=True, array_like=True, tag="undo_asked"):
    """An undo is being voted on; sent again at every vote.

    `waiting` are the seats whose vote is missing. `verdict`: "" while open, else how it ended.
    """

    battle: BattleId
    version: int
    by: SeatId
    waiting: tuple[SeatId, ...]
    verdict: Literal["", "granted", "declined", "void"] = ""


class Paused(Say, frozen=True, array_like=True, tag="paused"):
    """The battle cannot go on for now; `text` says why."""

    battle: BattleId
    text: str


class Resumed(Say, frozen=True, array_like=True, tag="resumed"):
    """The battle goes on."""

    battle: BattleId


class Playing(Say, frozen=True, array_like=True, tag="playing"):
    """Where one's replay stands: at `version` of `last`; `speed` 0 is a pause."""

    battle: BattleId
    version: int
    last: int
    speed: float


class Notice(Say, frozen=True, array_like=True, tag="notice"):
    """The operator's message to all, at a Unix `time` in milliseconds; "" takes it away."""

    text: str
    time: int


class Alive(Say, frozen=True, array_like=True, tag="alive"):
    """A sign of life, for whoever has asked for them with `pulse`."""


class Bye(Say, frozen=True, array_like=True, tag="bye"):
    """The server ends the connection."""

    code: ByeCode
    text: str


# Replies are grouped by whom they are for, and the groups are all that there are: whoever handles
# some of them puts the others aside by their groups, and closes the match over the rest.
Listed = Tables | Encounters | Battles | Ladder | Invitation | Previewed
"""What somebody wanted to know."""
Answer = Welcome | Done | Refused | Joined | Invited | Shared | Started | Taken | Listed
"""Replies to one request."""
TableNews = TableState | Presence | Said | Pinged
"""What everybody at a table is told."""
Circumstance = TimeLeft | SideClocks | Driving | StandingSet | Paused | Resumed | UndoAsked
"""What everybody who watches a battle is told beside its commits."""
Shown = Snapshot | Commit | Playing
"""The battle itself, running or played back."""
ConnectionNews = Notice | Alive | Bye
"""What a connection is told wherever it is."""
Reply = Answer | TableNews | Shown | Circumstance | ConnectionNews


def now_open(before: tuple[Question, ...], commit: Commit) -> tuple[Question, ...]:
    """Return the questions open after a commit, given those before it. Raises KeyError on a gap."""
    if not commit.again:
        return commit.asked
    old = {question.id: question for question in before}
    renewed = [structs.replace(old[again.was], to=again.to, id=again.id) for again in commit.again]
    return tuple(sorted([*commit.asked, *renewed], key=lambda question: question.id))


class Author(Struct, frozen=True, gc=False):
    """Whose intent made a commit: seat ("" for the server's own), and how it was given."""

    seat: SeatId
    how: Text[AuthorOrigin]
    question: QuestionId = QuestionId(-1)
    picks: Picks = ()


def author_of(commit: Commit) -> Author:
    """Return the author of a commit, read from its first event, as structs or as plain arrays."""
    match commit.events[0] if commit.events else None:
        case Answered(question, by, picks, how) | ["ans", question, by, picks, how]:
            return Author(SeatId(by), how, question, tuple(picks))
        case Undone(_, by) | ["undo", _, by]:
            return Author(SeatId(by[0]) if by else NO_SEAT, "undo")
        case _:
            return Author(NO_SEAT, "server")

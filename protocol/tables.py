"""What a table is to those who sit at it: one small document, sent whole whenever it changes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.fields import Id, Name, Seat, Seconds, Word

Decides = Literal["first", "leader"]
UndoPolicy = Literal["consent", "alone", "never"]
Phase = Literal["lobby", "playing", "finished"]


class Settings(Struct, frozen=True, array_like=True):
    """What a table plays and how.

    `party` seats, called "1", "2" and so on. `decides`: whether the first valid answer to a
    question for several seats counts, or only the leader's (the lowest seat of those asked). `turn`
    and `absence`: seconds until the default answer is taken, and until a bot drives an absent
    player's seat; 0 is off. `public`: listed, and open to anybody. `undo`: "alone" takes back
    only what nobody else has reacted to, "consent" also everything else if all seats agree, "never"
    nothing.

    `delay` and `delay_rounds`: how many seconds, and how many rounds, spectators are behind; they
    are sent nothing of a battle that is younger. 0 is off. With both, a round that begins, and the
    end, which frees the last rounds, count when they are `delay` seconds old.
    """

    encounter: Word
    difficulty: Word = ""
    party: Annotated[int, Meta(ge=1, le=4)] = 4
    decides: Decides = "first"
    turn: Seconds = 0
    absence: Seconds = 120
    public: bool = False
    undo: UndoPolicy = "consent"
    options: Annotated[dict[Word, Word], Meta(max_length=16)] = {}
    delay: Seconds = 0
    delay_rounds: Annotated[int, Meta(ge=0, le=100)] = 0


class Member(Struct, frozen=True, array_like=True, gc=False):
    """Somebody who has joined the table."""

    player: Id
    name: Name


class Chair(Struct, frozen=True, array_like=True, gc=False):
    """A seat: its player ("" if none), its bot ("" if none), whether it is ready.

    With both a player and a bot the bot drives the seat until its player takes over again
    (`claim`) or, where the clock put it there, comes back. `dice` is the player's contribution to
    the next battle's dice.
    """

    seat: Seat
    player: str = ""
    bot: str = ""
    ready: bool = False
    dice: str = ""


class BattleLine(Struct, frozen=True, array_like=True, gc=False):
    """A battle of the table; `over` once its journal has its last commit.

    `lost`: it is over because its journal is gone or damaged. What could still be read is its
    replay, which then ends before the battle did, without the seed.
    """

    battle: Id
    encounter: Word
    started: int
    over: bool = False
    lost: bool = False


class TableState(Struct, frozen=True, array_like=True, tag="table"):
    """The whole table. `revision` grows with every change; a lower one is old news.

    `leader` is a player. `commitment` is the SHA-256 of the next battle's secret seed, shown before
    anybody contributes. `battles` are in the order played; the last one is on while `phase` is
    "playing". `here` are the members with an open connection, `spectators` counts the others'.
    """

    table: Id
    revision: int
    name: Name
    leader: Id
    phase: Phase
    settings: Settings
    chairs: tuple[Chair, ...]
    members: tuple[Member, ...]
    commitment: str
    battles: tuple[BattleLine, ...]
    here: tuple[str, ...] = ()
    spectators: int = 0


class TableLine(Struct, frozen=True, array_like=True, gc=False):
    """A public table in the list: `free` seats are held by nobody and no bot."""

    table: Id
    name: Name
    encounter: Word
    difficulty: Word
    phase: Phase
    party: int
    free: int
    battle: str = ""


class OwnBattle(Struct, frozen=True, array_like=True, gc=False):
    """A battle of a table where the player is a member; `name` is the table's."""

    battle: Id
    table: Id
    name: Name
    encounter: Word
    started: int
    over: bool = False
    lost: bool = False

"""What a table is to those who sit at it: one small document, sent whole whenever it changes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.fields import (
    Battle,
    BattleOrNone,
    Clock,
    Increment,
    Name,
    Player,
    Seat,
    Seconds,
    SideClock,
    Table,
    Word,
)
from protocol.ids import NO_BATTLE, NO_PLAYER, BattleId, PlayerId

Decides = Literal["first", "leader"]
UndoPolicy = Literal["consent", "alone", "never"]
Phase = Literal["lobby", "playing", "finished"]
CampaignPhase = Literal["on", "between", "won", "lost"]


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

    Where seats play against each other, `side_clock` gives each side so many seconds for the whole
    match, and `increment` more by each of its turns; whose time is up has lost. `rated`: the match
    counts for the ladder. It needs a side clock, `absence` 0, and two players who are not bots.
    """

    encounter: Word
    difficulty: Word = ""
    party: Annotated[int, Meta(ge=1, le=4)] = 4
    decides: Decides = "first"
    turn: Clock = 0
    absence: Clock = 120
    public: bool = False
    undo: UndoPolicy = "consent"
    options: Annotated[dict[Word, Word], Meta(max_length=16)] = {}
    delay: Seconds = 0
    delay_rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    side_clock: SideClock = 0
    increment: Increment = 0
    rated: bool = False


class Member(Struct, frozen=True, array_like=True, gc=False):
    """Somebody who has joined the table."""

    player: Player
    name: Name


class Chair(Struct, frozen=True, array_like=True, gc=False):
    """A seat: its player ("" if none), its bot ("" if none), whether it is ready.

    With both a player and a bot the bot drives the seat until its player takes over again
    (`claim`) or, where the clock put it there, comes back. `dice` is the player's contribution to
    the next battle's dice. `adventurer` is what the seat's next adventurer is to be called, "" for
    a name of its race.
    """

    seat: Seat
    player: PlayerId = NO_PLAYER
    bot: str = ""
    ready: bool = False
    dice: str = ""
    adventurer: Name = ""


class BattleLine(Struct, frozen=True, array_like=True, gc=False):
    """A battle of the table; `over` once its journal has its last commit.

    `lost`: it is over because its journal is gone or damaged. What could still be read is its
    replay, which then ends before the battle did, without the seed. `session` is the journal of
    days that called for the battle, itself a line here; "" for one that stands alone. `part`: which
    of its campaign's sessions this is, 0 for a battle.
    """

    battle: Battle
    encounter: Word
    started: int
    over: bool = False
    lost: bool = False
    session: BattleOrNone = NO_BATTLE
    part: int = 0


class CampaignLine(Struct, frozen=True, array_like=True, gc=False):
    """The campaign of a table: its `part`, the session that is on or that a start begins next, in
    which province (`encounter`), and after which guild's `quest` ("" where the party draws it).

    `sessions` are the journals of those that count, in order; while it is "on" the last one is
    played. "between": the last one is won and over. A session that was stopped or lost counts no
    more.
    """

    part: int
    encounter: Word
    quest: Word
    phase: CampaignPhase
    sessions: tuple[Battle, ...] = ()


class TableState(Struct, frozen=True, array_like=True, tag="table"):
    """The whole table. `revision` grows with every change; a lower one is old news.

    `leader` is a player. `commitment` is the SHA-256 of the next battle's secret seed, shown before
    anybody contributes. `battles` are in the order played; the last one is on while `phase` is
    "playing". A session waits while a battle that it called for is on, and then stands last again.
    `here` are the members with an open connection, `spectators` counts the others'. `guests` are
    the latest who came to a private table by the link for spectators. `campaign` is the one that
    the table keeps, null for none.
    """

    table: Table
    revision: int
    name: Name
    leader: Player
    phase: Phase
    settings: Settings
    chairs: tuple[Chair, ...]
    members: tuple[Member, ...]
    commitment: str
    battles: tuple[BattleLine, ...]
    here: tuple[PlayerId, ...] = ()
    spectators: int = 0
    guests: tuple[Member, ...] = ()
    campaign: CampaignLine | None = None


class TableLine(Struct, frozen=True, array_like=True, gc=False):
    """A public table in the list: `free` seats are held by nobody and no bot."""

    table: Table
    name: Name
    encounter: Word
    difficulty: Word
    phase: Phase
    party: int
    free: int
    battle: BattleId = NO_BATTLE


class OwnBattle(Struct, frozen=True, array_like=True, gc=False):
    """A battle of a table where the player is a member; `name` is the table's.

    `session` called for it ("" for none); `part` as in a BattleLine.
    """

    battle: Battle
    table: Table
    name: Name
    encounter: Word
    started: int
    over: bool = False
    lost: bool = False
    session: BattleOrNone = NO_BATTLE
    part: int = 0


class OwnCampaign(Struct, frozen=True, array_like=True, gc=False):
    """A campaign of a table where the player is a member; `name` is the table's, and `part`,
    `encounter` and `phase` as in a CampaignLine.

    `day` of the session that is on, 0 where that is not known; `battle` is the encounter that it
    waits for, "" for none. `yours`: it waits for an answer of the player's own (or, between two
    sessions, for them to be ready or to start). `waits` are the names of the others for whom it
    does, `since` when in Unix seconds.
    """

    table: Table
    name: Name
    part: int
    encounter: Word
    phase: CampaignPhase
    day: int = 0
    battle: Word = ""
    yours: bool = False
    waits: tuple[Name, ...] = ()
    since: int = 0


class LadderLine(Struct, frozen=True, array_like=True, gc=False):
    """A player on the ladder: a Glicko-2 `rating`, and the `deviation` that says how sure it is (19
    in 20 players are within two of it). The `rank` goes by what is sure: rating less two
    deviations. `won` of `matches`.
    """

    rank: int
    player: Player
    name: Name
    rating: int
    deviation: int
    matches: int
    won: int


class OptionForm(Struct, frozen=True, array_like=True, gc=False):
    """An option of an encounter: what `options` of the settings may hold under its `name`.

    One of `words`; where there are none, a whole number from `least` to `most` in decimal digits.
    `usual` is what is played where the option is not given, "" for nothing.
    """

    name: Word
    words: tuple[Word, ...]
    least: int
    most: int
    usual: Word


class EncounterLine(Struct, frozen=True, array_like=True, gc=False):
    """Something to play. `difficulties` are what the settings may name beside "", which stands for
    the `usual` one; where there are none, only "" means anything. `session`: it calls for battles.
    `rivals`: two seats play against each other; settings with another party are refused.
    """

    encounter: Word
    difficulties: tuple[Word, ...]
    usual: Word
    options: tuple[OptionForm, ...]
    session: bool = False
    rivals: bool = False

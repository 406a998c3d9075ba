"""What a client says. Tagged arrays; every one starts with its tag and `ref`.

`ref` is the client's own number of the request. Exactly one reply repeats it: `done` or the
request's own reply if it was granted, `no` if it was refused. (An intent is granted by its commit;
only a repeated one is answered with `taken`.) Requests may be sent without waiting for replies.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.fields import (
    Battle,
    BattleOrNone,
    Count,
    Lasting,
    Line,
    Name,
    Note,
    PickList,
    Player,
    Proof,
    Seat,
    SeatOrNone,
    Secret,
    SignsEvery,
    TableOrNone,
    Unit,
    Word,
)
from protocol.ids import NO_BATTLE, NO_SEAT, NO_TABLE
from protocol.tables import Settings


class Ask(Struct, frozen=True, array_like=True, gc=False):
    """Any request."""

    ref: Count


class Hello(Ask, frozen=True, array_like=True, tag="hello"):
    """Must come first. No `token`: the server makes a new identity and tells its token once.

    `name` renames the player unless it is empty; `client` is the program's name and version.
    `proof` is an identity provider's signed token (JWT), where the server takes sign-ins: it stands
    for the same player on every device, `token` is then not looked at, and none is told. The
    connection outlives the proof; every further hello needs one that has not expired.
    """

    token: Secret | None = None
    name: Name = ""
    client: Word = ""
    proof: Proof = ""


class NewToken(Ask, frozen=True, array_like=True, tag="new_token"):
    """Another token for this identity, told by `welcome`.

    With its first hello the one before ends, and so does every connection that it has opened, with
    the bye `replaced`: to sign out everywhere else, ask for a token and connect again with it.
    """


class Pulse(Ask, frozen=True, array_like=True, tag="pulse"):
    """Ask for signs of life on this connection: `alive` at once and then every so many
    milliseconds (at least 250), whatever else is said; 0 ends them.
    They come by the server's clock, also while another request of the connection waits: who hears
    neither them nor anything else for some time longer may give the server up, and connect anew.
    """

    every: SignsEvery


class ListTables(Ask, frozen=True, array_like=True, tag="tables"):
    """Public tables, answered with `tables`."""


class ListEncounters(Ask, frozen=True, array_like=True, tag="encounters"):
    """What can be played here, answered with `encounters`."""


class ListBattles(Ask, frozen=True, array_like=True, tag="battles"):
    """The battles of the tables where this player has been lately, answered with `battles`."""


class ReadLadder(Ask, frozen=True, array_like=True, tag="ladder"):
    """The ladder of rated matches, answered with `ladder`: its top, and the lines of `players`."""

    players: Annotated[tuple[Player, ...], Meta(max_length=4)] = ()


class Create(Ask, frozen=True, array_like=True, tag="create", gc=True):
    """Open a table and join it as its leader. Answered with `joined`."""

    settings: Settings
    name: Name = ""


class Change(Ask, frozen=True, array_like=True, tag="change", gc=True):
    """New settings; the leader's right, outside of a battle. Everybody has to get ready again."""

    settings: Settings


class Invite(Ask, frozen=True, array_like=True, tag="invite"):
    """The invite code for a seat, or for spectators (seat ""). Answered with `invited`.
    `renew` makes a new code; the old one stops working. A code lasts `lasts` seconds from now; 0
    leaves that of a good one as it is, and gives a new one the server's usual time. The leader's
    right.
    """

    seat: SeatOrNone = NO_SEAT
    renew: bool = False
    lasts: Lasting = 0


class Revoke(Ask, frozen=True, array_like=True, tag="revoke"):
    """Make the invite code for a seat, or for spectators (seat ""), worthless. The leader's right.
    Who has come by it stays. There is no code from then on, until `invite` asks for one.
    """

    seat: SeatOrNone = NO_SEAT


class Join(Ask, frozen=True, array_like=True, tag="join"):
    """Come to a table by invite code, or by id (members, and guests that the table names; anybody
    if it is public).
    A seat's code takes the seat, too. Answered with `joined`, then the table. A connection is at
    one table at a time. A table to which one may not come is refused like one that does not exist.
    """

    invite: Secret = ""
    table: TableOrNone = NO_TABLE


class ReadInvite(Ask, frozen=True, array_like=True, tag="invitation"):
    """Ask what an invite code leads to, without coming there. Answered with `invitation`; a code
    that opens nothing is refused as `join` refuses it.
    """

    invite: Secret


class Remove(Ask, frozen=True, array_like=True, tag="remove"):
    """Let a member be none any more, or a guest; the leader's right, at any time.
    Their seats are free (during a battle a bot drives them), every invite code and every link to a
    replay of the table is worthless, and at a private table their connections end (bye `removed`).
    Guests, who came by the link for spectators, are those that the table names.
    """

    player: Player


class Leave(Ask, frozen=True, array_like=True, tag="leave"):
    """Go away from the table and stop watching. Seats stay held.
    Who holds none, and does not lead, is a member no longer, and comes back to a private table only
    by a new invite; further connections of theirs to it end (bye `removed`). A connection that just
    breaks, or joins another table, ends no membership.
    """


class Claim(Ask, frozen=True, array_like=True, tag="claim"):
    """Take a free seat, or take one's own seat back from the bot that drives it."""

    seat: Seat


class Release(Ask, frozen=True, array_like=True, tag="release"):
    """Give a seat up. During a battle a bot drives it until somebody claims it."""

    seat: Seat


class HandOver(Ask, frozen=True, array_like=True, tag="hand_over"):
    """Give one's own seat to another member of the table, at any time.
    With seat "" it is the leadership of the table that goes to `to`; the leader's right.
    """

    seat: SeatOrNone
    to: Player


class PutBot(Ask, frozen=True, array_like=True, tag="bot"):
    """Let a bot drive an empty seat (the leader's right) or one's own; `bot` "" takes it away."""

    seat: Seat
    bot: Word = ""


class Ready(Ask, frozen=True, array_like=True, tag="ready"):
    """Be ready with one's seat, or not; `dice` is any text to mix into the battle's dice."""

    ready: bool = True
    dice: Word = ""


class NameAdventurer(Ask, frozen=True, array_like=True, tag="adventurer"):
    """Say what the adventurer of one's own seat is called from the next battle on that makes it;
    "" leaves it to its race. Outside of a battle.
    """

    seat: Seat
    name: Name


class Start(Ask, frozen=True, array_like=True, tag="start"):
    """Begin a battle; the leader's right. Answered with `started`; all at the table watch it."""


class Watch(Ask, frozen=True, array_like=True, tag="watch"):
    """See a battle of the table from now on, playing or not.
    `after` is the last version that the client holds, 0 for none. It gets the commits it lacks, or
    a snapshot where that is shorter, and then every commit.
    """

    battle: Battle
    after: Count = 0


class Intent(Ask, frozen=True, array_like=True, tag="intent", gc=True):
    """Answer a question. `number` is the seat's running number: higher than any it has used, by
    1000 at most.

    The commit it makes carries the number. An intent without a visible commit may be sent again
    with the same number, after any failure: it is applied once. `battle` is the one that is meant,
    "" for the one that is watched: what comes late is then no answer in the table's next battle.
    `note` says why, to everybody, for as long as there is a replay; the commit carries it.
    """

    number: Count
    question: Count
    picks: PickList = ()
    seat: SeatOrNone = NO_SEAT
    battle: BattleOrNone = NO_BATTLE
    note: Note = ""


class Undo(Ask, frozen=True, array_like=True, tag="undo"):
    """Ask to stand again as after `version`. At once where that is free, else all seats vote.
    `number` and `battle` as an intent's.
    """

    number: Count
    version: Count
    seat: SeatOrNone = NO_SEAT
    battle: BattleOrNone = NO_BATTLE


class Consent(Ask, frozen=True, array_like=True, tag="consent"):
    """Vote on the undo to `version` that has been asked for. `battle` as an intent's."""

    version: Count
    yes: bool
    seat: SeatOrNone = NO_SEAT
    battle: BattleOrNone = NO_BATTLE


class Resign(Ask, frozen=True, array_like=True, tag="resign"):
    """Give up, where the seats play against each other: the battle is over at once, and lost.
    `battle` as an intent's. Refused as `not_allowed` where nobody plays against anybody.
    """

    seat: SeatOrNone = NO_SEAT
    battle: BattleOrNone = NO_BATTLE


When = Literal["ask", "others", "never"]
"""When a seat is asked about an ability: always, only on others' turns, or never."""


class Standing(Ask, frozen=True, array_like=True, tag="standing", gc=True):
    """Pass in advance whatever may be passed, until one's own next turn begins, or until "off".

    `whys` limits that to questions whose `why` is one of these; empty means all. `abilities` says
    of single ones when the seat is asked about them: always (`ask`), only on others' turns
    (`others`), or `never`; it is kept with the seat until it is said otherwise. An offer is passed
    where none of its abilities is to be asked about now. `keep` leaves the rest as it is. An
    ability is named by the key of its option, without adventurers' ids, numbers, and what follows
    a colon: "a1.a1.combat.2.defend" is "combat.defend". Other questions are named by their `why`,
    or by its beginning ("enemy" for all of "enemy.order"): the default of one that is not to be
    asked now is taken at once, where everybody who could answer it has said so.
    """

    until: Literal["my_turn", "off", "keep"]
    whys: Annotated[tuple[Word, ...], Meta(max_length=32)] = ()
    seat: SeatOrNone = NO_SEAT
    abilities: Annotated[dict[Word, When], Meta(max_length=64)] = {}


class Preview(Ask, frozen=True, array_like=True, tag="preview"):
    """Ask what the rules say would happen; it binds nobody. Answered with `previewed`.

    About a unit: `engage` gives a plan's odds (`picks` as in its answer, complete or not; `hex:1,2`
    as if it stood there), `enemy` an enemy's coming turn, `values` its values explained, `answer`
    what one between battles does (first pick: its question's code). Of a match: `sight` is what a
    unit sees, `combat` the odds of its melee (`target:t1` as if engaged). Too much is `too_large`.
    """

    what: Literal["engage", "enemy", "values", "answer", "sight", "combat"]
    unit: Unit
    picks: PickList = ()


class Chat(Ask, frozen=True, array_like=True, tag="chat"):
    """Say something to the table."""

    text: Line


class Ping(Ask, frozen=True, array_like=True, tag="ping"):
    """Point at something: the key of a hex, a unit, an option.

    With `to` it is an arrow from one to the other: what somebody thinks of doing. Clients show it
    for some seconds, or until the same player's next one.
    """

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    to: Annotated[str, Meta(max_length=64)] = ""


class Share(Ask, frozen=True, array_like=True, tag="share"):
    """The key that opens a battle's replay file to whoever has it. Answered with `shared`.
    For members of the battle's table, wherever they are, and for all who are at it. A private
    table's file is given for it alone; a public one's needs none. `renew` makes every earlier key
    of the table worthless, which is the leader's right; so does the removal of a member.
    """

    battle: Battle
    renew: bool = False


class Replay(Ask, frozen=True, array_like=True, tag="replay"):
    """Play a battle of the table back to this connection alone, from `version` on.

    Snapshot and commits come as in live play. `speed` 1 keeps the recorded pace, waits above five
    seconds shortened; 0 pauses. `watch` or `leave` ends it.
    """

    battle: Battle
    version: Count = 1
    speed: Annotated[float, Meta(ge=0, le=1000)] = 1.0


class Pace(Ask, frozen=True, array_like=True, tag="pace"):
    """Change the speed of one's replay; 0 pauses."""

    speed: Annotated[float, Meta(ge=0, le=1000)]


class Step(Ask, frozen=True, array_like=True, tag="step"):
    """Pause one's replay and go `by` versions on, or back where it is negative."""

    by: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = 1


class Seek(Ask, frozen=True, array_like=True, tag="seek"):
    """Go on with one's replay at another version."""

    version: Count


Move = Intent | Undo | Consent | Standing | Resign
"""What a seat does in a battle."""

# Requests are grouped by what they are about, and the groups are all that there are.
Greeting = Hello | NewToken | Pulse
Listing = ListTables | ListEncounters | ListBattles | ReadLadder
Meeting = Create | Change | Invite | Revoke | Join | ReadInvite | Remove | Leave
Seating = Claim | Release | HandOver | PutBot | Ready | NameAdventurer
Battling = Start | Watch | Move | Preview
Talking = Chat | Ping
Replaying = Replay | Share | Pace | Step | Seek
Request = Greeting | Listing | Meeting | Seating | Battling | Talking | Replaying

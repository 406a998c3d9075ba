"""What may be done to a table's chairs: pure functions from one document to the next.

Each gives the changed document or raises `Refusal`; none of them waits, stores or tells anybody.
"""

import secrets
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from protocol.fields import LONGEST_NAME
from protocol.ids import NO_BATTLE, NO_PLAYER, BattleId, PlayerId, SeatId, TableId
from protocol.plain_text import plain
from protocol.tables import BattleLine, Chair, Member, Settings, TableState
from server.battles import Ending
from server.players import Rivals, check_rivals, rivals_of, stay_seated
from server.rules.engine.dice import commitment
from server.runtime import Refusal
from server.tables import held_back as holding
from server.tables.held_back import Held, as_seen, hold, is_held
from server.tables.sessions import after, back_to_session, begun, settings_after

MEMBERS = 64  # of a table, a document that is sent whole; the oldest without a seat make room
BATTLES = 200  # of a table that its document names, the latest; replays are found by link as well
NOT_SEEN = (
    "Something has happened at this table that you cannot see yet, for you hold no seat. "
    "Wait until the delay is over."
)


class TableDoc(Struct, frozen=True):
    """A table as it is stored: what everybody at it sees, and what only the server knows.

    `key` makes the invite codes, `renewed` counts them, `invites` tells when they end (see
    `invites`); `seed` (hex) is the next battle's, `upcoming` its id.
    `shares` counts the keys to replays that were made worthless (see `members`).
    `held`: how spectators see the table, where it has a delay (see `delay`). `closed` says why no
    battle begins here any more, None where they do. `aside`: nobody is at the running battle, which
    is in no process's memory until somebody comes. `used`: when somebody came last, in seconds.
    `rated`: who plays the rated match that is on.
    """

    state: TableState
    key: str
    seed: str
    upcoming: BattleId
    renewed: dict[SeatId, int] = {}
    invites: dict[SeatId, int] | None = None
    held: tuple[Held, ...] = ()
    closed: str | None = None
    shares: int = 0
    aside: bool = False
    used: int = 0
    rated: Rivals = {}


def new_table(table: TableId, name: str, leader: Member, settings: Settings) -> TableDoc:
    """Return a table whose leader has not sat down yet."""
    state = TableState(
        table,
        1,
        name,
        leader.player,
        "lobby",
        settings,
        tuple(Chair(SeatId(str(number))) for number in range(1, settings.party + 1)),
        (leader,),
        "",
        (),
    )
    return fresh_seed(TableDoc(state, secrets.token_hex(32), "", NO_BATTLE))


def fresh_seed(doc: TableDoc) -> TableDoc:
    """Return the document with a new secret for the next battle, committed to from now on."""
    seed = secrets.token_bytes(32)
    doc = replace(doc, seed=seed.hex(), upcoming=f"b{secrets.token_hex(16)}")
    return _unseen(doc, commitment=commitment(seed))


def chair_of(doc: TableDoc, seat: SeatId) -> Chair:
    """Return a chair by its seat. Raises `Refusal`."""
    for chair in doc.state.chairs:
        if chair.seat == seat:
            return chair
    raise Refusal("unknown", f"This table has no seat {seat!r}.")


def seats_held(doc: TableDoc, player: PlayerId) -> tuple[SeatId, ...]:
    """Return the seats that a player holds."""
    return tuple(chair.seat for chair in doc.state.chairs if chair.player == player)


def is_member(doc: TableDoc, player: PlayerId) -> bool:
    """Return whether somebody belongs to the table."""
    return player in members_of(doc)


def members_of(doc: TableDoc) -> frozenset[PlayerId]:
    """Return the players who belong to the table."""
    return frozenset(member.player for member in doc.state.members)


def lead(doc: TableDoc, player: PlayerId) -> None:
    """Raise `Refusal` for anybody but the leader."""
    if doc.state.leader != player:
        raise Refusal("not_allowed", "Only the table's leader can do that.")


def led(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Return the document itself, for its leader. Raises `Refusal` for anybody else."""
    lead(doc, player)
    return doc


def claim(doc: TableDoc, who: Member, seat: SeatId, *, invited: bool = False) -> TableDoc:
    """Sit down, or take one's own seat back from its bot. Raises `Refusal`."""
    chair = chair_of(doc, seat)
    if chair.player == who.player:
        return _reseat(doc, seat, lambda c: replace(c, bot="", ready=bool(c.ready and not c.bot)))
    if chair.player:
        text = f"Somebody sits in seat {seat} already: ask for the link of another seat."
        raise Refusal("occupied", text)
    if not (invited or doc.state.settings.public or is_member(doc, who.player)):
        raise Refusal("not_allowed", "You need the seat's invite to sit down there.")
    doc = _join(doc, who)
    if doc.state.leader not in members_of(doc):  # it came from elsewhere, and nobody did with it
        doc = at_once(doc, leader=who.player)
    return _seat(doc, Chair(seat, who.player))


def release(doc: TableDoc, player: PlayerId, seat: SeatId, now: int = 0) -> TableDoc:
    """Stand up. The leader may free any seat outside of a battle. Raises `Refusal`."""
    chair = chair_of(doc, seat)
    if not chair.player:
        raise Refusal("not_now", f"Nobody holds seat {seat}.")
    if chair.player != player and (doc.state.leader != player or _seems_on(doc, player, now)):
        raise Refusal("not_allowed", f"Seat {seat} is not yours.")
    stay_seated(doc.rated)
    return _seat(doc, Chair(seat))


def hand_over(doc: TableDoc, player: PlayerId, seat: SeatId, to: Member) -> TableDoc:
    """Give one's seat, or for "" the leadership, to somebody else. Raises `Refusal`."""
    if not seat:
        lead(doc, player)
        return give_lead(doc, to)
    if chair_of(doc, seat).player != player:
        raise Refusal("not_allowed", f"Seat {seat} is not yours.")
    stay_seated(doc.rated)
    return give_seat(doc, seat, to)


def give_seat(doc: TableDoc, seat: SeatId, to: Member | None, bot: str = "") -> TableDoc:
    """Let a seat be somebody's, nobody's or a bot's, whoever holds it. Raises `Refusal`."""
    chair_of(doc, seat)
    doc = _join(doc, to) if to is not None else doc
    return _seat(doc, Chair(seat, to.player if to is not None else NO_PLAYER, bot))


def give_lead(doc: TableDoc, to: Member) -> TableDoc:
    """Let somebody else lead the table."""
    return at_once(_join(doc, to), leader=to.player)


def remove(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Let somebody hold no seat and be no member; another one leads, if there is one."""
    for seat in seats_held(doc, player):
        doc = _seat(doc, Chair(seat))
    others = tuple(member for member in doc.state.members if member.player != player)
    if doc.state.leader != player:
        return at_once(doc, members=others)
    seated = [member for member in others if seats_held(doc, member.player)]
    heirs = [*seated, *others]
    if not heirs:
        return doc
    return at_once(doc, members=others, leader=heirs[0].player)


def name_of(doc: TableDoc, player: PlayerId) -> str:
    """Return the name that the table shows for a member, "" for anybody else."""
    members = doc.state.members
    return next((member.name for member in members if member.player == player), "")


def close(doc: TableDoc, why: str) -> TableDoc:
    """Let no battle begin here any more."""
    return replace(doc, closed=why)


def put_bot(doc: TableDoc, player: PlayerId, seat: SeatId, bot: str) -> TableDoc:
    """Let a bot drive a seat, or no longer. Raises `Refusal`."""
    chair = chair_of(doc, seat)
    if chair.player != player and (chair.player or doc.state.leader != player):
        raise Refusal(
            "not_allowed", "You can put a bot on your own seat, the leader on an empty one."
        )
    stay_seated(doc.rated)
    return _reseat(doc, seat, lambda one: replace(one, bot=bot, ready=False))


def get_ready(doc: TableDoc, player: PlayerId, ready: bool, dice: str) -> TableDoc:
    """Be ready with all one's seats, or not, contributing to the dice. Raises `Refusal`."""
    mine = seats_held(doc, player)
    if not mine:
        raise Refusal("not_seated", "You hold no seat at this table.")
    if is_playing(doc):
        raise Refusal("not_now", "The battle is on.")
    text = plain(dice) if ready else ""
    chairs = (
        replace(chair, ready=ready, dice=text) if chair.seat in mine else chair
        for chair in doc.state.chairs
    )
    return _unseen(doc, chairs=tuple(chairs))


def name_adventurer(doc: TableDoc, player: PlayerId, seat: SeatId, name: str) -> TableDoc:
    """Say what a seat's next adventurer is called, "" for a name of its race. Raises `Refusal`."""
    if chair_of(doc, seat).player != player:
        raise Refusal("not_allowed", f"Seat {seat} is not yours.")
    if is_playing(doc):
        raise Refusal("not_now", "The battle is on: names are given before it begins.")
    return _reseat(doc, seat, lambda chair: replace(chair, adventurer=plain(name, LONGEST_NAME)))


def change_settings(doc: TableDoc, player: PlayerId, settings: Settings, now: int = 0) -> TableDoc:
    """Return the document with new settings: everybody has to get ready again; seats that are no
    more lose their players.
    """
    lead(doc, player)
    _check_quiet(doc, player, now, "Settings stay as they are while a battle is on.")
    if settings.delay < doc.state.settings.delay and is_held(doc.held, now):
        raise Refusal("not_now", "The delay stays until spectators have seen the last battle end.")
    old = {chair.seat: chair for chair in doc.state.chairs}
    seats = [SeatId(str(number)) for number in range(1, settings.party + 1)]
    chairs = tuple(replace(old.get(seat, Chair(seat)), ready=False, dice="") for seat in seats)
    return _unseen(doc, settings=settings, chairs=chairs)


def has_played(doc: TableDoc, battle: BattleId) -> bool:
    """Return whether a battle was begun at the table, and may be on."""
    return any(line.battle == battle for line in doc.state.battles)


def has_begun(doc: TableDoc, player: PlayerId, battle: BattleId) -> bool:
    """Return whether the battle that a start means has begun already. Raises `Refusal`."""
    lead(doc, player)
    return has_played(doc, battle)


def check_start(doc: TableDoc, player: PlayerId, now: int = 0) -> None:
    """Raise `Refusal` while the battle cannot begin."""
    lead(doc, player)
    if doc.closed is not None:
        raise Refusal("not_allowed", f"The operator has closed this table. {doc.closed}".strip())
    _check_quiet(doc, player, now, "A battle is on already.")
    for chair in doc.state.chairs:
        if not chair.bot and not (chair.player and chair.ready):
            raise Refusal("not_ready", f"Seat {chair.seat} is not ready.")
    check_rivals(doc.state.settings, doc.state.chairs)


def started(doc: TableDoc, battle: BattleLine) -> TableDoc:
    """Return the document with a battle that has begun. If no session has called for it, the next
    one gets a seed of its own; else it comes before its session, which waits.
    """
    if has_played(doc, battle.battle):
        return doc
    battles = (*doc.state.battles, battle)[-BATTLES:]
    rated = rivals_of(doc.state.settings, doc.state.chairs)
    doc = replace(doc, held=hold(doc.held, doc.state, battle.started), rated=rated)
    campaign = begun(doc.state.campaign, battle)
    doc = _unseen(doc, phase="playing", battles=battles, campaign=campaign)
    return doc if battle.session else fresh_seed(doc)


def finished(
    doc: TableDoc,
    battle: BattleId,
    now: int = 0,
    *,
    lost: bool = False,
    ending: Ending | None = None,
) -> TableDoc:
    """Return the document with a battle that is over, or `lost`: back to the table, or to the
    session that waits for it. Told twice, it ends no battle that came after it. `ending` is what
    the end of a session by its own rules means for its campaign.
    """
    is_next = is_playing(doc) and doc.state.battles[-1].battle != battle
    if is_next or not is_on(doc.state, battle):
        return doc
    doc = replace(doc, held=hold(doc.held, doc.state, now), rated={})
    battles = tuple(
        replace(line, over=True, lost=lost) if line.battle == battle else line
        for line in doc.state.battles
    )
    chairs = tuple(replace(chair, ready=False, dice="") for chair in doc.state.chairs)
    doc = replace(doc, aside=False)
    if (waiting := back_to_session(battles, battle)) is not None:
        return _unseen(doc, battles=waiting)
    return _unseen(
        doc,
        phase="finished",
        battles=battles,
        chairs=chairs,
        campaign=after(doc.state.campaign, battle, ending),
        settings=settings_after(doc.state.settings, ending),
    )


def put_aside(doc: TableDoc, battle: BattleId) -> TableDoc:
    """Return the document with a running battle that is in nobody's memory from now on."""
    is_meant = is_playing(doc) and doc.state.battles[-1].battle == battle
    return replace(doc, aside=True) if is_meant else doc


def resumed(doc: TableDoc, battle: BattleLine) -> TableDoc:
    """Return the document with a battle that is played by a process again."""
    doc = started(doc, battle)
    return replace(doc, aside=False) if doc.aside else doc


def is_playing(doc: TableDoc) -> bool:
    """Return whether a battle is on."""
    return doc.state.phase == "playing"


def _seems_on(doc: TableDoc, player: PlayerId, now: int) -> bool:
    """Return whether a battle is on, or may be for all that somebody without a seat has seen."""
    seen = seen_by(doc, player, now)
    return seen.phase == "playing" or seen is not doc.state


def _check_quiet(doc: TableDoc, player: PlayerId, now: int, text: str) -> None:
    """Raises `Refusal` while a battle is on (with `text`), or may be on unseen.

    Whether an unseen one is on or over, the words are the same.
    """
    if seen_by(doc, player, now).phase == "playing":
        raise Refusal("not_now", text)
    if _seems_on(doc, player, now):
        raise Refusal("not_now", NOT_SEEN)


def is_lost(doc: TableDoc, battle: BattleId) -> bool:
    """Return whether a battle of the table was given up as lost."""
    return any(line.battle == battle and line.lost for line in doc.state.battles)


def is_on(state: TableState, battle: BattleId) -> bool:
    """Return whether a battle of the table is not over."""
    return not any(line.battle == battle and line.over for line in state.battles)


def seen_by(doc: TableDoc, player: PlayerId, now: int) -> TableState:
    """Return the table's state as somebody sees it, who may be a spectator, at `now` (Unix ms)."""
    return doc.state if seats_held(doc, player) else as_seen(doc.held, doc.state, now)


def _join(doc: TableDoc, who: Member) -> TableDoc:
    """Make somebody a member; the oldest members without a seat make room.

    Who is one keeps the name that is shown: `renamed` alone changes it.
    """
    who = Member(who.player, name_of(doc, who.player) or who.name)
    others = [member for member in doc.state.members if member.player != who.player]
    kept = {chair.player for chair in doc.state.chairs} | {doc.state.leader}
    while len(others) >= MEMBERS:
        others.remove(next(member for member in others if member.player not in kept))
    guests = tuple(guest for guest in doc.state.guests if guest.player != who.player)
    return at_once(doc, members=(*others, who), guests=guests)


def _seat(doc: TableDoc, chair: Chair) -> TableDoc:
    return _reseat(doc, chair.seat, lambda _: chair)


def _reseat(doc: TableDoc, seat: SeatId, how: Callable[[Chair], Chair]) -> TableDoc:
    def change(state: TableState) -> TableState:
        chairs = tuple(how(chair) if chair.seat == seat else chair for chair in state.chairs)
        return replace(state, revision=state.revision + 1, chairs=chairs)

    return _for_all(doc, change)


def at_once(doc: TableDoc, **changes: object) -> TableDoc:
    """Return a change that spectators see at once, whatever is held back from them."""
    return _for_all(doc, lambda state: replace(state, revision=state.revision + 1, **changes))


def _for_all(doc: TableDoc, change: Callable[[TableState], TableState]) -> TableDoc:
    return replace(doc, state=change(doc.state), held=holding.changed(doc.held, change))


def _unseen(doc: TableDoc, **changes: object) -> TableDoc:
    """Return a change that spectators see when what is held back from them now is due."""
    state = replace(doc.state, revision=doc.state.revision + 1, **changes)
    return replace(doc, state=state)

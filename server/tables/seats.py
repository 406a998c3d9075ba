"""Changes to a table's chairs: pure functions from one document to the next.

Each returns the changed document or raises `Refusal`. None of them waits, stores or sends anything.
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
    """A table as stored: the `state` that everybody there sees, and what only the server knows.

    `key` is the secret of the invite codes, `renewed` counts each seat's codes, `invites` is when
    they end (Unix ms; see `invites`). `seed` (hex) is the next battle's secret, `upcoming` its id.
    `shares` counts how often the keys to replays were made invalid (see `members`). `held` is what
    spectators see at a table with a delay. `closed` is why no battle begins here any more. `aside`:
    the running battle is in no process's memory, as nobody is there. `used` is when somebody was
    last there (Unix seconds). `rated` is who plays the rated match that is on. `wishes`: `members`.
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
    wishes: dict[SeatId, tuple[PlayerId, dict[str, str]]] = {}


def new_table(table: TableId, name: str, leader: Member, settings: Settings) -> TableDoc:
    """Return a new table whose leader has not taken a seat yet."""
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
    """Return the document with a new secret seed, id and commitment for the next battle."""
    seed = secrets.token_bytes(32)
    doc = replace(doc, seed=seed.hex(), upcoming=f"b{secrets.token_hex(16)}")
    return _unseen(doc, commitment=commitment(seed))


def chair_of(doc: TableDoc, seat: SeatId) -> Chair:
    """Return the chair of a seat. Raises `Refusal` if there is none."""
    for chair in doc.state.chairs:
        if chair.seat == seat:
            return chair
    raise Refusal("unknown", f"This table has no seat {seat!r}.")


def seats_held(doc: TableDoc, player: PlayerId) -> tuple[SeatId, ...]:
    """Return the seats that a player holds."""
    return tuple(chair.seat for chair in doc.state.chairs if chair.player == player)


def is_member(doc: TableDoc, player: PlayerId) -> bool:
    """Return whether a player is a member of the table."""
    return player in members_of(doc)


def members_of(doc: TableDoc) -> frozenset[PlayerId]:
    """Return the players who are members of the table."""
    return frozenset(member.player for member in doc.state.members)


def lead(doc: TableDoc, player: PlayerId) -> None:
    """Raise `Refusal` unless the player leads the table."""
    if doc.state.leader != player:
        raise Refusal("not_allowed", "Only the table's leader can do that.")


def led(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Return the document unchanged if the player leads the table. Raises `Refusal` otherwise."""
    lead(doc, player)
    return doc


def claim(doc: TableDoc, who: Member, seat: SeatId, *, invited: bool = False) -> TableDoc:
    """Take a free seat, or one's own seat back from its bot. Raises `Refusal`."""
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
    """Free a seat: one's own, or as leader outside of a battle any. Raises `Refusal`."""
    chair = chair_of(doc, seat)
    if not chair.player:
        raise Refusal("not_now", f"Nobody holds seat {seat}.")
    if chair.player != player and (doc.state.leader != player or _seems_on(doc, player, now)):
        raise Refusal("not_allowed", f"Seat {seat} is not yours.")
    stay_seated(doc.rated)
    return _seat(doc, Chair(seat))


def hand_over(doc: TableDoc, player: PlayerId, seat: SeatId, to: Member) -> TableDoc:
    """Give the player's own seat, or for "" the leadership, to another player. Raises `Refusal`."""
    if not seat:
        lead(doc, player)
        return give_lead(doc, to)
    if chair_of(doc, seat).player != player:
        raise Refusal("not_allowed", f"Seat {seat} is not yours.")
    stay_seated(doc.rated)
    return give_seat(doc, seat, to)


def give_seat(doc: TableDoc, seat: SeatId, to: Member | None, bot: str = "") -> TableDoc:
    """Give a seat, whoever holds it, to a player, a bot or nobody (None, ""). Raises `Refusal`."""
    chair_of(doc, seat)
    doc = _join(doc, to) if to is not None else doc
    return _seat(doc, Chair(seat, to.player if to is not None else NO_PLAYER, bot))


def give_lead(doc: TableDoc, to: Member) -> TableDoc:
    """Make a player the table's leader, and a member."""
    return at_once(_join(doc, to), leader=to.player)


def remove(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Free a player's seats and end their membership; another member leads, if there is one."""
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
    """Return the name that the table shows for a member, "" for a player who is none."""
    members = doc.state.members
    return next((member.name for member in members if member.player == player), "")


def close(doc: TableDoc, why: str) -> TableDoc:
    """Return the document closed: no battle begins there any more, and `why` is shown."""
    return replace(doc, closed=why)


def put_bot(doc: TableDoc, player: PlayerId, seat: SeatId, bot: str) -> TableDoc:
    """Let a bot play one's own seat or, as leader, an empty one; "" ends that. Raises `Refusal`."""
    chair = chair_of(doc, seat)
    if chair.player != player and (chair.player or doc.state.leader != player):
        raise Refusal(
            "not_allowed", "You can put a bot on your own seat, the leader on an empty one."
        )
    stay_seated(doc.rated)
    return _reseat(doc, seat, lambda one: replace(one, bot=bot, ready=False))


def get_ready(doc: TableDoc, player: PlayerId, ready: bool, dice: str) -> TableDoc:
    """Mark a player's seats as ready or not, with what they add to the dice. Raises `Refusal`."""
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
    """Set the name of a seat's next adventurer, "" for one of its race's. Raises `Refusal`."""
    if chair_of(doc, seat).player != player:
        raise Refusal("not_allowed", f"Seat {seat} is not yours.")
    if is_playing(doc):
        raise Refusal("not_now", "The battle is on: names are given before it begins.")
    return _reseat(doc, seat, lambda chair: replace(chair, adventurer=plain(name, LONGEST_NAME)))


def change_settings(doc: TableDoc, player: PlayerId, settings: Settings, now: int = 0) -> TableDoc:
    """Return the document with new settings: nobody is ready any more, and seats that no longer
    exist lose their players. Raises `Refusal`.
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
    """Return whether a battle was begun at the table; it may still be on."""
    return any(line.battle == battle for line in doc.state.battles)


def has_begun(doc: TableDoc, player: PlayerId, battle: BattleId) -> bool:
    """Return whether the battle that a request would start has begun already. Raises `Refusal`."""
    lead(doc, player)
    return has_played(doc, battle)


def check_start(doc: TableDoc, player: PlayerId, now: int = 0) -> None:
    """Raise `Refusal` if the next battle cannot begin at `now` (Unix milliseconds)."""
    lead(doc, player)
    if doc.closed is not None:
        raise Refusal("not_allowed", f"The operator has closed this table. {doc.closed}".strip())
    _check_quiet(doc, player, now, "A battle is on already.")
    for chair in doc.state.chairs:
        if not chair.bot and not (chair.player and chair.ready):
            raise Refusal("not_ready", f"Seat {chair.seat} is not ready.")
    check_rivals(doc.state.settings, doc.state.chairs)


def started(doc: TableDoc, battle: BattleLine) -> TableDoc:
    """Return the document with a battle that has begun. Unless a session called for it, the next
    one gets a seed of its own; a session that called for it waits in the list before it.
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
    """Return the document after a battle is over or was given up as `lost`: back at the table, or
    in the session that waits for it; unchanged if that was recorded before. `ending` is what a
    session that its own rules ended means for its campaign.
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
    """Return the document with its running battle marked as in no process's memory."""
    is_meant = is_playing(doc) and doc.state.battles[-1].battle == battle
    return replace(doc, aside=True) if is_meant else doc


def resumed(doc: TableDoc, battle: BattleLine) -> TableDoc:
    """Return the document with a battle marked as played by a process again."""
    doc = started(doc, battle)
    return replace(doc, aside=False) if doc.aside else doc


def is_playing(doc: TableDoc) -> bool:
    """Return whether a battle is on."""
    return doc.state.phase == "playing"


def _seems_on(doc: TableDoc, player: PlayerId, now: int) -> bool:
    """Return whether a battle is on, or may be for all that a player without a seat has seen."""
    seen = seen_by(doc, player, now)
    return seen.phase == "playing" or seen is not doc.state


def _check_quiet(doc: TableDoc, player: PlayerId, now: int, text: str) -> None:
    """Raise `Refusal` with `text` while a battle is on, with `NOT_SEEN` while one may be on unseen.

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
    """Return whether a battle of the table is not over yet."""
    return not any(line.battle == battle and line.over for line in state.battles)


def seen_by(doc: TableDoc, player: PlayerId, now: int) -> TableState:
    """Return the table's state as a player, maybe a spectator, sees it at `now` (Unix ms)."""
    return doc.state if seats_held(doc, player) else as_seen(doc.held, doc.state, now)


def _join(doc: TableDoc, who: Member) -> TableDoc:
    """Make a player a member; the oldest without a seat make room.

    A member keeps the name that is shown: only `renamed` changes it.
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
    """Return the document with changes that spectators see at once."""
    return _for_all(doc, lambda state: replace(state, revision=state.revision + 1, **changes))


def _for_all(doc: TableDoc, change: Callable[[TableState], TableState]) -> TableDoc:
    return replace(doc, state=change(doc.state), held=holding.changed(doc.held, change))


def _unseen(doc: TableDoc, **changes: object) -> TableDoc:
    """Return the document with changes that spectators see when all held before is due."""
    state = replace(doc.state, revision=doc.state.revision + 1, **changes)
    return replace(doc, state=state)

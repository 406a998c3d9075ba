"""Everything that is asked of a table: one short function per request, and the list of them."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.replies import Done, Invited, Joined, Pinged, Said, Started, Tables
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Create,
    HandOver,
    Invite,
    Join,
    Leave,
    ListTables,
    Pace,
    Ping,
    PutBot,
    Ready,
    Release,
    Replay,
    Request,
    Seek,
    Start,
    Step,
    Watch,
)
from protocol.tables import BattleLine, Member, Settings
from server.rooms import seats
from server.rooms.following import Following
from server.rooms.playback import Playback
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.seats import TableDoc
from server.rooms.table import KIND, Table, encode
from server.rooms.visitor import Visitor

if TYPE_CHECKING:
    from server.rooms.hall import Hall

TABLES_LISTED = 200


async def serve(hall: "Hall", visitor: Visitor, request: Request, upcoming: str = "") -> None:
    """Grant a request, or raise `Refusal`. May raise StoreError. `upcoming`: see `Hall.handle`."""
    match request:
        case ListTables():
            visitor.tell(_listed(hall, request))
        case Create():
            await _create(hall, visitor, request)
        case Join():
            await _join(hall, visitor, request)
        case Leave():
            _leave(hall, visitor)
            visitor.tell(Done(request.ref))
        case Invite():
            await _invite(_table(hall, visitor), visitor, request)
        case Start():
            await _start(hall, _table(hall, visitor), visitor, request, upcoming)
        case Watch():
            await _watch(hall, _table(hall, visitor), visitor, request)
        case Replay():
            await _replay(hall, _table(hall, visitor), visitor, request)
        case Pace() | Step() | Seek():
            await _control(visitor, request)
            visitor.tell(Done(request.ref))
        case Chat() | Ping():
            _speak(hall, _table(hall, visitor), visitor, request)
            visitor.tell(Done(request.ref))
        case _:
            table = _table(hall, visitor)
            await table.change(await _change(hall, table, visitor, request))
            visitor.tell(Done(request.ref))


def _table(hall: "Hall", visitor: Visitor) -> Table:
    table = hall.tables.get(visitor.place.id) if visitor.place is not None else None
    if table is None:
        raise Refusal("not_now", "Join a table first.")
    return table


def _listed(hall: "Hall", request: ListTables) -> Tables:
    lines = sorted(hall.lines.values(), key=lambda line: (line.free == 0, line.phase, line.name))
    return Tables(request.ref, tuple(lines[:TABLES_LISTED]))


async def _change(
    hall: "Hall", table: Table, visitor: Visitor, request: Request
) -> Callable[[TableDoc], TableDoc]:
    """The change of the document that a request means. Raises `Refusal`."""
    who, me = visitor.player, Member(visitor.player, visitor.name)
    match request:
        case Change(settings=settings):
            _check(hall, settings)
            return lambda doc: seats.change_settings(doc, who, settings)
        case Claim(seat=seat):
            return lambda doc: seats.claim(doc, me, seat)
        case Release(seat=seat):
            return lambda doc: seats.release(doc, who, seat)
        case HandOver(seat=seat, to=to):
            heir = await _heir(hall, table, to)
            return lambda doc: seats.hand_over(doc, who, seat, heir)
        case PutBot(seat=seat, bot=bot):
            if bot and bot not in hall.services.bots:
                raise Refusal("unknown", f"There is no bot called {bot!r} here.")
            return lambda doc: seats.put_bot(doc, who, seat, bot)
        case Ready(ready=ready, dice=dice):
            return lambda doc: seats.get_ready(doc, who, ready, dice)
        case _:
            raise AssertionError(f"{type(request).__name__} has a handler")


async def _heir(hall: "Hall", table: Table, player: str) -> Member:
    for member in table.doc.state.members:
        if member.player == player:
            return member
    for visitor in table.visitors:
        if visitor.player == player:
            return Member(player, visitor.name)
    # Somebody in another process is known by the table where they were last.
    name = await hall.players.name_at(player, table.id)
    if name is None or (table.is_hosted and not table.elsewhere):
        raise Refusal("unknown", "There is no such player at this table.")
    return Member(player, name)


def _check(hall: "Hall", settings: Settings) -> None:
    """Raises `Refusal` for settings that no battle can be built from."""
    party = tuple(str(number) for number in range(1, settings.party + 1))
    hall.games.build(settings.encounter, party, settings.difficulty, settings.options)


async def _create(hall: "Hall", visitor: Visitor, request: Create) -> None:
    _check(hall, request.settings)
    me = Member(visitor.player, visitor.name)
    name = " ".join(request.name.split()) or f"{visitor.name}'s table"[:40]
    doc = seats.new_table(f"t{secrets.token_hex(8)}", name, me, request.settings)
    revision = await hall.services.store.put(KIND, doc.state.table, encode(doc), 0)
    await hall.services.store.fleet.host(KIND, doc.state.table, hall.owner)
    table = Table(hall.services, doc, revision, hall)
    hall.in_use.add(table)
    hall.changed(table)
    await _enter(hall, table, visitor, request.ref)


async def _join(hall: "Hall", visitor: Visitor, request: Join) -> None:
    table = await hall.table(request.invite.partition(".")[0] if request.invite else request.table)
    opened = seats.invited_to(table.doc, request.invite) if request.invite else None
    if request.invite and opened is None and not await table.is_current():
        opened = seats.invited_to(table.doc, request.invite)
    member = seats.is_member(table.doc, visitor.player)
    if opened is None and not member and not table.doc.state.settings.public:
        hall.forget_if_idle(table)
        raise Refusal("not_allowed", "That is no valid invite to this table.")
    if opened and opened not in seats.seats_held(table.doc, visitor.player):
        me = Member(visitor.player, visitor.name)
        await table.change(lambda doc: seats.claim(doc, me, opened, invited=True))
    await _enter(hall, table, visitor, request.ref)


async def _enter(hall: "Hall", table: Table, visitor: Visitor, ref: int) -> None:
    if visitor.place is not None and visitor.place.id != table.id:
        _leave(hall, visitor)
    await hall.players.remember_table(visitor.player, table.id)
    while hall.tables.get(table.id) is not table:  # it was let go of meanwhile
        table = await hall.table(table.id)
    visitor.tell(Joined(ref, table.id, seats.seats_held(table.doc, visitor.player)))
    table.enter(visitor)


def _leave(hall: "Hall", visitor: Visitor) -> None:
    table = _table(hall, visitor)
    table.leave(visitor)
    hall.forget_if_idle(table)


async def _invite(table: Table, visitor: Visitor, request: Invite) -> None:
    seats.lead(table.doc, visitor.player)
    seats.invite_code(table.doc, request.seat)
    if request.renew:
        await table.change(lambda doc: seats.renew(doc, request.seat))
    else:
        await table.is_current()
    code = seats.invite_code(table.doc, request.seat)
    visitor.tell(Invited(request.ref, request.seat, code))


async def _start(
    hall: "Hall", table: Table, visitor: Visitor, request: Start, upcoming: str
) -> None:
    meant = upcoming or table.doc.upcoming
    async with table.start_lock:
        await table.is_current()
        if seats.has_begun(table.doc, visitor.player, meant):
            await _started_before(hall, table, visitor, Started(request.ref, meant))
            return
        seats.check_start(table.doc, visitor.player)
        room = table.room
        # An earlier try may have written the battle and failed to write that into the table.
        if room is None or room.battle != table.doc.upcoming:
            record, lease = await hall.battles.begin(table.doc, hall.services.clock.unix_ms())
            if not table.is_hosted:  # taken for dead meanwhile; whoever hosts it goes on from here
                await hall.services.store.release(lease)
                raise Refusal("paused", "The table has moved to another process. Try again.")
            room = hall.owned.open(table, record, lease)
        opening = room.record.opening
        line = BattleLine(opening.battle, opening.encounter, opening.time)
        await table.change(lambda doc: seats.started(doc, line))
    visitor.tell(Started(request.ref, room.battle))
    for each in tuple(table.visitors):
        room.watch(each)
    hall.hosting.shows(table, room.battle)


async def _started_before(hall: "Hall", table: Table, visitor: Visitor, started: Started) -> None:
    """A start that was sent twice, or asked again of a new host: the first one counts."""
    visitor.tell(started)
    if _is_on(table, started.battle):
        await hall.relaying.show(table, started.battle)
        hall.hosting.shows(table, started.battle)


async def _watch(hall: "Hall", table: Table, visitor: Visitor, request: Watch) -> None:
    await _check_battle(table, request.battle)
    show: Room | Following | None = hall.rooms.get(request.battle)
    if show is None and _is_on(table, request.battle):
        show = await _followed(hall, table, request.battle)
        if table.is_hosted:
            hall.take_up(request.battle)
        show = hall.rooms.get(request.battle, show)
    if show is not None and (isinstance(show, Room) or not show.over):
        visitor.tell(Done(request.ref))
        show.watch(visitor, request.after)
        return
    film = await hall.film(request.battle)
    visitor.look_at(None)
    visitor.tell(Done(request.ref))
    if request.after != film.last:
        visitor.tell(film.snapshot(film.last))


async def _followed(hall: "Hall", table: Table, battle: str) -> Following:
    """A battle from its journal, which may have been put aside. Raises `Refusal`, StoreError."""
    try:
        return await hall.relaying.follow(table, battle)
    except Refusal:
        if not await hall.library.reopen(battle):
            raise
    return await hall.relaying.follow(table, battle)


async def _replay(hall: "Hall", table: Table, visitor: Visitor, request: Replay) -> None:
    await _check_battle(table, request.battle)
    film = await hall.film(request.battle)

    async def read_on(after: int) -> list[bytes]:
        return [frame for _, frame in await hall.services.store.read(request.battle, after)]

    playback = Playback(visitor, film, hall.services.clock, read_on)
    visitor.look_at(playback)
    visitor.tell(Done(request.ref))
    await playback.start(request.version, request.speed)


async def _control(visitor: Visitor, request: Pace | Step | Seek) -> None:
    playback = visitor.show
    if not isinstance(playback, Playback):
        raise Refusal("not_now", "You are not watching a replay.")
    match request:
        case Pace(speed=speed):
            await playback.pace(speed)
        case Step(by=by):
            await playback.step(by)
        case Seek(version=version):
            await playback.seek(version)


async def _check_battle(table: Table, battle: str) -> None:
    """Raises `Refusal`, also StoreError: news of the latest battle may be on their way to us."""
    if seats.has_played(table.doc, battle):
        return
    if await table.is_current() or not seats.has_played(table.doc, battle):
        raise Refusal("unknown", "This table has played no such battle.")


def _is_on(table: Table, battle: str) -> bool:
    return not any(line.battle == battle and line.over for line in table.doc.state.battles)


def _speak(hall: "Hall", table: Table, visitor: Visitor, request: Chat | Ping) -> None:
    if isinstance(request, Ping):
        table.tell(Pinged(table.id, visitor.player, request.key, request.to))
        return
    time = hall.services.clock.unix_ms()
    table.say(Said(table.id, visitor.player, visitor.name, request.text, time))

"""Everything that is asked of a table: one short function per request, and the list of them."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.fields import LONGEST_NAME
from protocol.plain_text import plain
from protocol.refusals import BYES
from protocol.replies import Battles, Done, Invited, Joined, Pinged, Said, Started, Tables
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Create,
    HandOver,
    Invite,
    Join,
    Leave,
    ListBattles,
    ListTables,
    NewToken,
    Pace,
    Ping,
    Pulse,
    PutBot,
    Ready,
    Release,
    Remove,
    Replay,
    Request,
    Revoke,
    Seek,
    Share,
    Start,
    Step,
    Watch,
)
from protocol.tables import BattleLine, Member, Settings
from server.rooms import delayed, invites, members, naming, seats, watching
from server.rooms.effort import PEOPLE_A_TOKEN
from server.rooms.greeting import give_token
from server.rooms.in_use import no_such_table
from server.rooms.own_battles import own_battles
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.seats import TableDoc
from server.rooms.sharing import share
from server.rooms.table import Table
from server.rooms.visitor import Visitor

if TYPE_CHECKING:
    from server.rooms.hall import Hall

TABLES_LISTED = 200


async def serve(hall: "Hall", visitor: Visitor, request: Request, once: str = "") -> None:
    """Grant a request, or raise `Refusal`. May raise StoreError. `once`: see `Hall.handle`."""
    match request:
        case ListTables():
            visitor.tell(_listed(hall, request))
        case ListBattles():
            now, store = hall.services.clock.unix_ms(), hall.services.store
            battles = await own_battles(store, hall.players, visitor.player, now)
            visitor.tell(Battles(request.ref, battles))
        case NewToken():
            await give_token(hall, visitor, request)
        case Pulse():  # the net layer gives the signs
            visitor.tell(Done(request.ref))
        case Create() if hall.is_draining:
            visitor.bye("going_down", BYES["going_down"][1])
        case Create():
            await _create(hall, visitor, request)
        case Join():
            await _join(hall, visitor, request)
        case Leave() | Remove():
            await _part(hall, _table(hall, visitor), visitor, request)
            visitor.tell(Done(request.ref))
        case Share():
            here = hall.tables.get(visitor.place.id) if visitor.place is not None else None
            await share(hall, here, visitor, request)
        case Invite():
            await _invite(hall, _table(hall, visitor), visitor, request)
        case Start():
            await _start(hall, _table(hall, visitor), visitor, request, once)
        case Watch():
            await watching.watch(hall, _table(hall, visitor), visitor, request)
        case Replay():
            await watching.replay(hall, _table(hall, visitor), visitor, request)
        case Pace() | Step() | Seek():
            await watching.control(visitor, request)
            visitor.tell(Done(request.ref))
        case Chat() | Ping():
            _speak(hall, _table(hall, visitor), visitor, request, once)
            visitor.tell(Done(request.ref))
        case _:
            table = _table(hall, visitor)
            newcomer = _newcomer(table, visitor, request)
            how = await _change(hall, table, visitor, request)
            now = hall.services.clock.unix_ms()
            await table.change(delayed.judged(visitor.player, now, how))
            visitor.spend(len(table.visitors) / PEOPLE_A_TOKEN)
            if newcomer:
                naming.check(hall, table.id, newcomer)
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
            now = hall.services.clock.unix_ms()
            return lambda doc: seats.change_settings(doc, who, settings, now)
        case Revoke(seat=seat):
            return lambda doc: invites.revoked(seats.led(doc, who), seat)
        case Claim(seat=seat):
            return lambda doc: seats.claim(doc, me, seat)
        case Release(seat=seat):
            return lambda doc: seats.release(doc, who, seat, hall.services.clock.unix_ms())
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


def _newcomer(table: Table, visitor: Visitor, request: Request) -> str:
    """Whom a request would make a member, "" for nobody."""
    match request:
        case Claim():
            player = visitor.player
        case HandOver(to=to):
            player = to
        case _:
            return ""
    return "" if seats.is_member(table.doc, player) else player


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
    hall.games.offer(settings.encounter)
    hall.games.build(settings.encounter, party, settings.difficulty, settings.options)


async def _create(hall: "Hall", visitor: Visitor, request: Create) -> None:
    _check(hall, request.settings)
    me = Member(visitor.player, visitor.name)
    now, limits = hall.services.clock.unix_ms(), hall.limits
    if not await hall.players.note_opened(visitor.player, now // 1000, limits.tables):
        limits.reached("tables")
        text = f"You have opened {limits.tables} tables within a day. Open no more for now."
        raise Refusal("too_fast", text)
    name = plain(request.name, LONGEST_NAME) or f"{visitor.name}'s table"[:LONGEST_NAME]
    doc = seats.new_table(f"t{secrets.token_hex(8)}", name, me, request.settings)
    doc = replace(invites.open_all(doc, invites.until(now, limits.invite)), used=now // 1000)
    table = await hall.in_use.create(doc)
    hall.changed(table)
    await _enter(hall, table, visitor, request.ref)


async def _join(hall: "Hall", visitor: Visitor, request: Join) -> None:
    table = await hall.table(request.invite.partition(".")[0] if request.invite else request.table)
    try:
        opened = await _opened(hall, table, visitor, request)
    except Refusal:
        hall.forget_if_idle(table)
        raise
    if opened and opened not in seats.seats_held(table.doc, visitor.player):
        me = Member(visitor.player, visitor.name)
        await table.change(lambda doc: seats.claim(doc, me, opened, invited=True))
    await _enter(hall, table, visitor, request.ref)


async def _opened(hall: "Hall", table: Table, visitor: Visitor, request: Join) -> str:
    """The seat that somebody is let in to, "" for none. Raises `Refusal`, StoreError."""
    now = hall.services.clock.unix_ms()

    def look() -> str | None:
        welcome = table.doc.state.settings.public or seats.is_member(table.doc, visitor.player)
        try:
            opened = invites.opened_by(table.doc, request.invite, now) if request.invite else None
        except Refusal:
            if not welcome:
                raise
            opened = None
        return "" if opened is None and welcome else opened

    opened = look()
    if opened is None and not await table.is_current():
        opened = look()
    if opened is None:
        raise no_such_table()  # whether it is not there or not theirs is nobody's business
    return opened


async def _enter(hall: "Hall", table: Table, visitor: Visitor, ref: int) -> None:
    if visitor.place is not None and visitor.place.id != table.id:
        _leave(hall, visitor)
    now = hall.services.clock.unix_ms() // 1000
    if now - table.doc.used >= hall.limits.step:
        await table.change(lambda doc: replace(doc, used=now))
    name = await hall.players.remember_table(visitor.player, table.id)
    if seats.name_of(table.doc, visitor.player) not in ("", name):
        naming.check(hall, table.id, visitor.player)
    while hall.tables.get(table.id) is not table:  # it was let go of meanwhile
        table = await hall.table(table.id)
    visitor.tell(Joined(ref, table.id, seats.seats_held(table.doc, visitor.player)))
    table.enter(visitor)


async def _part(hall: "Hall", table: Table, visitor: Visitor, request: Leave | Remove) -> None:
    """End a membership: one's own by leaving, or as the leader somebody else's."""
    who, now = visitor.player, hall.services.clock.unix_ms()
    if isinstance(request, Remove):
        gone = request.player
        how = delayed.judged(who, now, lambda doc: members.removed(doc, who, gone))
        await table.change(how)
    else:
        gone = who
        # Written first: where it cannot be, the visitor is refused, and still here.
        await table.change(lambda doc: members.left(doc, who))
        if visitor.place is not None:
            _leave(hall, visitor)
    if not seats.is_member(table.doc, gone):
        await hall.players.forget_table(gone, table.id)


def _leave(hall: "Hall", visitor: Visitor) -> None:
    table = _table(hall, visitor)
    table.leave(visitor)
    hall.forget_if_idle(table)


async def _invite(hall: "Hall", table: Table, visitor: Visitor, request: Invite) -> None:
    now, seat, who = hall.services.clock.unix_ms(), request.seat, visitor.player
    usual = invites.until(now, hall.limits.invite)
    end = invites.until(now, request.lasts) if request.lasts else None

    def renew(doc: TableDoc) -> TableDoc:
        doc = seats.led(doc, who)
        if request.renew:
            return invites.renewed(doc, seat, usual if end is None else end)
        return invites.given(doc, seat, now, usual, end)

    with_code = delayed.judged(who, now, renew)
    if with_code(table.doc) is table.doc:
        await table.is_current()
    await table.change(with_code)
    code, ends = invites.code_of(table.doc, seat), invites.end_of(table.doc, seat)
    visitor.tell(Invited(request.ref, seat, code, max(0, ends)))


async def _start(hall: "Hall", table: Table, visitor: Visitor, request: Start, once: str) -> None:
    meant = once or table.doc.upcoming
    async with table.start_lock:
        await table.is_current()
        if seats.has_begun(table.doc, visitor.player, meant):
            await _started_before(hall, table, visitor, Started(request.ref, meant))
            return
        seats.check_start(table.doc, visitor.player, hall.services.clock.unix_ms())
        room = table.room
        # An earlier try may have written the battle and failed to write that into the table.
        if room is None or room.battle != table.doc.upcoming:
            with hall.quota.beginning(table.doc.upcoming, visitor):
                room = await _begun(hall, table)
        opening = room.record.opening
        line = BattleLine(opening.battle, opening.encounter, opening.time)
        await table.change(lambda doc: seats.started(doc, line))
    visitor.tell(Started(request.ref, room.battle))
    for each in tuple(table.visitors):
        if not table.gallery.has(each):
            room.watch(each)
    hall.hosting.shows(table, room.battle)


async def _begun(hall: "Hall", table: Table) -> Room:
    asked = hall.services.clock.now()
    record, lease = await hall.battles.begin(table.doc, hall.services.clock.unix_ms())
    if not table.is_hosted:  # taken for dead meanwhile; whoever hosts it goes on from here
        await hall.services.store.release(lease)
        raise Refusal("paused", "The table has moved to another process. Try again.")
    return hall.owned.open(table, record, lease, asked)


async def _started_before(hall: "Hall", table: Table, visitor: Visitor, started: Started) -> None:
    """A start that was sent twice, or asked again of a new host: the first one counts."""
    visitor.tell(started)
    if seats.is_on(table.doc.state, started.battle):
        await hall.relaying.show(table, started.battle)
        hall.hosting.shows(table, started.battle)


def _speak(hall: "Hall", table: Table, visitor: Visitor, request: Chat | Ping, once: str) -> None:
    mark = once or hall.relaying.mark()
    visitor.spend(len(table.visitors) / PEOPLE_A_TOKEN)
    if isinstance(request, Ping):
        table.say(Pinged(table.id, visitor.player, plain(request.key), plain(request.to)), mark)
        return
    text = plain(request.text)
    if not text:
        raise Refusal("malformed", "There is nothing to read in that line.")
    time, name = hall.services.clock.unix_ms(), seats.name_of(table.doc, visitor.player)
    table.say(Said(table.id, visitor.player, name or visitor.name, text, time), mark)

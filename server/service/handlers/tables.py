"""Handlers of requests by which players find a table, come to it and go."""

import secrets

from msgspec.structs import replace

from protocol.fields import LONGEST_NAME
from protocol.ids import NO_SEAT, PlayerId, SeatId, TableId
from protocol.plain_text import plain
from protocol.refusals import BYES
from protocol.replies import Battles, Encounters, Invitation, Joined, Tables
from protocol.requests import (
    Create,
    Join,
    Leave,
    ListBattles,
    ListEncounters,
    ListTables,
    ReadInvite,
    Remove,
)
from server.players import PEOPLE_A_TOKEN, Visitor
from server.runtime import Refusal
from server.service.call import Call
from server.service.context import Context
from server.service.handlers.seats import check_settings
from server.tables import (
    Table,
    guests,
    invites,
    line_for_invited,
    members,
    no_such_table,
    own_play,
    seats,
)

TABLES_LISTED = 200  # in one answer, some tens of KB; a table is mostly found by its link


async def list_tables(call: Call[ListTables]) -> None:
    """Answer the public tables: those with a free seat first, then by phase and name."""
    lines = sorted(
        call.context.lobby.lines.values(), key=lambda line: (line.free == 0, line.phase, line.name)
    )
    call.visitor.tell(Tables(call.request.ref, tuple(lines[:TABLES_LISTED])))


async def list_encounters(call: Call[ListEncounters]) -> None:
    """Answer what new tables can play here."""
    call.visitor.tell(Encounters(call.request.ref, call.context.battles.games.listed()))


async def list_battles(call: Call[ListBattles]) -> None:
    """Answer battles and campaigns of the tables where the player has been. Raises StoreError."""
    store, players = call.context.resources.store, call.context.people.players
    own = await own_play(store, players, call.visitor.player, call.now())
    call.visitor.tell(Battles(call.request.ref, own.battles, own.campaigns))


async def create(call: Call[Create]) -> None:
    """Open a table with the visitor as its leader. Raises `Refusal`, StoreError.

    While the server drains, the visitor is sent away instead: the table would move at once.
    """
    context, visitor, request = call.context, call.visitor, call.request
    if context.life.is_draining:
        visitor.bye("going_down", BYES["going_down"][1])
        return
    check_settings(context, request.settings)
    now, limits = call.now(), context.people.limits
    if not await context.people.players.note_opened(visitor.player, now // 1000, limits.tables):
        limits.reached("tables")
        text = f"You have opened {limits.tables} tables within a day. Open no more for now."
        raise Refusal("too_fast", text)
    name = plain(request.name, LONGEST_NAME) or f"{visitor.name}'s table"[:LONGEST_NAME]
    doc = seats.new_table(TableId(f"t{secrets.token_hex(8)}"), name, call.member, request.settings)
    doc = replace(invites.open_all(doc, invites.until(now, limits.invite)), used=now // 1000)
    table = await context.tables.create(doc)
    context.lobby.changed(table.doc)
    try:
        await _enter(call, table)
    finally:
        # The store may have gone away before anybody was there.
        context.tables.forget_if_idle(table)


async def join(call: Call[Join]) -> None:
    """Bring the visitor to a table, to a seat if the invite code is one's.

    Raises `Refusal`, StoreError.
    """
    context, visitor, request = call.context, call.visitor, call.request
    table = await context.tables.table(
        invites.table_in(request.invite) if request.invite else request.table
    )
    try:
        opened = await _opened(call, table)
        me = call.member
        if opened and opened not in seats.seats_held(table.doc, visitor.player):
            await table.change(lambda doc: seats.claim(doc, me, opened, invited=True))
        elif not opened:
            await table.change(lambda doc: guests.with_guest(doc, me))
        visitor.spend(len(table.visitors) / PEOPLE_A_TOKEN)
        await _enter(call, table)
    finally:
        context.tables.forget_if_idle(table)  # whoever was refused is not there


async def read_invite(call: Call[ReadInvite]) -> None:
    """Answer what an invite code leads to. Raises `Refusal`, StoreError."""
    context, visitor = call.context, call.visitor
    table = await context.tables.table(invites.table_in(call.request.invite))
    try:
        opened, doc = await _opened(call, table), table.doc
        holder = seats.chair_of(doc, opened).player if opened else ""
        line = line_for_invited(doc, call.now())
        leader = seats.name_of(doc, doc.state.leader)
        is_taken = holder not in ("", visitor.player)
        visitor.tell(Invitation(call.request.ref, opened, line, leader, is_taken))
    finally:
        context.tables.forget_if_idle(table)  # nobody has come


async def _opened(call: Call[Join] | Call[ReadInvite], table: Table) -> SeatId:
    """Return the seat that the code of a request opens, "" for watching only.

    Raises `Refusal`, StoreError.
    """
    now, player, invite = call.now(), call.visitor.player, call.request.invite

    def look() -> SeatId | None:
        public = table.doc.state.settings.public
        known = seats.is_member(table.doc, player) or guests.is_guest(table.doc, player)
        welcome = public or known
        try:
            opened = invites.opened_by(table.doc, invite, now) if invite else None
        except Refusal:
            if not welcome:
                raise
            opened = None
        return NO_SEAT if opened is None and welcome else opened

    opened = look()
    if opened is None and not await table.is_current():
        opened = look()
    if opened is None:
        raise no_such_table()  # whether it is not there or not theirs is nobody's business
    return opened


async def _enter(call: Call[Create] | Call[Join], table: Table) -> None:
    context, visitor = call.context, call.visitor
    if visitor.place is not None and visitor.place.id != table.id:
        _leave(context, call.table, visitor)
    now = call.now() // 1000
    if now - table.doc.used >= context.people.limits.step:
        await table.change(lambda doc: replace(doc, used=now))
    name = await context.people.players.remember_table(visitor.player, table.id)
    if seats.name_of(table.doc, visitor.player) not in ("", name):
        context.people.renames.check(table.id, visitor.player)
    while context.tables.tables.get(table.id) is not table:  # it was let go of meanwhile
        table = await context.tables.table(table.id)
    held = seats.seats_held(table.doc, visitor.player)
    visitor.tell(Joined(call.request.ref, table.id, held))
    table.enter(visitor)


async def leave(call: Call[Leave]) -> None:
    """End the visitor's stay, and the membership of one without a seat.

    Raises `Refusal`, StoreError.
    """
    table, who = call.table, call.visitor.player
    call.pay_for_showing()
    # Written first: where it cannot be, the visitor is refused, and still here.
    await call.change(lambda doc: members.left(doc, who))
    if call.visitor.place is not None:
        _leave(call.context, call.table, call.visitor)
    await _forget_table(call.context, table, who)
    call.done()


async def remove(call: Call[Remove]) -> None:
    """End another's membership; the leader's right. Raises `Refusal`, StoreError."""
    table, who, gone = call.table, call.visitor.player, call.request.player
    await call.change(lambda doc: members.removed(doc, who, gone))
    await _forget_table(call.context, table, gone)
    call.done()


async def _forget_table(context: Context, table: Table, player: PlayerId) -> None:
    """Forget that a player was at a table, unless they are a member still. Raises StoreError."""
    if not seats.is_member(table.doc, player):
        await context.people.players.forget_table(player, table.id)


def _leave(context: Context, table: Table, visitor: Visitor) -> None:
    table.leave(visitor)
    context.tables.forget_if_idle(table)

"""Handlers of requests that change who sits where at a table, and with what settings they play."""

from collections.abc import Callable

from protocol.ids import NO_PLAYER, PlayerId, SeatId
from protocol.replies import Invited
from protocol.requests import (
    Change,
    Claim,
    HandOver,
    Invite,
    NameAdventurer,
    PutBot,
    Ready,
    Release,
    Revoke,
)
from protocol.tables import Member, Settings
from server.players import check_match
from server.runtime import Refusal
from server.service.call import Call, R
from server.service.context import Context
from server.tables import TableDoc, invites, seats


async def _changed(
    call: Call[R], how: Callable[[TableDoc], TableDoc], newcomer: PlayerId = NO_PLAYER
) -> None:
    """Change the document, charge for showing it, and answer `done`.

    `newcomer` is a player whom the change makes a member: their name is looked at again.
    """
    await call.change(how)
    call.pay_for_showing()
    if newcomer:
        call.context.people.renames.check(call.table.id, newcomer)
    call.done()


def _unless_member(call: Call[R], player: PlayerId) -> PlayerId:
    """Return the player, "" for a member of the table."""
    return NO_PLAYER if seats.is_member(call.table.doc, player) else player


def check_settings(context: Context, settings: Settings) -> None:
    """Raise `Refusal` for settings that no battle can be built from."""
    party = tuple(SeatId(str(number)) for number in range(1, settings.party + 1))
    context.battles.games.offer(settings.encounter)
    context.battles.games.build(settings.encounter, party, settings.difficulty, settings.options)
    check_match(settings, rivals=context.battles.games.find(settings.encounter).rivals)


async def change(call: Call[Change]) -> None:
    """Set the table's settings. Raises `Refusal`, StoreError."""
    who, settings = call.visitor.player, call.request.settings
    check_settings(call.context, settings)
    now = call.now()
    await _changed(call, lambda doc: seats.change_settings(doc, who, settings, now))


async def invite(call: Call[Invite]) -> None:
    """Answer a seat's invite code, a new one where none is good. Raises `Refusal`, StoreError."""
    table, request = call.table, call.request
    now, seat, who = call.now(), request.seat, call.visitor.player
    usual = invites.until(now, call.context.people.limits.invite)
    end = invites.until(now, request.lasts) if request.lasts else None

    def renew(doc: TableDoc) -> TableDoc:
        doc = seats.led(doc, who)
        if request.renew:
            return invites.renewed(doc, seat, usual if end is None else end)
        return invites.given(doc, seat, now, usual, end)

    with_code = call.judged(renew)
    if with_code(table.doc) is table.doc:
        await table.is_current()  # another process may have revoked the code that we would answer
    await table.change(with_code)
    code, ends = invites.code_of(table.doc, seat), invites.end_of(table.doc, seat)
    call.visitor.tell(Invited(request.ref, seat, code, max(0, ends)))


async def revoke(call: Call[Revoke]) -> None:
    """Make a seat's invite code worthless. Raises `Refusal`, StoreError."""
    who, seat = call.visitor.player, call.request.seat
    await _changed(call, lambda doc: invites.revoked(seats.led(doc, who), seat))


async def claim(call: Call[Claim]) -> None:
    """Give the visitor a free seat, or their own back from a bot. Raises `Refusal`, StoreError."""
    me, seat = call.member, call.request.seat
    newcomer = _unless_member(call, me.player)
    await _changed(call, lambda doc: seats.claim(doc, me, seat), newcomer)


async def release(call: Call[Release]) -> None:
    """Free a seat of the visitor's. Raises `Refusal`, StoreError."""
    who, seat, now = call.visitor.player, call.request.seat, call.now()
    await _changed(call, lambda doc: seats.release(doc, who, seat, now))


async def hand_over(call: Call[HandOver]) -> None:
    """Give a seat, or the leadership, to another player. Raises `Refusal`, StoreError."""
    who, seat, to = call.visitor.player, call.request.seat, call.request.to
    newcomer = _unless_member(call, to)
    heir = await _heir(call)
    await _changed(call, lambda doc: seats.hand_over(doc, who, seat, heir), newcomer)


async def _heir(call: Call[HandOver]) -> Member:
    """Return the player to whom something is handed over. Raises `Refusal`, StoreError."""
    table, player = call.table, call.request.to
    for member in table.doc.state.members:
        if member.player == player:
            return member
    for visitor in table.visitors:
        if visitor.player == player:
            return Member(player, visitor.name)
    # Somebody in another process is known by the table where they were last.
    name = await call.context.people.players.name_at(player, table.id)
    if name is None or (table.is_hosted and not table.elsewhere):
        raise Refusal("unknown", "There is no such player at this table.")
    return Member(player, name)


async def put_bot(call: Call[PutBot]) -> None:
    """Let a bot drive a seat, or no bot. Raises `Refusal`, StoreError."""
    who, seat, bot = call.visitor.player, call.request.seat, call.request.bot
    if bot and bot not in call.context.resources.bots:
        raise Refusal("unknown", f"There is no bot called {bot!r} here.")
    await _changed(call, lambda doc: seats.put_bot(doc, who, seat, bot))


async def name_adventurer(call: Call[NameAdventurer]) -> None:
    """Say what the adventurer of one's seat is called. Raises `Refusal`, StoreError."""
    who, seat, name = call.visitor.player, call.request.seat, call.request.name
    await _changed(call, lambda doc: seats.name_adventurer(doc, who, seat, name))


async def get_ready(call: Call[Ready]) -> None:
    """Note that the visitor is ready for the battle, or not. Raises `Refusal`, StoreError."""
    who, ready, dice = call.visitor.player, call.request.ready, call.request.dice
    await _changed(call, lambda doc: seats.get_ready(doc, who, ready, dice))

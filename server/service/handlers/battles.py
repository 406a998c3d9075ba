"""Handlers of requests about a battle of the table: begin it, watch it, foresee it."""

from protocol.ids import BattleId, SeatId
from protocol.replies import Started
from protocol.requests import Preview, Start, Watch
from protocol.tables import TableState
from server.battles import EndedSession, Room, line_of
from server.players import rivals_of
from server.runtime import Refusal
from server.service import watching
from server.service.call import Call
from server.tables import Table, goes_on_from, seats


async def watch(call: Call[Watch]) -> None:
    """Show the visitor a battle of the table from now on.

    Raises `Refusal`, `Unreadable`, StoreError.
    """
    sources = call.context.battles.sources
    await watching.watch(sources, call.table, call.visitor, call.request)


async def preview(call: Call[Preview]) -> None:
    """Answer what the rules say would happen in the battle that is watched. Never raises."""
    await call.context.battles.previews.answer(call.visitor, call.request)


async def start(call: Call[Start]) -> None:
    """Begin the table's battle, once however often it is asked. Raises `Refusal`, StoreError."""
    context, visitor, table = call.context, call.visitor, call.table
    meant = BattleId(call.once) or table.doc.upcoming
    async with table.start_lock:
        await table.is_current()
        if seats.has_begun(table.doc, visitor.player, meant):
            await _started_before(call, table, Started(call.request.ref, meant))
            return
        seats.check_start(table.doc, visitor.player, call.now())
        room = table.room
        # An earlier try may have written the battle and failed to write that into the table.
        if room is None or room.battle != table.doc.upcoming:
            with context.battles.quota.beginning(table.doc.upcoming, visitor):
                room = await _begun(call, table)
        opening = room.record.opening
        line = line_of(opening)
        await table.change(lambda doc: seats.started(doc, line))
    visitor.tell(Started(call.request.ref, room.battle))
    for each in tuple(table.visitors):
        if not table.delayed_spectators.has(each):
            room.watch(each)
    context.cluster.host.shows(table, room.battle)


async def _begun(call: Call[Start], table: Table) -> Room:
    """Write the battle's opening and open its room. Raises `Refusal`, StoreError."""
    context = call.context
    asked = context.resources.clock.now()
    doc, now = table.doc, call.now()
    before = await _before(call, table)
    ratings = await _ratings(call, doc.state)
    record, lease = await context.battles.store.begin(
        doc.upcoming, doc.seed, doc.state, now, before, ratings
    )
    if not table.is_hosted:  # taken for dead meanwhile; whoever hosts it goes on from here
        await context.resources.store.release(lease)
        raise Refusal("paused", "The table has moved to another process. Try again.")
    return context.battles.owned.open(table, record, lease, asked)


async def _ratings(call: Call[Start], state: TableState) -> dict[SeatId, int]:
    """Return with which ratings the players of a rated match begin; empty where nothing is rated.
    Raises StoreError.
    """
    rivals = rivals_of(state.settings, state.chairs)
    if not rivals:
        return {}
    ladder = call.context.people.players.ladder
    _, lines = await ladder.lines(call.now() // 1000, rivals.values())
    known = {line.player: line.rating for line in lines}
    return {seat: known[player] for seat, player in rivals.items() if player in known}


async def _before(call: Call[Start], table: Table) -> EndedSession | None:
    """Return the session or prologue that the table's campaign goes on from; None where a start
    begins something else. Raises `Refusal`, `Unreadable`, StoreError.
    """
    battles, state = call.context.battles, table.doc.state
    encounter, games = state.settings.encounter, battles.games
    is_session = games.is_session(encounter)
    prologue = games.find(encounter).prologue if is_session else ""
    session = goes_on_from(state, is_session=is_session, prologue=prologue)
    if not session:
        return None
    return await battles.store.ended(await battles.library.frames(session))


async def _started_before(call: Call[Start], table: Table, started: Started) -> None:
    """Answer a start that was sent twice, or again to a new host, with the battle it began."""
    call.visitor.tell(started)
    if seats.is_on(table.doc.state, started.battle):
        await call.context.cluster.relay.show(table, started.battle)
        call.context.cluster.host.shows(table, started.battle)

"""Who is shown what of a battle: running, over, or played back; live, or as a delay has it.

At a table with a delay a spectator gets only what is due (see `gallery`), in the process that plays
the battle as in every other. Whether somebody is one is looked at last, after all waiting is done.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import structlog

from protocol.replies import Done
from protocol.requests import Pace, Replay, Seek, Step, Watch
from server.rooms import seats
from server.rooms.archive import Film
from server.rooms.delay import Timeline
from server.rooms.effort import Pay, free
from server.rooms.following import Following
from server.rooms.playback import Playback
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.table import Table
from server.rooms.visitor import Visitor
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

Watched = Room | Following | Film

log = structlog.get_logger(__name__)


async def watch(hall: "Hall", table: Table, visitor: Visitor, request: Watch) -> None:
    """Show a battle from now on. Raises `Refusal`, `Unreadable`, StoreError."""
    found = await _found(hall, table, visitor, request.battle)
    # Asked before another battle was shown, it says nothing of what is held when this one is.
    after = request.after if visitor.seen in ("", request.battle) else 0
    visitor.seen = request.battle
    if isinstance(found, Film):
        visitor.look_at(None)
        visitor.tell(Done(request.ref))
        if after != found.last:
            visitor.tell(found.snapshot(found.last))
    else:
        visitor.tell(Done(request.ref))
        found.watch(visitor, after)


async def behold(hall: "Hall", table: Table, battle: str, visitors: Iterable[Visitor]) -> None:
    """Show a battle that goes on to people who have not asked; by coming they have, and pay."""
    everybody = tuple(visitors)
    for spectators in (True, False):
        some = [each for each in everybody if table.gallery.has(each) is spectators]
        if not some:
            continue
        try:
            pay = _shared_by(some)
            found = await (_behind if spectators else _live)(hall, table, battle, pay)
        except (Refusal, Unreadable, StoreError) as fault:
            log.warning("battle.not_followed", battle=battle, error=str(fault))
            continue
        for visitor in some:
            # Whoever has changed sides meanwhile is shown the other show by the gallery.
            if visitor in table.visitors and table.gallery.has(visitor) is spectators:
                _begin(found, visitor)


def _shared_by(visitors: list[Visitor]) -> Pay:
    def pay(tokens: float) -> None:
        for each in visitors:
            each.spend(tokens / len(visitors))

    return pay


def _begin(found: Watched, visitor: Visitor) -> None:
    if isinstance(found, Film):
        visitor.look_at(None)  # what is still to come of the battle before would be taken for this
        visitor.tell(found.snapshot(found.last))
    elif visitor not in found.audience.visitors:
        found.watch(visitor)


async def replay(hall: "Hall", table: Table, visitor: Visitor, request: Replay) -> None:
    """Play a battle back to one visitor, from the journal. Raises as `watch` does."""
    films, clock, battle = hall.films, hall.services.clock, request.battle
    await check_battle(table, visitor, battle)
    spectator, pay = table.gallery.has(visitor), visitor.spend
    film: Film | None
    if spectator:
        film, timeline = await films.due(battle, pay)
    else:
        film, timeline = await films.whole(battle, pay), Timeline(clock)

    async def read_on(film: Film) -> None:
        known = timeline.last if spectator else film.last
        frames = [frame for _, frame in await hall.services.store.read(battle, known)]
        if spectator:
            await films.heard(timeline, frames, pay)
            frames = timeline.due()
        await films.add(film, frames, pay)

    if film is None or table.gallery.has(visitor) is not spectator:
        raise Refusal("not_now", "There is nothing to be seen of that battle yet.")
    playback = Playback(visitor, film, clock, read_on, films.snapshot, hall.spawn)
    visitor.look_at(playback)
    visitor.tell(Done(request.ref))
    await playback.start(request.version, request.speed)


async def control(visitor: Visitor, request: Pace | Step | Seek) -> None:
    """Change how a replay goes on. Raises `Refusal`, `Unreadable`, StoreError."""
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


async def _found(hall: "Hall", table: Table, visitor: Visitor, battle: str) -> Watched:
    while True:
        await check_battle(table, visitor, battle)
        spectator = table.gallery.has(visitor)
        found = await (_behind if spectator else _live)(hall, table, battle, visitor.spend)
        if table.gallery.has(visitor) is spectator:
            return found


async def _live(hall: "Hall", table: Table, battle: str, pay: Pay = free) -> Watched:
    show: Room | Following | None = hall.rooms.get(battle)
    if show is None and seats.is_on(table.doc.state, battle):
        show = await hall.tailing.live(table, battle, pay)
        if table.is_hosted:
            hall.take_up(battle)
        show = hall.rooms.get(battle, show)
    if show is not None and (isinstance(show, Room) or not show.over):
        return show
    return await hall.films.whole(battle, pay)


async def _behind(hall: "Hall", table: Table, battle: str, pay: Pay = free) -> Watched:
    if seats.is_on(table.gallery.view(), battle):
        behind = await hall.tailing.behind(table, battle, pay)
        if table.is_hosted and seats.is_on(table.doc.state, battle):
            hall.take_up(battle)
        return behind
    film, _ = await hall.films.due(battle, pay)
    if film is None:
        raise Refusal("unknown", "There is no such battle.")
    return film


async def check_battle(table: Table, visitor: Visitor, battle: str) -> None:
    """Raises `Refusal`, also StoreError: news of the latest battle may be on their way to us."""
    for _ in range(2):
        seen = table.gallery.view() if table.gallery.has(visitor) else table.doc.state
        if any(line.battle == battle for line in seen.battles):
            return
        if await table.is_current():
            break
    raise Refusal("unknown", "This table has played no such battle.")

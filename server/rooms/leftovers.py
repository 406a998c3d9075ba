"""What processes before this one left behind: battles that go on, and ends that were not told.

What goes on is taken up first, from the store's list of tables in play. The rest can wait: a
battle that is over and not put away, and one whose table was never told that it has begun.
"""

from functools import partial
from typing import TYPE_CHECKING

import structlog

from server.rooms.listing import docs_in
from server.rooms.outlasting import outlast, outlast_briefly
from server.rooms.seats import TableDoc, finished, has_played, is_playing
from server.rooms.table import KIND, decode
from server.store.errors import StoreError, StoreUnavailable

if TYPE_CHECKING:
    from server.rooms.hall import Hall

log = structlog.get_logger(__name__)


async def take_up(hall: "Hall") -> None:
    """Take up every battle that is on and was not put aside. Raises StoreError."""
    store, clock = hall.services.store, hall.services.clock
    for doc in await docs_in(store, clock, "playing"):
        await outlast_briefly(store, clock, partial(_take_up, hall, doc))


async def _take_up(hall: "Hall", doc: TableDoc) -> None:
    battle = doc.state.battles[-1].battle
    if not is_playing(doc) or battle in hall.rooms:
        return
    phase = await hall.battles.phase(battle)
    if phase == "on":
        hall.take_up(battle)
        return
    table = await hall.table(doc.state.table)  # which looks into what is left of a broken one
    if table.is_hosted and phase == "over":
        now = hall.services.clock.unix_ms()
        await table.change(partial(finished, battle=battle, now=now))
    hall.forget_if_idle(table)


async def put_right(hall: "Hall") -> None:
    """Put away what is over, and take up what no table knows of. One battle after the other."""
    store, clock = hall.services.store, hall.services.clock
    again = (StoreUnavailable,)
    try:
        for battle in await outlast(store, clock, hall.library.unsettled, again=again):
            await outlast(store, clock, partial(_put_right, hall, battle), again=again)
    except StoreError as fault:
        log.warning("battles.not_put_right", error=str(fault))


async def _put_right(hall: "Hall", battle: str) -> None:
    if battle in hall.rooms or battle in hall.owned.taking_up:
        return
    phase = await hall.battles.phase(battle)
    if phase == "over":
        await hall.library.put_away(battle)
    elif phase == "on" and await _is_unknown(hall, battle):
        hall.take_up(battle)


async def _is_unknown(hall: "Hall", battle: str) -> bool:
    """Whether the table of a battle was never told that it has begun."""
    meta = await hall.services.store.meta(battle)
    if "table" not in meta:
        return False
    found = await hall.services.store.get(KIND, meta["table"].decode())
    return found is not None and not has_played(decode(found[1]), battle)

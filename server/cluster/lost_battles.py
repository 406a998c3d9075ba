"""A battle whose journal is gone or damaged is given up: its table says so, and can begin another.

What can still be read of it stays as its replay. Only a record that no release and no pack could go
on with is given up by itself; an operator may give up any battle that nobody can take up.
"""

from functools import partial

import structlog

from protocol.ids import NO_PLAYER, BattleId
from protocol.replies import Paused, Said
from server.replays import Library
from server.runtime import Clock
from server.tables import Table, finished, is_on, is_playing

SERVER = "Server"
TEXT = (
    "This battle is lost: its record is gone or damaged, and it cannot go on. What could be read "
    "of it is its replay. The leader can start another battle."
)

log = structlog.get_logger(__name__)


async def look_into(table: Table, battle: BattleId, library: Library, clock: Clock) -> None:
    """Give a battle up that a table plays, if its record is lost. Raises StoreError."""
    if not table.is_hosted or not _plays(table, battle):
        return
    match await library.record_of(battle):
        case "over":
            await table.change(partial(finished, battle=battle, now=clock.unix_ms()))
        case "lost":
            await give_up(table, battle, library, clock)
        case "kept":
            pass


async def give_up(table: Table, battle: BattleId, library: Library, clock: Clock) -> int:
    """Give a battle up. Returns how many of its commits can still be read. Raises StoreError."""
    left = await library.keep_rest(battle)
    if not _plays(table, battle):
        return left
    await table.change(partial(finished, battle=battle, now=clock.unix_ms(), lost=True))
    log.error("battle.lost", table=table.id, battle=battle, commits_left=left)
    if table.following is not None and table.following.battle == battle:
        table.following.audience.tell(Paused(battle, TEXT))
    table.say(Said(table.id, NO_PLAYER, SERVER, TEXT, clock.unix_ms()))
    return left


def _plays(table: Table, battle: BattleId) -> bool:
    return is_playing(table.doc) and is_on(table.doc.state, battle)

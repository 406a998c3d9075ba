"""What processes before this one left behind: battles that go on, and ends that were not told.

What goes on is taken up first, from the store's list of tables in play. The rest can wait: a
battle that is over and not put away, and one whose table was never told that it has begun.
"""

from functools import partial

import structlog

from protocol.ids import BattleId
from server.battles import BattleStore, Resources, meta_of
from server.cluster.owned_battles import OwnedBattles
from server.replays import Library
from server.store import StoreError, StoreUnavailable, outlast, outlast_briefly
from server.tables import (
    KIND,
    TableDoc,
    TableRegistry,
    decode,
    docs_in,
    finished,
    has_played,
    is_playing,
)

log = structlog.get_logger(__name__)


class Orphans:
    """Takes up, or puts right, what ended processes left."""

    def __init__(
        self,
        resources: Resources,
        battles: BattleStore,
        library: Library,
        tables: TableRegistry,
        owned: OwnedBattles,
    ) -> None:
        self._resources, self._battles, self._library = resources, battles, library
        self._tables, self._owned = tables, owned

    async def take_up(self) -> None:
        """Take up every battle that is on and was not put aside. Raises StoreError."""
        store, clock = self._resources.store, self._resources.clock
        for doc in await docs_in(store, clock, "playing"):
            await outlast_briefly(store, clock, partial(self._take_up, doc))

    async def _take_up(self, doc: TableDoc) -> None:
        battle = doc.state.battles[-1].battle
        if not is_playing(doc) or battle in self._owned.rooms:
            return
        phase = await self._battles.phase(battle)
        if phase == "on":
            self._owned.take_up(battle)
            return
        table = await self._tables.table(
            doc.state.table
        )  # which looks into what is left of a broken one
        if table.is_hosted and phase == "over":
            now = self._resources.clock.unix_ms()
            await table.change(partial(finished, battle=battle, now=now))
            self._owned.go_on(table)  # the session that waits for it, if one does
        self._tables.forget_if_idle(table)

    async def put_right(self) -> None:
        """Put away what is over, and take up what no table knows of. One battle after the other."""
        store, clock = self._resources.store, self._resources.clock
        again = (StoreUnavailable,)
        try:
            for battle in await outlast(store, clock, self._library.unsettled, again=again):
                await outlast(store, clock, partial(self._put_right, battle), again=again)
        except StoreError as fault:
            log.warning("battles.not_put_right", error=str(fault))

    async def _put_right(self, battle: BattleId) -> None:
        if battle in self._owned.rooms or battle in self._owned.taking_up:
            return
        phase = await self._battles.phase(battle)
        if phase == "over":
            await self._library.put_away(battle)
        elif phase == "on" and await self._is_unknown(battle):
            self._owned.take_up(battle)

    async def _is_unknown(self, battle: BattleId) -> bool:
        """Return whether the table of a battle was never told that it has begun."""
        table = (await meta_of(self._resources.store, battle)).table
        if table is None:
            return False
        found = await self._resources.store.get(KIND, table)
        return found is not None and not has_played(decode(found[1]), battle)

"""How far the campaigns are that are played here: their day, and whose answer they wait for.

Who comes to the lobby is told it, days after the journals left everybody's memory. It is a document
beside the table's, as no journal is read for a list and nobody at the table has to hear of it.
"""

import structlog
from msgspec.structs import replace

from protocol.ids import SeatId, TableId
from server.battles import Games, Resources, Room
from server.cluster.owned_battles import OwnedBattles
from server.runtime import Lifetime, Timer
from server.store import StoreError
from server.tables import Progress, Table, TableRegistry, keep_progress, progress_of

EVERY = 5.0  # seconds: whoever waits for their turn in a lobby waits for minutes

log = structlog.get_logger(__name__)


class CampaignProgress:
    """Stores how far each campaign of this process has come, whenever that has changed."""

    def __init__(
        self,
        resources: Resources,
        games: Games,
        life: Lifetime,
        tables: TableRegistry,
        owned: OwnedBattles,
    ) -> None:
        self._clock, self._store, self._games = resources.clock, resources.store, games
        self._life, self._tables, self._owned = life, tables, owned
        self._kept: dict[TableId, Progress] = {}
        self._next: Timer | None = None

    def begin(self) -> None:
        """Start looking at regular intervals."""
        self._next = self._clock.call_later(EVERY, self._look_round)

    def stop(self) -> None:
        """Stop looking."""
        if self._next is not None:
            self._next.cancel()

    def _look_round(self) -> None:
        self._life.spawn(self.look())

    async def look(self) -> None:
        """Store how far each campaign is now. A failure is logged and retried later."""
        try:
            for room in tuple(self._owned.rooms.values()):
                table = self._tables.tables.get(room.record.opening.table)
                campaign = table.doc.state.campaign if table is not None else None
                if table is not None and campaign is not None and campaign.phase == "on":
                    await self._note(table, room)
            played = {room.record.opening.table for room in self._owned.rooms.values()}
            self._kept = {table: one for table, one in self._kept.items() if table in played}
        except StoreError as fault:
            log.warning("campaign.not_noted", error=str(fault))
        finally:
            self.begin()

    async def _note(self, table: Table, room: Room) -> None:
        before = self._kept.get(table.id) or await progress_of(self._store, table.id)
        now = self._progress(room, before)
        if replace(now, since=before.since) != before:
            await keep_progress(self._store, table.id, now)
            before = now
        self._kept[table.id] = before

    def _progress(self, room: Room, before: Progress) -> Progress:
        opening, shown = room.record.opening, room.record.shown
        day, battle = before.day, opening.encounter
        if opening.part:
            day, battle = self._games.find(opening.encounter).day(shown.state), ""
        asked = {SeatId(seat) for question in shown.questions for seat in question.to}
        if opening.decides == "leader":
            asked = {SeatId(question.to[0]) for question in shown.questions}
        seconds = self._clock.unix_ms() // 1000
        return Progress(
            opening.session or opening.battle, day, battle, tuple(sorted(asked)), seconds
        )

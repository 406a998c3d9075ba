"""A battle whose content pack this process lacks goes to a process that has it.

Until there is one the table's battle is paused, and its people are told which encounter is missing.
Others are asked again and again: a server that has the pack takes the table over when it is back.
"""

from typing import TYPE_CHECKING

import structlog

from protocol.replies import Opening, Paused
from server.rooms.archive import commit_in
from server.rooms.games import Games
from server.rooms.moving import move
from server.rooms.operator.orders import Reads
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.seats import is_on, is_playing
from server.rooms.table import Table
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

AGAIN_AFTER = 2.0  # seconds; a question is one letter to each process

log = structlog.get_logger(__name__)


def has_pack(games: Games, order: Reads) -> bool:
    """Whether an encounter can be played with what this process has."""
    try:
        games.build(order.encounter, order.seats, order.difficulty, order.options)
    except Refusal:
        return False
    return True


class Packs:
    """What this process does about battles that it has no pack for."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._seeking: set[str] = set()
        self.lacking: set[str] = set()
        """The encounters of battles that this process had to leave to others."""

    async def seek(self, table: Table, battle: str) -> None:
        """Find a process that can play a battle, as long as we host its table and cannot."""
        if battle in self._seeking:
            return
        self._seeking.add(battle)
        try:
            while self._is_ours(table, battle) and not await self._given(table, battle):
                await self._hall.services.clock.sleep(AGAIN_AFTER)
        finally:
            self._seeking.discard(battle)

    def _is_ours(self, table: Table, battle: str) -> bool:
        hall = self._hall
        here = hall.tables.get(table.id) is table and table.is_hosted and not hall.is_closed
        plays = is_playing(table.doc) and is_on(table.doc.state, battle)
        return here and plays and battle not in hall.rooms

    async def _given(self, table: Table, battle: str) -> bool:
        """Whether there is nothing more to be done."""
        hall = self._hall
        try:
            order = await self._order(battle)
            if order is None or has_pack(hall.games, order):
                return True
            self.lacking.add(order.encounter)
            self._tell(table, battle, order.encounter)
            found = await hall.command.give_all(order)
            able = [who for who, each in found.items() if each is not None and each["reads"]]
            if not able:
                return False
            log.info("table.given_to_pack", table=table.id, battle=battle, process=able[0])
            await move(hall, table, able[0])
        except (StoreError, Refusal) as fault:
            log.warning("table.not_given_to_pack", table=table.id, error=str(fault))
            return False
        return True

    async def _order(self, battle: str) -> Reads | None:
        """What a process needs to have; None where the journal does not say."""
        first = await self._hall.services.store.read(battle, limit=1)
        try:
            pinned = commit_in(first[0][1]).pinned if first else None
        except Unreadable:
            return None
        if not isinstance(pinned, Opening):
            return None
        seats = tuple(one.seat for one in pinned.seats)
        return Reads(pinned.encounter, seats, pinned.difficulty, pinned.options)

    def _tell(self, table: Table, battle: str, encounter: str) -> None:
        text = (
            f"No server here has the pack of {encounter!r} just now. "
            "The battle goes on as soon as one that has it is back."
        )
        paused = Paused(battle, text)
        known = [each for each in table.circumstances.all(battle) if each == paused]
        if not known:
            log.error("battle.pack_missing", battle=battle, table=table.id, encounter=encounter)
            table.circumstances.learn(battle, paused)
            if table.following is not None and table.following.battle == battle:
                table.following.audience.tell(paused)
            self._hall.hosting.news(table, battle, paused)

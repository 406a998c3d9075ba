"""Finished battles put away, and every battle to look at, wherever it is kept.

A battle that is over is written out as one replay file, if there is a shelf; from then on its
journal is kept for the retention time and no longer. Where the file cannot be written the journal
stays: nothing is let go before it stands elsewhere.
"""

import asyncio
from typing import Protocol

import structlog

from protocol import replay_file
from server.rooms.archive import Film
from server.rooms.battles import BattleStore
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal

log = structlog.get_logger(__name__)


class Shelf(Protocol):
    """Where replay files are kept."""

    async def has(self, battle: str) -> bool:
        """Whether there is a file."""
        ...

    async def get(self, battle: str) -> bytes | None:
        """A battle's file, or None. Raises OSError."""
        ...

    async def put(self, battle: str, replay: bytes) -> None:
        """Keep a file: wholly, durably, or not at all. Raises OSError."""
        ...


class Library:
    """Battles from their journals, else from the shelf. Journals are kept for `retention` seconds
    after their battle, or for ever.
    """

    def __init__(self, battles: BattleStore, shelf: Shelf | None, retention: float | None) -> None:
        self._battles, self._shelf, self._retention = battles, shelf, retention

    async def film(self, battle: str) -> Film:
        """A battle to look at. Raises `Refusal`, `Unreadable`, StoreError."""
        try:
            return Film(await self._battles.frames(battle))
        except Refusal:
            kept = await self._kept(battle)
            if kept is None:
                raise
        try:
            return Film(list(replay_file.read(kept).commits))
        except replay_file.BadReplay as fault:
            raise Unreadable(f"the replay file: {fault}") from fault

    async def file(self, battle: str) -> bytes:
        """A battle as a replay file. Raises `Refusal`, `Unreadable`, StoreError."""
        kept = await self._kept(battle)
        return kept if kept is not None else await self._made(battle)

    async def put_away(self, battle: str) -> None:
        """A battle is over. Raises StoreError."""
        try:
            if self._shelf is not None and not await self._shelf.has(battle):
                replay = await self._made(battle)
                await self._shelf.put(battle, replay)
                log.info("replay.written", battle=battle, bytes=len(replay))
        except (OSError, Unreadable) as fault:
            log.error("replay.not_written", battle=battle, error=str(fault))
            return
        if self._retention is not None:
            await self._battles.store.expire(battle, self._retention)

    async def _made(self, battle: str) -> bytes:
        frames = await self._battles.frames(battle)
        # Compressing takes as long as many moves of other battles.
        return await asyncio.to_thread(lambda: Film(frames).file())

    async def _kept(self, battle: str) -> bytes | None:
        if self._shelf is None:
            return None
        try:
            return await self._shelf.get(battle)
        except OSError as fault:
            log.error("replay.not_read", battle=battle, error=str(fault))
            return None

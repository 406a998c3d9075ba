"""Writes finished battles to replay files, and reads every battle from where it is stored.

A battle that is over is written to a replay file, if there is a replay storage; from then on its
journal is kept only for the retention time. If the file cannot be written, the journal stays:
nothing is deleted before it is stored elsewhere. The replay storage may be public, so a battle with
a delay is written only once spectators may see its end.

A battle that nobody has touched for long can be put aside before its end: its journal goes to the
replay storage, and only its meta data stays in the store, with the secret seed. It can still be
watched and reopened.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Literal

import structlog

from protocol.ids import BattleId, TableId
from protocol.replies import Closing
from server.battles import BattleStore, Unreadable, commit_in, meta_of, readable
from server.players import COMMITS_READ_A_TOKEN, Pay, free
from server.replays.replay_files import Files, filed, read
from server.runtime import Clock, Refusal, Timer
from server.spectating import held_for
from server.store import Conflict, Lease, StoreError, UnknownBattle
from server.store.replay_storage import ReplayStorage

Spawn = Callable[[Coroutine[Any, Any, None]], object]

MOST_HELD = 1024
"""Battles that wait here for the end of their delay; others wait for the next clean-up round."""

log = structlog.get_logger(__name__)


class Library:
    """Reads battles from their journals, else from the replay storage, and writes replay files.

    Journals are kept for `retention` seconds after their battle's end, or for ever if it is None.
    """

    def __init__(
        self,
        battles: BattleStore,
        clock: Clock,
        spawn: Spawn,
        replay_storage: ReplayStorage | None,
        retention: float | None,
    ) -> None:
        self._battles, self._clock, self._spawn = battles, clock, spawn
        self._storage, self._retention = replay_storage, retention
        self._files = Files(clock)
        self._held: dict[
            BattleId, float
        ] = {}  # battles, each with when its delay is over (`Clock.now`)
        self._next: Timer | None = None
        self._is_closed = False

    def close(self) -> None:
        """Stop the timers. Battles that are not written yet are found by the next process."""
        self._is_closed = True
        self._files.close()
        self._wait_for_next()

    async def frames(self, battle: BattleId, pay: Pay = free) -> list[bytes]:
        """Return a battle's commits, encoded, from its journal or its file. Raises `Refusal` if
        there is neither, `Unreadable`, StoreError.
        """
        try:
            return await self._battles.frames(battle)
        except Refusal:
            kept = await self._stored(battle) or await self._stored(battle, unfinished=True)
            if kept is None:
                raise
        return await _commits(kept, pay)

    async def file(self, battle: BattleId, pay: Pay = free) -> bytes:
        """Return a battle as a replay file, as far as spectators may see it, as anybody may ask for
        it.

        Raises `Refusal`, `Unreadable`, StoreError.
        """
        async with self._files.lock(battle):
            kept = await self._stored(battle)
            try:
                if kept is None:
                    return await self._filed(battle, pay)
            except Refusal:
                kept = await self._stored(battle, unfinished=True)
                if kept is None:
                    raise
            return await self._files.visible_part(battle, kept, pay)

    async def _filed(self, battle: BattleId, pay: Pay) -> bytes:
        last = await self._battles.store.last(battle)
        found = self._files.cached(battle, last[1]) if last is not None else None
        if found is not None:
            return found
        return await self._files.make(battle, await self._battles.frames(battle), pay)

    async def record_of(self, battle: BattleId) -> Literal["kept", "over", "lost"]:
        """Return whether a battle can be continued ("kept"), is "over", or is "lost" (then see
        `keep_rest`).

        Raises StoreError. A record that another release, or one with another pack, may be able to
        read is not lost, nor is one that may be in a replay storage that cannot be read now.
        """
        store = self._battles.store
        frames = [frame for _, frame in await store.read(battle)]
        has_seed = (await meta_of(store, battle)).seed is not None
        if frames:
            cut = await asyncio.to_thread(readable, frames)
            if len(cut) == len(frames) and isinstance(commit_in(cut[-1]).pinned, Closing):
                return "over"
            return "kept" if len(cut) == len(frames) and has_seed else "lost"
        try:
            if self._storage is not None and await self._storage.has(battle):
                return "over"
        except OSError as fault:
            log.error("replay.not_read", battle=battle, error=str(fault))
            return "kept"
        # With a seed it is a battle that was put aside, whose file may be found again.
        return "kept" if has_seed else "lost"

    async def keep_rest(self, battle: BattleId) -> int:
        """Store what can be read of a lost battle as a replay file. Returns the number of commits
        in it. Raises StoreError.
        """
        frames = [frame for _, frame in await self._battles.store.read(battle)]
        cut = await asyncio.to_thread(readable, frames)
        try:
            if cut and self._storage is not None:
                # Not among the finished ones, which may be public before the delay is over. The
                # file comes before the journal expires, so that one of the two has the battle.
                await self._storage.unfinished.put(battle, await asyncio.to_thread(filed, cut))
        except OSError as fault:
            log.error("replay.not_written", battle=battle, error=str(fault))
            return len(cut)
        if frames and self._retention is not None:
            await self._battles.store.expire(battle, self._retention)
        return len(cut)

    async def table_of(self, battle: BattleId, pay: Pay = free) -> TableId:
        """Return the table of a battle. Raises `Refusal`, `Unreadable`, StoreError."""
        table = (await meta_of(self._battles.store, battle)).table
        if table is not None:
            return table
        kept = await self._stored(battle) or await self._stored(battle, unfinished=True)
        if kept is None:
            raise Refusal("unknown", "There is no such battle.")
        return (await self._files.details(battle, kept, pay)).table

    async def unsettled(self) -> list[BattleId]:
        """Return the battles in play, and those that are over and not put away yet. Raises
        StoreError.

        If journals are kept for a time, those from when they were kept for ever are among them, so
        that their time begins.
        """
        return await self._battles.store.battles(over=self._retention is not None)

    async def put_away(self, battle: BattleId) -> None:
        """Write a finished battle's file, then let its journal expire. Raises StoreError.

        In this order, so that no journal expires before the battle is stored elsewhere. With a
        delay it is done once spectators may see the end.
        """
        try:
            if self._storage is not None and not await self._storage.has(battle):
                frames = await self._battles.frames(battle)
                if wait := held_for(frames, self._clock):
                    self._put_away_later(wait, battle)
                    return
                replay = await asyncio.to_thread(filed, frames)
                await self._storage.put(battle, replay)
                log.info("replay.written", battle=battle, bytes=len(replay))
        except (OSError, Unreadable) as fault:
            log.error("replay.not_written", battle=battle, error=str(fault))
            return
        if self._retention is not None or self._storage is not None:
            await self._battles.store.expire(battle, self._retention)

    def _put_away_later(self, seconds: float, battle: BattleId) -> None:
        if battle in self._held or len(self._held) < MOST_HELD:
            self._held[battle] = self._clock.now() + seconds
            self._wait_for_next()

    def _wait_for_next(self) -> None:
        """Run one timer for all waiting battles, for the first that is due."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self._held and not self._is_closed:
            seconds = max(0.0, min(self._held.values()) - self._clock.now())
            self._next = self._clock.call_later(seconds, self._begin_due)

    def _begin_due(self) -> None:
        self._next = None
        self._spawn(self._put_away_due())

    async def _put_away_due(self) -> None:
        now = self._clock.now()
        try:
            for battle in [each for each, at in self._held.items() if at <= now]:
                # Removed first: if its delay is not over after all, `put_away` adds it again.
                self._held.pop(battle, None)
                try:
                    await self.put_away(battle)
                except StoreError as fault:
                    log.warning("battle.not_put_away", battle=battle, error=str(fault))
        finally:
            self._wait_for_next()

    async def put_aside(self, battle: BattleId, lease: Lease) -> bool:
        """Move an unfinished battle from the store to the replay storage, under its lease. Returns
        False if that has no place for it. Raises StoreError, `Conflict` if a commit came meanwhile.
        """
        if self._storage is None:
            return False
        try:
            frames = await self._battles.frames(battle)
            await self._storage.unfinished.put(battle, await asyncio.to_thread(filed, frames))
        except (OSError, Unreadable) as fault:
            log.error("battle.not_put_aside", battle=battle, error=str(fault))
            return False
        await self._battles.store.put_aside(lease, len(frames))
        log.info("battle.put_aside", battle=battle, version=len(frames))
        return True

    async def lies_aside(self, battle: BattleId) -> bool:
        """Return whether a battle was put aside and can be reopened. Raises StoreError."""
        store = self._battles.store
        if await store.last(battle) is not None or (await meta_of(store, battle)).seed is None:
            return False
        try:
            return self._storage is not None and await self._storage.unfinished.has(battle)
        except OSError:
            return False

    async def reopen(self, battle: BattleId, pay: Pay = free) -> bool:
        """Bring a battle that was put aside back into the store. Returns False if there is none.

        Raises `Unreadable`, StoreError.
        """
        if (await meta_of(self._battles.store, battle)).seed is None:
            return False
        kept = await self._stored(battle, unfinished=True)
        if kept is None:
            return False
        try:
            await self._battles.store.restore(battle, await _commits(kept, pay))
            log.info("battle.reopened", battle=battle)
        except Conflict:
            pass  # another process was faster
        except UnknownBattle:
            return False
        return True

    async def _stored(self, battle: BattleId, *, unfinished: bool = False) -> bytes | None:
        if self._storage is None:
            return None
        try:
            return await (self._storage.unfinished if unfinished else self._storage).get(battle)
        except OSError as fault:
            log.error("replay.not_read", battle=battle, error=str(fault))
            return None


async def _commits(file: bytes, pay: Pay) -> list[bytes]:
    replay = await asyncio.to_thread(read, file)
    pay(len(replay.commits) / COMMITS_READ_A_TOKEN)
    return list(replay.commits)

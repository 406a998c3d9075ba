"""Recorded battles to watch, built without delaying battles in play.

The first caller reads the journal, which is folded in slices (see `runtime.slicing`); others who
ask for the same battle meanwhile wait for it. A battle that is over never changes, so it is cached,
as far as all cached ones fit into `MOST_BYTES` and are used (see `runtime.cache`).
"""

import asyncio
from weakref import WeakValueDictionary

from protocol.ids import BattleId
from protocol.replies import Closing, Snapshot
from server.battles import RecordedBattle, Unreadable, commit_in, readable
from server.players import COMMITS_A_TOKEN, DATED, Pay, free
from server.replays.library import Library
from server.runtime import Cache, Clock, Slicer
from server.spectating import Timeline, held_for, timeline_of

MOST_BYTES = 32 * 1024 * 1024
"""Bytes of journals and keyframes in the cache: a hundred battles, or three of the longest."""


class RecordedBattles:
    """The recorded battles of one process."""

    def __init__(self, library: Library, clock: Clock, slicer: Slicer) -> None:
        self._library, self._clock, self._slicer = library, clock, slicer
        self._cache: Cache[RecordedBattle] = Cache(clock)
        self._reading: WeakValueDictionary[BattleId, asyncio.Lock] = WeakValueDictionary()

    def close(self) -> None:
        """Drop the cached battles."""
        self._cache.close()

    async def whole(self, battle: BattleId, pay: Pay = free) -> RecordedBattle:
        """Return a whole battle, also what spectators may not see yet. Raises `Refusal`,
        `Unreadable`, StoreError.
        """
        return self._cache.get(battle) or await self._whole(battle, None, pay)

    async def _whole(
        self, battle: BattleId, frames: list[bytes] | None, pay: Pay
    ) -> RecordedBattle:
        """Return a whole battle, built from `frames` if its journal has been read already."""
        lock = self._reading.setdefault(battle, asyncio.Lock())
        async with lock:
            if (recorded := self._cache.get(battle)) is not None:
                return recorded
            if frames is None:
                frames = await self._library.frames(battle, pay)
            try:
                recorded = await self._folded(frames, pay)
            except Unreadable:  # a damaged journal is shown as far as it goes
                recorded = await self._folded(await asyncio.to_thread(readable, frames), pay)
            if recorded.closing is not None:
                self._cache.put(battle, recorded, recorded.size, MOST_BYTES)
            return recorded

    async def due(
        self, battle: BattleId, pay: Pay = free
    ) -> tuple[RecordedBattle | None, Timeline]:
        """Return what spectators may see of a battle now (None: nothing), and the timeline of what
        is held back. Raises as `whole` does.

        Commits that are held back are not folded, and the charge does not reveal their number.
        """
        kept = self._cache.get(battle)
        frames = kept.frames if kept is not None else await self._library.frames(battle, pay)
        try:
            return await self._due(battle, kept, frames, pay)
        except Unreadable:
            cut = await asyncio.to_thread(readable, frames)
            return await self._due(battle, None, cut, pay)

    async def _due(
        self, battle: BattleId, kept: RecordedBattle | None, frames: list[bytes], pay: Pay
    ) -> tuple[RecordedBattle | None, Timeline]:
        is_over = bool(frames) and isinstance(commit_in(frames[-1]).pinned, Closing)
        if is_over and not held_for(frames, self._clock):
            return kept or await self._whole(battle, frames, pay), Timeline(self._clock)
        pay(DATED)
        timeline = await self._slicer.run(timeline_of(frames, self._clock))
        due = timeline.due()
        if kept is not None and len(due) == kept.last:
            return kept, timeline
        return (await self._folded(due, pay) if due else None), timeline

    async def _folded(self, frames: list[bytes], pay: Pay) -> RecordedBattle:
        recorded = RecordedBattle(frames[:1])
        await self.add(recorded, frames[1:], pay)
        return recorded

    async def add(self, recorded: RecordedBattle, frames: list[bytes], pay: Pay) -> None:
        """Add new commits to a recorded battle, one call at a time. Raises `Unreadable`."""
        pay(len(frames) / COMMITS_A_TOKEN)
        await self._slicer.run(recorded.adding(frames))

    async def heard(self, timeline: Timeline, frames: list[bytes]) -> None:
        """Add new commits to the timeline of a battle with a delay. Raises `Unreadable`.

        Nothing is charged, as a charge would reveal the commits.
        """
        await self._slicer.run(timeline.adding(frames))

    async def snapshot(self, recorded: RecordedBattle, version: int) -> Snapshot:
        """Return a battle's snapshot after a version. Raises `Unreadable`."""
        return await self._slicer.run(recorded.showing(version))

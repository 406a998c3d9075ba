"""Battles to look at, folded off the way of running play; those that are over are folded once.

A journal is read, and folded in slices (see `slicing`), by whoever asks first; others who ask for
the same battle meanwhile wait for that. A battle that is over never changes, so it is kept for the
next ones, as long as all that is kept fits into `MOST_BYTES`, and is looked at (see `recent`).
"""

import asyncio
from weakref import WeakValueDictionary

from protocol.replies import Snapshot
from server.rooms.archive import Film, readable
from server.rooms.clock import Clock
from server.rooms.delay import Timeline, held_for, timeline_of
from server.rooms.effort import COMMITS_A_TOKEN, Pay, free
from server.rooms.library import Library
from server.rooms.recent import Recent
from server.rooms.recovery import Unreadable
from server.rooms.slicing import Slicer

MOST_BYTES = 32 * 1024 * 1024
"""Of journals and keyframes that are kept: some hundred battles, or three of the longest."""


class Films:
    """The films of one process."""

    def __init__(self, library: Library, clock: Clock, slicer: Slicer) -> None:
        self._library, self._clock, self._slicer = library, clock, slicer
        self._kept: Recent[Film] = Recent(clock)
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def close(self) -> None:
        """Keep none any more."""
        self._kept.close()

    async def whole(self, battle: str, pay: Pay = free) -> Film:
        """All of a battle. Raises `Refusal`, `Unreadable`, StoreError."""
        if (film := self._kept.get(battle)) is not None:
            return film
        lock = self._reading.setdefault(battle, asyncio.Lock())
        async with lock:
            if (film := self._kept.get(battle)) is not None:
                return film
            frames = await self._library.frames(battle, pay)
            try:
                film = await self._folded(frames, pay)
            except Unreadable:  # a damaged journal is shown as far as it goes
                film = await self._folded(await asyncio.to_thread(readable, frames), pay)
            if film.closing is not None:
                self._kept.put(battle, film, film.size, MOST_BYTES)
            return film

    async def due(self, battle: str, pay: Pay = free) -> tuple[Film | None, Timeline]:
        """What spectators may see of a battle now, None for nothing; and what is to come of one
        that goes on. Raises as `whole` does.
        """
        film = await self.whole(battle, pay)
        if film.closing is not None and not held_for(film.frames, self._clock):
            return film, Timeline(self._clock)
        pay(film.last / COMMITS_A_TOKEN)
        timeline = await self._slicer.run(timeline_of(film.frames, self._clock))
        frames = timeline.due()
        if len(frames) == film.last:
            return film, timeline
        return (await self._folded(frames, pay) if frames else None), timeline

    async def _folded(self, frames: list[bytes], pay: Pay) -> Film:
        film = Film(frames[:1])
        await self.add(film, frames[1:], pay)
        return film

    async def add(self, film: Film, frames: list[bytes], pay: Pay) -> None:
        """A battle has gone on; a film is added to by one at a time. Raises `Unreadable`."""
        pay(len(frames) / COMMITS_A_TOKEN)
        await self._slicer.run(film.adding(frames))

    async def heard(self, timeline: Timeline, frames: list[bytes], pay: Pay) -> None:
        """A battle that is seen with a delay has gone on. Raises `Unreadable`."""
        pay(len(frames) / COMMITS_A_TOKEN)
        await self._slicer.run(timeline.adding(frames))

    async def snapshot(self, film: Film, version: int) -> Snapshot:
        """What somebody sees who looks at a battle after a version. Raises `Unreadable`."""
        return await self._slicer.run(film.showing(version))

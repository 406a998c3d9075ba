"""Replay files for downloads. Each is made once and cached as long as it does not change.

A file of a battle in play is made anew, by the first who asks, once the battle has new commits. No
file contains what spectators may not see yet: one whose end is held back is made, and charged, for
each who asks. Files are made in a thread, one at a time for each battle.
"""

import asyncio
from collections import OrderedDict
from typing import NamedTuple
from weakref import WeakValueDictionary

from protocol import replay_file
from protocol.ids import BattleId, TableId
from protocol.replies import Closing, Opening
from server.battles import RecordedBattle, Unreadable, commit_in, readable
from server.players import COMMITS_FILED_A_TOKEN, DATED_FILED, Pay
from server.runtime import Cache, Clock, Refusal
from server.spectating import delay_of, has_delay, shown

MOST_BYTES = 16 * 1024 * 1024
"""Bytes of files in the cache: some hundred battles, or eight of the longest."""
MOST_KNOWN = 4096
"""Files of the replay storage of which `StoredReplay` is remembered."""


class StoredReplay(NamedTuple):
    """Details of a file in the replay storage: its battle's table, and the time (Unix milliseconds)
    from which on everybody may have the whole file; infinity if the battle may go on.
    """

    table: TableId
    open_from: float


class _Made(NamedTuple):
    last: bytes
    file: bytes


class Files:
    """The replay files of one process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._made: Cache[_Made] = Cache(clock)
        self._known: OrderedDict[BattleId, StoredReplay] = OrderedDict()
        self._making: WeakValueDictionary[BattleId, asyncio.Lock] = WeakValueDictionary()

    def close(self) -> None:
        """Drop the cached files."""
        self._made.close()

    def lock(self, battle: BattleId) -> asyncio.Lock:
        """Return the lock that the caller holds while it looks for a battle's file and makes it."""
        return self._making.setdefault(battle, asyncio.Lock())

    def cached(self, battle: BattleId, last: bytes) -> bytes | None:
        """Return the cached file of a battle if its journal still ends with the entry `last`; else
        None.
        """
        made = self._made.get(battle)
        if made is None or made.last != last:
            return None
        return made.file

    async def make(self, battle: BattleId, frames: list[bytes], pay: Pay) -> bytes:
        """Make the file of a journal, as far as spectators may see it. Returns it, and caches it if
        that is all of it. Raises `Refusal` if they may see nothing, `Unreadable`.
        """
        if has_delay(frames):
            pay(DATED_FILED)
        file, shown_to = await asyncio.to_thread(_as_due, frames, self._clock)
        pay(shown_to / COMMITS_FILED_A_TOKEN)
        if shown_to == len(frames):
            self._made.put(battle, _Made(frames[-1], file), len(file), MOST_BYTES)
        return file

    async def visible_part(self, battle: BattleId, kept: bytes, pay: Pay) -> bytes:
        """Return a stored file (`kept`) as far as spectators may see it. Raises `Refusal`,
        `Unreadable`.
        """
        known = await self.details(battle, kept, pay)
        if self._clock.unix_ms() >= known.open_from:
            return kept
        replay = await asyncio.to_thread(read, kept)
        return await self.make(battle, list(replay.commits), pay)

    async def details(self, battle: BattleId, kept: bytes, pay: Pay) -> StoredReplay:
        """Return the details of a file of the replay storage, read once. Raises `Unreadable`."""
        known = self._known.get(battle)
        if known is None:
            replay = await asyncio.to_thread(read, kept)
            pay(len(replay.commits) / COMMITS_FILED_A_TOKEN)
            known = _known_of(replay)
            if known.open_from < float("inf"):  # otherwise the battle may still go on
                self._known[battle] = known
        if battle in self._known:
            self._known.move_to_end(battle)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return known


def read(file: bytes) -> replay_file.ReplayFile:
    """Return a decoded replay file. Raises `Unreadable`.

    Call it in a thread: it checks all sizes before decoding, which takes as long as many moves.
    """
    try:
        return replay_file.read(file)
    except replay_file.BadReplay as fault:
        raise Unreadable(f"the replay file: {fault}") from fault


def filed(frames: list[bytes]) -> bytes:
    """Return a journal as a replay file. Call it in a thread: compressing takes as long as many
    moves.
    """
    return RecordedBattle(frames).file()


def _as_due(frames: list[bytes], clock: Clock) -> tuple[bytes, int]:
    """Return a file of the commits that are due, and their number. Raises `Refusal` if none is."""
    try:
        found = shown(frames, clock)
        recorded = RecordedBattle(found) if found else None
    except Unreadable:
        if not (frames := readable(frames)):
            raise
        found = shown(frames, clock)
        recorded = RecordedBattle(found) if found else None
    if recorded is None:
        raise Refusal("unknown", "There is no such battle.")
    return recorded.file(), len(found)


def _known_of(replay: replay_file.ReplayFile) -> StoredReplay:
    pinned = commit_in(replay.commits[0]).pinned if replay.commits else None
    if not isinstance(pinned, Opening):
        raise Unreadable("the replay file does not begin with an opening")
    delay, last = delay_of(pinned), commit_in(replay.commits[-1])
    if not delay.is_on:
        return StoredReplay(pinned.table, float("-inf"))
    if not isinstance(last.pinned, Closing):
        return StoredReplay(pinned.table, float("inf"))
    return StoredReplay(pinned.table, pinned.time + last.ms + 1000 * delay.seconds)

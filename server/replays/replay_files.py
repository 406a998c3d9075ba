"""Replay files for whoever asks, made and read once where they stay as they are.

A file of a battle that goes on is made anew when the battle has gone on, by who asks first. What
spectators may not see yet is in none: a file whose end is not due is made for each who asks, and
paid each time. Making takes place in a thread, one file of a battle at a time.
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
"""Files in the replay storage of which is known whether they may be given away as they stand."""


class StoredReplay(NamedTuple):
    """What a file in the replay storage says of its battle: the table, and from when on (Unix
    milliseconds) everybody may have the file as it stands.
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
        """Keep none any more."""
        self._made.close()

    def turn(self, battle: BattleId) -> asyncio.Lock:
        """Return the lock to hold while a battle's file is looked for and made."""
        return self._making.setdefault(battle, asyncio.Lock())

    def found(self, battle: BattleId, last: bytes) -> bytes | None:
        """Return the file of a battle whose journal ends with that entry, if there is one."""
        made = self._made.get(battle)
        if made is None or made.last != last:
            return None
        return made.file

    async def made(self, battle: BattleId, frames: list[bytes], pay: Pay) -> bytes:
        """Return the file of a journal, as far as spectators may see it. Raises `Refusal`,
        `Unreadable`.

        It is kept if it shows all of it.
        """
        if has_delay(frames):
            pay(DATED_FILED)
        file, shown_to = await asyncio.to_thread(_as_due, frames, self._clock)
        pay(shown_to / COMMITS_FILED_A_TOKEN)
        if shown_to == len(frames):
            self._made.put(battle, _Made(frames[-1], file), len(file), MOST_BYTES)
        return file

    async def as_it_stands(self, battle: BattleId, kept: bytes, pay: Pay) -> bytes:
        """Return a stored file as far as spectators may see it. Raises `Refusal`, `Unreadable`."""
        known = await self.known(battle, kept, pay)
        if self._clock.unix_ms() >= known.open_from:
            return kept
        replay = await asyncio.to_thread(read, kept)
        return await self.made(battle, list(replay.commits), pay)

    async def known(self, battle: BattleId, kept: bytes, pay: Pay) -> StoredReplay:
        """Return what a file of the replay storage says; read once. Raises `Unreadable`."""
        known = self._known.get(battle)
        if known is None:
            replay = await asyncio.to_thread(read, kept)
            pay(len(replay.commits) / COMMITS_FILED_A_TOKEN)
            known = _known_of(replay)
            if known.open_from < float("inf"):  # else the battle may end yet
                self._known[battle] = known
        if battle in self._known:
            self._known.move_to_end(battle)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return known


def read(file: bytes) -> replay_file.ReplayFile:
    """Return a replay file. Raises `Unreadable`.

    Counted through before it is decoded, which takes as long as many moves: call it in a thread.
    """
    try:
        return replay_file.read(file)
    except replay_file.BadReplay as fault:
        raise Unreadable(f"the replay file: {fault}") from fault


def filed(frames: list[bytes]) -> bytes:
    """Return a journal as a file. Compressing takes as long as many moves: call it in a thread."""
    return RecordedBattle(frames).file()


def _as_due(frames: list[bytes], clock: Clock) -> tuple[bytes, int]:
    """Return a file of what is due, and how many commits that are."""
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

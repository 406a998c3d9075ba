"""Playing a battle back to one visitor: from any version, at any speed, with the messages of live
play.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from protocol import codec
from protocol.replay_file import EVERY
from protocol.replies import Playing, Snapshot
from server.battles import RecordedBattle, Unreadable, commit_in
from server.players import COMMITS_A_TOKEN, Visitor
from server.runtime import Clock, Refusal, Timer
from server.store import StoreError

log = structlog.get_logger(__name__)

LONGEST_WAIT = 5.0  # seconds between two commits at speed 1, however long the players thought
STEPS_SHOWN = 64  # commits that a step forward sends singly; a longer one sends one snapshot

MOST_A_SECOND = 50
"""Commits that are played in a second at most, so that no speed takes much of the processor."""

ReadOn = Callable[[RecordedBattle], Awaitable[None]]
"""Adds the commits to a recorded battle that its journal has got since."""

Look = Callable[[RecordedBattle, int], Awaitable[Snapshot]]
"""Returns the snapshot of a recorded battle after a version."""

Spawn = Callable[[Coroutine[Any, Any, None]], object]


class Playback:
    """The replay of a battle for one visitor. It is what they see (`Visitor.show`)."""

    def __init__(
        self,
        visitor: Visitor,
        recorded: RecordedBattle,
        clock: Clock,
        read_on: ReadOn,
        look: Look,
        spawn: Spawn,
    ) -> None:
        self._visitor, self._recorded, self._clock = visitor, recorded, clock
        self._read_on, self._look, self._spawn = read_on, look, spawn
        self._at, self._speed = 0, 0.0
        self._timer: Timer | None = None
        self._growing = asyncio.Lock()

    async def start(self, version: int, speed: float) -> None:
        """Begin after a version, at a speed (1: as it was played, 0: paused)."""
        self._speed = speed
        await self.seek(version)

    async def seek(self, version: int) -> None:
        """Go to a version: send its snapshot, then continue at the same speed."""
        await self._grow()
        target = min(version, self._recorded.last)
        snapshot = await self._look(self._recorded, target)
        if self._visitor.show is self:  # the visitor may watch something else by now
            self._at = target
            self._visitor.tell(snapshot)
            self._go_on()

    async def pace(self, speed: float) -> None:
        """Change the speed; 0 pauses."""
        await self._grow()
        self._speed = speed
        self._go_on()

    async def step(self, by: int) -> None:
        """Pause, and go `by` versions forward, or back if it is negative."""
        self._speed = 0.0
        await self._grow()
        target = max(0, min(self._at + by, self._recorded.last))
        if 0 <= target - self._at <= STEPS_SHOWN:
            while self._at < target:
                self._show_next()
            self._go_on()
        else:
            await self.seek(target)

    def leave(self, visitor: Visitor) -> None:
        """Stop the replay, as its visitor leaves."""
        self._stop()

    def catch_up(self, visitor: Visitor) -> list[bytes]:
        """Return a snapshot in place of commits that a slow visitor missed, and charge for it."""
        visitor.spend(self._at % EVERY / COMMITS_A_TOKEN)
        return [visitor.codec.encode(self._recorded.snapshot(self._at))]

    async def _grow(self) -> None:
        async with self._growing:
            if self._recorded.closing is None:
                await self._read_on(self._recorded)

    def _show_next(self) -> None:
        frame = self._recorded.frames[self._at]
        self._at += 1
        wire = self._visitor.codec
        own = wire.whole is codec.msgpack
        self._visitor.news(frame if own else wire.encode(commit_in(frame)))

    def _go_on(self) -> None:
        """Send the visitor the replay's version and speed, and set the timer for the next
        commit.
        """
        self._stop()
        if self._at >= self._recorded.last:
            self._speed = 0.0
        battle = self._recorded.opening.battle
        self._visitor.tell(Playing(battle, self._at, self._recorded.last, self._speed))
        self._arm()

    def _arm(self) -> None:
        if self._speed <= 0:
            return
        gap = (self._recorded.ms(self._at + 1) - self._recorded.ms(self._at)) / 1000
        wait = max(min(LONGEST_WAIT, gap) / self._speed, 1 / MOST_A_SECOND)
        self._timer = self._clock.call_later(wait, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._show_next()
        if self._at < self._recorded.last:
            self._arm()
        elif self._recorded.closing is None:
            self._spawn(self._at_the_edge())
        else:
            self._go_on()

    async def _at_the_edge(self) -> None:
        """Read on at the end of a battle that is still in play, and play what is new."""
        try:
            await self._grow()
        except (Refusal, StoreError, Unreadable) as fault:
            log.warning("replay.not_read_on", error=str(fault))
        if self._visitor.show is self and self._timer is None:
            self._go_on()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

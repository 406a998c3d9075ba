"""A battle that another process plays, followed from its journal and shown to visitors here.

The battle's feed announces each commit and mostly contains it. The journal decides: it is read
wherever the feed leaves a gap. No rule runs here: commits are folded into the state, as a client
does it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Self

import msgspec
import structlog

from protocol.ids import BattleId, SeatId
from protocol.questions import Question
from protocol.replies import Closing, Commit, Opening, Snapshot, author_of, now_open
from server.battles import Audience, Room, Unreadable, commit_in, highest_after
from server.players import COMMITS_A_TOKEN, Pay, Visitor, free
from server.rules.engine.patch import fold, plain
from server.rules.engine.ruleset import Record, Ruleset
from server.runtime import Clock, Refusal
from server.spectating.circumstances import Circumstances
from server.store import Store, StoreError, appended, outlast

log = structlog.get_logger(__name__)

PAGE = 100  # entries of the journal that are read at once
FOLDED_AT_ONCE = 16
"""Entries that are folded before the loop runs other tasks: less than a millisecond."""


class FollowerSurroundings(NamedTuple):
    """What a follower needs. `rules` builds a battle's ruleset from its opening; `on_commit` is
    called after each commit, `on_idle` when the last visitor has left.
    """

    store: Store
    clock: Clock
    spawn: Callable[[Coroutine[Any, Any, None]], object]
    rules: Callable[[Opening], Ruleset[Any]]
    circumstances: Circumstances
    on_commit: Callable[[Commit], None]
    on_idle: Callable[["Follower"], None]


class Follower:
    """One battle that is followed, and its visitors here. It is what they see (`Visitor.show`)."""

    def __init__(self, battle: BattleId, around: FollowerSurroundings) -> None:
        self.battle = battle
        self.audience = Audience()
        self.version, self.over = 0, False
        self._around = around
        self._state: dict[str, Any] = {}
        self._questions: tuple[Question, ...] = ()
        self._numbers: dict[SeatId, int] = {}
        self._opening: Opening | None = None
        self._closing: Closing | None = None
        self._ms = 0
        self._typed: tuple[int, Record] | None = None
        self._rules: Ruleset[Any] | None = None
        self._is_reading = self._look_again = False
        self._last: bytes | None = None
        self._stop: Callable[[], None] | None = None

    @classmethod
    async def begin(cls, battle: BattleId, around: FollowerSurroundings, pay: Pay = free) -> Self:
        """Follow a battle from its first commit. `pay` is charged for its journal. Raises `Refusal`
        if there is no such battle, `Unreadable`, StoreError.
        """
        self = cls(battle, around)
        await self.read_on(pay)
        if not self.heard:
            raise Refusal("unknown", "There is no such battle.")
        self._listen()
        return self

    @classmethod
    def after(cls, room: Room, around: FollowerSurroundings) -> "Follower":
        """Follow a battle from where a room has stopped playing it, with the room's audience."""
        self = cls(room.battle, around)
        shown = room.record.shown
        self.audience = room.audience
        self.audience.outside = None
        self.version, self.over, self._ms = shown.version, shown.over, shown.ms
        self._state, self._questions = plain(shown.state), shown.questions
        self._numbers, self._opening = room.record.numbers, room.record.opening_shown
        self._closing, self._last = shown.closing, self.audience.latest
        for visitor in self.audience.visitors:
            visitor.turn_to(self)
        self._listen()
        return self

    @property
    def heard(self) -> int:
        """Return the last version that has been read here."""
        return self.version

    def _listen(self) -> None:
        if not self.over:
            self._stop = self._around.store.fleet.follow(self.battle, self._hear)

    @property
    def is_open(self) -> bool:
        """Return whether new commits still come here."""
        return self._stop is not None

    def close(self) -> None:
        """Stop following. New commits do not come here any more."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    # For visitors

    def watch(self, visitor: Visitor, after: int = 0) -> None:
        """Show the battle to a visitor who has its versions up to `after`: the commits since, or a
        snapshot.
        """
        self.audience.join(self, visitor, after, self)
        for reply in self._around.circumstances.all(self.battle):
            visitor.tell(reply)

    def leave(self, visitor: Visitor) -> None:
        """Stop showing the battle to a visitor."""
        self.audience.leave(visitor)
        if not self.audience.visitors:
            self._around.on_idle(self)

    def catch_up(self, visitor: Visitor) -> list[bytes]:
        """Return a snapshot in place of commits that a slow visitor missed."""
        return self.audience.afresh(self, visitor)

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the battle as it is shown."""
        assert self._opening is not None, "the first commit has been read"
        return Snapshot(
            self.battle,
            self.version,
            self._state,
            self._questions,
            dict(self._numbers),
            self._opening,
            self._ms,
            self.over,
            self._closing,
        )

    def foreseeable(self) -> tuple[int, Record, Ruleset[Any]]:
        """Return version, state and rules for a preview. Raises what building the rules raises."""
        assert self._opening is not None, "the first commit has been read"
        if self._rules is None:
            self._rules = self._around.rules(self._opening)
        if self._typed is None or self._typed[0] != self.version:
            state: Record = msgspec.convert(plain(self._state), self._rules.state_type)
            self._typed = self.version, state
        return self.version, self._typed[1], self._rules

    # From the journal

    def _hear(self, news: bytes | None) -> None:
        if self.over:
            return
        # While the journal is read, that finds the entry or is repeated for it. Folded here it
        # would come twice or too early.
        if self._is_reading:
            self._look_again = True
            return
        if news is not None:
            version, entry = appended(news)
            # Announced twice: by a settled append, or by the process that took the battle over.
            if version <= self.heard:
                return
            # The feed carries the entry itself, so mostly nothing has to be read.
            if version == self.heard + 1:
                self._arrive(entry)
                return
        self._around.spawn(self._read_anew())

    async def _read_anew(self) -> None:
        """Read the journal on, however long the store is away."""
        try:
            await outlast(self._around.store, self._around.clock, self.look_again)
        except (StoreError, Unreadable) as fault:
            log.error("battle.not_followed", battle=self.battle, error=str(fault))

    async def look_again(self) -> None:
        """Read the journal on. If it no longer has the last commit shown, as after a store without
        replicas has lost its end, show what it has. Raises `Unreadable`, StoreError.
        """
        last, version = self._last, self.version
        if last is not None:
            found = await self._around.store.read(self.battle, version - 1, 1)
            # `is`: if a later commit has come while we waited, nothing is lost.
            if found != [(version, last)] and self._last is last:
                await self._go_back()
        await self.read_on()

    async def _go_back(self) -> None:
        """Rebuild the battle from the journal's beginning, and send every visitor a snapshot."""
        self._is_reading = True  # nothing may be folded into a state that the journal lacks
        try:
            true = type(self)(self.battle, self._around)
            await true.read_on()
        finally:
            self._is_reading = False
        if not true.version:
            raise Unreadable("the journal is gone")
        log.warning("battle.goes_back", battle=self.battle, lost=self.version, found=true.version)
        self.version, self.over, self._ms = true.version, true.over, true._ms
        self._state, self._questions, self._numbers = true._state, true._questions, true._numbers
        self._closing, self._typed, self._last = true._closing, None, true._last
        true.audience.visitors = self.audience.visitors
        self.audience = true.audience
        for visitor in self.audience.visitors:
            for frame in self.audience.afresh(self, visitor):
                visitor.news(frame)

    async def read_on(self, pay: Pay = free) -> None:
        """Read what the journal has after our version. `pay` is charged for it. Raises
        `Unreadable`, StoreError.
        """
        self._is_reading = self._look_again = True
        try:
            while self._look_again and not self.over:
                # Before reading: an announcement during the last page sets it again.
                self._look_again = False
                while found := await self._around.store.read(self.battle, self.heard, PAGE):
                    before = self.version
                    try:
                        for version, entry in found:
                            if version == self.heard + 1:
                                self._arrive(entry)
                            if version % FOLDED_AT_ONCE == 0:
                                await asyncio.sleep(0)
                    finally:
                        # A `DelayedFollower` does not fold what it holds back: no charge here.
                        pay((self.version - before) / COMMITS_A_TOKEN)
        finally:
            self._is_reading = False

    def _arrive(self, entry: bytes) -> None:
        """Fold in and show the journal's next entry."""
        commit = self._fold(entry)
        self._last = entry
        self.audience.commit(commit.version, None, entry)
        self._around.on_commit(commit)

    def _fold(self, entry: bytes) -> Commit:
        commit = commit_in(entry)
        try:
            if isinstance(commit.pinned, Opening):
                self._state = commit.pinned.state
                self._opening = msgspec.structs.replace(commit.pinned, state=None)
            fold(self._state, commit.gone, commit.put)
            self._questions = now_open(self._questions, commit)
        except (KeyError, AttributeError, TypeError) as fault:
            raise Unreadable(f"commit {commit.version} does not fold: {fault}") from fault
        self.version, self._ms = commit.version, commit.ms
        if commit.number:
            seat = author_of(commit).seat
            self._numbers[seat] = highest_after(self._numbers.get(seat, 0), commit.number)
        if isinstance(commit.pinned, Closing):
            self._closing, self.over = commit.pinned, True
            self.close()
        return commit

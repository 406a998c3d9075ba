"""Counting commits: how many the store has taken, how long that takes, what they hold, and how
many answers of bots come to none.
"""

import time

import msgspec
from msgspec import Raw, Struct

from protocol.ids import BattleId
from server.net.telemetry.metrics import Metrics
from server.runtime import Observer
from server.store import StoreError


class _Numbered(Struct, array_like=True, tag="c", gc=False):
    """A journal's entry (`protocol.replies.Commit`) up to its running number, the rest unread."""

    version: int
    events: Raw
    gone: Raw
    put: Raw
    asked: Raw
    again: Raw
    number: int = 0


_read = msgspec.msgpack.Decoder(_Numbered).decode


class StoreMetrics(Observer):
    """Counts every append and every commit of this process in its metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._begun: dict[str, float] = {}

    def append_begun(self, battle: BattleId, version: int) -> None:
        """See Observer."""
        self._begun[battle] = time.perf_counter()

    def append_ended(self, battle: BattleId, version: int, fault: BaseException | None) -> None:
        """See Observer. Only the store's own errors count as failures of it."""
        seconds = time.perf_counter() - self._begun.pop(battle)
        if fault is None:
            self._metrics.append_seconds.observe(seconds)
        elif isinstance(fault, StoreError):
            self._metrics.append_failures.labels(type(fault).__name__).inc()

    def recorded(self, battle: BattleId, entry: bytes) -> None:
        """See Observer."""
        self._metrics.commits.inc()
        if _read(entry).number:
            self._metrics.intents.inc(label="commit")

    def bot_refused(self, battle: BattleId) -> None:
        """See Observer."""
        self._metrics.bot_refusals.inc()

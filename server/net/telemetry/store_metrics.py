"""Counting commits: how many the store has taken, how long that takes, what they hold, and how
many answers of bots come to none.
"""

from protocol.ids import BattleId
from server.net.telemetry.metrics import Metrics
from server.runtime import Observer
from server.store import StoreError


class StoreMetrics(Observer):
    """Counts every append and every commit of this process in its metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def append_ended(self, battle: BattleId, version: int, fault: BaseException | None) -> None:
        """See Observer. Only the store's own errors count as failures of it."""
        if isinstance(fault, StoreError):
            self._metrics.append_failures.labels(type(fault).__name__).inc()

    def recorded(self, battle: BattleId, number: int, seconds: float | None) -> None:
        """See Observer."""
        metrics = self._metrics
        metrics.commits.counts[""] += 1
        if number:
            metrics.intents.counts["commit"] += 1
        if seconds is not None:
            metrics.append_seconds.observe(seconds)

    def bot_refused(self, battle: BattleId) -> None:
        """See Observer."""
        self._metrics.bot_refusals.inc()

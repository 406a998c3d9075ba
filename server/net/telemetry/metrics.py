"""The metrics of a server: one registry, with names that begin with `hexwarden_`.

Where the system tells them (Linux), the usual `process_` figures stand beside these, and the
`python_gc_` ones everywhere.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "hexwarden_"
# Upper ends, in seconds: from an append to memory to one of a store that is nearly given up (10 s).
_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Traffic(Collector):
    """Counts frames written, in plain numbers: a locked counter costs too much per frame."""

    def __init__(self) -> None:
        self.frames, self.bytes = 0, 0

    def collect(self) -> Iterable[Metric]:
        """Return what the registry shows."""
        yield CounterMetricFamily(
            PREFIX + "frames_sent", "Frames written to connections.", self.frames
        )
        yield CounterMetricFamily(
            PREFIX + "frame_bytes", "Bytes of the frames written.", self.bytes
        )


class Tally(Collector):
    """A counter, with one label or none, for what happens at every move.

    Everything here runs in one thread, so it does without the lock of the library's own. `counts`,
    by label, may be added to directly where every move comes by.
    """

    def __init__(self, name: str, text: str, label: str = "") -> None:
        self._name, self._text, self._label = PREFIX + name, text, label
        self.counts: defaultdict[str, int] = defaultdict(int, {} if label else {"": 0})

    def inc(self, by: int = 1, label: str = "") -> None:
        """Add to the count."""
        self.counts[label] += by

    @property
    def total(self) -> int:
        """Return the sum over all labels."""
        return sum(self.counts.values())

    def collect(self) -> Iterable[Metric]:
        """Return what the registry shows."""
        labels = [self._label] if self._label else []
        shown = CounterMetricFamily(self._name, self._text, labels=labels)
        for label, count in self.counts.items():
            shown.add_metric([label] if labels else [], count)
        yield shown


class Durations(Collector):
    """A histogram of seconds, without the lock of the library's own, as `Tally`."""

    def __init__(self, name: str, text: str, upper: tuple[float, ...]) -> None:
        self._name, self._text, self._upper = PREFIX + name, text, upper
        self._counts, self._sum = [0] * (len(upper) + 1), 0.0

    def observe(self, seconds: float) -> None:
        """Count how long something took."""
        self._counts[bisect_left(self._upper, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        """Return what the registry shows."""
        ends = [*map(floatToGoString, self._upper), "+Inf"]
        shown = HistogramMetricFamily(self._name, self._text)
        shown.add_metric([], [*zip(ends, accumulate(self._counts), strict=True)], self._sum)
        yield shown


class Metrics:
    """The server's counters. Labels come from closed lists only, so their number is bounded."""

    def __init__(self) -> None:
        self.collectors = CollectorRegistry()
        ProcessCollector(registry=self.collectors)
        GCCollector(registry=self.collectors)
        self.requests = self._tally("requests", "Requests read, by kind.", "kind")
        self.intents = self._tally(
            "intents", "Intents answered, by result: commit, taken, or a refusal's code.", "result"
        )
        self.refusals = self._counter("refusals", "Requests refused, by code.", "code")
        self.limited = self._tally(
            "limited", "Requests and connections over a limit, by limit.", "limit"
        )
        self.defects = self._counter("defects", "Requests that met a defect of the server.")
        self.tasks_died = self._tally(
            "tasks_died", "Tasks and callbacks that an error has ended, by what they did.", "task"
        )
        self.commits = self._tally("commits", "Commits that the store has taken.")
        self.bot_refusals = self._tally("bot_refusals", "Answers of bots that the rules refused.")
        self.append_seconds = Durations(
            "append_seconds", "From an append's start to its durable end.", _SECONDS
        )
        self.collectors.register(self.append_seconds)
        self.append_failures = self._counter(
            "append_failures", "Appends that failed, by error.", "error"
        )
        self.accepted = self._counter("connections_accepted", "Connections that were accepted.")
        self.rejected = self._counter(
            "connections_rejected", "Connections turned away, by reason.", "reason"
        )
        self.closed = self._counter(
            "connections_closed", "Connections ended by us, by bye code.", "bye"
        )
        self.connections = self._gauge("connections", "Open WebSocket connections.")
        self.workers = self._gauge("workers", "Processes that are counted here.")
        self.workers.set(1)
        self.rooms = self._gauge("rooms", "Battles that this process owns.")
        self.watchers = self._gauge("watchers", "Connections that watch a battle.")
        self.traffic = Traffic()
        self.collectors.register(self.traffic)
        self.resyncs = self._counter("resyncs", "Backlogs that a snapshot has replaced.")
        self.aborts = self._counter(
            "aborts", "Connections cut because they did not read, by reason.", "reason"
        )
        self.store_up = self._gauge("store_up", "1 while the store can be reached.")
        self.store_memory_free = self._share(
            "store_memory_free_ratio", "Share of the store's maxmemory that is free; 1 without one."
        )
        self.data_free = self._share("data_free_ratio", "Free share of the data directory's disk.")

    def value(self, name: str, **labels: str) -> float:
        """Return one figure as `/metrics` would show it, `name` without the prefix; 0 if there is
        none.
        """
        return self.collectors.get_sample_value(PREFIX + name, labels) or 0.0

    def handled(self) -> int:
        """Return how many requests and commits were handled so far: while it stands still nobody
        waits for this process.
        """
        return self.requests.total + self.commits.total

    def show(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self.collectors)

    def count_by(self, gauge: Gauge, count: Callable[[], float]) -> None:
        """Let a gauge call `count` whenever it is read."""
        gauge.set_function(count)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(PREFIX + name, text, labels, registry=self.collectors)

    def _tally(self, name: str, text: str, label: str = "") -> Tally:
        tally = Tally(name, text, label)
        self.collectors.register(tally)
        return tally

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(PREFIX + name, text, registry=self.collectors)

    def _share(self, name: str, text: str) -> Gauge:
        gauge = self._gauge(name, text)
        gauge.set(1)
        return gauge

"""OpenTelemetry traces of an intent: edge, queue, rules, append, fan_out. Off, it costs nothing.

    edge      where the connection is: from the request that was read to the battle's queue, or, at
              a process that relays, to the message for its host. The root of the trace.
    queue     until the battle's task comes to it
    rules     the rules run, and the commit is encoded
    append    until the journal has it, durably
    fan_out   the frames handed to everybody who watches in the process that plays the battle

The last four belong to the process that plays, wherever the edge was: a request carries its trace
with it, also in a message.
"""

import asyncio
import importlib.util
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from protocol.ids import BattleId, PlayerId, SeatId
from protocol.requests import Intent
from server.runtime import Observer

MOST_QUEUED = 4096
"""Queue spans open at a time, in all battles: those of 64 whose queues are full. A battle that is
lost leaves some that nobody ends; the oldest are ended for new ones.
"""
PATIENCE = 3.0
"""Seconds that a process which stops waits for its last spans to be sent."""
MISSING = "traces need the package extra: pip install 'hexwarden[otel]'"


class Tracer(Protocol):
    """The part of OpenTelemetry's tracer that is used here."""

    def start_span(self, name: str, context: Any = None, **options: Any) -> Any:
        """Begin a span."""
        ...


class _Part(NamedTuple):
    """A span, and the context of its trace's root."""

    context: Any
    span: Any


class _Key(NamedTuple):
    """Identifies a queued intent within its process."""

    battle: BattleId
    player: PlayerId
    seat: SeatId
    question: int
    number: int


def _key(battle: BattleId, player: PlayerId, intent: Intent) -> _Key:
    return _Key(battle, player, intent.seat, intent.question, intent.number)


class Traces(Observer):
    """The traces of one process. `provider` makes its tracer and is shut down with it."""

    def __init__(self, provider: Any) -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider = provider
        self._tracer: Tracer = provider.get_tracer("hexwarden")
        self._wire = TraceContextTextMapPropagator()
        self._edges: dict[str, Any] = {}
        self._queued: OrderedDict[_Key, _Part] = OrderedDict()
        self._now: dict[str, _Part] = {}
        """By battle, what is done with the intent that its task is at."""

    def intent_arrived(self, player: PlayerId) -> str:
        """See Observer."""
        span = self._tracer.start_span("edge", attributes={"hexwarden.player": player})
        trace = self._written(span)
        self._edges[trace] = span
        return trace

    def intent_passed_on(self, trace: str) -> None:
        """See Observer."""
        if (span := self._edges.pop(trace, None)) is not None:
            span.end()

    def intent_queued(self, battle: BattleId, player: PlayerId, intent: Intent, trace: str) -> None:
        """See Observer."""
        if not trace:
            return
        context = self._wire.extract({"traceparent": trace})
        names = {"hexwarden.battle": battle}
        span = self._tracer.start_span("queue", context, attributes=names)
        key = _key(battle, player, intent)
        if (again := self._queued.pop(key, None)) is not None:
            again.span.end()
        self._queued[key] = _Part(context, span)
        if len(self._queued) > MOST_QUEUED:
            self._queued.popitem(last=False)[1].span.end()

    def rules_begun(self, battle: BattleId, player: PlayerId, intent: Intent) -> None:
        """See Observer."""
        if (found := self._queued.pop(_key(battle, player, intent), None)) is not None:
            found.span.end()
            self._begin(battle, "rules", found.context, {"hexwarden.question": intent.question})

    def rules_ended(self, battle: BattleId, stopped: str = "") -> None:
        """See Observer."""
        if stopped:
            self._end(battle, {"hexwarden.refused": stopped})
        else:
            self._pause(battle)

    def append_begun(self, battle: BattleId, version: int) -> None:
        """See Observer. A commit that no intent has led to is in no trace."""
        if (now := self._now.get(battle)) is not None:
            self._begin(battle, "append", now.context, {"hexwarden.version": version})

    def append_ended(self, battle: BattleId, version: int, fault: BaseException | None) -> None:
        """See Observer. The trace ends with a failure, also where the entry is tried again."""
        if fault is not None:
            self._end(battle, {"hexwarden.failed": type(fault).__name__})
        else:
            self._pause(battle)

    def fan_out_begun(self, battle: BattleId, version: int, watchers: int) -> None:
        """See Observer."""
        if (now := self._now.get(battle)) is not None:
            names = {"hexwarden.version": version, "hexwarden.watchers": watchers}
            self._begin(battle, "fan_out", now.context, names)

    def fan_out_ended(self, battle: BattleId, version: int) -> None:
        """See Observer."""
        self._end(battle, {})

    async def close(self) -> None:
        """Send the spans that are left, waiting briefly for the endpoint."""
        closing = asyncio.to_thread(self._provider.shutdown)
        try:
            async with asyncio.timeout(PATIENCE):
                await closing
        except TimeoutError:
            pass

    def _begin(self, battle: BattleId, name: str, context: Any, about: Mapping[str, int]) -> None:
        span = self._tracer.start_span(name, context, attributes=dict(about))
        self._now[battle] = _Part(context, span)

    def _pause(self, battle: BattleId) -> None:
        """End a part, with another of the same trace to follow."""
        if (now := self._now.get(battle)) is not None:
            now.span.end()

    def _end(self, battle: BattleId, about: Mapping[str, str]) -> None:
        """End the last part of a trace."""
        if (now := self._now.pop(battle, None)) is not None:
            for name, value in about.items():
                now.span.set_attribute(name, value)
            now.span.end()

    def _written(self, span: Any) -> str:
        from opentelemetry.trace import set_span_in_context

        carrier: dict[str, str] = {}
        self._wire.inject(carrier, set_span_in_context(span))
        return carrier.get("traceparent", "")


def check(endpoint: str) -> None:
    """Raise ValueError where traces are wanted and the package for them is missing."""
    if endpoint and importlib.util.find_spec("opentelemetry.exporter") is None:
        raise ValueError(MISSING)


def traces_to(endpoint: str, share: float, names: Mapping[str, str]) -> Traces | None:
    """Return traces that are sent to an OTLP/HTTP endpoint; None where none is set. `share` of all
    traces is kept; `names` tell who we are. Raises ImportError, see `check`.
    """
    if not endpoint:
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

    sampler = ParentBased(TraceIdRatioBased(share))
    provider = TracerProvider(sampler=sampler, resource=Resource.create(dict(names)))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    return Traces(provider)

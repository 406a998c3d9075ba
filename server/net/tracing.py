"""OpenTelemetry traces of an intent: edge, queue, rules, append, fan_out. Off, it costs nothing.

    edge      where the connection is: from the request that was read to the battle's queue, or, at
              a process that relays, to the letter for its host. The root of the trace.
    queue     until the battle's task comes to it
    rules     the rules run, and the commit is encoded
    append    until the journal has it, durably
    fan_out   the frames handed to everybody who watches in the process that plays the battle

The last four belong to the process that plays, wherever the edge was: a request carries its trace
with it, also in a letter. Like the meter's, these are shadows over methods of the objects at hand:
whoever has no endpoint set has none of this in the way.
"""

import asyncio
import importlib.util
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from protocol.replies import Commit
from protocol.requests import Intent, Request
from server.rooms.audience import Audience
from server.rooms.hall import Hall
from server.rooms.record import BattleRecord, Draft
from server.rooms.room import Room, RoomRequest
from server.rooms.table import Table
from server.rooms.visitor import Visitor
from server.store.base import Lease, Store
from server.store.errors import StoreError

MOST_QUEUED = 256
PATIENCE = 3.0
MISSING = "traces need the package extra: pip install 'hexwarden[otel]'"


class Tracer(Protocol):
    """What is used of OpenTelemetry's tracer."""

    def start_span(self, name: str, context: Any = None, **options: Any) -> Any:
        """Begin a span."""
        ...


class _Queued(NamedTuple):
    context: Any
    span: Any


class Traces:
    """The traces of one process. `provider` makes its tracer and is shut down with it."""

    def __init__(self, provider: Any) -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider = provider
        self._tracer: Tracer = provider.get_tracer("hexwarden")
        self._wire = TraceContextTextMapPropagator()
        self._now: dict[str, Any] = {}

    def follow(self, hall: Hall, store: Store) -> None:
        """Trace what comes to a hall and its store from now on."""
        plain_handle, plain_opened = hall.handle, hall.room_opened

        async def handle(visitor: Visitor, request: Request, once: str = "") -> None:
            if not isinstance(request, Intent):
                await plain_handle(visitor, request, once)
                return
            span = self._tracer.start_span("edge", attributes={"hexwarden.player": visitor.player})
            visitor.trace = self._written(span)
            try:
                await plain_handle(visitor, request, once)
            finally:
                visitor.trace = ""
                span.end()

        def room_opened(table: Table, room: Room) -> None:
            self._follow_room(room)
            plain_opened(table, room)

        _shadow(hall, handle=handle, room_opened=room_opened)
        self._follow_store(store)

    async def close(self) -> None:
        """Send what has not been sent yet, for a moment."""
        closing = asyncio.to_thread(self._provider.shutdown)
        try:
            async with asyncio.timeout(PATIENCE):
                await closing
        except TimeoutError:
            pass

    def _follow_room(self, room: Room) -> None:
        queued: OrderedDict[tuple[int, int], _Queued] = OrderedDict()
        plain_submit = room.submit

        def submit(visitor: Visitor, request: RoomRequest) -> None:
            if isinstance(request, Intent) and visitor.trace:
                context = self._wire.extract({"traceparent": visitor.trace})
                names = {"hexwarden.battle": room.battle}
                span = self._tracer.start_span("queue", context, attributes=names)
                queued[request.question, request.number] = _Queued(context, span)
                if len(queued) > MOST_QUEUED:
                    queued.popitem(last=False)[1].span.end()
            plain_submit(visitor, request)

        _shadow(room, submit=submit)
        self._follow_record(room.record, room.battle, queued)
        self._follow_audience(room.audience, room.battle)

    def _follow_record(
        self, record: BattleRecord, battle: str, queued: dict[tuple[int, int], _Queued]
    ) -> None:
        plain_answer = record.answer

        def answer(
            seat: str, question: int, picks: tuple[str, ...], how: str, number: int, ms: int
        ) -> Draft:
            found = queued.pop((question, number), None)
            if found is None:
                return plain_answer(seat, question, picks, how, number, ms)
            found.span.end()
            span = self._tracer.start_span(
                "rules", found.context, attributes={"hexwarden.seat": seat}
            )
            try:
                draft = plain_answer(seat, question, picks, how, number, ms)
            except Exception as fault:
                span.set_attribute("hexwarden.refused", type(fault).__name__)
                raise
            finally:
                span.end()
            self._now[battle] = found.context
            return draft

        _shadow(record, answer=answer)

    def _follow_store(self, store: Store) -> None:
        plain_append = store.append

        async def append(lease: Lease, version: int, entry: bytes) -> None:
            context = self._now.get(lease.battle)
            if context is None:
                await plain_append(lease, version, entry)
                return
            span = self._tracer.start_span(
                "append", context, attributes={"hexwarden.version": version}
            )
            try:
                await plain_append(lease, version, entry)
            except StoreError as fault:
                span.set_attribute("hexwarden.failed", type(fault).__name__)
                self._now.pop(lease.battle, None)
                raise
            finally:
                span.end()

        _shadow(store, append=append)

    def _follow_audience(self, audience: Audience, battle: str) -> None:
        if "commit" in vars(audience):
            return  # it has been here before
        plain_commit = audience.commit

        def commit(version: int, made: Commit | None, frame: bytes) -> None:
            context = self._now.pop(battle, None)
            if context is None:
                plain_commit(version, made, frame)
                return
            names = {"hexwarden.version": version, "hexwarden.watchers": len(audience.visitors)}
            span = self._tracer.start_span("fan_out", context, attributes=names)
            plain_commit(version, made, frame)
            span.end()

        _shadow(audience, commit=commit)

    def _written(self, span: Any) -> str:
        from opentelemetry.trace import set_span_in_context

        carrier: dict[str, str] = {}
        self._wire.inject(carrier, set_span_in_context(span))
        return carrier.get("traceparent", "")


def check(endpoint: str) -> None:
    """Raises ValueError where traces are wanted and the package for them is missing."""
    if endpoint and importlib.util.find_spec("opentelemetry.exporter") is None:
        raise ValueError(MISSING)


def traces_to(endpoint: str, share: float, names: Mapping[str, str]) -> Traces | None:
    """Traces sent to an OTLP/HTTP endpoint; None where none is set.

    `share` of all traces is kept; `names` tell who we are. Raises ImportError, see `check`.
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


def _shadow(thing: object, **methods: object) -> None:
    """Put methods before those of one object; a wrapper would have to repeat all of them."""
    for name, method in methods.items():
        setattr(thing, name, method)

"""Traces of an intent, as a real OTLP/HTTP receiver gets them."""

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from protocol import replies, requests
from protocol.ids import SeatId
from server.net.telemetry import StoreMetrics, tracing
from server.store.memory import MemoryStore
from tests.net.conftest import Serve, url_of
from tests.net.party import SEATS, Party, hang_up, meet, move
from tests.net.player import Player

PARTS = ("edge", "queue", "rules", "append", "fan_out")


class Receiver:
    """A collector: takes OTLP over HTTP, and keeps the spans."""

    def __init__(self) -> None:
        self.spans: list[tuple[str, Any]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.take(body, self.headers.get("Content-Encoding", ""))
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/traces"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def take(self, body: bytes, encoding: str) -> None:
        assert not encoding
        found = ExportTraceServiceRequest.FromString(body)
        for each in found.resource_spans:
            names = {one.key: one.value.string_value for one in each.resource.attributes}
            for scope in each.scope_spans:
                self.spans += [(names["service.instance.id"], span) for span in scope.spans]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def traces(self) -> dict[bytes, dict[str, tuple[str, Any]]]:
        """By trace, its spans by name, each with the process it came from."""
        found: dict[bytes, dict[str, tuple[str, Any]]] = {}
        for process, span in self.spans:
            trace = found.setdefault(span.trace_id, {})
            assert span.name not in trace
            trace[span.name] = process, span
        return found


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.stop()


def in_order(trace: dict[str, tuple[str, Any]]) -> None:
    """All parts hang on the edge, and begin one after the other."""
    assert tuple(sorted(trace, key=PARTS.index)) == PARTS
    spans = [trace[name][1] for name in PARTS]
    assert not spans[0].parent_span_id
    assert {span.parent_span_id for span in spans[1:]} == {spans[0].span_id}
    starts = [span.start_time_unix_nano for span in spans]
    assert starts == sorted(starts)
    assert all(span.end_time_unix_nano >= span.start_time_unix_nano for span in spans)


async def test_an_intent_makes_one_trace_of_five_spans(serve: Serve, receiver: Receiver) -> None:
    """Given an endpoint, when a move is made, then its trace tells of edge, queue, rules, append
    and fan-out, and a move that is refused ends at the rules."""
    server = await serve(otlp=receiver.url)
    party = await meet(url_of(server), goal=60)
    commit = await move(party.players["1"], "1")
    two = party.players["2"]
    await two.wait(lambda: two.mine("2"))
    question = two.mine("2")
    assert question is not None
    assert (
        await two.refused(requests.Intent(0, 5, question.id, ("nonsense",), SeatId("2")))
        == "illegal"
    )
    await server.stop()
    first, second = receiver.traces().values()
    in_order(first)
    told = {one.key: one.value.int_value for one in first["fan_out"][1].attributes}
    assert told == {"hexwarden.version": commit.version, "hexwarden.watchers": 4}
    assert set(second) == {"edge", "queue", "rules"}
    await hang_up(party.players.values())


async def test_a_trace_goes_on_in_the_process_that_plays(serve: Serve, receiver: Receiver) -> None:
    """Given a player at a process that relays, when they move, then the edge is told by that
    process and the rest, of the same trace, by the one that plays the battle."""
    store = MemoryStore()
    host, other = [await serve(store, otlp=receiver.url) for _ in range(2)]
    party = await meet(url_of(host), goal=60)
    await move_away(party, url_of(other))
    await move(party.players["1"], "1")
    for server in (other, host):
        await server.stop()
    (trace,) = receiver.traces().values()
    in_order(trace)
    assert trace["edge"][0] == other.service.owner
    assert {trace[name][0] for name in PARTS[1:]} == {host.service.owner}
    await hang_up(party.players.values())


async def move_away(party: Party, url: str) -> None:
    """All players but the last connect to another process."""
    for seat in SEATS[:3]:
        player: Player = party.players[seat]
        await player.close()
        player.url = url
        await player.hello()
        await player.ask(requests.Join(0, table=party.table), replies.Joined)
        await player.ask(requests.Watch(0, party.battle, player.version), replies.Done)


async def test_without_an_endpoint_only_metrics_observe(serve: Serve) -> None:
    server = await serve()
    (observer,) = server.service.resources.observers.observers
    assert isinstance(observer, StoreMetrics)


async def test_traces_that_fail_end_no_battle(
    serve: Serve, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, failures: list[Any]
) -> None:
    """Given traces that fail from some moment on, when moves are made, then the battle goes on,
    and the failure is logged once."""
    server = await serve(otlp=receiver.url)
    party = await meet(url_of(server), goal=60)
    await move(party.players["1"], "1")
    monkeypatch.setattr(tracing.Traces, "_written", broken)
    versions = [(await move(party.players[seat], seat)).version for seat in ("2", "3", "4")]
    assert versions == [3, 4, 5]
    assert [each["event"] for each in failures] == ["observer.switched_off"]
    assert server.metrics.value("commits_total") == 5
    await hang_up(party.players.values())


def broken(*_: object) -> str:
    raise RuntimeError("the library has changed")


def test_an_endpoint_without_the_package_is_said_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"hexwarden\[otel\]"):
        tracing.check("http://127.0.0.1:4318/v1/traces")
    tracing.check("")


async def test_a_collector_that_is_away_harms_nobody(serve: Serve) -> None:
    server = await serve(otlp="http://127.0.0.1:9/v1/traces")
    party = await meet(url_of(server), goal=60)
    assert (await move(party.players["1"], "1")).version == 2
    async with asyncio.timeout(60):
        await server.stop()
    await hang_up(party.players.values())

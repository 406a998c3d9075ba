"""Connections between clients and servers: ordered and reliable until they are cut.

A cut loses what is under way, at any message and in either direction, and each side learns of it in
its own time. `SocketEnd` is what the SDK holds, `LinkEnd` what a server's session holds.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK

from protocol.codec import MSGPACK
from tests.simulator.loop import Lane, Loop

KEEPALIVE = 6.0
OPENED_WITHIN = 5.0


class End:
    """One side of a connection: what has arrived, and whether it has ended."""

    def __init__(self, wire: "Wire", lane: Lane) -> None:
        self.wire, self.lane = wire, lane
        self.inbox: deque[bytes] = deque()
        self.ended: Exception | None = None
        self.waiter: asyncio.Future[None] | None = None

    def arrived(self, frame: bytes | None, fault: Exception | None = None) -> None:
        """A message, or the end."""
        if self.ended is not None:
            return
        if frame is not None:
            self.inbox.append(frame)
        else:
            self.ended = fault
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def take(self) -> bytes:
        """The next message. Raises ConnectionClosed."""
        while not self.inbox:
            if self.ended is not None:
                raise self.ended
            self.waiter = self.wire.loop.create_future()
            await self.waiter
        return self.inbox.popleft()


class Wire:
    """A connection: its two ends, and what is under way between them."""

    def __init__(self, net: "Network", client: Lane, server: Lane) -> None:
        self.net, self.loop = net, net.loop
        self.client, self.server = End(self, client), End(self, server)
        self.is_cut = False
        self.reason = ""
        self._last = {self.client: 0.0, self.server: 0.0}

    def send(self, to: End, frame: bytes | None, fault: Exception | None = None) -> None:
        """Put a message on its way (None: the end of the connection)."""
        if self.is_cut:
            return
        at = max(self._last[to], self.loop.time() + self.net.delay())
        self._last[to] = at
        self.loop.call_at(at, self._arrive, to, frame, fault, context=self.loop.world.context)

    def _arrive(self, to: End, frame: bytes | None, fault: Exception | None) -> None:
        if not self.is_cut:
            to.arrived(frame, fault)

    def cut(self, client: float = 0.0, server: float = 0.0) -> None:
        """Lose what is under way; the sides learn of it after so many seconds."""
        if self.is_cut:
            return
        self.is_cut = True
        self.net.wires.pop(self, None)
        for end, after in ((self.client, client), (self.server, server)):
            self.loop.call_later(
                after,
                end.arrived,
                None,
                ConnectionClosedError(None, None),
                context=self.loop.world.context,
            )

    def end(self, reason: str) -> None:
        """Both sides have agreed to part."""
        self.reason = reason
        self.net.wires.pop(self, None)


class _Transport:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def abort(self) -> None:
        self._wire.cut(0.0, self._wire.net.delay())


class SocketEnd:
    """A client's socket, as far as the SDK uses one. `seen` is told every frame, both ways."""

    subprotocol = MSGPACK

    def __init__(self, wire: Wire, seen: Callable[[str, bytes], None]) -> None:
        self._wire, self._seen = wire, seen
        self.transport = _Transport(wire)

    @property
    def close_reason(self) -> str:
        return self._wire.reason

    async def send(self, data: bytes, text: bool | None = None) -> None:
        if self._wire.client.ended is not None:
            raise self._wire.client.ended
        self._seen("sent", data)
        self._wire.send(self._wire.server, data)

    async def recv(self) -> bytes:
        frame = await self._wire.client.take()
        self._seen("heard", frame)
        return frame

    async def close(self) -> None:
        wire = self._wire
        if wire.client.ended is None:
            wire.send(wire.server, None, ConnectionClosedOK(None, None))
            wire.client.arrived(None, ConnectionClosedOK(None, None))
            wire.end("")


class LinkEnd:
    """A server's side, as far as its sessions use it."""

    subprotocol = MSGPACK
    request = None
    transport = None

    def __init__(self, wire: Wire, peer: str, number: int) -> None:
        self._wire, self.peer, self.id = wire, peer, number
        self.address = peer
        self.loop = wire.loop
        self.behind = False
        self.why_cut = ""
        self.close_code: int | None = None
        self.on_drained: Callable[[], None] = lambda: None
        self.on_held: Callable[[], None] = lambda: None

    @property
    def is_open(self) -> bool:
        return self._wire.server.ended is None

    @property
    def backlog(self) -> int:
        return 0

    @property
    def takes_news(self) -> bool:
        return not self.behind

    def fall_behind(self) -> None:
        """The peer reads no more for now."""
        self.behind = True
        self.on_held()

    def drained(self) -> None:
        """The peer has read what it was behind with; the server hears of it."""
        self.behind = False
        lane = self._wire.server.lane
        if self.is_open and not lane.dead:
            self.loop.call_soon(self.on_drained, context=lane.context)

    def forget_handshake(self) -> None:
        """There was none."""

    async def recv(self) -> bytes:
        return await self._wire.server.take()

    def write(self, frame: bytes) -> bool:
        if not self.is_open:
            return False
        self._wire.send(self._wire.client, _payload(frame))
        return True

    def send_news(self, frame: bytes) -> None:
        self.write(frame)

    def cut(self, why: str) -> None:
        self.why_cut = self.why_cut or why
        self._wire.cut(self._wire.net.delay(), 0.0)

    async def part(self, code: int, reason: str) -> None:
        """Say good-bye; what was written before still arrives."""
        wire = self._wire
        self.close_code = code
        if self.is_open:
            wire.send(wire.client, None, ConnectionClosedOK(None, None))
            wire.end(reason)
            await asyncio.sleep(2 * wire.net.delay())
            wire.server.arrived(None, ConnectionClosedOK(None, None))


class Network:
    """Who listens where, and every connection. `delays` are the least and most seconds."""

    def __init__(self, loop: Loop, chance: Random) -> None:
        self.loop, self._chance = loop, chance
        self.wires: dict[Wire, LinkEnd] = {}
        self.doors: dict[str, tuple[Lane, Callable[[Any], Awaitable[None]]]] = {}
        self.delays = (0.0005, 0.005)
        self.slow = 0.0
        self._count = 0

    def delay(self) -> float:
        """Seconds that a message is under way."""
        if self._chance.random() < self.slow:
            return self._chance.uniform(0.01, 0.8)
        return self._chance.uniform(*self.delays)

    def listen(self, name: str, lane: Lane, handle: Callable[[Any], Awaitable[None]]) -> None:
        """A server takes connections."""
        self.doors[name] = lane, handle

    def close(self, name: str, lane: Lane) -> None:
        """A server takes none any more."""
        if name in self.doors and self.doors[name][0] is lane:
            del self.doors[name]

    async def dial(self, client: Lane, server: str, seen: Callable[[str, bytes], None]) -> Any:
        """Connect to a server. Raises OSError."""
        await asyncio.sleep(self.delay())
        until = self.loop.time() + OPENED_WITHIN
        while True:
            if server not in self.doors:
                raise ConnectionRefusedError(f"nobody listens at {server}")
            lane, handle = self.doors[server]
            if not lane.held:
                break
            if self.loop.time() > until:
                raise TimeoutError(f"{server} does not answer")
            await asyncio.sleep(0.3)
        wire = Wire(self, client, lane)
        self._count += 1
        link = LinkEnd(wire, "10.0.0.1", self._count)
        self.wires[wire] = link
        self.loop.call_soon(self._accepted, handle, link, context=lane.context)
        await asyncio.sleep(self.delay())
        return SocketEnd(wire, seen)

    def _accepted(self, handle: Callable[[Any], Any], link: LinkEnd) -> None:
        self.loop.create_task(handle(link))

    def died(self, lane: Lane) -> None:
        """A process is dead: the other sides of its connections learn it from its system."""
        for wire in tuple(self.wires):
            if lane in (wire.client.lane, wire.server.lane):
                wire.cut(self.delay(), self.delay())

    def silent(self, lane: Lane) -> None:
        """A process has said nothing for as long as the others bear."""
        for wire in tuple(self.wires):
            if lane in (wire.client.lane, wire.server.lane):
                wire.cut(self._chance.uniform(0, 0.5), self._chance.uniform(0, 0.5))


def _payload(frame: bytes) -> bytes:
    """What an unmasked frame carries."""
    length = frame[1] & 127
    return frame[4:] if length == 126 else frame[10:] if length == 127 else frame[2:]

"""One WebSocket from its first frame to its last.

What arrives is read one request at a time: while one is being handled the next ones wait in the
socket, so a peer that sends too much slows itself down. Each frame passes, in this order:

    a frame of the chosen format    else refused as `malformed` (or `too_large`)
    one the connection may send     else refused as `too_fast`
    `hello` if it is the first      else refused as `too_early`
    the service                     which refuse by their own codes

Refusals keep the connection, up to a point: whoever breaks the first three too often is sent away
with a `bye`, and so is whoever does not say hello in time. Whatever a peer sends, it harms nobody
else: what fails in here unexpectedly is logged, answered with `defect`, and forgotten.
"""

import asyncio
import contextlib
import secrets
from typing import Any, Protocol, get_args

import structlog
from websockets.exceptions import ConnectionClosed

from protocol.ids import NO_TABLE
from protocol.messages import BYES, CODECS, ByeCode, Malformed, Reply, Request
from protocol.replies import Refused, Taken
from protocol.requests import Hello, Intent, Pulse
from server.net.admission import (
    BYTES_A_TOKEN,
    TOO_FAST,
    Admission,
    Asking,
    Bucket,
    network_of,
)
from server.net.credentials import bearer_of
from server.net.telemetry import Metrics
from server.net.websocket.connection import BoundedConnection
from server.net.websocket.heartbeat import ClientHeartbeat
from server.net.websocket.outbox import Framing, Outbox
from server.net.websocket.whole_frames import BINARY, TEXT
from server.players import Visitor
from server.runtime import Observers, Tasks
from server.service import cost_of
from server.settings import Settings

log = structlog.get_logger(__name__)

MISTAKES = (0.2, 10)  # malformed or too early requests that are let pass: per second, and at once
HURRIES = (5.0, 100)  # the same for requests that come too fast
_INTENT, _INTENT_TEXT = b"\xa6intent", b'["intent",'  # how an answer begins; the first after a byte
TAGS = {kind: str(kind.__struct_config__.tag) for kind in get_args(Request)}
INTENTS_KEPT = 256  # four full queues of a battle; of an older one the result is not counted


class RequestService(Protocol):
    """What a session needs of the service; `GameService` is it."""

    async def handle(self, visitor: Visitor, request: Request) -> None:
        """Grant or refuse one request. Never raises, except when cancelled."""
        ...

    def move(self, visitor: Visitor, intent: Intent) -> None:
        """Pass one answer on, or refuse it. Neither waits nor raises."""
        ...

    def depart(self, visitor: Visitor) -> None:
        """Remove a visitor whose connection has closed."""
        ...


class ConnectedVisitor(Visitor):
    """A visitor on a connection of ours, whose answers are counted and paid for."""

    __slots__ = ("_owed", "_session")

    def __init__(self, session: "ServerSession") -> None:
        # News go the way of answers until the session opens its outbox for us.
        super().__init__(session.codec, self._answered, self._answered, session.hang_up)
        self._session: ServerSession | None = session
        self._owed = 0.0

    def _answered(self, frame: bytes) -> None:
        self.spend(len(frame) / BYTES_A_TOKEN)
        if self._session is not None:
            self._session.outbox.reply(frame)

    def spend(self, tokens: float) -> None:
        """Charge whole tokens; fractions are summed until they make one."""
        self._owed += tokens
        if self._owed >= 1 and self._session is not None:
            whole = int(self._owed)
            self._owed -= whole
            self._session.charge(whole)

    def tell(self, message: Reply) -> None:
        """Answer with one message."""
        if self._session is not None:
            self._session.count_reply(message)
        super().tell(message)

    def end(self) -> None:
        """See `Visitor`."""
        super().end()
        self._session = None


class ServerSession:
    """The conversation with one connection."""

    # Thousands of them are idle: each holds what it needs, and makes the rest when it needs it.
    __slots__ = (
        *("__weakref__", "codec", "link", "outbox", "visitor"),
        *("_address", "_admission", "_asks", "_bucket", "_heartbeat", "_hurries", "_intents"),
        *("_is_idle", "_metrics", "_mistakes", "_observers", "_parting", "_service", "_settings"),
    )

    def __init__(
        self,
        link: BoundedConnection,
        service: RequestService,
        settings: Settings,
        metrics: Metrics,
        admission: Admission,
        framing: Framing,
        observers: Observers,
    ) -> None:
        self._observers = observers
        self.link, self._service, self._settings = link, service, settings
        self._metrics, self._admission = metrics, admission
        self.codec = CODECS[str(link.subprotocol)]
        self.outbox = Outbox(link, self.codec, self._catch_up)
        self.visitor = ConnectedVisitor(self)
        self.outbox.open_for(self.visitor, framing)
        self._heartbeat: ClientHeartbeat | None = None
        self._parting: asyncio.Task[None] | None = None
        self._bucket = admission.connection_bucket()
        self._mistakes: Bucket | None = None
        self._hurries: Bucket | None = None
        self._intents: dict[int, None] = {}
        self._is_idle = False
        headers = link.request.headers if link.request else None
        self._address = network_of(admission.proxies.client_of(link.address, headers))
        self.visitor.address = self._address
        self._asks = Asking(self._bucket, self._address)
        if settings.oidc_issuer:
            self.visitor.proof = bearer_of(headers)
        link.forget_handshake()

    async def run(self) -> None:
        """Handle frames until either side closes; the connection is closed on return."""
        try:
            if reason := self._admission.enter(self._address):
                self._metrics.rejected.labels(reason).inc()
                self.visitor.bye("full", BYES["full"][1])
                await self._part()
                return
            self._metrics.accepted.inc()
            try:
                if await self._greeted():
                    # In this one coroutine: it is what an idle connection waits in.
                    self.link.on_message = self._take_now
                    while self._parting is None:
                        self._is_idle = True
                        try:
                            frame = await self.link.recv()
                        finally:
                            self._is_idle = False
                        if (request := self._admitted(frame)) is not None:
                            await self._handle(request)
            except ConnectionClosed:
                pass
            finally:
                await self._left()
        finally:
            self.visitor.end()
            self.outbox.end()

    @property
    def is_parting(self) -> bool:
        """Return whether the connection is being closed."""
        return self._parting is not None

    def hang_up(self, code: ByeCode) -> None:
        """Begin to close without waiting. What was sent before still arrives if the peer reads."""
        if self._parting is None:
            self._metrics.closed.labels(code).inc()
            number, text = BYES[code]
            self._begin_to_part(number, text)

    def charge(self, tokens: int) -> None:
        """Charge tokens for what a request has cost beyond what was taken for it."""
        # No table is charged, so where one sits need not be found out again.
        asks = self._asks if self._asks.player == self.visitor.player else self._asking()
        self._admission.charge(asks, tokens)

    def count_reply(self, reply: Reply) -> None:
        """Count the outcome of a request in the metrics."""
        if isinstance(reply, Refused):
            self._metrics.refusals.labels(reply.code).inc()
            if reply.code == "defect":
                self._metrics.defects.inc()
            if reply.ref in self._intents:
                del self._intents[reply.ref]
                self._metrics.intents.inc(label=reply.code)
        elif isinstance(reply, Taken):
            self._metrics.intents.inc(label="taken")

    async def _greeted(self) -> bool:
        """Handle requests until one has been a hello. Returns False where none came in time."""
        self._log().info("connection.opened", format=self.codec.name)
        try:
            # For all of it together: a peer that sends something now and then would else stay for
            # ever without saying who it is.
            async with asyncio.timeout(self._settings.hello_timeout):
                while not self.visitor.player:
                    if (request := self._admitted(await self.link.recv())) is not None:
                        await self._handle(request)
        except TimeoutError:
            self.visitor.bye("protocol", "No hello came in time.")
            return False
        return True

    def _take_now(self, kind: int, message: bytes) -> bool:
        """Pass an answer on as it arrives; False, and nothing done, for any other request, and
        where one before it has not been handled.
        """
        codec = self.codec
        if not self._is_idle or self._parting is not None:
            return False
        if kind != (TEXT if codec.text else BINARY):
            return False
        if message[1:8] != _INTENT and not message.startswith(_INTENT_TEXT):
            return False
        if (intent := codec.intent(message)) is None:
            return False  # it is told what is wrong where all other requests are
        if self._is_granted(intent):
            self._move(intent)
        return True

    def _admitted(self, frame: str | bytes) -> Request | None:
        """Return the request that a frame holds; None, and the peer told, where it is refused."""
        try:
            if isinstance(frame, str) is not self.codec.text:
                kind = "text" if self.codec.text else "binary"
                raise Malformed("malformed", f"{self.codec.name} is sent in {kind} frames.")
            request = self.codec.request(frame)
        except Malformed as fault:
            self._mistake(fault.ref, fault)
            return None
        return request if self._is_granted(request) else None

    def _is_granted(self, request: Request) -> bool:
        """Take a request's price, and return True; else tell the peer why it is refused."""
        self._metrics.requests.counts[TAGS[type(request)]] += 1
        if empty := self._admission.exhausted(self._asking(), cost_of(request)):
            self._metrics.limited.inc(label=empty)
            self.visitor.refuse(request.ref, "too_fast", TOO_FAST[empty])
            # Refused first, sent away only after many: a client that is a little too fast learns to
            # slow down.
            if self._hurries is None:
                self._hurries = Bucket(*HURRIES, self.link.loop.time)
            if not self._hurries.take():
                self.visitor.bye("too_fast", BYES["too_fast"][1])
        elif not self.visitor.player and not isinstance(request, Hello):
            self._mistake(request.ref, Malformed("too_early", "Say hello first."))
        else:
            return True
        return False

    async def _handle(self, request: Request) -> None:
        try:
            if isinstance(request, Hello) and not self._may_be_new(request):
                self._metrics.limited.inc(label="newcomers")
                self.visitor.refuse(request.ref, "too_fast", TOO_FAST["newcomers"])
                return
            if isinstance(request, Intent):
                self._move(request)
                return
            if isinstance(request, Pulse):
                if self._heartbeat is None:
                    self._heartbeat = ClientHeartbeat(self.link, self.codec)
                self._heartbeat.every(request.every / 1000)
            await self._service.handle(self.visitor, request)
        except Exception:
            self._defect(request)

    def _move(self, intent: Intent) -> None:
        visitor, observers = self.visitor, self._observers
        self._intents[intent.ref] = None
        if len(self._intents) > INTENTS_KEPT:
            del self._intents[next(iter(self._intents))]
        if is_traced := observers.are_tracing:
            visitor.trace = observers.intent_arrived(visitor.player)
        try:
            self._service.move(visitor, intent)
        except Exception:
            self._defect(intent)
        finally:
            if is_traced:
                observers.intent_passed_on(visitor.trace)
                visitor.trace = ""

    def _defect(self, request: Request) -> None:
        error = secrets.token_hex(4)
        self._log().exception("request.defect", kind=type(request).__name__, error=error)
        text = f"The server failed at this request; nothing else is harmed. Error {error}."
        self.visitor.refuse(request.ref, "defect", text)

    def _may_be_new(self, hello: Hello) -> bool:
        proof = hello.proof or self.visitor.proof
        known = hello.token is not None or bool(proof or self.visitor.player)
        return known or self._admission.newcomer_bucket(self._address).take()

    def _asking(self) -> Asking:
        visitor, known = self.visitor, self._asks
        place, player = visitor.place, visitor.player
        seating = place.seating if place is not None else None
        if known.as_of is seating and known.player == player:
            return known
        table, seated = NO_TABLE, False
        if place is not None:
            table, seated = place.id, place.is_seated(player)
        if known.player != player or known.table != table or known.is_seated is not seated:
            known = self._asks = Asking(self._bucket, self._address, player, table, seated)
        known.as_of = seating
        return known

    def _mistake(self, ref: int, fault: Malformed) -> None:
        self.visitor.refuse(ref, fault.code, fault.text)
        if self._mistakes is None:
            self._mistakes = Bucket(*MISTAKES, self.link.loop.time)
        if not self._mistakes.take():
            self.visitor.bye("protocol", "Too many malformed messages.")

    def _catch_up(self) -> list[bytes]:
        self._metrics.resyncs.inc()
        self._log().info("connection.resynced")
        return self.visitor.catch_up()

    def _log(self) -> Any:
        """Return the logger of this connection; it is made anew, for it is seldom asked for."""
        known = {"player": self.visitor.player} if self.visitor.player else {}
        return log.bind(connection=str(self.link.id)[:8], address=self._address, **known)

    def _begin_to_part(self, code: int, text: str) -> asyncio.Task[None]:
        self._parting = Tasks().start(self.link.part(code, text))
        return self._parting

    async def _left(self) -> None:
        if self._heartbeat is not None:
            self._heartbeat.end()
        self._admission.leave(self._address)
        self._service.depart(self.visitor)
        await self._part()
        self._log().info("connection.ended", code=self.link.close_code, cut=self.link.why_cut)

    async def _part(self) -> None:
        parting = self._parting or self._begin_to_part(1000, "")
        # The peer's closing frame stands behind what it sent before: read on, or it never comes.
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.link.recv()
        await parting

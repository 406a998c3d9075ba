"""Listens on the port for plain HTTP and WebSockets until it is stopped."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import NegotiationError
from websockets.typing import Subprotocol

from protocol.messages import SUBPROTOCOLS
from server.net.admission import Admission
from server.net.http.site import Site
from server.net.http.tls import certificate_of
from server.net.telemetry import Metrics
from server.net.websocket import BoundedConnection, Keepalive, Waiting
from server.runtime import Clock, WallClock
from server.settings import Settings

log = structlog.get_logger(__name__)

_QUEUE = 8  # messages read ahead of a session; with the message size this bounds its inbound memory


class Listener:
    """A listening server. `handle` runs once per WebSocket and ends it before it returns.

    Raises `BadCertificate` where TLS is wanted and cannot be had.
    """

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        admission: Admission,
        site: Site,
        handle: Callable[[BoundedConnection], Awaitable[None]],
        clock: Clock | None = None,
    ) -> None:
        self._settings, self._metrics, self._admission = settings, metrics, admission
        self._site, self._handle = site, handle
        self._certificate = certificate_of(settings)
        self._server: Server | None = None
        self._waiting = Waiting()
        pings = settings.ping_interval, settings.ping_timeout
        self._keepalive = Keepalive(*pings, clock or WallClock())
        self.port = 0

    async def start(self) -> None:
        """Start to listen. Raises OSError if the address is in use or not ours."""
        settings, certificate = self._settings, self._certificate
        secure: dict[str, Any] = {}
        if certificate is not None:
            patience = settings.handshake_timeout
            secure = {"ssl": certificate.context, "ssl_handshake_timeout": patience}
        self._server = await serve(
            self._run,
            settings.host,
            settings.port,
            process_request=self._site,
            select_subprotocol=self._select_subprotocol,
            create_connection=cast("type[ServerConnection]", self._connection),
            compression=None,
            server_header=None,
            open_timeout=None,  # connections see to it themselves: they may have several requests
            ping_interval=None,  # see `Keepalive`
            close_timeout=settings.close_timeout,
            max_size=settings.message_size,
            max_queue=_QUEUE,
            backlog=1024,  # connections that the kernel takes on before us, as after a take-over
            reuse_port=settings.reuse_port or None,
            **secure,
        )
        first: socket.socket = next(iter(self._server.sockets))
        self.port = first.getsockname()[1]

    def reload_certificate(self) -> None:
        """Read the certificate files again and use them for new connections."""
        if self._certificate is not None:
            self._certificate.reload()

    async def stop(self) -> None:
        """Stop accepting connections and wait until all open ones have closed."""
        if self._server is None:
            return
        self.close_door()
        try:
            async with asyncio.timeout(self._settings.close_timeout + 1):
                await self._server.wait_closed()
        except TimeoutError:
            log.warning("listener.slow_stop", left=len(self._server.all_connections))
        await self._keepalive.close()

    def close_door(self) -> None:
        """Stop accepting connections. Open ones stay, except those that only wait for a further
        plain request.
        """
        if self._server is not None:
            self._server.close(close_connections=False)
            self._waiting.close()

    def _run(self, connection: ServerConnection) -> Awaitable[None]:
        assert isinstance(connection, BoundedConnection)
        connection.be_pinged_by(self._keepalive)
        # Not awaited here: that would be one coroutine more for each connection.
        return self._handle(connection)

    def _connection(self, *args: Any, **kwargs: Any) -> BoundedConnection:
        return BoundedConnection(
            *args,
            settings=self._settings,
            metrics=self._metrics,
            admission=self._admission,
            waiting=self._waiting,
            **kwargs,
        )

    def _select_subprotocol(
        self, _connection: ServerConnection, offered: Sequence[Subprotocol]
    ) -> Subprotocol:
        """Return the client's first choice that we know. Raises NegotiationError, told as 400."""
        for name in offered:
            if name in SUBPROTOCOLS:
                return name
        self._metrics.rejected.labels("subprotocol").inc()
        raise NegotiationError(f"this server speaks {' and '.join(SUBPROTOCOLS)} only")

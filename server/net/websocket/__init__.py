"""One WebSocket from its first frame to its last: connection, outbox, session, and both heartbeats.

Nothing that goes out waits, and nothing grows beyond its bound: a peer that does not read is cut.
"""

from server.net.websocket.connection import BoundedConnection
from server.net.websocket.http_connection import Waiting
from server.net.websocket.keepalive import Keepalive
from server.net.websocket.outbox import Framing, Outbox
from server.net.websocket.session import ServerSession

__all__ = ["BoundedConnection", "Framing", "Keepalive", "Outbox", "ServerSession", "Waiting"]

"""The network side of a server: it moves bytes and decides nothing about the game.

Five packages, each with its own face: `telemetry` (metrics and traces), `admission` (who may come
in, and how much they may ask for), `credentials` (who somebody proves to be), `websocket` (one
connection and its session), `http` (the port and everything that is no WebSocket). Nothing is
imported here, so that a command that needs one of them does not load them all.
"""

__all__ = [
    "admission",
    "credentials",
    "http",
    "telemetry",
    "websocket",
]

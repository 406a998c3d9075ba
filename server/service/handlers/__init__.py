"""Request handlers by province, each of one signature: it takes a `Call`, grants the request or
raises `Refusal`, and answers the visitor. Which request each handles, and where, says the table of
requests (`server.service.request_table`).
"""

from server.service.handlers import battles, chat, hello, ladder, moves, replays, seats, tables

__all__ = ["battles", "chat", "hello", "ladder", "moves", "replays", "seats", "tables"]

"""All messages of the protocol in one place to import from; `PROTOCOL.md` explains them.

Requests (client to server) stand in `requests.py`, replies (server to client) in `replies.py`, the
table's document in `tables.py`, the closed lists of refusals in `refusals.py`, bytes in `codec.py`.
"""

from protocol.codec import CODECS, JSON, MSGPACK, SUBPROTOCOLS, Codec, Malformed
from protocol.refusals import BYES, REFUSALS, ByeCode, RefusalCode
from protocol.replies import (
    Answer,
    Circumstance,
    Commit,
    ConnectionNews,
    Reply,
    Shown,
    Snapshot,
    TableNews,
    author_of,
    now_open,
)
from protocol.requests import Request

__all__ = [
    "BYES",
    "CODECS",
    "JSON",
    "MSGPACK",
    "REFUSALS",
    "SUBPROTOCOLS",
    "Answer",
    "ByeCode",
    "Circumstance",
    "Codec",
    "Commit",
    "ConnectionNews",
    "Malformed",
    "RefusalCode",
    "Reply",
    "Request",
    "Shown",
    "Snapshot",
    "TableNews",
    "author_of",
    "now_open",
]

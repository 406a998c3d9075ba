"""All messages of the protocol in one place to import from; `PROTOCOL.md` explains them.

Requests (client to server) stand in `requests.py`, replies (server to client) in `replies.py`, the
table's document in `tables.py`, the closed lists of refusals in `refusals.py`, bytes in `codec.py`.

Replies are grouped here by whom they are for. The groups are all that there are: whoever handles
some of them alone puts the others aside by their groups, and closes the match over the rest.
"""

from protocol.codec import CODECS, JSON, MSGPACK, SUBPROTOCOLS, Codec, Malformed
from protocol.refusals import BYES, REFUSALS, ByeCode, RefusalCode
from protocol.replies import (
    Alive,
    Battles,
    Bye,
    Commit,
    Done,
    Driving,
    Encounters,
    Invited,
    Joined,
    Notice,
    Paused,
    Pinged,
    Playing,
    Presence,
    Previewed,
    Refused,
    Reply,
    Resumed,
    Said,
    Shared,
    Snapshot,
    StandingSet,
    Started,
    Tables,
    Taken,
    TimeLeft,
    UndoAsked,
    Welcome,
    author_of,
    now_open,
)
from protocol.requests import Request
from protocol.tables import TableState

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

Answer = (
    Welcome
    | Done
    | Refused
    | Tables
    | Battles
    | Encounters
    | Joined
    | Invited
    | Shared
    | Started
    | Taken
    | Previewed
)
"""Replies to one request."""
TableNews = TableState | Presence | Said | Pinged
"""What everybody at a table is told."""
Circumstance = TimeLeft | Driving | StandingSet | Paused | Resumed | UndoAsked
"""What everybody who watches a battle is told beside its commits."""
Shown = Snapshot | Commit | Playing
"""The battle itself, running or played back."""
ConnectionNews = Notice | Alive | Bye
"""What a connection is told wherever it is."""

"""Tables: their documents, with the changes to them as pure functions (`seats`, `members`,
`invites`, `guests`); tables in use with their visitors and chat; the lobby of public tables; and
what a delay holds back from spectators.
"""

from server.tables import delayed_replies, guests, held_back, invites, members, seats
from server.tables.delayed_replies import NOT_SEATED, is_delayed, refuses_move
from server.tables.documents import KIND, decode, encode, line_for_invited, write
from server.tables.lobby import Lobby, docs_in, list_again
from server.tables.members import remembered, wishes_of
from server.tables.outside import Attendance
from server.tables.own_battles import own_play
from server.tables.registry import TableRegistry, no_such_table
from server.tables.renames import Renames
from server.tables.seats import (
    TableDoc,
    close,
    finished,
    has_played,
    is_lost,
    is_on,
    is_playing,
    put_aside,
    resumed,
    seats_held,
)
from server.tables.sessions import (
    PROGRESS,
    Progress,
    belongs_to_session,
    goes_on_from,
    is_current,
    keep_progress,
    progress_of,
)
from server.tables.table import Table

__all__ = [
    "KIND",
    "NOT_SEATED",
    "PROGRESS",
    "Attendance",
    "Lobby",
    "Progress",
    "Renames",
    "Table",
    "TableDoc",
    "TableRegistry",
    "belongs_to_session",
    "close",
    "decode",
    "delayed_replies",
    "docs_in",
    "encode",
    "finished",
    "goes_on_from",
    "guests",
    "has_played",
    "held_back",
    "invites",
    "is_current",
    "is_delayed",
    "is_lost",
    "is_on",
    "is_playing",
    "keep_progress",
    "line_for_invited",
    "list_again",
    "members",
    "no_such_table",
    "own_play",
    "progress_of",
    "put_aside",
    "refuses_move",
    "remembered",
    "resumed",
    "seats",
    "seats_held",
    "wishes_of",
    "write",
]

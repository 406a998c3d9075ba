"""A table's document in the store: its kind, its encoding, and the store's lists that contain
it.
"""

import msgspec

from protocol.ids import NO_BATTLE
from protocol.tables import TableLine
from server.store import Store
from server.tables.held_back import as_seen
from server.tables.seats import TableDoc, is_playing

KIND = "table"


def encode(doc: TableDoc) -> bytes:
    """Return the document as bytes for the store."""
    return msgspec.msgpack.encode(doc)


def decode(data: bytes) -> TableDoc:
    """Return the document that was stored as these bytes."""
    return msgspec.msgpack.decode(data, type=TableDoc)


async def write(store: Store, doc: TableDoc, expect: int) -> int:
    """Write a document over revision `expect`, together with its lists, and return the new
    revision. Raises StoreError.
    """
    return await store.put(KIND, doc.state.table, encode(doc), expect, lists_of(doc))


def lists_of(doc: TableDoc) -> dict[str, bool]:
    """Return for each of the store's lists of tables whether this one is in it. Processes read the
    lists when they start. A table that is private by now stays in `public` while spectators still
    see it as public.
    """
    public = line_of(doc, 0) is not None or bool(doc.held)
    return {"playing": is_playing(doc) and not doc.aside, "public": public}


def line_of(doc: TableDoc, now: int) -> TableLine | None:
    """Return the table's line in the list of public tables at `now` (Unix milliseconds), None if it
    does not belong there.

    A table whose battle is over leaves the list until the next one begins.
    """
    line = line_for_invited(doc, now)
    is_public = as_seen(doc.held, doc.state, now).settings.public
    return line if is_public and doc.closed is None and line.phase != "finished" else None


def line_for_invited(doc: TableDoc, now: int) -> TableLine:
    """Return the table's line, whether it is public or not, as a spectator may see it at `now`
    (Unix milliseconds).
    """
    state = as_seen(doc.held, doc.state, now)
    free = sum(1 for chair in state.chairs if not chair.player and not chair.bot)
    battle = state.battles[-1].battle if state.battles else NO_BATTLE
    return TableLine(
        state.table,
        state.name,
        state.settings.encounter,
        state.settings.difficulty,
        state.phase,
        state.settings.party,
        free,
        battle,
    )

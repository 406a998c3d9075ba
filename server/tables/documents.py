"""A table's document in the store: its kind, its bytes, and the lists in which it stands."""

import msgspec

from protocol.ids import NO_BATTLE
from protocol.tables import TableLine
from server.store import Store
from server.tables.held_back import as_seen
from server.tables.seats import TableDoc, is_playing

KIND = "table"


def encode(doc: TableDoc) -> bytes:
    """Return the document's bytes in the store."""
    return msgspec.msgpack.encode(doc)


def decode(data: bytes) -> TableDoc:
    """Return the document from its bytes."""
    return msgspec.msgpack.decode(data, type=TableDoc)


async def write(store: Store, doc: TableDoc, expect: int) -> int:
    """Write a document and in which lists it is; gives its revision. Raises StoreError."""
    return await store.put(KIND, doc.state.table, encode(doc), expect, lists_of(doc))


def lists_of(doc: TableDoc) -> dict[str, bool]:
    """Return the store's lists of tables, and in which of them this one is: those that a process
    looks at when it starts. A table that spectators see as it was may be public to them still.
    """
    public = line_of(doc, 0) is not None or bool(doc.held)
    return {"playing": is_playing(doc) and not doc.aside, "public": public}


def line_of(doc: TableDoc, now: int) -> TableLine | None:
    """Return the table in the list of public tables; None where it has no place there.

    One whose battle is over leaves the list until the next one begins there.
    """
    line = line_for_invited(doc, now)
    is_public = as_seen(doc.held, doc.state, now).settings.public
    return line if is_public and doc.closed is None and line.phase != "finished" else None


def line_for_invited(doc: TableDoc, now: int) -> TableLine:
    """Return the table in a line, public or not, as somebody who watches it may know it."""
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

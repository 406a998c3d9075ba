"""Invite codes: what opens a seat, or the spectators' place, to whoever has the link.

A code is `TABLE.SEAT.MAC`, made from the table's own key, so that nobody can guess one and nothing
but a count and an end is stored: every renewal counts on, and makes older codes worthless. Pure
functions from one document to the next, as in `seats`.
"""

import hashlib
import hmac

from msgspec.structs import replace

from protocol.ids import NO_SEAT, SeatId, TableId
from server.runtime import Refusal
from server.tables.seats import TableDoc, chair_of

CODE_CHARS = 24  # hex digits, 96 bits: not to be guessed, and still a short link
FOR_EVER = 0  # in place of a time; so is NEVER
NEVER = -1  # a time that is always over

same = hmac.compare_digest


def until(now: int, seconds: float) -> int:
    """Return when a link ends that lasts so many seconds from `now` (Unix milliseconds)."""
    return now + round(seconds * 1000) if seconds else FOR_EVER


def open_all(doc: TableDoc, end: int) -> TableDoc:
    """Return the document with codes for every seat and for spectators, until `end`."""
    return replace(doc, invites=dict.fromkeys(_seats(doc), end))


def code_of(doc: TableDoc, seat: SeatId) -> str:
    """Return the code for a seat or, for "", for spectators, whether it is good or not."""
    text = f"{seat}:{doc.renewed.get(seat, 0)}".encode()
    mac = hmac.digest(bytes.fromhex(doc.key), text, hashlib.sha256).hex()[:CODE_CHARS]
    return f"{doc.state.table}.{seat or 's'}.{mac}"


def table_in(code: str) -> TableId:
    """Return the id of the table that a code, good or not, says it is for."""
    return TableId(code.partition(".")[0])


def end_of(doc: TableDoc, seat: SeatId) -> int:
    """Return when a seat's code ends or has ended; a table of an early release has codes without
    end.
    """
    return doc.invites.get(seat, NEVER) if doc.invites is not None else FOR_EVER


def is_good(doc: TableDoc, seat: SeatId, now: int) -> bool:
    """Return whether a seat's code still opens something."""
    end = end_of(doc, seat)
    return end == FOR_EVER or now < end


def given(doc: TableDoc, seat: SeatId, now: int, usual: int, end: int | None = None) -> TableDoc:
    """Return the document with a good code for the seat: the one that stands, until `end` if that
    is told, or a new one, until then or the `usual` end. Raises `Refusal`.
    """
    if seat:
        chair_of(doc, seat)
    if is_good(doc, seat, now):
        return doc if end is None else _ending(doc, seat, end)
    return renewed(doc, seat, usual if end is None else end)


def renewed(doc: TableDoc, seat: SeatId, end: int) -> TableDoc:
    """Return the document with a new code for the seat; the old one is worthless. Raises
    `Refusal`.
    """
    if seat:
        chair_of(doc, seat)
    count = doc.renewed.get(seat, 0) + 1
    return _ending(replace(doc, renewed={**doc.renewed, seat: count}), seat, end)


def revoked(doc: TableDoc, seat: SeatId) -> TableDoc:
    """Return the document with no good code for the seat. Raises `Refusal`."""
    return renewed(doc, seat, NEVER)


def opened_by(doc: TableDoc, code: str, now: int) -> SeatId | None:
    """Return what a code opens: a seat, "" for watching, None for nothing. Takes the same time
    always.

    Raises `Refusal` for a code that was good and has ended.
    """
    opened: SeatId | None = None
    for seat in _seats(doc):
        if same(code_of(doc, seat).encode(), code.encode()):
            opened = seat
    if opened is not None and not is_good(doc, opened, now):
        raise Refusal("not_allowed", "This invite has ended. Ask the table's leader for a new one.")
    return opened


def _ending(doc: TableDoc, seat: SeatId, end: int) -> TableDoc:
    ends = doc.invites if doc.invites is not None else dict.fromkeys(_seats(doc), FOR_EVER)
    return replace(doc, invites={**ends, seat: end})


def _seats(doc: TableDoc) -> tuple[SeatId, ...]:
    return (NO_SEAT, *(chair.seat for chair in doc.state.chairs))

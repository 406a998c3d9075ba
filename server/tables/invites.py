"""Invite codes: each opens a seat, or the spectators' place, to whoever has the link.

A code is `TABLE.SEAT.MAC`, computed with the table's secret key. So nobody can guess one, and only
a counter and an end are stored for each seat; each renewal increases the counter, which makes the
older codes invalid. Pure functions from one document to the next, as in `seats`.
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
    """Return when a link ends that lasts `seconds` from `now`, both times in Unix milliseconds;
    `FOR_EVER` for 0 seconds.
    """
    return now + round(seconds * 1000) if seconds else FOR_EVER


def open_all(doc: TableDoc, end: int) -> TableDoc:
    """Return the document with valid codes for every seat and for spectators, until `end`."""
    return replace(doc, invites=dict.fromkeys(_seats(doc), end))


def code_of(doc: TableDoc, seat: SeatId) -> str:
    """Return the code for a seat, or for "" the spectators', whether it is valid or not."""
    text = f"{seat}:{doc.renewed.get(seat, 0)}".encode()
    mac = hmac.digest(bytes.fromhex(doc.key), text, hashlib.sha256).hex()[:CODE_CHARS]
    return f"{doc.state.table}.{seat or 's'}.{mac}"


def table_in(code: str) -> TableId:
    """Return the id of the table that a code names, whether the code is valid or not."""
    return TableId(code.partition(".")[0])


def end_of(doc: TableDoc, seat: SeatId) -> int:
    """Return when a seat's code ends or has ended (Unix milliseconds, `FOR_EVER` or `NEVER`).
    Tables of early releases have codes without end.
    """
    return doc.invites.get(seat, NEVER) if doc.invites is not None else FOR_EVER


def is_good(doc: TableDoc, seat: SeatId, now: int) -> bool:
    """Return whether a seat's code is valid at `now` (Unix milliseconds)."""
    end = end_of(doc, seat)
    return end == FOR_EVER or now < end


def given(doc: TableDoc, seat: SeatId, now: int, usual: int, end: int | None = None) -> TableDoc:
    """Return the document with a valid code for the seat. A valid one is kept, and ends at `end`
    from now on unless that is None; otherwise a new one is made, until `end` or else `usual`.
    Raises `Refusal`.
    """
    if seat:
        chair_of(doc, seat)
    if is_good(doc, seat, now):
        return doc if end is None else _ending(doc, seat, end)
    return renewed(doc, seat, usual if end is None else end)


def renewed(doc: TableDoc, seat: SeatId, end: int) -> TableDoc:
    """Return the document with a new code for the seat, until `end`; the old code is invalid.
    Raises `Refusal`.
    """
    if seat:
        chair_of(doc, seat)
    count = doc.renewed.get(seat, 0) + 1
    return _ending(replace(doc, renewed={**doc.renewed, seat: count}), seat, end)


def revoked(doc: TableDoc, seat: SeatId) -> TableDoc:
    """Return the document with no valid code for the seat. Raises `Refusal`."""
    return renewed(doc, seat, NEVER)


def opened_by(doc: TableDoc, code: str, now: int) -> SeatId | None:
    """Return what a code opens: a seat, "" for watching, None for nothing. All codes are compared,
    so that the time taken reveals nothing.

    Raises `Refusal` for a code that was valid and has ended.
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

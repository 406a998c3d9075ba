"""Who belongs to a table no longer, and the keys to its replays. Pure functions, as in `seats`.

A key is made from the table's own secret, so that nobody can guess one and nothing but a count is
stored: counting on makes all the keys of before worthless.
"""

import hashlib
import hmac

from msgspec.structs import replace

from server.rooms import invites, seats
from server.rooms.refusal import Refusal
from server.rooms.seats import TableDoc

KEY_CHARS = 32


def left(doc: TableDoc, player: str) -> TableDoc:
    """Somebody has gone for good: a member no longer, unless they hold a seat or lead."""
    if doc.state.leader == player or seats.seats_held(doc, player):
        return doc
    return seats.remove(doc, player) if seats.is_member(doc, player) else doc


def removed(doc: TableDoc, leader: str, player: str) -> TableDoc:
    """The leader removes a member. Raises `Refusal`."""
    seats.lead(doc, leader)
    if player == leader:
        text = "You lead this table: hand the leadership over, then leave."
        raise Refusal("not_allowed", text)
    if not seats.is_member(doc, player):
        raise Refusal("unknown", "There is no such member of this table.")
    return without(doc, player)


def without(doc: TableDoc, player: str) -> TableDoc:
    """A table without somebody, whose links lead nowhere: the leader can make new ones."""
    doc = seats.remove(doc, player)
    for seat in ("", *(chair.seat for chair in doc.state.chairs)):
        doc = invites.revoked(doc, seat)
    return unshared(doc)


def unshared(doc: TableDoc) -> TableDoc:
    """With every key to its replays worthless."""
    return replace(doc, shares=doc.shares + 1)


def key_of(doc: TableDoc, battle: str) -> str:
    """What opens a battle's replay file."""
    # No seat is called so: no invite code is ever a key.
    text = f"replay:{battle}:{doc.shares}".encode()
    return hmac.digest(bytes.fromhex(doc.key), text, hashlib.sha256).hex()[:KEY_CHARS]


def opens(doc: TableDoc, battle: str, key: str) -> bool:
    """Whether a key, "" for none, opens a battle of the table."""
    fits = invites.same(key_of(doc, battle).encode(), key.encode())
    return fits or doc.state.settings.public

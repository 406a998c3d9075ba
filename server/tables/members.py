"""How members leave a table, the keys to its replays, and when members want to be asked about
abilities from one battle to the next. Pure functions, as in `seats`.

A key is computed with the table's secret, so nobody can guess one, and only a counter is stored;
increasing it makes all earlier keys invalid.

A wish is written here as soon as it is said, in a battle or a session, and holds in whatever the
table plays next; while that is on it is kept with it, too (`server.battles.standing_answers`).
Wishes belong to who holds the seat: whoever takes it over is asked about everything.
"""

import hashlib
import hmac
from collections.abc import Mapping

from msgspec.structs import replace

from protocol.ids import NO_PLAYER, NO_SEAT, BattleId, PlayerId, SeatId
from protocol.tables import Member
from server.runtime import Refusal
from server.tables import guests, invites, seats
from server.tables.seats import TableDoc

KEY_CHARS = 32  # hex digits, 128 bits: a key opens a replay for as long as there is one

Wishes = Mapping[SeatId, Mapping[str, str]]
"""By seat: of which ability, and when."""


def left(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Return the document without a player who has left for good; unchanged if they lead or hold a
    seat.
    """
    if doc.state.leader == player or seats.seats_held(doc, player):
        return doc
    doc = guests.without_guest(doc, player)
    return seats.remove(doc, player) if seats.is_member(doc, player) else doc


def removed(doc: TableDoc, leader: PlayerId, player: PlayerId) -> TableDoc:
    """Return the document without a member or guest whom the `leader` removes. Raises `Refusal`."""
    seats.lead(doc, leader)
    if player == leader:
        text = "You lead this table: hand the leadership over, then leave."
        raise Refusal("not_allowed", text)
    if not seats.is_member(doc, player) and not guests.is_guest(doc, player):
        raise Refusal("unknown", "There is no such member of this table, and no such guest.")
    if doc.state.settings.rated and seats.seats_held(doc, player):
        # Whether a match is on or not: who leads without a seat may be behind, and learns nothing.
        text = "This table is rated: nobody loses a seat by being removed. Free the seat first."
        raise Refusal("not_allowed", text)
    return without(doc, player)


def renamed(doc: TableDoc, who: Member) -> TableDoc:
    """Return the document with a member's new name; unchanged if they are no member or have that
    name.
    """
    if seats.name_of(doc, who.player) in ("", who.name):
        return doc
    members = (who if member.player == who.player else member for member in doc.state.members)
    return seats.at_once(doc, members=tuple(members))


def without(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Return the document without a player, and with all its links and keys revoked; the leader can
    make new ones.
    """
    doc = guests.without_guest(seats.remove(doc, player), player)
    for seat in (NO_SEAT, *(chair.seat for chair in doc.state.chairs)):
        doc = invites.revoked(doc, seat)
    return unshared(doc)


def unshared(doc: TableDoc) -> TableDoc:
    """Return the document with every key to its replays invalid."""
    return replace(doc, shares=doc.shares + 1)


def key_of(doc: TableDoc, battle: BattleId) -> str:
    """Return the key to a battle's replay file."""
    # No seat is called so: no invite code is ever a key.
    text = f"replay:{battle}:{doc.shares}".encode()
    return hmac.digest(bytes.fromhex(doc.key), text, hashlib.sha256).hex()[:KEY_CHARS]


def opens(doc: TableDoc, battle: BattleId, key: str) -> bool:
    """Return whether a key ("" for none) opens a battle's replay file. At a public table everything
    opens it.
    """
    fits = invites.same(key_of(doc, battle).encode(), key.encode())
    return fits or doc.state.settings.public


def wished(doc: TableDoc, seat: SeatId, said: Mapping[str, str]) -> TableDoc:
    """Return the document with all wishes of a seat; none said says that it has none any more."""
    player = next((chair.player for chair in doc.state.chairs if chair.seat == seat), NO_PLAYER)
    known = doc.wishes | {seat: (player, dict(said))}
    return doc if not player or known == doc.wishes else replace(doc, wishes=known)


def remembered(doc: TableDoc, kept: Wishes) -> TableDoc:
    """Return the document with wishes that were kept with a battle, of seats whose wishes it does
    not know: a release of before has not written them here as they were said.
    """
    for seat, said in kept.items():
        if seat not in doc.wishes:
            doc = wished(doc, seat, said)
    return doc


def wishes_of(doc: TableDoc, kept: Wishes | None = None) -> Wishes:
    """Return the wishes of all seats that are still held by those who said them; those that were
    `kept` with a battle for seats of which the document knows none.
    """
    players = {chair.seat: chair.player for chair in doc.state.chairs}
    own = {seat: said for seat, (who, said) in doc.wishes.items() if players.get(seat) == who}
    return {seat: said for seat, said in (kept or {}).items() if seat not in doc.wishes} | own

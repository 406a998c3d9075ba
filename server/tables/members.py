"""How members leave a table, the keys to its replays, and when members want to be asked about
abilities from one battle to the next. Pure functions, as in `seats`.

A key is computed with the table's secret, so nobody can guess one, and only a counter is stored;
increasing it makes all earlier keys invalid.

While a battle is on its wishes are kept with it (`server.battles.standing_answers`). They belong to
who holds the seat: whoever takes it over is asked about everything.
"""

import hashlib
import hmac
from collections.abc import Mapping

from msgspec.structs import replace

from protocol.ids import NO_SEAT, BattleId, PlayerId, SeatId
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


def remembered(doc: TableDoc, wishes: Wishes) -> TableDoc:
    """Return the document with the wishes of the battle that has been played there last."""
    players = {chair.seat: chair.player for chair in doc.state.chairs}
    known = {
        seat: (players[seat], dict(said)) for seat, said in wishes.items() if players.get(seat)
    }
    return doc if known == doc.wishes else replace(doc, wishes=known)


def wishes_of(doc: TableDoc) -> Wishes:
    """Return the wishes of all seats that are still held by those who said them."""
    players = {chair.seat: chair.player for chair in doc.state.chairs}
    return {seat: said for seat, (who, said) in doc.wishes.items() if players.get(seat) == who}

"""Guests: those who came to a private table by the spectators' link. The table names them, so that
the leader can remove them. Pure functions, as in `seats`.
"""

from protocol.ids import PlayerId
from protocol.tables import Member
from server.tables.seats import TableDoc, at_once, is_member

GUESTS = 32
"""The table names the latest ones."""


def is_guest(doc: TableDoc, player: PlayerId) -> bool:
    """Return whether the table names a player as a guest."""
    return player in guests_of(doc)


def guests_of(doc: TableDoc) -> frozenset[PlayerId]:
    """Return the players whom the table names as guests."""
    return frozenset(guest.player for guest in doc.state.guests)


def with_guest(doc: TableDoc, who: Member) -> TableDoc:
    """Return the document with one more guest; unchanged if the table is public, or they are a
    member or a guest already.
    """
    guests = doc.state.guests
    if doc.state.settings.public or is_member(doc, who.player) or who in guests:
        return doc
    others = (guest for guest in guests if guest.player != who.player)
    return at_once(doc, guests=(*others, who)[-GUESTS:])


def without_guest(doc: TableDoc, player: PlayerId) -> TableDoc:
    """Return the document without a guest; unchanged if the player is none."""
    if not is_guest(doc, player):
        return doc
    return at_once(doc, guests=tuple(one for one in doc.state.guests if one.player != player))

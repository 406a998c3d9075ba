"""When seats want to be asked about abilities, from one battle of their table to the next.

While a battle is on they are kept with it (`server.battles.standing_answers`). They belong to who
holds the seat: whoever takes it over is asked about everything.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.ids import SeatId
from server.tables.seats import TableDoc

Wishes = Mapping[SeatId, Mapping[str, str]]
"""By seat: of which ability, and when."""


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

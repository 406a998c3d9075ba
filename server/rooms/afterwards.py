"""Moves that come when their battle is over: told what they made, where they came before."""

from typing import TYPE_CHECKING

from protocol.replies import Refused, Reply, Taken
from protocol.requests import Consent, Intent, Request, Standing, Undo
from server.rooms.following import Following
from server.rooms.record import picks_of
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.seats import seats_held
from server.rooms.table import Table
from server.rooms.visitor import Visitor
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall


async def answer(
    hall: "Hall",
    table: Table | None,
    visitor: Visitor,
    request: Intent | Undo | Consent | Standing,
) -> None:
    """Tell somebody who watches no running battle what became of a move. Never raises."""
    show = visitor.show
    battle = show.battle if isinstance(show, Following) else visitor.seen
    no = Refused(request.ref, "not_now", "You are not watching a running battle.")
    if table is None:
        visitor.tell(no)
    else:
        visitor.tell(await made(hall, table, battle, visitor.player, no, request))


async def made(
    hall: "Hall",
    table: Table,
    battle: str,
    player: str,
    no: Refused,
    request: Request,
) -> Reply:
    """What a player's move made in a battle that is over, else `no`."""
    seats = seats_held(table.doc, player)
    if not battle or not seats or not isinstance(request, Intent | Undo):
        return no
    try:
        moves = await hall.library.moves(battle)
    except (Refusal, Unreadable):
        return no
    except StoreError:
        return Refused(no.ref, "paused", "The store is away. Send it again.")
    for seat in seats:
        found = moves.get((seat, request.number))
        if found and found.picks == picks_of(request) and request.seat in ("", seat):
            return Taken(request.ref, request.number, found.version)
    return no

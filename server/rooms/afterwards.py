"""Moves that come when their battle is over: told what they made, where they came before."""

from typing import TYPE_CHECKING

from protocol.replies import Refused, Reply, Taken
from protocol.requests import Consent, Intent, Request, Standing, Undo
from server.rooms.effort import Pay, free
from server.rooms.numbers import is_made_by
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.seats import seats_held
from server.rooms.slicing import Crowded
from server.rooms.table import Table
from server.rooms.visitor import Visitor
from server.rooms.watching import check_battle
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall


async def answer(
    hall: "Hall",
    table: Table | None,
    visitor: Visitor,
    request: Intent | Undo | Consent | Standing,
    battle: str,
) -> None:
    """Tell somebody what became of a move in a battle that is not on. Never raises."""
    no = Refused(request.ref, "not_now", "You are not watching a running battle.")
    reply: Reply = no
    if table is not None and battle:
        try:
            await check_battle(table, visitor, battle)
            reply = await made(hall, table, battle, visitor.player, no, request, visitor.spend)
        except Refusal:
            pass
        except StoreError:
            reply = _paused(no)
    visitor.tell(reply)


async def made(
    hall: "Hall",
    table: Table,
    battle: str,
    player: str,
    no: Refused,
    request: Request,
    pay: Pay = free,
) -> Reply:
    """What a player's move made in a battle that is over, else `no`; `pay` is told what it took."""
    seats = seats_held(table.doc, player)
    if not battle or not seats or not isinstance(request, Intent | Undo):
        return no
    try:
        moves = (await hall.films.whole(battle, pay)).moves
    except Crowded as crowded:
        return Refused(no.ref, crowded.code, crowded.text)
    except (Refusal, Unreadable):
        return no
    except StoreError:
        return _paused(no)
    for seat in seats:
        found = moves.get((seat, request.number))
        if found and is_made_by(found, request) and request.seat in ("", seat):
            return Taken(request.ref, request.number, found.version)
    return no


def _paused(no: Refused) -> Refused:
    return Refused(no.ref, "paused", "The store is away. Send it again.")

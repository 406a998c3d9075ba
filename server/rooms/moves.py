"""Where a player's move goes: to the battle that it means, wherever that is played."""

from typing import TYPE_CHECKING

from protocol.requests import Consent, Intent, Standing, Undo
from server.rooms import afterwards
from server.rooms.delayed import refuses_move
from server.rooms.following import Following
from server.rooms.room import Room
from server.rooms.seats import is_playing
from server.rooms.table import Table
from server.rooms.visitor import Visitor

if TYPE_CHECKING:
    from server.rooms.hall import Hall


def take(
    hall: "Hall",
    table: Table | None,
    visitor: Visitor,
    request: Intent | Undo | Consent | Standing,
) -> None:
    """Answer a move, or have it answered: by its room, by its host, or as one that is too late."""
    if table is not None and refuses_move(table.doc, visitor, request):
        return
    show = visitor.show
    shown = show.battle if isinstance(show, Room | Following) else visitor.seen
    battle = _named(request) or shown
    if isinstance(show, Room) and battle == show.battle:
        show.submit(visitor, request)
    elif table is None or not _is_played(table, visitor, battle):
        hall.spawn(afterwards.answer(hall, table, visitor, request, battle))
    elif table.room is not None and table.room.battle == battle:
        table.room.submit(visitor, request)
    else:
        hall.relaying.pass_on(table, visitor, request, battle)


def _named(request: Intent | Undo | Consent | Standing) -> str:
    return "" if isinstance(request, Standing) else request.battle


def _is_played(table: Table, visitor: Visitor, battle: str) -> bool:
    """Whether a battle is still on, as far as the visitor sees or the table knows."""
    show = visitor.show
    if isinstance(show, Following) and show.battle == battle:
        return not show.over
    return is_playing(table.doc) and table.doc.state.battles[-1].battle == battle

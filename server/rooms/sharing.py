"""Who is given a battle's replay file: all while its table is public, else who has its key.

A battle's id opens nothing by itself. A battle that cannot be had is refused as one that there is
not.
"""

from typing import TYPE_CHECKING

from protocol.replies import Shared
from protocol.requests import Share
from server.rooms import members, seats
from server.rooms.effort import Pay, free
from server.rooms.refusal import Refusal
from server.rooms.seats import TableDoc
from server.rooms.table import KIND, Table, decode
from server.rooms.visitor import Visitor
from server.rooms.watching import check_battle

if TYPE_CHECKING:
    from server.rooms.hall import Hall


def _unknown() -> Refusal:
    return Refusal("unknown", "There is no such battle.")


async def shared_file(hall: "Hall", battle: str, key: str = "", pay: Pay = free) -> bytes:
    """A battle as a replay file, for who has its key. Raises `Refusal`, `Unreadable`, StoreError.

    `pay` is told what making it took.

    A battle whose table is gone opens for nobody: none can tell whose it was.
    """
    doc = await _doc(hall, await hall.library.table_of(battle, pay))
    if doc is None or not members.opens(doc, battle, key):
        raise _unknown()
    return await hall.library.file(battle, pay)


async def share(hall: "Hall", here: Table | None, visitor: Visitor, request: Share) -> None:
    """Tell the key of a battle. Raises `Refusal`, StoreError, `Unreadable`."""
    battle, who = request.battle, visitor.player
    table = here if here is not None and await _is_shown(here, visitor, battle) else None
    if table is not None:
        if request.renew:
            await table.change(lambda doc: members.unshared(seats.led(doc, who)))
        doc = table.doc
    else:
        doc = await _own(hall, who, battle)
        if request.renew:
            raise Refusal("not_now", "Join the battle's table first.")
    visitor.tell(Shared(request.ref, battle, members.key_of(doc, battle)))


async def _is_shown(table: Table, visitor: Visitor, battle: str) -> bool:
    try:
        await check_battle(table, visitor, battle)
    except Refusal:
        return False
    return True


async def _own(hall: "Hall", player: str, battle: str) -> TableDoc:
    """The table of a battle, for a member who may know of it."""
    doc = await _doc(hall, await hall.library.table_of(battle))
    if doc is None or not seats.is_member(doc, player):
        raise _unknown()
    seen = seats.seen_by(doc, player, hall.services.clock.unix_ms())
    if all(line.battle != battle for line in seen.battles):
        raise _unknown()
    return doc


async def _doc(hall: "Hall", table: str) -> TableDoc | None:
    try:
        found = await hall.services.store.get(KIND, table)
    except ValueError:
        return None
    return decode(found[1]) if found is not None else None

"""Who may read a battle's replay file: anybody while its table is public, else whoever has its key.

A battle's id alone opens nothing. A battle that somebody may not read is refused in the same words
as one that does not exist.
"""

from protocol.ids import BattleId, PlayerId, TableId
from protocol.replies import Shared
from protocol.requests import Share
from server.players import Pay, Visitor, free
from server.runtime import Refusal
from server.service.context import Context
from server.tables import KIND, Table, TableDoc, decode, members, seats


def _unknown() -> Refusal:
    return Refusal("unknown", "There is no such battle.")


async def shared_file(context: Context, battle: BattleId, key: str = "", pay: Pay = free) -> bytes:
    """Return a battle's replay file, for whoever has its key.

    `pay` is called with the tokens that making it cost. Raises `Refusal`, `Unreadable`, StoreError.

    The battle of a deleted table is refused: nothing says any more whose it was.
    """
    doc = await document_of(context, await context.battles.library.table_of(battle, pay))
    if doc is None or not members.opens(doc, battle, key):
        raise _unknown()
    return await context.battles.library.file(battle, pay)


async def share(context: Context, here: Table | None, visitor: Visitor, request: Share) -> None:
    """Tell the key of a battle's replay, a new one if asked for.

    Raises `Refusal`, StoreError, `Unreadable`.
    """
    battle, who = request.battle, visitor.player
    table = here if here is not None and await _is_shown(here, visitor, battle) else None
    if table is not None:
        if request.renew:
            await table.change(lambda doc: members.unshared(seats.led(doc, who)))
        doc = table.doc
    else:
        doc = await _own(context, who, battle)
        if request.renew:
            raise Refusal("not_now", "Join the battle's table first.")
    visitor.tell(Shared(request.ref, battle, members.key_of(doc, battle)))


async def _is_shown(table: Table, visitor: Visitor, battle: BattleId) -> bool:
    try:
        await table.check_battle(visitor, battle)
    except Refusal:
        return False
    return True


async def _own(context: Context, player: PlayerId, battle: BattleId) -> TableDoc:
    """Return the document of a battle's table, for a member who has seen the battle.

    Raises `Refusal`, StoreError.
    """
    doc = await document_of(context, await context.battles.library.table_of(battle))
    if doc is None or not seats.is_member(doc, player):
        raise _unknown()
    seen = seats.seen_by(doc, player, context.resources.clock.unix_ms())
    if all(line.battle != battle for line in seen.battles):
        raise _unknown()
    return doc


async def document_of(context: Context, table: TableId) -> TableDoc | None:
    """Return a table's document, None where there is no such table. Raises StoreError."""
    try:
        found = await context.resources.store.get(KIND, table)
    except ValueError:
        return None
    return decode(found[1]) if found is not None else None

"""The battles that somebody has been in, gathered from the tables where they have been."""

from protocol.tables import OwnBattle
from server.rooms.identity import Players
from server.rooms.seats import is_member, seen_by
from server.rooms.table import KIND, decode
from server.store.base import Store

BATTLES_LISTED = 60


async def own_battles(
    store: Store, players: Players, player: str, now: int
) -> tuple[OwnBattle, ...]:
    """A player's battles, the newest first, as far as they may know of them.

    Tables that are gone, or of which the player is no member, are left out. Raises StoreError.
    """
    found: list[OwnBattle] = []
    for table in await players.tables_of(player):
        kept = await store.get(KIND, table)
        if kept is None:
            continue
        doc = decode(kept[1])
        if not is_member(doc, player):  # as it is now, whatever a delay shows
            continue
        state = seen_by(doc, player, now)
        found.extend(
            OwnBattle(one.battle, table, state.name, one.encounter, one.started, one.over, one.lost)
            for one in state.battles
        )
    newest = sorted(found, key=lambda one: one.started, reverse=True)
    return tuple(newest[:BATTLES_LISTED])

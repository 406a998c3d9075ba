"""What a journal says beside its entries: the meta data of a battle, under keys spelt here only.

seed     the battle's secret; one without it can never be gone on with
table    the id of the table that plays it
clocks   the clocks that ran when it was put aside, see `server.cluster.kept_clocks`
wishes   when each seat is asked of which ability, see `server.battles.standing_answers`
"""

from typing import NamedTuple

from protocol.ids import BattleId, TableId
from server.store import Lease, Store

SEED, TABLE, CLOCKS, WISHES = "seed", "table", "clocks", "wishes"


class BattleMeta(NamedTuple):
    """A battle's meta data; None for what the journal does not have."""

    seed: bytes | None
    table: TableId | None
    clocks: bytes | None
    wishes: bytes | None


def meta_at_start(seed: bytes, table: TableId) -> dict[str, bytes]:
    """Return the meta data of a battle that begins."""
    return {SEED: seed, TABLE: table.encode()}


async def meta_of(store: Store, battle: BattleId) -> BattleMeta:
    """Return the meta data of a battle, all None where there is none of that id. Raises
    StoreError.
    """
    found = await store.meta(battle)
    table = found.get(TABLE)
    return BattleMeta(
        found.get(SEED),
        TableId(table.decode()) if table is not None else None,
        found.get(CLOCKS),
        found.get(WISHES),
    )


async def keep_clocks(store: Store, lease: Lease, clocks: bytes) -> None:
    """Store encoded clocks in the meta data of a leased battle. Raises StoreError."""
    await store.put_meta(lease, {CLOCKS: clocks})


async def keep_wishes(store: Store, lease: Lease, wishes: bytes) -> None:
    """Store encoded wishes in the meta data of a leased battle. Raises StoreError."""
    await store.put_meta(lease, {WISHES: wishes})

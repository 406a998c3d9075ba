"""Lists the journals of a store, a page at a time: no command holds it up for long."""

from protocol.ids import BattleId
from server.store.interface import keys
from server.store.redis import scripts
from server.store.redis.client import StoreClient


async def journals(client: StoreClient, page: int, *, over: bool) -> list[BattleId]:
    """Return the ids, sorted, of the journals without expiry, with `over` also of those kept after
    their end: see `Store.battles`. `page`: how many keys a command looks at. Raises ErrorReply,
    StoreError.
    """
    # A set, as SCAN may name a key more than once.
    found: set[BattleId] = set()
    cursor, wanted = 0, (1, 2) if over else (1,)
    while True:
        cursor, logs = await client.command(
            "SCAN", cursor, "MATCH", keys.LOG_PATTERN, "COUNT", page, "TYPE", "stream"
        )
        names = [battle for log in logs if (battle := keys.battle_of(log.decode()))]
        kinds = await endless(client, names)
        found |= {name for name, kind in zip(names, kinds, strict=True) if kind in wanted}
        if not int(cursor):
            return sorted(found)


async def endless(client: StoreClient, battles: list[BattleId]) -> list[int]:
    """Return a number for each battle: 1 if it is not over, 2 if it is over and kept without limit,
    else 0.
    """
    pairs = [keys.of_each(battle, "log", "meta") for battle in battles]
    return await client.of_each(scripts.ENDLESS, pairs)

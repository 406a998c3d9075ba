"""Opens any store, from the operator's setting."""

from pathlib import Path

from server.store.interface import FSYNC, Durability, Store
from server.store.memory import MemoryStore

TIMEOUT = 10.0  # seconds for a reply: a store that fails over is back by then


async def open_store(
    setting: str | None,
    *,
    data_dir: Path,
    durability: Durability = FSYNC,
    timeout: float = TIMEOUT,
) -> Store:
    """Return the store that `setting` names, open and ready for use.

    `memory://`; `redis://`, `rediss://` or `unix://` (see `address`); several servers that are one
    store (see `topology`); None or `embedded` for a private store in `data_dir`. `timeout`: seconds
    of silence after which the store counts as down.

    Raises ValueError for a setting that makes no sense, else a StoreError; the text of each is one
    sentence for the operator.
    """
    if setting == "memory://":
        return MemoryStore()
    # Late imports: redis-py costs a quarter of a second, and fast tests do without it.
    if setting in (None, "", "embedded"):
        from server.store.embedded import EmbeddedStore

        return await EmbeddedStore.start(data_dir, durability, timeout=timeout)
    from server.store.redis import Address, RedisStore
    from server.store.routed import RoutedStore, is_several, parse_servers

    if is_several(setting):
        routed = RoutedStore(parse_servers(setting), durability, timeout=timeout)
        await routed.open()
        return routed
    store = RedisStore(Address.parse(setting), durability, timeout=timeout)
    await store.open()
    return store

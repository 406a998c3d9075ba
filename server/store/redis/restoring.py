"""Restores a journal that was put aside: written in parts under another key, then renamed.

One command with all of it would hold the store, and everybody's moves, for as long as a long
journal takes, and may be larger than the store reads at once.
"""

import secrets
from collections.abc import Iterator, Sequence

from protocol.ids import BattleId
from server.store.interface import StoreUnavailable, keys
from server.store.redis import scripts
from server.store.redis.client import StoreClient

PART_ENTRIES = 256
PART_BYTES = 256 * 1024
"""Of entries that are sent at once, or one that is larger: about a millisecond of the store."""
KEPT_MS = 60_000
"""How long a part waits for the next one; whoever has died meanwhile has to begin again."""


async def restore(client: StoreClient, battle: BattleId, entries: Sequence[bytes]) -> None:
    """Write a journal that was put aside again, see `Store.restore`. Raises ErrorReply, StoreError.

    Several processes may do so at once, each under a key of its own; the first that is done wins.
    """
    log, meta = keys.of_each(battle, "log", "meta")
    part = keys.restored(battle, secrets.token_hex(8))
    for first, some in _parts(entries):
        await client.script(scripts.RESTORE_PART, [part, log, meta], KEPT_MS, first, *some)
    if not await client.durable(scripts.RESTORE, [log, meta, part], len(entries)):
        raise StoreUnavailable("a part of the journal is gone again", sent=False)


def _parts(entries: Sequence[bytes]) -> Iterator[tuple[int, Sequence[bytes]]]:
    """Yield the entries in parts, each with the version of its first one."""
    first, size = 0, 0
    for at, entry in enumerate(entries):
        size += len(entry)
        if at > first and (at - first >= PART_ENTRIES or size > PART_BYTES):
            yield first + 1, entries[first:at]
            first, size = at, len(entry)
    if entries:
        yield first + 1, entries[first:]

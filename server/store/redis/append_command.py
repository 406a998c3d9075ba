"""The command of an append, as bytes: every move makes one.

A client library packs each part anew. Here only the version and the entry are new, what stands
before and behind them is kept for each battle.
"""

from functools import lru_cache

from protocol.ids import BattleId
from server.store.interface import Lease, keys
from server.store.redis import scripts
from server.store.redis.mux import Mux

_VERSION, _ENTRY = b"$7\r\nVERSION\r\n", b"$5\r\nENTRY\r\n"


def append_command(lease: Lease, version: int, entry: bytes, publish: str) -> bytes:
    """Return the bytes of the call of `append.lua`; `publish` is the command by which the script
    publishes the entry, "" for none.
    """
    before, behind = _around(lease.battle, lease.epoch, publish)
    number, size = b"%d" % version, len(entry)
    return b"%b$%d\r\n%b\r\n$%d\r\n%b\r\n%b" % (before, len(number), number, size, entry, behind)


@lru_cache(maxsize=10_000)
def _around(battle: BattleId, epoch: int, publish: str) -> tuple[bytes, bytes]:
    """Return what stands before the version and behind the entry."""
    log, epoch_key, feed = keys.of_each(battle, "log", "epoch", "feed")
    parts = ("EVALSHA", scripts.APPEND.sha, 2, log, epoch_key, epoch)
    whole = Mux.packed((*parts, "VERSION", "ENTRY", publish, feed))
    before, _, behind = whole.partition(_VERSION + _ENTRY)
    return before, behind

"""The command of an append, put together here: every move sends one, and to pack its ten parts
takes three times as long as to put the two that are new between those that stay.
"""

from functools import lru_cache

from protocol.ids import BattleId
from server.store.interface import Lease, keys
from server.store.redis.mux import Part
from server.store.redis.scripts import APPEND

PARTS = 10  # of the command: its name, the script, two keys and their number, and five arguments


def append_command(lease: Lease, version: int, entry: bytes, publish: str) -> bytes:
    """Return the packed command that appends an entry; `publish` names the command by which the
    script publishes it.
    """
    before, after = _around(lease.battle, lease.epoch, publish)
    number = b"%d" % version
    size = len(entry)
    return b"%b$%d\r\n%b\r\n$%d\r\n%b\r\n%b" % (before, len(number), number, size, entry, after)


@lru_cache(maxsize=10_000)
def _around(battle: BattleId, epoch: int, publish: str) -> tuple[bytes, bytes]:
    """Return what stands before an append's version, and what after its entry."""
    log, epoch_key, feed = keys.of_append(battle)
    before = _bulk("EVALSHA", APPEND.sha, 2, log, epoch_key, epoch)
    return b"*%d\r\n%b" % (PARTS, before), _bulk(publish, feed)


def _bulk(*parts: Part) -> bytes:
    found = b""
    for part in parts:
        plain = part if isinstance(part, bytes) else str(part).encode()
        found += b"$%d\r\n%b\r\n" % (len(plain), plain)
    return found

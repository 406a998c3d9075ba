"""The audit trail: who did what as an operator, when, to whom, why, and with which result.

An entry is written before its act, and gets its outcome afterwards; so an act during which the
server died is there without an outcome. Entries are never changed otherwise. They are deleted after
the retention time, or when there are more than `MOST`.
"""

import secrets

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from server.runtime import Clock
from server.store import Store

KIND = "audit"
MOST = 10_000  # acts; the oldest go: years of them, and an attacker cannot fill the store with more

log = structlog.get_logger(__name__)


class TrailEntry(Struct, frozen=True):
    """An act: `time` in Unix milliseconds, its arguments `given`, its result `outcome` in a
    sentence.
    """

    id: str
    time: int
    operator: str
    address: str
    act: str
    given: dict[str, str]
    why: str = ""
    outcome: str = ""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(TrailEntry).decode


class Trail:
    """The entries in a store, kept for `retention` seconds; 0 is for ever."""

    def __init__(self, store: Store, clock: Clock, retention: float) -> None:
        self._store, self._clock, self._retention = store, clock, retention

    async def begin(
        self, operator: str, address: str, act: str, given: dict[str, str], why: str
    ) -> TrailEntry:
        """Write the entry of an act before it is done, and return it for `end`. Raises
        StoreError.
        """
        time = self._clock.unix_ms()
        # Ids are sorted as texts, so that the store lists them by time.
        entry = TrailEntry(
            f"{time:014d}-{secrets.token_hex(4)}", time, operator, address, act, given, why
        )
        await self._store.put(KIND, entry.id, _encode(entry), 0)
        log.info(
            "operator.act",
            operator=operator,
            act=act,
            given=given,
            why=why,
            address=address,
            entry=entry.id,
        )
        await self._prune(time)
        return entry

    async def end(self, entry: TrailEntry, outcome: str) -> None:
        """Add the outcome to an entry. Raises StoreError."""
        await self._store.put(KIND, entry.id, _encode(replace(entry, outcome=outcome)))
        log.info("operator.acted", entry=entry.id, act=entry.act, outcome=outcome)

    async def latest(self, most: int) -> list[TrailEntry]:
        """Return the latest `most` entries, the newest first. Raises StoreError."""
        found = []
        for each in reversed((await self._store.ids(KIND))[-most:]):
            kept = await self._store.get(KIND, each)
            if kept is not None:
                found.append(_decode(kept[1]))
        return found

    async def _prune(self, now: int) -> None:
        ids = await self._store.ids(KIND)
        old = ids[: max(0, len(ids) - MOST)]
        if self._retention:
            oldest = f"{max(0, now - round(self._retention * 1000)):014d}"
            old += [each for each in ids[len(old) :] if each < oldest]
        for each in old:
            await self._store.delete(KIND, each)

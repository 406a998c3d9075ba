"""A primary with replicas, and the sentinels that say which one it is.

After a failover the sentinels learn of it one by one, within some seconds. So all are asked, and
who knows of the latest change is believed: the old primary may be up again by then, and take
writes.
"""

import asyncio
from contextlib import suppress
from typing import Any

from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, ResponseError

from server.store.interface import StoreRefused, StoreUnavailable
from server.store.redis import Address
from server.store.routed.topology import Several, Topology

PATIENCE = 1.0  # seconds for one sentinel's answer: the next one knows the primary as well
_REFUSED = (AuthenticationError, ResponseError)


class SentinelTopology(Topology):
    """One primary that has every key."""

    def __init__(self, several: Several) -> None:
        self._several = several
        self._watchers = ",".join(f"{each.host}:{each.port}" for each in several.at)
        self.name = f"{several.service} of {self._watchers}"
        patience = {
            "socket_timeout": PATIENCE,
            "socket_connect_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 0),
        }
        self._sentinel = Sentinel(  # type: ignore[no-untyped-call]
            [(each.host, each.port) for each in several.at],
            sentinel_kwargs={**patience, **several.sentinel, **several.at[0].tls_options},
        )
        self._primary: Address | None = None

    async def look(self) -> None:
        """See Topology."""
        service = self._several.service
        asked = (each.sentinel_masters() for each in self._sentinel.sentinels)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        known: list[dict[str, Any]] = [
            answer[service] for answer in answers if isinstance(answer, dict) and service in answer
        ]
        for answer in () if known else answers:
            if isinstance(answer, _REFUSED):
                raise StoreRefused(f"a sentinel answers: {answer}")
        latest = max(known, key=lambda state: int(state["config-epoch"]), default=None)
        if latest is None or not self._sentinel.check_master_state(latest, service):
            raise StoreUnavailable(
                f"no sentinel of {self._watchers} knows a primary of {service}", sent=False
            )
        primary = self._several.at[0].at(str(latest["ip"]), int(latest["port"]))
        if primary != self._primary:
            self._primary = primary
            self.changes += 1

    def primaries(self) -> dict[str, Address]:
        """See Topology."""
        return {} if self._primary is None else {str(self._primary): self._primary}

    def of(self, key: str) -> str:
        """See Topology."""
        return "" if self._primary is None else str(self._primary)

    async def close(self) -> None:
        """See Topology."""
        with suppress(Exception):
            await self._sentinel.aclose()

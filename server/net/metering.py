"""Measuring a store from outside: how long its appends take, and what they hold."""

import time
from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct

from server.net.metrics import Metrics
from server.store.base import Lease, Store
from server.store.errors import StoreError


class _Numbered(Struct, array_like=True, tag="c", gc=False):
    """A journal's entry (`protocol.replies.Commit`) up to its running number, the rest unread."""

    version: int
    events: Raw
    gone: Raw
    put: Raw
    asked: Raw
    again: Raw
    number: int = 0


_read = msgspec.msgpack.Decoder(_Numbered).decode


def meter(store: Store, metrics: Metrics) -> None:
    """Let every append, first commit and settled append of this store object be counted.

    The store's own methods are shadowed on the object: a wrapper would have to repeat all of them.
    """
    plain_create, plain_append, plain_settle = store.create, store.append, store.settle

    def count(entry: bytes) -> None:
        metrics.commits.inc()
        if _read(entry).number:
            metrics.intents.inc(label="commit")

    async def create(
        battle: str, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        lease = await plain_create(battle, meta, first, owner=owner, ttl=ttl)
        count(first)
        return lease

    async def append(lease: Lease, version: int, entry: bytes) -> None:
        begun = time.perf_counter()
        try:
            await plain_append(lease, version, entry)
        except StoreError as fault:
            metrics.append_failures.labels(type(fault).__name__).inc()
            raise
        metrics.append_seconds.observe(time.perf_counter() - begun)
        count(entry)

    async def settle(lease: Lease, version: int, entry: bytes) -> bool:
        stands = await plain_settle(lease, version, entry)
        if stands:
            count(entry)
        return stands

    for name, method in (("create", create), ("append", append), ("settle", settle)):
        setattr(store, name, method)

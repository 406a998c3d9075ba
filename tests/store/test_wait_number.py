"""WAIT's number: of N replicas that must have a write, N - 1 are not enough; and that is seen."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from protocol.ids import BattleId
from server.store import Durability, NotReplicated, StoreError, open_store
from server.store.redis import mux, replies
from tests.store.cluster import eventually, online
from tests.store.servers import Server


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    """A primary and its two replicas."""
    primary = Server()
    started = [primary]
    started += [Server(replicaof=f"127.0.0.1 {primary.port}") for _ in range(2)]
    eventually(lambda: online(primary) == 2, "the replicas follow")
    yield started
    for server in reversed(started):
        server.stop()


async def one_is_not_enough(servers: list[Server]) -> None:
    """Given two replicas that must have what is written, when one of them stands still, then no
    write counts, of whatever kind, and the error tells how many have it."""
    primary, _, still = servers
    store = await open_store(
        primary.url,
        data_dir=Path("unused"),
        durability=Durability.parse("replicas=2"),
        timeout=1.0,
    )
    try:
        lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
        await store.append(lease, 2, b"two")
        still.signal(signal.SIGSTOP)
        writes: list[Callable[[], Any]] = [
            lambda: store.append(lease, 3, b"three"),
            lambda: store.settle(lease, 3, b"three"),
            lambda: store.put("table", "t1", b"x"),
            lambda: store.acquire(BattleId("b1"), owner="a", ttl=60),
            lambda: store.read(BattleId("b1")),
        ]
        for write in writes:
            with pytest.raises(NotReplicated) as no:
                await write()
            assert (no.value.wanted, no.value.got) == (2, 1)
    finally:
        still.signal(signal.SIGCONT)
        await store.close()


async def test_of_two_replicas_that_must_have_a_write_one_is_not_enough(
    servers: list[Server],
) -> None:
    await one_is_not_enough(servers)


@contextmanager
def any_replica() -> Iterator[None]:
    """One replica is taken for all of them."""

    def acknowledged(reply: object, wanted: int) -> StoreError | None:
        return plain(reply, min(wanted, 1))

    plain = replies.acknowledged
    with patch.object(replies, "acknowledged", acknowledged):
        yield


@contextmanager
def any_replica_for_appends() -> Iterator[None]:
    """One replica is taken for all of them where appends are acknowledged."""
    plain = replies.acknowledged
    with patch.object(mux, "acknowledged", lambda reply, wanted: plain(reply, min(wanted, 1))):
        yield


@pytest.mark.parametrize("broken", [any_replica, any_replica_for_appends])
async def test_a_number_that_is_not_heeded_is_found(
    servers: list[Server], broken: Callable[[], AbstractContextManager[None]]
) -> None:
    """Given a server that does not heed the number, then the check above fails."""
    with broken(), pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        await one_is_not_enough(servers)

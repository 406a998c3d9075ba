"""A long journal comes back into a real store in bounded parts, whole or not at all."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import pytest
import redis

from protocol.ids import BattleId
from server.store import FSYNC, Store, StoreError, open_store
from server.store.redis.restoring import KEPT_MS
from server.store.redis.scripts import RESTORE_PART
from tests.store.servers import Server

META = {"seed": b"\x00secret\xff", "table": b"t1"}
ENTRIES = [b"%d " % version + b"x" * 400 for version in range(1, 8001)]
MOST_AT_ONCE = 512 * 1024
LOG = "hw:{b1}:log"
PARTS = "hw:{b1}:restored.*"


async def opened(server: Server) -> Store:
    return await open_store(server.url, data_dir=Path("unused"), durability=FSYNC)


async def put_aside(store: Store) -> None:
    lease = await store.create(BattleId("b1"), META, ENTRIES[0], owner="a", ttl=30)
    await store.put_aside(lease, 1)


async def begun(store: Store, client: redis.Redis) -> "asyncio.Task[None]":
    """Restoring that stands in the middle: something is kept, and nothing is restored."""
    restoring = asyncio.create_task(store.restore(BattleId("b1"), ENTRIES))
    while not client.keys(PARTS):
        assert not restoring.done(), "it has not passed by"
        await asyncio.sleep(0)
    assert not client.exists(LOG)
    return restoring


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server(appendfsync="always")
    yield running
    running.stop()


async def test_no_command_holds_more_than_a_part(server: Server) -> None:
    """Given a journal of 3 MB, when it is restored, then it has come in more commands than there
    are half megabytes."""
    store = await opened(server)
    await put_aside(store)
    with server.client() as client:
        client.config_resetstat()
        await store.restore(BattleId("b1"), ENTRIES)
        asked = client.info("commandstats")
    assert asked["cmdstat_evalsha"]["calls"] > sum(map(len, ENTRIES)) // MOST_AT_ONCE
    assert [entry for _, entry in await store.read(BattleId("b1"))] == ENTRIES
    await store.close()


async def _cut(store: Store, server: Server) -> None:
    await store.close()


async def _killed(store: Store, server: Server) -> None:
    server.kill()
    await store.close()
    server.start()


@pytest.mark.parametrize("end", [_cut, _killed])
async def test_what_dies_in_between_leaves_the_old_state_and_it_is_restored_again(
    server: Server, end: Callable[[Store, Server], Coroutine[None, None, None]]
) -> None:
    """Given a journal of which a part has been restored, when the server that does it dies, or the
    store, then nothing of it stands, what was sent goes by itself, and another one restores it."""
    store = await opened(server)
    await put_aside(store)
    with server.client() as client:
        restoring = await begun(store, client)
        restoring.cancel()
        await asyncio.wait([restoring])
        await end(store, server)
    other = await opened(server)
    with server.client() as client:
        assert (await other.read(BattleId("b1")), await other.battles()) == ([], [])
        assert await other.meta(BattleId("b1")) == META
        assert all(0 < client.pttl(part) <= KEPT_MS for part in client.keys(PARTS))
        await other.restore(BattleId("b1"), ENTRIES)
        assert client.pttl(LOG) == -1
    assert [entry for _, entry in await other.read(BattleId("b1"))] == ENTRIES
    await other.close()


async def test_of_two_who_restore_at_once_one_does(server: Server) -> None:
    one, two = await opened(server), await opened(server)
    await put_aside(one)
    tried = await asyncio.gather(
        *(store.restore(BattleId("b1"), ENTRIES) for store in (one, two)), return_exceptions=True
    )
    assert [isinstance(each, StoreError) for each in tried].count(True) <= 1
    assert None in tried
    assert [entry for _, entry in await two.read(BattleId("b1"))] == ENTRIES
    with server.client() as client:
        assert client.keys(PARTS) == []
    await one.close()
    await two.close()


async def test_who_is_late_with_a_part_leaves_nothing_of_it(server: Server) -> None:
    """Given a part that somebody has kept, when another restores the journal before the next part
    comes, then that is refused, and the first is gone."""
    store = await opened(server)
    await put_aside(store)
    with server.client() as client:
        restoring = await begun(store, client)
        restoring.cancel()
        await asyncio.wait([restoring])
        (part,) = client.keys(PARTS)
        other = await opened(server)
        await other.restore(BattleId("b1"), ENTRIES)
        with pytest.raises(redis.ResponseError, match="CONFLICT"):
            client.eval(RESTORE_PART.source, 3, part, LOG, "hw:{b1}:meta", KEPT_MS, 300, b"late")
        assert client.keys(PARTS) == []
    await store.close()
    await other.close()

"""An append that was given up on reaches the server after all, over its old connection."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import EVERYSEC, Fenced, StoreUnavailable, open_store
from tests.store.servers import Server


class SlowRoad:
    """A way to the server that can hold back what comes along, and deliver it much later."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._holding = False
        self._held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.caught = asyncio.Event()

    async def open(self) -> int:
        self._road = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port: int = self._road.sockets[0].getsockname()[1]
        return port

    def hold(self) -> None:
        """Keep the next bytes that carry an append."""
        self._holding = True

    async def deliver(self) -> bytes:
        """Hand the bytes that were held to the server; its answers to them."""
        [(reader, writer, data)] = self._held
        writer.write(data)
        writer.write_eof()
        answers = await reader.read()
        writer.close()
        return answers

    async def close(self) -> None:
        self._road.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._to)
        back = asyncio.create_task(self._back(inner_reader, writer))
        self._tasks.add(back)
        try:
            while data := await reader.read(65536):
                if self._holding and b"late!" in data:
                    back.cancel()
                    await asyncio.gather(back, return_exceptions=True)
                    self._holding = False
                    self._held.append((inner_reader, inner_writer, data))
                    self.caught.set()
                    return
                inner_writer.write(data)
        except OSError:
            pass
        inner_writer.close()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()


@pytest.fixture
async def road(clean_server: Server) -> AsyncIterator[SlowRoad]:
    made = SlowRoad(clean_server.port)
    yield made
    await made.close()


@pytest.mark.parametrize("play_on_first", [False, True])
async def test_it_cannot_undo_the_answer_that_it_had_not_happened(
    clean_server: Server, road: SlowRoad, play_on_first: bool
) -> None:
    port = await road.open()
    setting = clean_server.url.replace(str(clean_server.port), str(port))
    store = await open_store(setting, data_dir=Path("unused"), durability=EVERYSEC, timeout=0.3)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    road.hold()
    with pytest.raises(StoreUnavailable) as unknown:
        await store.append(lease, 2, b"late!")
    assert unknown.value.sent
    assert road.caught.is_set()
    await store.wait_up()
    assert await store.settle(lease, 2, b"late!") is False

    if play_on_first:
        await store.append(lease, 2, b"other")
    assert b"FENCED" in await road.deliver()

    if not play_on_first:
        await store.append(lease, 2, b"other")
    assert await store.read(BattleId("b1")) == [(1, b"1"), (2, b"other")]
    await store.close()


async def test_a_new_owner_refuses_it_too(clean_server: Server, road: SlowRoad) -> None:
    port = await road.open()
    setting = clean_server.url.replace(str(clean_server.port), str(port))
    store = await open_store(setting, data_dir=Path("unused"), durability=EVERYSEC, timeout=0.3)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    road.hold()
    with pytest.raises(StoreUnavailable):
        await store.append(lease, 2, b"late!")
    await store.wait_up()
    await store.release(lease)
    newer = await store.acquire(BattleId("b1"), owner="b", ttl=60)
    assert b"FENCED" in await road.deliver()
    with pytest.raises(Fenced):
        await store.settle(lease, 2, b"late!")
    await store.append(newer, 2, b"other")
    await store.close()

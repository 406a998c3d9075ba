"""A battle is started and at once watched by clients at two server processes on one store."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from clients.sdk import Client, connect
from protocol.ids import SeatId
from protocol.tables import Settings
from tests.net.fleet import Fleet
from tests.net.process import ServerProcess
from tests.store.servers import Server as StoreServer

pytestmark = pytest.mark.slow
TIMES = 30


@pytest.fixture
async def fleet(tmp_path: Path) -> AsyncIterator[Fleet]:
    store = StoreServer(appendfsync="everysec")
    found = Fleet(tmp_path, store, 2)
    yield await found.start()
    await found.end()
    store.stop()


def site(process: ServerProcess) -> str:
    return f"http://127.0.0.1:{process.port}"


async def seated(fleet: Fleet, running: AsyncExitStack, leads_at: int) -> list[Client]:
    """The leader and a guest, one at each process, the first of which hosts the table."""

    async def come(at: int, name: str = "", token: str | None = None) -> Client:
        client = connect(site(fleet.all[at]), name, token=token)
        return await running.enter_async_context(client)

    first = await come(0, "Ann")
    table = await first.create(Settings("micro", party=2, absence=0, public=True), "Den")
    guest = await come(1 - leads_at, "Bo")
    await guest.join(table=table)
    lead = first
    if leads_at == 1:
        token = first.session.token
        await first.close()
        lead = await come(1, token=token)
        await lead.join(table=table)
    for seat, client in (("1", lead), ("2", guest)):
        await client.claim(SeatId(seat))
        await client.ready()
    return [lead, guest]


@pytest.mark.parametrize("leads_at", [0, 1], ids=["started at the host", "started elsewhere"])
async def test_start_and_watch_at_once_never_hang(fleet: Fleet, leads_at: int) -> None:
    """Given players at two processes, when one starts and both watch at once, one after the other
    or together, then both see the battle, each time."""
    for time in range(TIMES):
        async with AsyncExitStack() as running, asyncio.timeout(60):
            people = await seated(fleet, running, leads_at)
            battle = await people[0].start()
            if time % 2:
                await asyncio.gather(*(each.watch() for each in people))
            else:
                for each in people[:: 1 if time % 4 else -1]:
                    await each.watch()
            assert [each.view and each.view.battle for each in people] == [battle, battle]
    assert fleet.errors() == []

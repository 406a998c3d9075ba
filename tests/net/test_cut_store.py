"""Servers whose connections to the store are cut, at their start and while people play."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from protocol.ids import PlayerId, TableId
from protocol.tables import Member, Settings
from server.store import open_store
from server.tables.documents import write
from server.tables.seats import new_table
from tests.net.fleet import Fleet, Nomad
from tests.net.party import SEATS, hang_up, meet, play_out
from tests.net.process import ServerProcess
from tests.net.test_app import get
from tests.net.test_kill import HURRY, SEED, check_journal
from tests.store.servers import Server as StoreServer
from tests.store.servers import alive
from tests.store.shears import Shears

UNHEARD = ("never retrieved", "task.died", "Traceback", '"defect"')


class Way(NamedTuple):
    """A store as it is reached over a way that is cut."""

    url: str


class Cut(NamedTuple):
    """Two servers on one store, the way to it, and the store."""

    fleet: Fleet
    shears: Shears
    store: StoreServer


@pytest.fixture
async def cut(tmp_path: Path) -> AsyncIterator[Cut]:
    store = StoreServer(appendfsync="everysec")
    shears = Shears(store.url, SEED)
    fleet = Fleet(tmp_path, Way(await shears.open()), 2)
    yield Cut(await fleet.start(), shears, store)
    await fleet.end()
    await shears.close()
    store.stop()


def unheard(process: ServerProcess) -> list[str]:
    """Lines of a server's log that tell of something that died, or failed unexpectedly."""
    lines = process.log.read_text().splitlines()
    return [line[:2000] for line in lines if any(word in line for word in UNHEARD)]


async def play_under_cuts(cut: Cut, seconds: float) -> None:
    """Cut for so long, and at least thirty times; play on, to the end; then play another battle."""
    fleet, shears, _store = cut
    party = await meet(fleet.all[0].url, goal=4000, absence=0)
    rng = random.Random(SEED)
    players = [Nomad(party.players[seat], seat, party, fleet, rng, thinks=0.1) for seat in SEATS]
    tasks = [asyncio.create_task(each.play()) for each in players]
    cutting = asyncio.create_task(shears.keep_cutting())
    begun, before = time.monotonic(), shears.cuts
    watched = party.players["1"]
    async with asyncio.timeout(240):
        while time.monotonic() - begun < seconds or shears.cuts < before + 30:
            seen = watched.version
            assert [task.exception() for task in tasks if task.done()] == []
            await watched.wait(lambda v=seen: watched.version > v + 5, 20, lost=False)  # type: ignore[misc]
        cutting.cancel()
        at_the_end = watched.version
        await watched.wait(lambda: watched.version > at_the_end + 50, 60, lost=False)
    print(f"\n{shears.cuts - before} cuts, {watched.version} commits")
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []
    await hang_up(party.players.values())
    for process in fleet.all:
        again = await meet(process.url, goal=20)
        await play_out(again)
        check_journal(await fleet.frames(again.battle), again, [])
        await hang_up(again.players.values())
        assert unheard(process) == []
    acknowledged = [number for each in players for number in each.acknowledged.items()]
    assert len(acknowledged) > 50
    await check_acknowledged(fleet, party.battle, players)
    for process in list(fleet.up):
        assert await fleet.stop(process) == 0
        assert unheard(process) == []


async def check_acknowledged(fleet: Fleet, battle: str, players: list[Nomad]) -> None:
    """What was acknowledged stands where it was said to stand, once."""
    from server.battles.records.recovery import entries_of

    entries = entries_of(await fleet.frames(battle))
    made = [entry.commit for entry in entries if entry.commit.number]
    for each in players:
        for number, version in each.acknowledged.items():
            commit = entries[version - 1].commit
            assert commit.number == number
            assert [c.version for c in made if c.number == number and c.events == commit.events]
    versions = [entry.commit.version for entry in entries]
    assert versions == list(range(1, len(entries) + 1))


async def test_tables_play_on_while_the_connections_to_the_store_are_cut(cut: Cut) -> None:
    """Given a battle at two servers, when all connections to their store are cut every few hundred
    milliseconds, then it goes on, no task dies, nothing is a defect, and what was acknowledged
    stands; afterwards both servers are whole, and stop in good order."""
    await play_under_cuts(cut, 0)


@pytest.mark.slow
async def test_thirty_seconds_of_cuts_leave_nothing_dead(cut: Cut) -> None:
    """As above, for thirty seconds."""
    await play_under_cuts(cut, 30)


@pytest.mark.parametrize("word", [b"hw:fleet", b"SUBSCRIBE", b"SMEMBERS", b"SCAN", b"LOAD"])
async def test_a_server_waits_for_a_store_that_goes_away_while_it_starts(
    tmp_path: Path, word: bytes
) -> None:
    """Given a server that starts, when its store goes away as it is asked for this, then the server
    does not end but waits, and serves when the store is back."""
    store = StoreServer(appendfsync="everysec")
    shears = Shears(store.url)
    flags = (*HURRY, "--store", await shears.open(), "--log", "json")
    process = ServerProcess(tmp_path, *flags)
    shears.cut_at(word)
    starting = asyncio.create_task(process.start())
    async with asyncio.timeout(60):
        await shears.has_cut.wait()
        while "store." not in process.log.read_text():
            await asyncio.sleep(0.01)
    assert not starting.done()
    shears.is_open = True
    await starting
    async with asyncio.timeout(60):  # what it has just connected by may have been cut once more
        while not (await get(process.port, "/readyz")).startswith("HTTP/1.1 200 "):
            await asyncio.sleep(0.05)
    party = await meet(process.url, goal=20)
    await play_out(party)
    await hang_up(party.players.values())
    assert await process.stop() == 0
    assert unheard(process) == []
    await shears.close()
    store.stop()


async def test_a_start_waits_for_a_store_that_stays_away(tmp_path: Path) -> None:
    """Given a server that starts, when its store goes away for longer than a start goes on by
    itself, then the start is begun anew, with the port open to probes, until the store is back."""
    store = StoreServer(appendfsync="everysec")
    shears = Shears(store.url)
    process = ServerProcess(tmp_path, *HURRY, "--store", await shears.open(), "--log", "json")
    shears.cut_at(b"hw:fleet")
    starting = asyncio.create_task(process.start())
    async with asyncio.timeout(60):
        await shears.has_cut.wait()
        for word in ("store.lost_at_start", "store.awaited"):
            while word not in process.log.read_text():
                await asyncio.sleep(0.01)
    assert not starting.done()
    shears.is_open = True
    await starting
    party = await meet(process.url, goal=20)
    await play_out(party)
    await hang_up(party.players.values())
    assert await process.stop() == 0
    assert unheard(process) == []
    await shears.close()
    store.stop()


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.1, 0.3])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_a_private_store_that_is_killed_while_its_server_starts_is_started_again(
    tmp_path: Path, delay: float, how: signal.Signals
) -> None:
    """Given a server that starts its own store, when somebody ends that at whatever moment of the
    start, then it is started again, and the server serves."""
    process = ServerProcess(tmp_path, *HURRY, "--log", "json")
    starting = asyncio.create_task(process.start())
    killed = 0
    async with asyncio.timeout(60):
        while not killed:
            await asyncio.sleep(0.001)
            with suppress(LookupError, AssertionError, OSError):
                killed = process.store_pid()
    await asyncio.sleep(delay)
    with suppress(ProcessLookupError):
        os.kill(killed, how)
    async with asyncio.timeout(60):
        while alive(killed):
            await asyncio.sleep(0.01)
    await starting
    async with asyncio.timeout(60):  # where it came up a moment before, it is ready in a moment
        while " 200 " not in (await get(process.port, "/readyz"))[:20]:
            await asyncio.sleep(0.02)
    party = await meet(process.url, goal=20)
    await play_out(party)
    await hang_up(party.players.values())
    assert await process.stop() == 0
    assert unheard(process) == []


async def tables_in_lists(store: StoreServer, tables: int) -> None:
    """Many public tables, as a server at its start has to read one by one."""
    opened = await open_store(store.url, data_dir=Path())
    settings = Settings("micro", public=True)
    try:
        for number in range(tables):
            table = new_table(
                TableId(f"t{number}"), f"Table {number}", Member(PlayerId("p1"), "Ann"), settings
            )
            await write(opened, table, 0)
    finally:
        await opened.close()


async def test_a_start_gets_through_while_its_connections_are_cut_again_and_again(
    tmp_path: Path,
) -> None:
    """Given a store whose connections are cut after every hundred pieces that they carry, so that
    none carries a whole start, then the start goes on where it was, and comes to its end."""
    store = StoreServer(appendfsync="everysec")
    await tables_in_lists(store, 200)
    shears = Shears(store.url, SEED)
    shears.cut_every = 100
    process = ServerProcess(tmp_path, *HURRY, "--store", await shears.open(), "--log", "json")
    async with asyncio.timeout(120):
        await process.start()
    assert shears.cuts >= 3
    shears.cut_every = 0
    said = process.log.read_text()
    assert "store.lost_at_start" not in said
    player = (await meet(process.url, goal=20)).players
    await hang_up(player.values())
    assert await process.stop() == 0
    assert unheard(process) == []
    await shears.close()
    store.stop()

"""`hexwarden serve --workers 2`: several processes on one port are one server."""

import asyncio
import json
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.e2e.commands import HexwardenServer, run
from tests.e2e.test_kills import HURRY, Table, check, meet, play
from tests.net.party import hang_up, play_out
from tests.net.party import meet as meet_at
from tests.net.process import ServerProcess

WORKERS = ("--workers", "2")

pytestmark = pytest.mark.slow


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[HexwardenServer]:
    process = await HexwardenServer(tmp_path, *HURRY, *WORKERS).start()
    yield process
    await process.end()


def workers(server: ServerProcess) -> dict[int, int]:
    """The process ids of the workers, by number, as the parent's log tells them."""
    found = {}
    for line in server.log.read_text().splitlines():
        said = json.loads(line) if line.startswith("{") else {}
        if said.get("event") == "worker.listening":
            found[said["worker"]] = said["pid"]
    return found


async def both(server: ServerProcess, without: int = 0) -> list[int]:
    """The workers' process ids, once both listen and none is the one without."""
    async with asyncio.timeout(60):
        while len(pids := workers(server)) < 2 or without in pids.values():
            await asyncio.sleep(0.05)
    return list(pids.values())


async def figure(server: ServerProcess, name: str) -> float:
    """One figure of `/metrics`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    lines = (await reader.read()).decode().splitlines()
    writer.close()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


async def test_workers_serve_a_micro_game_and_end_in_good_order(tmp_path: Path) -> None:
    """Given two workers on the embedded store, then four players whom the kernel spreads over them
    play to the end, and the parent ends with exit code 0 and takes everything with it."""
    server = await ServerProcess(tmp_path, *HURRY, *WORKERS, "--log", "json").start()
    try:
        pids = await both(server)
        party = await meet_at(server.url, goal=300, absence=0)
        await play_out(party)
        version = party.players["1"].version
        assert {player.version for player in party.players.values()} == {version}
        for _ in range(6):  # whichever of the two the kernel chooses
            assert await figure(server, "hexwarden_commits_total") == version
            assert await figure(server, "hexwarden_workers") == 2
        await hang_up(party.players.values())
    finally:
        code = await server.stop()
    assert code == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert server.errors() == []


async def test_a_jailbreak_outlives_kill_9_of_one_worker(
    server: HexwardenServer, tmp_path: Path
) -> None:
    """Given programs that play a Jailbreak, when one worker is killed in the middle and then the
    other, then each is started again, the battle finishes, and its record holds every promise."""
    rng = random.Random(11)

    async def kill_on(table: Table) -> int:
        done = 0
        for number in (0, 1):
            await table.moment(rng)
            pid = (await both(server))[number]
            os.kill(pid, signal.SIGKILL)
            done += 1
            await both(server, without=pid)
        return done

    async with AsyncExitStack() as stack:
        table = await meet(stack, server)
        assert await play(table, asyncio.create_task(kill_on(table))) == 2
        await check(table, tmp_path)
    assert sum(player.losses for player in table.players) > 0
    assert server.errors() == []


async def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    server = await HexwardenServer(tmp_path, *WORKERS).start()
    pids = await both(server)
    await server.kill()
    async with asyncio.timeout(30):
        while any(Path(f"/proc/{pid}").exists() for pid in pids):
            await asyncio.sleep(0.05)
    assert await (await server.start()).stop() == 0


async def test_workers_without_a_common_store_are_refused(tmp_path: Path) -> None:
    found = await run(tmp_path, "serve", *WORKERS, "--store", "memory://", "--port", "0")
    assert found.code == 2
    assert "share" in found.err

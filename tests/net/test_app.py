"""The server process as its operator sees it: exit codes, one-line errors, signals, readiness."""

import asyncio
import json
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from protocol import replies, requests
from protocol.ids import BattleId
from server.process import app
from server.process.app import running
from server.settings import Settings
from server.store import StoreState
from server.store.memory import MemoryStore
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet, move, play_out
from tests.net.player import Player
from tests.net.process import ServerProcess
from tests.net.serve_micro import MICRO
from tests.store.servers import Server as StoreServer

MEMORY = ("--store", "memory://", "--log", "json")


class Moody(MemoryStore):
    """A store that can be told to say that it is away."""

    def be(self, state: StoreState) -> None:
        self._set_state(state)


async def run_to_end(*flags: str) -> tuple[int, str]:
    """Exit code and log of a server that should not come up."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.net.serve_micro", "--port", "0", *flags),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(60):
        _, errors = await process.communicate()
    return process.returncode or 0, errors.decode()


async def get(port: int, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer.decode()


async def test_settings_that_cannot_be_used_end_it_with_one_line() -> None:
    code, errors = await run_to_end("--port", "many")
    assert code == app.EXIT_SETTINGS
    assert errors.startswith("--port: ")
    assert len(errors.splitlines()) == 1
    for flags in (("--durability", "perhaps"), ("--store", "http://nowhere")):
        code, errors = await run_to_end(*flags, "--log", "json")
        assert code == app.EXIT_SETTINGS
        assert len(errors.splitlines()) == 1, errors
        assert "server.cannot_start" in errors


class Started(NamedTuple):
    """A server process, and the lines of its log that have not been read yet."""

    process: asyncio.subprocess.Process
    lines: asyncio.StreamReader

    async def until(self, event: str) -> dict[str, Any]:
        """Read on to a line that tells of this; gives the line."""
        async with asyncio.timeout(60):
            while line := await self.lines.readline():
                said: dict[str, Any] = json.loads(line)
                if said["event"] == event:
                    return said
        raise AssertionError(f"the log ended without {event}")

    async def ends(self) -> int | None:
        async with asyncio.timeout(60):
            await self.lines.read()
            return await self.process.wait()


@pytest.fixture
async def started() -> AsyncIterator[Callable[..., Awaitable[Started]]]:
    """Starts servers from flags; those that still run at the end of the test are killed."""
    all_of_them: list[asyncio.subprocess.Process] = []

    async def start(*flags: str) -> Started:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.net.serve_micro", "--log", "json", *flags),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        all_of_them.append(process)
        assert process.stderr is not None
        return Started(process, process.stderr)

    yield start
    for process in all_of_them:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_a_server_waits_for_a_store_that_is_away_and_says_so(
    started: Callable[..., Awaitable[Started]],
) -> None:
    """Given a store that is down, when a server is started, then it is alive and not ready, with a
    plain line for each try and no password in it; when the store comes, it serves."""
    store = StoreServer(password="very secret")
    store.kill()
    server = await started("--store", store.url, "--port", "0", "--durability", "everysec")
    waiting = await server.until("store.awaited")
    health, ready = [await get(waiting["port"], path) for path in ("/healthz", "/readyz")]
    assert health.startswith("HTTP/1.1 200 ")
    assert ready.startswith("HTTP/1.1 503 ")
    assert "the store is not available" in ready
    assert (await get(waiting["port"], "/ws")).startswith("HTTP/1.1 503 ")
    again = await server.until("store.awaited")
    assert again["again_in"] > waiting["again_in"]
    assert "secret" not in f"{waiting} {again} {ready}"
    store.start()
    port = (await server.until("server.listening"))["port"]
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")
    server.process.terminate()
    assert await server.ends() == app.EXIT_OK
    store.stop()


async def test_a_signal_ends_the_waiting_for_a_store(
    started: Callable[..., Awaitable[Started]],
) -> None:
    store = StoreServer()
    store.kill()
    server = await started("--store", store.url, "--port", "0")
    await server.until("store.awaited")
    server.process.terminate()
    assert await server.ends() == app.EXIT_OK
    store.stop()


async def test_a_store_that_refuses_the_password_ends_it_with_one_line() -> None:
    store = StoreServer(password="right")
    code, errors = await run_to_end("--store", store.url.replace("right", "wrong"), "--log", "json")
    store.stop()
    assert code == app.EXIT_STORE
    assert "wrong" not in errors
    assert "Traceback" not in errors
    assert '"event":"server.cannot_start"' in errors.splitlines()[-1]


async def test_a_password_on_the_command_line_is_warned_of_and_one_in_a_file_is_not(
    tmp_path: Path,
) -> None:
    """Given a store with a password, when its address is a flag, then the log warns and does not
    repeat it; when it stands in a file, the server is there and no process list tells it."""
    store = StoreServer(password="open-sesame")
    file = tmp_path / "store"
    file.write_text(store.url)
    said = []
    for flags in (("--store", store.url), ("--store-file", str(file))):
        (tmp_path / flags[0]).mkdir()
        server = await ServerProcess(tmp_path / flags[0], *flags, "--log", "json").start()
        processes = Path(f"/proc/{server.pid}/cmdline").read_text()
        assert ("open-sesame" in processes) is (flags[0] == "--store")
        await server.kill()
        said.append(server.log.read_text())
    store.stop()
    assert ["secret.on_command_line" in each for each in said] == [True, False]
    assert not any("open-sesame" in each for each in said)


async def test_a_port_in_use_ends_it_with_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, errors = await run_to_end(*MEMORY, "--port", str(port))
    assert code == app.EXIT_ADDRESS
    assert len(errors.splitlines()) == 1, errors
    assert str(port) in errors


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_it_in_good_order(tmp_path: Path, how: signal.Signals) -> None:
    server = await ServerProcess(tmp_path, *MEMORY).start()
    player = await Player(server.url).hello()
    assert await server.stop(how) == app.EXIT_OK
    assert await player.wait_closed() == 1001
    assert server.errors() == []
    assert '"event":"server.stopped"' in server.log.read_text()


async def test_no_token_and_no_invite_is_ever_in_the_log(tmp_path: Path) -> None:
    server = await ServerProcess(tmp_path, *MEMORY, "--log-level", "debug").start()
    party = await meet(server.url, goal=20)
    await play_out(party)
    secrets = [player.token.partition(".")[2] for player in party.players.values()]
    secrets.append(party.to_watch.rpartition(".")[2])
    stranger = await Player(server.url).open()
    for secret in secrets:
        refused = await stranger.refused(requests.Hello(0, f"p0000000000000000.{secret}"))
        assert refused == "bad_token"
        await get(server.port, f"/join/{secret}")
    await hang_up([stranger, *party.players.values()])
    assert await server.stop() == 0
    lines = server.log.read_text()
    assert '"event":"battle.over"' in lines
    assert not [secret for secret in secrets if secret in lines]
    for line in re.findall(r".*\"event\":\"(?:commit|battle\.over)\".*", lines):
        assert f'"table":"{party.table}"' in line
        assert f'"battle":"{party.battle}"' in line
        assert '"version":' in line


async def test_readiness_follows_the_store(serve: Serve) -> None:
    store = Moody()
    server = await serve(store)
    port = server.listener.port
    assert "200 OK" in await get(port, "/readyz")
    store.be(StoreState(up=False, reason="the store is on holiday"))
    answer = await get(port, "/readyz")
    assert "HTTP/1.1 503" in answer
    assert "the store is on holiday" in answer
    assert "hexwarden_store_up 0.0" in await get(port, "/metrics")
    assert "HTTP/1.1 200" in await get(port, "/healthz")
    store.be(StoreState(up=True))
    assert "200 OK" in await get(port, "/readyz")


async def test_a_battle_goes_on_in_the_next_process_after_a_graceful_stop(
    failures: list[Any],
) -> None:
    store = MemoryStore()
    settings = Settings(port=0, close_timeout=1)
    async with running(settings, store, setups=[MICRO], bots={}) as first:
        party = await meet(url_of(first))
        await move(party.players["1"], "1")
    two = party.players["2"]
    assert await two.wait_closed() == 1001
    async with running(settings, store, setups=[MICRO], bots={}) as second:
        two.url = url_of(second)
        await two.hello()
        await two.ask(requests.Join(0, table=party.table), replies.Joined)
        await two.ask(requests.Watch(0, party.battle, two.version), replies.Done)
        await move(two, "2")
        await two.close()
    assert failures == []


async def test_one_unreadable_journal_does_not_keep_the_server_from_starting(
    serve: Serve,
) -> None:
    store = MemoryStore()
    await store.create(BattleId("broken"), {"seed": b"x"}, b"\xc1", owner="somebody", ttl=60)
    server = await serve(store)
    party = await meet(url_of(server), goal=20)
    await play_out(party)
    assert "404" in (await get(server.listener.port, "/replay/broken")).splitlines()[0]
    await hang_up(party.players.values())

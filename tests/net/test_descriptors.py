"""A server that runs out of file descriptors says so before it cannot say anything."""

import asyncio
import contextlib
import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from protocol import replies
from server.store import EVERYSEC
from server.store.embedded import EmbeddedStore
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet, move, play_out, told_all
from tests.net.test_app import get

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="nobody tells what is open here"
)

Left = Callable[[], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def limited(limit: int) -> Iterator[None]:
    """Let this process, and so the server in it, open no file beyond that number meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextlib.contextmanager
def few_left() -> Iterator[None]:
    """Leave some descriptors, but hardly any."""
    held = [os.open("/dev/null", os.O_RDONLY) for _ in range(200)]
    try:
        with limited(max(held) + 8):
            yield
    finally:
        for each in held:
            os.close(each)


def none_left() -> contextlib.AbstractContextManager[None]:
    """Leave none, nor those that are closed meanwhile; what is open stays so."""
    return limited(0)


def said(failures: list[Any], event: str) -> int:
    return sum(isinstance(line, dict) and line["event"] == event for line in failures)


async def test_readiness_tells_of_descriptors_that_run_out(serve: Serve) -> None:
    """Given a server, when nearly all its descriptors are in use, then `/readyz` says that, and
    once there are enough again, that it is ready."""
    server = await serve()
    port = server.listener.port
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")
    with few_left():
        ready = await get(port, "/readyz")
    assert ready.startswith("HTTP/1.1 503 ")
    assert "file descriptors" in ready
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")


@pytest.mark.parametrize("left", [none_left, few_left])
async def test_one_line_of_the_log_tells_of_descriptors_that_run_out(
    serve: Serve, failures: list[Any], left: Left
) -> None:
    """Given a server with hardly any descriptors, or with none, when it looks round, then one line
    of the log says so, and one more when it happens again later."""
    server = await serve()
    for times in (1, 2):
        with left():
            await server._space.look()
            await server._space.look()
        assert said(failures, "descriptors.short") == times
        await server._space.look()


async def test_players_are_told_where_no_descriptor_is_left_to_reach_the_store(
    serve: Serve, failures: list[Any], tmp_path: Path
) -> None:
    """Given a server with an embedded store and without any descriptor, when its connection to the
    store is lost, then everybody is told `paused` and nothing dies; once there are descriptors
    again the battle goes on with the move that was made meanwhile."""
    store = await EmbeddedStore.start(tmp_path, EVERYSEC)
    server = await serve(store)
    party = await meet(url_of(server), goal=20)
    seat, player = next((s, p) for s, p in party.players.items() if p.mine(s))
    async with Redis(unix_socket_path=store._data.socket) as admin:
        await admin.ping()
        with none_left():
            await admin.client_kill_filter(_type="normal", skipme=True)
            moving = asyncio.create_task(move(player, seat))
            await told_all(party.players.values(), replies.Paused)
            await store._look_after_socket()
            await store._look_after_files()
    await told_all(party.players.values(), replies.Resumed)
    await moving
    await play_out(party)
    await hang_up(party.players.values())
    assert said(failures, "task.died") == 0
    await store.close()

"""A worker that hangs is killed by its parent, and another one takes its place: real processes.

The kernel goes on leading connections to a worker that hangs, for as long as it has the port.
"""

import asyncio
import contextlib
import json
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import Client, Lost, Refusal, connect
from protocol.ids import SeatId
from protocol.questions import One
from protocol.tables import Settings
from tests.e2e.test_jailbreak import SEATS
from tests.e2e.test_kills import HURRY
from tests.e2e.test_workers import WORKERS, both
from tests.net.process import ServerProcess

PATIENCE = 300
FURTHER = 8

pytestmark = pytest.mark.slow


def hung(server: ServerProcess) -> list[tuple[int, str]]:
    """The workers that were killed because they hung, as the parent's log tells it, and why."""
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")
    ]
    return [(line["pid"], line["why"]) for line in lines if line["event"] == "worker.hung"]


def version(client: Client) -> int:
    """How far a client has seen the battle."""
    return client.view.version if client.view is not None else 0


async def play_to(party: dict[str, Client], goal: float) -> None:
    """Everybody answers until all have seen a version, or the end."""

    def is_there(client: Client) -> bool:
        return client.over or version(client) >= goal

    async def play(seat: str, client: Client) -> None:
        while not is_there(client):
            await client.until(lambda: is_there(client) or client.questions())
            for question in client.questions()[:1]:
                assert isinstance(question.shape, One)
                with contextlib.suppress(Refusal):  # another seat was faster
                    await client.answer(question, (question.shape.options[0].key,), SeatId(seat))

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(play(seat, client) for seat, client in party.items()))


async def meet(stack: AsyncExitStack, site: str, goal: int = 200) -> dict[str, Client]:
    """Four programs sit down at a new table, wherever the kernel leads them, and begin."""
    leader = await stack.enter_async_context(connect(site, "Ann"))
    await leader.create(Settings("micro", party=4, options={"goal": str(goal)}, absence=0))
    party = {"1": leader}
    await leader.claim("1")
    for seat in SEATS[1:]:
        link = await leader.invite(SeatId(seat))
        party[seat] = await stack.enter_async_context(connect(link, "Bob"))
        await party[seat].join()
    for client in party.values():
        await client.ready()
    await leader.start()
    return party


async def test_players_of_a_stopped_worker_go_on_elsewhere_and_another_one_takes_its_place(
    tmp_path: Path,
) -> None:
    """Given a battle with players at two workers, when one is stopped and then the other, then each
    is killed, its players play on, and a new worker listens in its place."""
    server = await ServerProcess(tmp_path, *HURRY, *WORKERS, "--log", "json").start()
    stopped: list[int] = []
    try:
        async with AsyncExitStack() as stack:
            party = await meet(stack, f"http://127.0.0.1:{server.port}")
            for number in (0, 1):
                pids = await both(server)
                stopped.append(pids[number])
                os.kill(pids[number], signal.SIGSTOP)
                await play_to(party, version(party["1"]) + FURTHER)
                await both(server, without=pids[number])
                assert not Path(f"/proc/{pids[number]}").exists()
            await play_to(party, float("inf"))
            assert len({version(client) for client in party.values()}) == 1
            for client in party.values():  # it was at one of the two
                assert any(isinstance(news, Lost) for news in client._updates)
    finally:
        code = await server.stop()
    assert code == 0
    assert hung(server) == [(pid, "stopped") for pid in stopped]
    assert server.errors() == []


async def test_a_worker_whose_event_loop_stands_still_is_replaced_and_nobody_else_is(
    tmp_path: Path,
) -> None:
    """Given two workers of which one gets into a wait that never ends, then it alone is killed."""
    server = await ServerProcess(tmp_path, *WORKERS, "--log", "json").start()
    try:
        stuck, other = await both(server)
        os.kill(stuck, signal.SIGUSR1)
        assert other in await both(server, without=stuck)
    finally:
        code = await server.stop()
    assert code == 0
    assert hung(server) == [(stuck, "silent")]


async def test_workers_that_stand_still_with_their_parent_go_on_with_it(tmp_path: Path) -> None:
    """Given a machine that was suspended as a whole, for longer than any worker may be silent, then
    all its processes are there afterwards."""
    server = await ServerProcess(tmp_path, *WORKERS, "--log", "json").start()
    try:
        everybody = [server.pid, *await both(server)]
        for pid in everybody:
            os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(4.0)  # that long it was away: this is no waiting for something
        for pid in everybody:
            os.kill(pid, signal.SIGCONT)
        stuck, other = everybody[1:]
        os.kill(stuck, signal.SIGUSR1)
        assert other in await both(server, without=stuck)  # it has looked at them since
    finally:
        code = await server.stop()
    assert code == 0
    assert hung(server) == [(stuck, "silent")]

"""Signs of life: a peer who asks for them can tell a server that stands still from a quiet one."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import Client, Lost, Refusal
from protocol import replies, requests
from protocol.codec import JSON, MSGPACK
from protocol.ids import SeatId
from protocol.questions import One
from tests.e2e.commands import HexwardenServer
from tests.e2e.test_hung_workers import meet
from tests.e2e.test_workers import WORKERS, both
from tests.net.conftest import Serve, url_of
from tests.net.player import Player

QUICK = 250


def signs(player: Player) -> int:
    """How many have come."""
    return sum(isinstance(each, replies.Alive) for each in player.news)


@pytest.mark.parametrize("wire", [MSGPACK, JSON])
async def test_signs_come_again_and_again_to_whoever_asks(serve: Serve, wire: str) -> None:
    url = url_of(await serve())
    ann, eve = await Player(url, wire).hello(), await Player(url).hello()
    await ann.ask(requests.Pulse(0, QUICK), replies.Done)
    await ann.wait(lambda: signs(ann) >= 4)
    assert signs(eve) == 0
    await ann.close()
    await eve.close()


async def test_signs_end_when_none_are_wanted_any_more(serve: Serve) -> None:
    """Given two who were given signs, when one wants no more, then only the other gets more."""
    url = url_of(await serve())
    ann, eve = await Player(url).hello(), await Player(url).hello()
    for player in (ann, eve):
        await player.ask(requests.Pulse(0, QUICK), replies.Done)
    await ann.ask(requests.Pulse(0, 0), replies.Done)
    before, later = signs(ann), signs(eve) + 4
    await eve.wait(lambda: signs(eve) >= later)
    assert signs(ann) == before
    await ann.close()
    await eve.close()


async def test_signs_come_while_another_request_waits(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a request that hangs, as while the store is away, then the server is still heard."""
    server, gate = await serve(), asyncio.Event()
    handle = server.service.handle

    async def slow(visitor: Any, request: Any) -> None:
        if isinstance(request, requests.ListTables):
            await gate.wait()
        await handle(visitor, request)

    monkeypatch.setattr(server.service, "handle", slow)
    ann = await Player(url_of(server)).hello()
    await ann.ask(requests.Pulse(0, QUICK), replies.Done)
    asked = await ann.say(requests.ListTables(0))
    seen = signs(ann)
    await ann.wait(lambda: signs(ann) >= seen + 3)
    assert ann.reply_to(asked) is None
    gate.set()
    await ann.wait(lambda: ann.reply_to(asked))
    await ann.close()


async def test_signs_are_not_given_to_strangers(serve: Serve) -> None:
    ann = await Player(url_of(await serve())).open()
    assert await ann.refused(requests.Pulse(0, QUICK)) == "too_early"
    assert signs(ann) == 0
    await ann.close()


@pytest.fixture
async def two_workers(tmp_path: Path) -> AsyncIterator[HexwardenServer]:
    server = await HexwardenServer(tmp_path, *WORKERS).start()
    yield server
    await server.end()


async def play(client: Client, seat: str, gate: asyncio.Event) -> None:
    """Answer until the battle is over; after the first answer not before the gate opens."""
    while not client.over:
        await client.until(lambda: client.over or client.questions())
        for question in client.questions()[:1]:
            assert isinstance(question.shape, One)
            with contextlib.suppress(Refusal):  # another seat was faster
                await client.answer(question, (question.shape.options[0].key,), SeatId(seat))
            await gate.wait()


@pytest.mark.slow
async def test_players_of_a_worker_that_stands_still_go_on_at_the_other_one(
    two_workers: HexwardenServer,
) -> None:
    """Given a battle with players at both workers of one address, when one worker is stopped, and
    nobody kills it since their parent is stopped as well, then the battle is played to its end
    without it: its players give it up, and a new connection that the kernel leads to it once more
    is given up as well."""
    async with AsyncExitStack() as stack:
        everybody = await meet(stack, two_workers.site, goal=120)
        gate = asyncio.Event()
        playing = [asyncio.create_task(play(one, seat, gate)) for seat, one in everybody.items()]
        stopped = (two_workers.pid, (await both(two_workers))[0])
        try:
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            gate.set()
            async with asyncio.timeout(300):
                await asyncio.gather(*playing)
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        versions = {one.view.version for one in everybody.values() if one.view is not None}
        assert len(versions) == 1
        why = [
            news.why
            for one in everybody.values()
            for news in one._updates
            if isinstance(news, Lost)
        ]
        assert set(why) <= {"The server has fallen silent."}
    assert two_workers.errors() == []

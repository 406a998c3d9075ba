"""Every task has somebody who hears of its end."""

import asyncio
import logging
from typing import Any

import pytest

from server.runtime import tasks
from server.runtime.tasks import Tasks
from tests.net.conftest import Serve
from tests.net.test_app import get


@pytest.fixture
async def heard() -> list[str]:
    """The names of tasks of which the loop was told."""
    names: list[str] = []
    tasks.hear(names.append)
    return names


async def broken() -> None:
    raise ZeroDivisionError


async def test_what_nobody_waits_for_is_told_and_logged_when_it_dies(
    heard: list[str], failures: list[Any]
) -> None:
    """Given a task that nobody awaits, when an error ends it, then that is told at once, with its
    name and the error, though the task itself is still held."""
    task = Tasks().start(broken(), "carrying")
    await asyncio.wait([task])
    await asyncio.sleep(0)
    assert heard == ["carrying"]
    (line,) = failures
    assert (line["event"], line["task"]) == ("task.died", "carrying")
    assert isinstance(line["exc_info"], ZeroDivisionError)


async def test_what_is_to_go_on_for_ever_is_started_again_after_each_error(
    heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.001)
    starts = 0

    async def work() -> None:
        nonlocal starts
        starts += 1
        if starts < 4:
            raise ZeroDivisionError

    async with asyncio.timeout(60):
        await Tasks().keep(work, "watching")
    assert starts == 4
    assert heard == ["watching"] * 3


async def test_what_somebody_awaits_is_theirs_to_hear(
    heard: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Given a task for those who await it, then they get its error; where they have gone, nobody
    misses it, and nothing is said when the task is collected."""
    own = Tasks()
    with pytest.raises(ZeroDivisionError):
        await own.share(broken())
    with caplog.at_level(logging.ERROR):
        own.share(broken())
        while any(own):
            await asyncio.sleep(0)
    assert (heard, caplog.records) == ([], [])


async def test_an_end_that_was_asked_for_is_no_death(heard: list[str]) -> None:
    own = Tasks()
    own.start(asyncio.sleep(3600))
    own.keep(lambda: asyncio.sleep(3600), "waiting")
    own.share(asyncio.sleep(3600))
    await own.close()
    assert not any(own)
    assert heard == []


async def test_a_server_logs_and_counts_what_has_died(serve: Serve, failures: list[Any]) -> None:
    """Given a server, when a task of its service dies, or a callback that a library has set, then
    each is a line in the log with an error id, and a figure that the alert goes by."""
    server = await serve()
    task = server.service.life.spawn(broken())
    asyncio.get_running_loop().call_soon(lambda: 1 // 0)
    await asyncio.wait([task])
    await asyncio.sleep(0)
    lines = [line for line in failures if isinstance(line, dict) and line["event"] == "task.died"]
    assert {line["task"] for line in lines} == {"broken", "other"}
    assert all(line["error"] for line in lines)
    shown = await get(server.listener.port, "/metrics")
    for name in ("broken", "other"):
        assert f'hexwarden_tasks_died_total{{task="{name}"}} 1.0' in shown

"""A client's tasks: whoever begins one hears of its end, and no error goes unheard."""

import asyncio

import pytest

from clients.sdk import Tasks


async def fails() -> None:
    raise OSError("gone")


async def test_an_error_in_what_nobody_waits_for_is_told() -> None:
    told: list[BaseException] = []
    work = Tasks(told.append).start(fails())
    await asyncio.wait([work])
    assert [str(fault) for fault in told] == ["gone"]


async def test_an_error_in_what_somebody_waits_for_is_theirs_alone() -> None:
    told: list[BaseException] = []
    with pytest.raises(OSError, match="gone"):
        await Tasks(told.append).share(fails())
    assert told == []


async def test_only_what_is_under_way_is_listed_and_a_cancelled_task_is_no_failure() -> None:
    told: list[BaseException] = []
    tasks = Tasks(told.append)
    one = tasks.start(asyncio.Event().wait())
    assert list(tasks) == [one]
    one.cancel()
    await asyncio.wait([one])
    assert list(tasks) == []
    assert told == []

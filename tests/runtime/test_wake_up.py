"""One task waits, others wake it, and no waking is lost."""

import asyncio

import pytest

from server.runtime import WakeUp


async def test_whoever_waits_goes_on_when_it_is_set() -> None:
    wake, went_on = WakeUp(), False

    async def wait() -> None:
        nonlocal went_on
        await wake.wait()
        went_on = True

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    assert not went_on
    wake.set()
    wake.set()
    await task
    assert went_on


async def test_what_was_set_before_is_not_waited_for_until_it_is_cleared() -> None:
    wake = WakeUp()
    wake.set()
    await wake.wait()
    await wake.wait()
    wake.clear()
    assert not wake.is_set
    waiting = asyncio.ensure_future(wake.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


async def test_a_task_that_was_cancelled_leaves_room_for_the_next() -> None:
    wake = WakeUp()

    async def wait() -> None:
        await wake.wait()

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    wake.set()
    await wait()


async def test_a_second_task_that_waits_is_a_mistake() -> None:
    wake = WakeUp()
    wake.wait()
    with pytest.raises(AssertionError):
        wake.wait()

"""What a parent makes of a worker's silence: the time that the worker had is what counts."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from server.process.worker_heartbeat import (
    SILENT,
    SLICE,
    STOPPED,
    ProcessActivity,
    Verdict,
    WorkerHeartbeat,
    WorkerWatch,
    doing,
)

PATIENCE = 60
SPINS = "while True: pass"
WAITS = "import sys; sys.stdin.read()"


class Worker:
    """A worker as `proc` would tell of it, and its parent's judgement of it."""

    def __init__(self) -> None:
        self.doing: ProcessActivity | None = ProcessActivity("S", 0.0)
        self.vitals = WorkerWatch(lambda: self.doing)

    def spend(self, seconds: float, states: str, core: float = 0.0) -> Verdict:
        """So much time goes by without a sign, with a share of a core; the last judgement."""
        verdict: Verdict = ""
        for _ in range(round(seconds / SLICE)):
            cpu = self.doing.cpu if self.doing is not None else 0.0
            self.doing = ProcessActivity(states, cpu + core * SLICE)
            verdict = self.vitals.judge()
            if verdict:
                break
        return verdict


@pytest.fixture
def worker() -> Worker:
    """A worker that listens."""
    worker = Worker()
    worker.vitals.heard()
    return worker


def test_a_stopped_worker_is_told_within_a_second(worker: Worker) -> None:
    assert worker.spend(STOPPED - SLICE, "TTT") == ""
    assert worker.spend(SLICE, "TTT") == "stopped"


def test_a_worker_that_is_stopped_for_a_moment_again_and_again_is_not_hung(worker: Worker) -> None:
    """Given a worker stopped three times for less than a second, with a sign after each, then it
    is let alone."""
    for _ in range(3):
        assert worker.spend(STOPPED - SLICE, "T") == ""
        worker.vitals.heard()


def test_a_worker_that_waits_in_the_middle_of_its_loop_is_hung_after_two_seconds(
    worker: Worker,
) -> None:
    assert worker.spend(SILENT - SLICE, "SSS") == ""
    assert worker.spend(SLICE, "SDS") == "silent"


def test_a_worker_that_spins_is_hung_after_two_seconds_of_a_core(worker: Worker) -> None:
    assert worker.spend(SILENT - SLICE, "RS", core=1.0) == ""
    assert worker.spend(SLICE, "RS", core=1.0) == "silent"


def test_a_worker_that_works_for_one_second_on_a_busy_machine_is_not_hung(worker: Worker) -> None:
    """Given a tenth of a core, then a second's work takes ten, and nobody is killed for it."""
    assert worker.spend(10.0, "SRS", core=0.1) == ""
    worker.vitals.heard()
    assert worker.spend(10.0, "R", core=0.1) == ""


def test_a_worker_that_waits_for_a_core_is_never_hung(worker: Worker) -> None:
    assert worker.spend(600.0, "R") == ""


def test_a_sign_makes_up_for_all_the_silence_before_it(worker: Worker) -> None:
    worker.spend(SILENT - SLICE, "S")
    worker.vitals.heard()
    assert worker.spend(SILENT - SLICE, "S") == ""


def test_a_parent_that_stood_still_itself_counts_one_slice_of_it(worker: Worker) -> None:
    """Given a worker that used a minute of CPU time while its parent was away, with signs that the
    parent has not read yet, then that minute counts as the one slice that the parent has seen."""
    worker.doing = ProcessActivity("R", 60.0)
    assert worker.vitals.judge() == ""
    assert worker.spend(SILENT - 2 * SLICE, "R", core=1.0) == ""
    assert worker.spend(SLICE, "R", core=1.0) == "silent"


def test_a_worker_is_judged_from_its_first_sign_on_and_no_more_at_its_end() -> None:
    worker = Worker()
    assert worker.spend(600.0, "T") == ""
    worker.vitals.heard()
    worker.vitals.end()
    assert worker.spend(600.0, "S") == ""


def test_where_the_machine_tells_nothing_silence_may_last_four_times_as_long() -> None:
    vitals = WorkerWatch(lambda: None)
    vitals.heard()
    slices = round(4 * SILENT / SLICE)
    assert [vitals.judge() for _ in range(slices)] == [""] * (slices - 1) + ["silent"]


@contextlib.contextmanager
def child(program: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


async def seen(pid: int, what: Callable[[ProcessActivity], bool]) -> ProcessActivity:
    """What a process does, once it does what it should."""
    async with asyncio.timeout(PATIENCE):
        while (now := doing(pid)) is None or not what(now):
            await asyncio.sleep(0.02)
    return now


async def test_the_machine_tells_a_stopped_process_from_one_that_waits_and_one_that_works() -> None:
    with child(WAITS) as process:
        await seen(process.pid, lambda now: now.states == "S")
        os.kill(process.pid, signal.SIGSTOP)
        await seen(process.pid, lambda now: now.states == "T")
    with child(SPINS) as process:
        before = await seen(process.pid, lambda now: now.states == "R")
        await seen(process.pid, lambda now: now.cpu > before.cpu + 0.1)
    assert doing(process.pid) is None


def test_a_heart_beats_again_and_again_also_for_a_parent_that_does_not_read() -> None:
    """Given a pipe that is full, then the beat goes on, and is heard once there is room again."""
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)

    async def live() -> None:
        heard, loop = asyncio.Event(), asyncio.get_running_loop()
        heart = WorkerHeartbeat(theirs)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(theirs, bytes(4096))
        heart.beat()
        with contextlib.suppress(BlockingIOError):
            while True:
                os.read(ours, 65536)
        loop.add_reader(ours, heard.set)
        async with asyncio.timeout(PATIENCE):
            await heard.wait()
        loop.remove_reader(ours)

    asyncio.run(live())
    assert os.read(ours, 10).strip(b".") == b""
    os.close(ours)
    os.close(theirs)

"""A worker's heartbeat to its parent, and how the parent tells one that hangs from a busy one.

A beat is a byte on a pipe, given by a timer of the worker's event loop: while the loop stands
still, there is none. The parent looks once in a slice, and what counts against a worker is the time
that it *had* since its last beat:

- A slice in which a thread of it wanted a core counts for the CPU time that it got, so that no
  worker is hung for the reason that its machine is busy.
- Any other slice counts in full: it slept, waited for something in the middle of its loop, or was
  stopped.
- No slice counts for more than its length: a parent that stood still as well, as with the whole
  machine, first reads what has come meanwhile.

A worker that has not given its first beat yet, or has closed its pipe at its end, is not judged.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

SLICE = 0.25  # seconds, from beat to beat and from look to look
STOPPED, SILENT = 1.0, 2.0  # seconds after which one is killed: clients leave it after about 2 s
UNKNOWN = 0.25  # how much of a slice counts where the machine does not tell what a process does

Verdict = Literal["", "stopped", "silent"]


class ProcessActivity(NamedTuple):
    """What a process does: the states of its threads, a letter each as in `proc(5)`, and the
    seconds of CPU time that it has had so far."""

    states: str
    cpu: float


def doing(pid: int) -> ProcessActivity | None:
    """Return the states of a process's threads and its CPU seconds; None without a `/proc`."""
    states, ticks = "", 0
    try:
        for path in Path(f"/proc/{pid}/task").glob("*/stat"):
            # The command's name comes before, in brackets, and may hold anything.
            fields = path.read_text(errors="replace").rpartition(")")[2].split()
            states += fields[0]
            ticks += int(fields[11]) + int(fields[12])  # utime and stime, see `proc(5)`
    except OSError:
        return None  # no such file system, or a thread that has just ended
    return ProcessActivity(states, ticks / os.sysconf("SC_CLK_TCK")) if states else None


class WorkerHeartbeat:
    """The worker's side: gives a beat now and in every slice, by the running event loop."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        os.set_blocking(pipe, False)

    def beat(self) -> None:
        """Give a beat, and the next one a slice later."""
        try:
            os.write(self._pipe, b".")
        except BlockingIOError:
            pass  # the parent stands still, and finds enough of them when it wakes
        except OSError:
            return  # the parent has ended, which is told by another pipe
        asyncio.get_running_loop().call_later(SLICE, self.beat)


class WorkerWatch:
    """The parent's side: what it knows of one worker. `look` tells what the process does."""

    def __init__(self, look: Callable[[], ProcessActivity | None]) -> None:
        self._look = look
        self._had = self._stopped = self._cpu = 0.0
        self.is_judged = False

    def heard(self) -> None:
        """Note a heartbeat of the worker."""
        self.is_judged = True
        self._had = self._stopped = 0.0

    def end(self) -> None:
        """Note that the worker has stopped its heartbeat on purpose, because it ends."""
        self.is_judged = False

    def judge(self) -> Verdict:
        """Count another slice of time. Returns whether the worker hangs, as a sentence; ""
        if not.
        """
        if not self.is_judged:
            return ""
        now = self._look()
        if now is None:
            self._had += SLICE * UNKNOWN
            return "silent" if self._had >= SILENT else ""
        is_stopped = not now.states.strip("T")
        self._stopped = self._stopped + SLICE if is_stopped else 0.0
        got = min(SLICE, max(0.0, now.cpu - self._cpu))
        self._had += got if "R" in now.states else SLICE
        self._cpu = now.cpu
        if self._stopped >= STOPPED:
            return "stopped"
        return "silent" if self._had >= SILENT else ""

"""An event loop without clock and I/O: time is what the next timer says, so that a run repeats.

Every callback belongs to a lane: one process of the simulation, or the world around it. A lane runs
its callbacks in order, as any event loop does; lanes that are held run nothing, and what they
should have run waits. A lane may be given a fuse, which burns down by one with every callback: so
something can happen to a process between any two of its steps.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any

MOST_AT_ONCE = 200_000


class Stuck(Exception):
    """So many callbacks ran without any time passing that none ever will, or nothing is left."""


class Lane:
    """The callbacks of one process, in order."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: list[asyncio.Task[Any]] = []
        self.held = self.dead = False
        self.fuse, self._look_at = 0, 64
        self.at_end_of_fuse: Callable[[], None] | None = None
        self.context = copy_context()
        self.context.run(_LANE.set, self)

    def keep(self, task: "asyncio.Task[Any]") -> None:
        """Hold a task: one that nobody holds might be collected, and clean up, at any moment."""
        self.tasks.append(task)
        if len(self.tasks) > self._look_at:
            self.tasks = [each for each in self.tasks if not each.done()]
            self._look_at = 2 * len(self.tasks) + 64

    def burn(self) -> None:
        """One more callback has run."""
        if self.fuse:
            self.fuse -= 1
            if not self.fuse and self.at_end_of_fuse is not None:
                end, self.at_end_of_fuse = self.at_end_of_fuse, None
                end()

    def drop(self) -> None:
        """The process is dead: nothing of it ever runs again. Its tasks stay until the run ends."""
        self.dead = self.held = True


_LANE: ContextVar[Lane] = ContextVar("lane")


class Loop(asyncio.BaseEventLoop):
    """The loop. `broken` collects what no task has caught."""

    _is_made = False

    def __init__(self) -> None:
        super().__init__()
        self._is_made = True
        self._now, self._order = 0.0, count()
        self._timers: list[tuple[float, int, asyncio.TimerHandle, Lane]] = []
        self._closed = False
        self.world = Lane("world")
        self.lanes, self._live = [self.world], [self.world]
        self.running: Lane | None = None
        self.broken: list[str] = []
        self.steps = 0

    def lane(self, name: str) -> Lane:
        """A new process's lane."""
        lane = Lane(name)
        self.lanes.append(lane)
        self._live.append(lane)
        return lane

    # What asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self._is_made

    def is_closed(self) -> bool:
        return self._closed

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        context = context or copy_context()
        handle = asyncio.Handle(callback, args, self, context)
        (context.get(_LANE) or self.world).ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        context = context or copy_context()
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        lane = context.get(_LANE) or self.world
        heapq.heappush(self._timers, (when, next(self._order), timer, lane))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Nothing to do: it is passed over when its time comes."""

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, Any], *, name: str | None = None, context: Any = None
    ) -> "asyncio.Task[Any]":
        task = asyncio.Task(coro, loop=self, name=name or "task", context=context)
        lane = (context or copy_context()).get(_LANE) or self.world
        lane.keep(task)
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Threads would not repeat: the work is done at once."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as fault:
            future.set_exception(fault)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        fault = context.get("exception")
        if not self._closed:
            self.broken.append(f"{context.get('message')}: {fault!r}")

    # Running

    def run_until(self, until: float, done: Callable[[], bool] | None = None) -> bool:
        """Let the world go on up to a time, or until `done`; whether it was. Raises `Stuck`."""
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            return self._run(until, done)
        finally:
            asyncio._set_running_loop(before)

    def _run(self, until: float, done: Callable[[], bool] | None) -> bool:
        at_once = 0
        while True:
            ran = self._turn()
            at_once += ran
            if at_once > MOST_AT_ONCE:
                raise Stuck(f"{at_once} callbacks ran at {self._now:.3f} s")
            if ran:
                continue
            if done is not None and done():
                return True
            if not self._timers or self._timers[0][0] > until:
                self._now = max(self._now, until)
                return False
            at_once = 0
            self._ring()

    def _turn(self) -> int:
        """One round through all lanes; gives how many callbacks ran."""
        ran = 0
        for lane in self._live:
            if lane.dead:
                self._live = [each for each in self.lanes if not each.dead]
            elif not lane.ready:
                continue
            self.running = lane
            for _ in range(len(lane.ready)):
                if lane.held:
                    break
                handle = lane.ready.popleft()
                if not handle._cancelled:
                    handle._run()
                    ran += 1
                    lane.burn()
        self.steps += ran
        return ran

    def _ring(self) -> None:
        """Let time pass up to the next timer that was not cancelled."""
        while self._timers:
            when, _, timer, lane = heapq.heappop(self._timers)
            if timer._cancelled or lane.dead:
                continue
            self._now = max(self._now, when)
            lane.ready.append(timer)
            return

    # The end

    def end(self) -> None:
        """Cancel every task and let it end, what it then does having no effect any more."""
        for lane in self.lanes:
            lane.held = lane.dead = False
            lane.fuse, lane.at_end_of_fuse = 0, None
        self._live = list(self.lanes)
        asyncio._set_running_loop(self)
        try:
            for _ in range(50):
                tasks = [task for lane in self.lanes for task in lane.tasks if not task.done()]
                if not tasks:
                    break
                for task in tasks:
                    task.cancel()
                while self._turn():
                    pass
        finally:
            asyncio._set_running_loop(None)
            self._closed = True
        left = [task for lane in self.lanes for task in lane.tasks if not task.done()]
        assert not left, str(left)
        for lane in self.lanes:
            lane.ready.clear()
            for task in lane.tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
        self._timers.clear()

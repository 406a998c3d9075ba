"""The way between a process and the store: requests travel, get lost, arrive late, or in vain.

What travels in order (as on a connection of its own) is called `ordered`: appends, messages and
news to channels. When that connection breaks everything on it has an unknown fate, and the store
counts as away for the process until it has connected again. All other calls go each by itself.
Signs of life and leases have connections of their own, which may be the only ones that break.
"""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, NamedTuple

from server.store import StoreError, StoreFull, StoreUnavailable
from tests.simulator.loop import Lane, Loop

Work = Callable[[], Coroutine[Any, Any, Any]]
LETTERS_WAIT = 2.5


class Odds(NamedTuple):
    """How often a call goes wrong, how many are slow and how slow; `timeout` in seconds."""

    before: float = 0.0
    after: float = 0.0
    late: float = 0.0
    slow: float = 0.0
    slowest: float = 0.3
    timeout: float = 2.0


class Call(NamedTuple):
    """One call: what is to be done, whom it concerns, and how it travels."""

    work: Work
    future: "asyncio.Future[Any] | None"
    ordered: bool = False
    writes: bool = False
    waits: bool = False
    vital: bool = False

    @property
    def is_answered(self) -> bool:
        """Whether nobody waits for what becomes of it."""
        return self.future is None or self.future.done()


class Way:
    """One process's way to the store. `count` is told each fault by name."""

    def __init__(
        self, loop: Loop, lane: Lane, chance: Random, count: Callable[[str], None]
    ) -> None:
        self.loop, self.lane, self.count = loop, lane, count
        self.odds = Odds()
        self.is_cut = self.is_full = self.is_mute = self.is_deaf = False
        self.is_up = True
        self.changed: Callable[[bool, str], None] = lambda _up, _why: None
        self.silenced: Callable[[], None] = lambda: None
        self._chance = chance
        self._ordered: dict[asyncio.Future[Any], None] = {}
        self._arrives = self._returns = 0.0
        self._connection = 0

    def delay(self) -> float:
        """Seconds that something is under way."""
        chance = self._chance
        if chance.random() < self.odds.slow:
            return chance.uniform(0.01, self.odds.slowest)
        return chance.uniform(0.0002, 0.002)

    def later(self, delay: float, call: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        """Call something of the world's."""
        return self.loop.call_later(delay, call, *args, context=self.loop.world.context)

    async def call(
        self,
        work: Work,
        *,
        ordered: bool = False,
        writes: bool = False,
        waits: bool = False,
        vital: bool = False,
    ) -> Any:
        """Have the store do something. Raises what that raises, and StoreUnavailable."""
        if ordered and not self.is_up:
            raise StoreUnavailable("it cannot be reached", sent=False)
        future = self.loop.create_future()
        call = Call(work, future, ordered, writes, waits, vital)
        if ordered:
            self._ordered[future] = None
        self._send(call)
        timer = self.later(self.odds.timeout + LETTERS_WAIT * waits, self._give_up, call)
        try:
            return await future
        finally:
            timer.cancel()
            self._ordered.pop(future, None)

    def _send(self, call: Call) -> None:
        delay, fate = self.delay(), self._fate(call)
        if call.ordered:
            self._arrives = max(self._arrives, self.loop.time() + delay)
            delay = self._arrives - self.loop.time()
        if fate in ("before", "late"):
            self.later(delay, self._fail, call, fate)
            if fate == "late":
                again = delay + self._chance.uniform(0.05, 4.0)
                self.later(again, self._do, call._replace(future=None))
        else:
            self.later(delay, self._arrive, call, fate)

    def _fate(self, call: Call) -> str:
        odds, dice = self.odds, self._chance.random()
        if dice < odds.before:
            return "before"
        if dice < odds.before + odds.after:
            return "after"
        return "late" if call.writes and dice < odds.before + odds.after + odds.late else ""

    def _arrive(self, call: Call, fate: str) -> None:
        if self.is_cut:
            # What was sent into a broken network is lost, or arrives once it is mended.
            if call.writes and self._chance.random() < 0.5:
                self.count("request arrived after its partition")
                self.later(self._chance.uniform(0.5, 6.0), self._do, call._replace(future=None))
        elif call.vital and self.is_mute:
            self.count("sign of life or lease lost")
        elif call.writes and self.is_full:
            self.count("request refused by a full store")
            self._return(call, None, StoreFull("it was told so"))
        elif fate == "after":
            self._do(call._replace(future=None))
            self.later(self.delay(), self._fail, call, fate)
        else:
            self._do(call)

    def _do(self, call: Call) -> None:
        """Take effect, now; what waits in the store itself goes on in a task of the world's."""
        if call.waits:
            task = self.loop.create_task(call.work(), context=self.loop.world.context.copy())
            task.add_done_callback(
                lambda done: self._came(call, done), context=self.loop.world.context
            )
            return
        try:
            call.work().send(None)
        except StopIteration as done:
            self._return(call, done.value, None)
        except (StoreError, ValueError) as fault:
            self._return(call, None, fault)

    def _came(self, call: Call, done: "asyncio.Task[Any]") -> None:
        if not done.cancelled():
            fault = done.exception()
            self._return(call, None if fault else done.result(), fault)

    def _return(self, call: Call, value: Any, fault: BaseException | None) -> None:
        if call.is_answered:
            return
        delay = self.delay()
        if call.ordered:
            self._returns = max(self._returns, self.loop.time() + delay)
            delay = self._returns - self.loop.time()
        self.later(delay, self._deliver, call.future, value, fault)

    def _deliver(
        self, future: "asyncio.Future[Any]", value: Any, fault: BaseException | None
    ) -> None:
        if self.is_cut or future.done():
            return
        if fault is not None:
            future.set_exception(fault)
        else:
            future.set_result(value)

    # When it goes wrong

    def _fail(self, call: Call, fate: str) -> None:
        if self.lane.dead or call.is_answered:
            return
        self.count(
            f"store failure, {fate} the effect" if fate != "late" else "effect after failure"
        )
        self._break(call, "the connection broke")

    def _give_up(self, call: Call) -> None:
        if not (self.lane.dead or call.is_answered):
            self._break(call, "it has not answered for long")

    def _break(self, call: Call, reason: str) -> None:
        if call.ordered:
            self.reset(reason)
        elif call.future is not None:
            call.future.set_exception(StoreUnavailable(reason))

    def reset(self, reason: str) -> None:
        """Break the ordered connection: everything on it has an unknown fate."""
        for future in tuple(self._ordered):
            if not future.done():
                future.set_exception(StoreUnavailable(reason))
        self._ordered.clear()
        if self.is_up:
            self.is_up = False
            self._tell(reason)
        self.silenced()
        self._connection += 1
        self.later(self._chance.uniform(0.02, 0.4), self._reconnect, self._connection)

    def _reconnect(self, connection: int) -> None:
        if connection != self._connection or self.lane.dead:
            return
        if self.is_cut:
            self.later(self._chance.uniform(0.1, 0.5), self._reconnect, connection)
            return
        self.is_up = True
        self._tell("")

    def _tell(self, reason: str) -> None:
        self.loop.call_soon(self.changed, self.is_up, reason, context=self.lane.context)

"""What an answer and a move cost, counted and not timed: calls of functions, and memory blocks.

The counts of one Python version are the same on every machine and under every load, so a test can
hold them. `python -m tests.bench.counting` prints them.
"""

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple

import structlog

from protocol.ids import SeatId
from protocol.questions import only_answer, options_of
from server.commands.headless import Simulation
from server.process.app import running
from server.rules.engine.advance import Play
from server.rules.engine.dice import SealedChance
from server.rules.micro.ruleset import MicroRules, start
from server.settings import Settings
from server.store import Durability
from server.store.embedded import EmbeddedStore
from tests.bench.board import BOARD
from tests.bench.moves import SPECTATORS
from tests.bench.processes import UNBOUNDED
from tests.bench.seating import board_tables
from tests.bench.tables import Table

BATTLES = 4
"""Battles of four random bots that are played for a count: some 200 answers."""
MOVES = 200
"""Moves of the micro-game that are played for a count."""


class Cost(NamedTuple):
    """What one answer costs on average: calls, C functions included, and blocks that stay."""

    calls: float
    blocks: float


class _Counter:
    """Counts what is called while it watches."""

    def __init__(self) -> None:
        self.calls, self.blocks, self.times = 0, 0, 0

    def watch(self, do: Callable[[], object]) -> None:
        """Run `do`, and count its calls and the blocks that it leaves allocated."""
        before = sys.getallocatedblocks()
        sys.setprofile(self._note)
        try:
            do()
        finally:
            sys.setprofile(None)
        self.blocks += sys.getallocatedblocks() - before
        self.times += 1

    def _note(self, frame: object, event: str, argument: object) -> None:
        self.calls += event in ("call", "c_call")

    def cost(self) -> Cost:
        """The mean over all that was watched."""
        return Cost(self.calls / self.times, self.blocks / self.times)


def calls(do: Callable[[], object]) -> int:
    """The calls that `do` makes, C functions too."""
    counter = _Counter()
    counter.watch(do)
    return counter.calls


def answers(battles: int = BATTLES) -> Cost:
    """The cost of an answer in a Jailbreak of four random bots, its record and bot included."""
    _played(0).step()
    counter = _Counter()
    for seed in range(battles):
        battle = _played(100 + seed)
        while not battle.record.shown.over:
            counter.watch(battle.step)
    return counter.cost()


def _played(seed: int) -> Simulation:
    battle = Simulation("jailbreak", 4, "adept", "random", seed)
    battle.begin()
    return battle


def moves(count: int = MOVES) -> Cost:
    """The cost of a move of the micro-game: the engine alone, with a state of 4 KB."""
    seats = tuple(SeatId(str(number)) for number in range(1, 5))
    play: Play[Any] = Play(MicroRules(), start(seats), SealedChance(bytes(32)))
    play.begin()
    counter = _Counter()
    for _ in range(count):
        question = play.questions[0]
        picks = only_answer(question) or (options_of(question.shape)[0].key,)
        counter.watch(lambda: play.answer(question.id, question.to[0], picks))  # noqa: B023
    return counter.cost()


WAYS = 100
"""Moves from socket to socket that are played for a count."""
ROOMS = tuple(str(Path(__file__).parents[2] / room) for room in ("server", "protocol"))
STAGES = {
    *("BoundedConnection.data_received", "Room._written"),
    *("Mux._flush", "Mux.data_received"),
}
"""What the event loop calls for a move: from the socket to the store, and from there to sockets."""


async def ways(count: int = WAYS, by: Counter[str] | None = None) -> float:
    """The calls of a move's whole way, C functions included: from the socket that says it to those
    of four players and four spectators, the store's program in between.

    Counted is what `server` and `protocol` call within the `STAGES`: clients live in this process
    as well, and heartbeats go by the clock. `by` is given the calls of each function, in all.
    """
    calls = 0
    stage: FrameType | None = None

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls, stage
        code = frame.f_code
        if stage is None and event == "call" and code.co_qualname in STAGES:
            stage = frame
        if stage is None:
            return
        if event == "return" and frame is stage:
            stage = None
        if event in ("call", "c_call") and code.co_filename.startswith(ROOMS):
            calls += 1
            if by is not None:
                name = argument.__qualname__ if event == "c_call" else code.co_qualname
                by[f"{name} ({Path(code.co_filename).stem})"] += 1

    bounds: dict[str, Any] = {name: float(text) for name, text in UNBOUNDED.items()}
    with TemporaryDirectory(prefix="hw-count-") as folder:
        settings = Settings(port=0, data=folder, close_timeout=1.0, **bounds)
        store = await EmbeddedStore.start(Path(folder), Durability.parse("everysec"))
        async with running(settings, store, setups=[BOARD], bots={}) as server:
            ((host, table),) = await board_tables(server.listener.port, 1)
            await host.invite_spectators(SPECTATORS)
            await _made(table, 10)
            sys.setprofile(note)
            try:
                await _made(table, count)
            finally:
                sys.setprofile(None)
            for socket in table.sockets:
                socket.transport.close()
    return calls / count


async def _made(table: Table, count: int) -> None:
    """Make so many moves, each once everybody has seen the one before."""
    for _ in range(count):
        seen = asyncio.Event()
        table.on_done = lambda *_, seen=seen: seen.set()
        table.move(0.0)
        await seen.wait()


if __name__ == "__main__":
    gc.disable()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    for name, cost in (("an answer", answers()), ("a move", moves())):
        print(f"{name}: {cost.calls:.0f} calls, {cost.blocks:.1f} blocks")
    most: Counter[str] = Counter()
    print(f"a move from socket to socket: {asyncio.run(ways(by=most)):.0f} calls")
    for function, times in most.most_common(int(sys.argv[1]) if len(sys.argv) > 1 else 0):
        print(f"{times / WAYS:8.2f} {function}")

"""One run of the simulation: everybody in it, what goes wrong, and how it ends."""

import gc
import random
import sys
import traceback
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import structlog

from protocol.ids import BattleId
from protocol.replies import Closing
from protocol.requests import Intent
from server.battles.games import Setup
from server.battles.records import record
from server.battles.records.recovery import entries_of
from server.rules.engine import limits
from server.tables.documents import KIND
from tests.service.games import GAMES
from tests.simulator.faults import Faults
from tests.simulator.history import History, Tally
from tests.simulator.loop import Loop, Stuck
from tests.simulator.network import Network
from tests.simulator.people import Board, Person, SimBot
from tests.simulator.plan import MATCH, Plan, plan_of
from tests.simulator.servers import MemoryShelf, Process, settings_of
from tests.simulator.truth import Truth

HEALED_WITHIN = 90.0
LOOK_EVERY = 0.25
LEFT_WITHIN = 30.0
SETTLED = 5.0
QUIET = 1.0


class World:
    """A run. `trace` is told what happens, line by line; `plan` is another one than the seed's."""

    def __init__(
        self,
        seed: int,
        trace: Callable[[str], None] | None = None,
        truth: type[Truth] = Truth,
        plan: Plan | None = None,
    ) -> None:
        self.seed, self.plan, self._trace = seed, plan or plan_of(seed), trace
        self.loop = Loop()
        self.truth = truth(self.loop.time)
        self.net = Network(self.loop, self.chance("network"))
        self.net.slow = self.plan.slow
        self.history, self.tally = History(), Tally()
        self.faults = self.chance("faults")
        self.settings = settings_of(self.chance("settings"), self.plan.aside)
        self.setups = _setups(self.plan)
        self.bots = {"any": SimBot(self.chance("bots").getrandbits(32)).choose}
        self.replay_storage = MemoryShelf()
        self.is_calm = False
        self.processes = [Process(self, f"s{n + 1}") for n in range(self.plan.servers)]
        self.boards = [Board(seats.settings, seats.battles) for seats in self.plan.tables]
        self.people = list(self._everybody(self.plan))

    def _everybody(self, plan: Plan) -> Iterator[Person]:
        for number, (seats, board) in enumerate(zip(plan.tables, self.boards, strict=True)):
            name = "ABCD"[number]
            for seat in seats.people:
                yield Person(self, f"{name}{seat}", board, seat)
            for one in range(plan.spectators):
                yield Person(self, f"{name}-{one}", board, "")

    def chance(self, name: str) -> Random:
        """A source of chance of its own for every purpose."""
        return Random(f"{self.seed} {name}")

    def later(self, seconds: float, call: Callable[..., Any], *args: Any) -> None:
        """Let something happen later."""
        self.loop.call_later(seconds, call, *args, context=self.loop.world.context)

    def count(self, kind: str) -> None:
        """Something went wrong."""
        self.tally.faults[kind] += 1

    @property
    def is_traced(self) -> bool:
        """Whether somebody listens to `tell`."""
        return self._trace is not None

    def tell(self, line: str) -> None:
        """Something happened."""
        if self._trace is not None:
            self._trace(f"{self.loop.time():9.4f}  {line}")

    def bot_seats(self, board: Board) -> tuple[str, ...]:
        """The seats of a table that nobody will take."""
        here = {person.seat for person in self.people if person.board is board}
        return tuple(str(n) for n in range(1, board.settings.party + 1) if str(n) not in here)

    # The run

    def run(self) -> list[str]:
        """Play it; gives what was wrong, nothing if all is well."""
        from tests.simulator.checks import wrongs

        with _seeded(self.seed, self):
            try:
                self._play()
                found = [] if self._comes_to_rest() else [self._unrest()]
                found += wrongs(self)
                if self.plan.aside and not found:
                    found += self._is_left_alone()
            except Stuck as fault:
                found = [f"stuck: {fault}"]
            finally:
                self.loop.end()
        return found

    def _play(self) -> None:
        for process in self.processes:
            self.later(self.faults.uniform(0, 0.2), process.boot)
        for person in self.people:
            self.later(self.faults.uniform(0.1, 0.6), person.boot)
        faults = Faults(self)
        self.later(1.5, faults.begin)
        self.loop.run_until(self.plan.seconds)
        faults.heal()
        self.tell("everything is mended")
        self._mended = {b: self.truth.length(b) for b in self.truth.everything()}

    def _comes_to_rest(self) -> bool:
        """Whether every battle goes on, and then everybody comes to see the same."""
        until = self.loop.time() + HEALED_WITHIN
        while self.loop.time() < until:
            self.loop.run_until(self.loop.time() + LOOK_EVERY)
            if not self.is_calm and self._goes_on():
                self.tell("nobody moves any more")
                self.is_calm = True
            is_between = any(map(self._is_between, self.boards))
            if self.is_calm and not is_between and not any(map(self._lacks, self.people)):
                return True
        return False

    def _is_left_alone(self) -> list[str]:
        """What is wrong when everybody has gone for good: then no battle goes on, and none is in
        any process's memory after a while, nor comes back there by itself.
        """
        for person in self.people:
            person.leave()
        self.tell("everybody has gone")
        self.loop.run_until(self.loop.time() + SETTLED)
        lengths = {battle: self.truth.length(battle) for battle in self.truth.everything()}
        until = self.loop.time() + LEFT_WITHIN
        quiet = self.loop.time() + 2 * self.plan.aside + QUIET
        while self.loop.time() < min(until, quiet):
            if any(self._in_memory()):
                quiet = self.loop.time() + 2 * self.plan.aside + QUIET
            self.loop.run_until(self.loop.time() + self.plan.aside / 4)
        found = list(self._in_memory()) if self.loop.time() >= until else []
        if self.loop.time() >= until and not found:
            found = ["now and then a battle that nobody is at is in somebody's memory"]
        for battle, length in lengths.items():
            if self.truth.length(battle) != length:
                found.append(f"{battle} has gone on from {length} while nobody was there")
        return found

    def _in_memory(self) -> Iterator[str]:
        for process in self.processes:
            if process.server is not None:
                service = process.server.service
                for name in (*service.rooms, *service.tables):
                    yield f"{process.name} holds {name}, where nobody is"

    def _goes_on(self) -> bool:
        for board in self.boards:
            battle = self._battle(board)
            if battle is None:
                return False
            before, now = self._mended.get(BattleId(battle), 0), self.truth.length(BattleId(battle))
            if now < before + 2 and not self._is_over(board):
                return False
        return True

    def _table(self, board: Board) -> Any:
        from server.tables.documents import decode

        found = self.truth.document(KIND, board.table) if board.table else None
        return decode(found[1]) if found is not None else None

    def _battle(self, board: Board) -> str | None:
        doc = self._table(board)
        return doc.state.battles[-1].battle if doc is not None and doc.state.battles else None

    def _is_between(self, board: Board) -> bool:
        """Whether a session has called for a battle that the table does not know of yet, or has not
        gone on after it: nobody has to do anything for that.
        """
        battle = self._battle(board)
        if battle is None or self._is_over(board):
            return False
        entries = entries_of(self.truth.journal(BattleId(battle)))
        last = entries[-1].commit
        return isinstance(last.pinned, Closing) or any(e[0] == "call" for e in last.events[-1:])

    def _is_over(self, board: Board) -> bool:
        doc = self._table(board)
        return doc is not None and doc.state.phase == "finished"

    def _lacks(self, person: Person) -> str:
        """What a client does not know yet that it should; "" for nothing."""
        client, doc = person.client, self._table(person.board)
        if client is None or client.table is None or doc is None:
            return "is not at the table"
        if client.table.revision != doc.state.revision:
            return f"has revision {client.table.revision}, not {doc.state.revision}"
        battle = doc.state.battles[-1].battle if doc.state.battles else ""
        view = client.view
        if battle and (view is None or view.battle != battle):
            return f"does not see battle {battle}"
        if view is not None and view.version != self.truth.length(view.battle):
            return f"is at version {view.version}, not {self.truth.length(view.battle)}"
        # A vote may take its time.
        if any(isinstance(one, Intent) for one in client.session.intents.unanswered):
            return f"has no answer to {client.session.intents.unanswered}"
        return ""

    def _unrest(self) -> str:
        lacking = [f"{p.name} {lack}" for p in self.people if (lack := self._lacks(p))]
        if not self.is_calm:
            stuck = [
                f"{board.table or 'no table'}: battle {self._battle(board)} of version "
                f"{self.truth.length(BattleId(b)) if (b := self._battle(board)) else 0}"
                for board in self.boards
            ]
            return f"no progress: {'; '.join(stuck)}; {'; '.join(lacking)}"
        return f"no rest: {'; '.join(lacking)}"


@cache
def _jailbreak() -> Setup:
    """The game's first encounter; its content takes a moment to load."""
    from server.commands.setups import setups

    return next(setup for setup in setups() if setup.name == "jailbreak")


@cache
def _match() -> Setup:
    """A match of the skirmish, whose content takes a moment as well."""
    from server.commands.matches import matches

    return next(setup for setup in matches() if setup.name == MATCH)


def _setups(plan: Plan) -> tuple[Setup, ...]:
    small = tuple(GAMES.find(name) for name in GAMES.names())
    played = {table.settings.encounter for table in plan.tables}
    if "jailbreak" in played:
        return (*small, _jailbreak())
    return (*small, _match()) if MATCH in played else small


@contextmanager
def _seeded(seed: int, world: World) -> Iterator[None]:
    """Let all chance come from the seed, and logs go into the trace."""
    state, logs = random.getstate(), structlog.get_config()
    random.seed(f"{seed} shared")
    secret = Random(f"{seed} secret")

    def heard(_logger: Any, method: str, event: MutableMapping[str, Any]) -> str:
        fault = event.pop("exc_info", None)
        if fault:
            found = sys.exc_info()[1] if fault is True else fault
            where = "".join(traceback.format_exception(found)[-3:])
            world.history.failures.append(f"logged: {event} {where}")
        if world._trace is not None:
            words = " ".join(f"{k}={v}" for k, v in event.items() if k != "event")
            lane = world.loop.running.name if world.loop.running else ""
            world.tell(f"    {lane} {method}: {event['event']} {words}")
        raise structlog.DropEvent

    least = 10 if world._trace is not None else 40
    was = gc.isenabled()
    gc.disable()
    try:
        with (
            patch.object(random, "_urandom", secret.randbytes),
            patch.object(record, "EVERY", world.plan.snapshots),
            patch.object(limits, "UNDO_VERSIONS", world.plan.back),
        ):
            structlog.configure(
                processors=[heard], wrapper_class=structlog.make_filtering_bound_logger(least)
            )
            yield
    finally:
        structlog.configure(**logs)
        random.setstate(state)
        if was:
            gc.enable()

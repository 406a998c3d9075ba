"""What goes wrong in a run, when, and how it is mended at its end."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.simulator.network import KEEPALIVE
from tests.simulator.people import Person
from tests.simulator.plan import LEAVING
from tests.simulator.programs import Program
from tests.simulator.servers import Process
from tests.simulator.way import Odds

if TYPE_CHECKING:
    from tests.simulator.world import World

STEPS = 400
"""Most callbacks of a process until something happens to it between two of them."""


class Faults:
    """The faults of one run."""

    def __init__(self, world: "World") -> None:
        self._world, self._chance = world, world.faults
        self._is_over = False
        self._acts: dict[str, Callable[[], None]] = {
            "kill a server": lambda: self._server().kill(),
            "kill a server between two steps": self._kill_between,
            "stop a server": lambda: self._server().drain(),
            "hold a server": lambda: self._hold(self._server()),
            "hold a server between two steps": self._hold_between,
            "cut a server from the store": lambda: self._cut_off([self._server()]),
            "cut all from the store": lambda: self._cut_off(world.processes),
            "break a store connection": self._break_store_connection,
            "fill the store": self._fill,
            "lose a server's signs and leases": self._mute,
            "lose all news to a server": self._deafen,
            "set a server's clock": self._set_clock,
            "set the store's clock": self._set_store_clock,
            "cut a connection": self._cut_connection,
            "cut all connections of a server": self._cut_connections,
            "let a connection fall behind": self._fall_behind,
            "kill a client": lambda: self._person().kill(),
            "hold a client": lambda: self._hold(self._person()),
            LEAVING: self._leave,
        }

    def begin(self) -> None:
        """Let things go wrong from now on."""
        for process in self._world.processes:
            process.odds = self._world.plan.odds
            if process.is_up:
                process.way.odds = process.odds
        for kind, mean in self._world.plan.every.items():
            self._again(kind, mean)

    def _again(self, kind: str, mean: float) -> None:
        self._world.later(self._chance.expovariate(1 / mean), self._happen, kind, mean)

    def _happen(self, kind: str, mean: float) -> None:
        if self._is_over:
            return
        self._world.count(kind)
        self._world.tell(f"FAULT {kind}")
        self._acts[kind]()
        self._again(kind, mean)

    def heal(self) -> None:
        """Nothing goes wrong any more, and what is broken is mended."""
        world, self._is_over = self._world, True
        world.net.slow = 0.0
        world.truth.offset = 0.0
        for process in world.processes:
            process.odds = Odds()
            process.release()
            process.boot()
            process.way.odds = process.odds
            process.way.is_cut = process.way.is_full = False
            process.way.is_mute = process.way.is_deaf = False
            assert process.lane is not None
            process.lane.at_end_of_fuse = None
        for person in world.people:
            person.release()
            person.come_back()
        for link in tuple(world.net.wires.values()):
            self._drained(link)

    # Servers

    def _server(self) -> Process:
        return self._chance.choice(self._world.processes)

    def _person(self) -> Person:
        return self._chance.choice(self._world.people)

    def _leave(self) -> None:
        """Nobody is at a table for a while; then they come back one after the other."""
        board, chance = self._chance.choice(self._world.boards), self._chance
        seconds = self._world.plan.aside + chance.uniform(0.2, 3.0)
        for person in self._world.people:
            if person.board is board:
                person.leave()
                self._world.later(seconds + chance.uniform(0.0, 1.5), self._back, person)

    def _back(self, person: Person) -> None:
        if not self._is_over:
            person.come_back()

    def _hold(self, who: Program) -> None:
        seconds = self._chance.choice((0.3, 1.5, 4.0, 8.0)) * self._chance.uniform(0.5, 1.5)
        who.hold()
        lane = who.lane
        if lane is None:
            return

        def go_on() -> None:
            if who.lane is lane:
                who.release()

        def give_up() -> None:
            if who.lane is lane and lane.held:
                self._world.net.silent(lane)

        self._world.later(seconds, go_on)
        self._world.later(KEEPALIVE, give_up)

    def _kill_between(self) -> None:
        process = self._server()
        if process.lane is not None:
            process.lane.fuse = self._chance.randint(1, STEPS)
            process.lane.at_end_of_fuse = process.kill

    def _hold_between(self) -> None:
        process = self._server()
        if process.lane is not None:
            process.lane.fuse = self._chance.randint(1, STEPS)
            process.lane.at_end_of_fuse = lambda: self._hold(process)

    def _set_clock(self) -> None:
        process = self._server()
        if process.is_up:
            process.clock.offset += self._chance.choice((-3600.0, -20.0, -0.5, 0.5, 20.0, 3600.0))

    # The store

    def _cut_off(self, processes: list[Process]) -> None:
        ways = [process.way for process in processes if process.is_up]
        for way in ways:
            way.is_cut = True

        def mend() -> None:
            for way in ways:
                way.is_cut = False

        self._world.later(self._chance.choice((0.3, 1.0, 3.0, 6.0)), mend)

    def _break_store_connection(self) -> None:
        process = self._server()
        if process.is_up:
            process.way.reset("the connection was reset")

    def _fill(self) -> None:
        ways = [process.way for process in self._world.processes if process.is_up]
        for way in ways:
            way.is_full = True

        def empty() -> None:
            for way in ways:
                way.is_full = False

        self._world.later(self._chance.uniform(0.2, 3.0), empty)

    def _mute(self) -> None:
        """It lives and appends, but others take it for dead, and its battles with its leases."""
        process = self._server()
        if process.is_up:
            way = process.way
            way.is_mute = True
            self._world.later(self._chance.uniform(0.5, 6.0), setattr, way, "is_mute", False)

    def _deafen(self) -> None:
        """It hears of no commit before it reads the journal."""
        process = self._server()
        if process.is_up:
            way = process.way
            way.is_deaf = True
            self._world.later(self._chance.uniform(0.5, 6.0), setattr, way, "is_deaf", False)

    def _set_store_clock(self) -> None:
        self._world.truth.offset += self._chance.choice((-1.5, -0.3, 0.3, 1.5, 5.0))

    # Connections

    def _cut_connection(self) -> None:
        wires = list(self._world.net.wires)
        if wires:
            wire = self._chance.choice(wires)
            wire.cut(self._late(), self._late())

    def _late(self) -> float:
        """How long one side of a broken connection does not know it."""
        return self._chance.choice((0.0, self._chance.uniform(0, 0.2), self._chance.uniform(0, 5)))

    def _cut_connections(self) -> None:
        lane = self._server().lane
        for wire in tuple(self._world.net.wires):
            if wire.server.lane is lane:
                wire.cut(self._late(), self._late())

    def _fall_behind(self) -> None:
        links = list(self._world.net.wires.values())
        if links:
            link = self._chance.choice(links)
            link.fall_behind()
            self._world.later(self._chance.uniform(0.1, 4.0), self._drained, link)

    def _drained(self, link: object) -> None:
        from tests.simulator.network import LinkEnd

        assert isinstance(link, LinkEnd)
        if link.behind:
            link.drained()

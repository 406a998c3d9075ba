"""Orders of operators to processes: carried out there, answered by message, or not in time."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from protocol.ids import NO_TABLE
from server.cluster.processes.heartbeat import ProcessHeartbeat
from server.cluster.processes.mailbox import Mailbox
from server.cluster.processes.messages import Obeyed, Orders
from server.cluster.processes.orders import Census, Command, Order
from server.runtime import Lifetime, Refusal
from server.store import StoreUnavailable
from server.store.memory import MemoryStore
from tests.service.clocks import ManualClock, breathe

Obey = Callable[[Order], dict[str, Any]]


class Process:
    """A process that carries out orders as `obey` says."""

    def __init__(self, store: MemoryStore, clock: ManualClock, name: str, obey: Obey) -> None:
        self.life, self.heard = Lifetime(name), list[Any]()
        self.mailbox = Mailbox(store, name, clock, self.life.spawn, self.hear)
        self.heartbeat = ProcessHeartbeat(
            store.fleet, name, clock, 2.0, died=lambda _: None, lapsed=lambda: None
        )

        async def obeyed(order: Order) -> dict[str, Any]:
            return obey(order)

        self.command = Command(self.life, self.mailbox, self.heartbeat, obeyed)

    def hear(self, sender: str, message: Any) -> None:
        assert isinstance(message, Orders | Obeyed)
        self.heard.append(message)
        self.command.hear(sender, message)


async def two(obey: Obey) -> tuple[Process, Process]:
    """Two processes on one store; the second reads its mailbox."""
    clock = ManualClock()
    store = MemoryStore(clock.now)
    here, there = (
        Process(store, clock, "here", lambda _: {"at": "here"}),
        Process(store, clock, "there", obey),
    )
    for process in (here, there):
        process.life.spawn(process.mailbox.read())
        await process.heartbeat.beat()
    return here, there


def refuses(_: Order) -> dict[str, Any]:
    raise Refusal("not_allowed", "Not that.")


def loses_the_store(_: Order) -> dict[str, Any]:
    raise StoreUnavailable("gone")


def fails(_: Order) -> dict[str, Any]:
    raise KeyError("x")


async def test_an_order_is_carried_out_where_it_is_sent_and_its_data_come_back() -> None:
    here, there = await two(lambda order: {"order": type(order).__name__})
    assert await here.command.give("there", Census()) == {"order": "Census"}
    assert await here.command.give("here", Census()) == {"at": "here"}
    for each in (*here.life.close(), *there.life.close()):
        await asyncio.wait([each])


@pytest.mark.parametrize(
    ("obey", "code"), [(refuses, "not_allowed"), (loses_the_store, "paused"), (fails, "defect")]
)
async def test_why_an_order_was_not_carried_out_is_said(obey: Obey, code: str) -> None:
    here, there = await two(obey)
    with pytest.raises(Refusal) as no:
        await here.command.give("there", Census())
    assert no.value.code == code
    for each in (*here.life.close(), *there.life.close()):
        await asyncio.wait([each])


async def test_all_living_processes_are_asked_and_who_cannot_says_nothing() -> None:
    here, there = await two(fails)
    assert await here.command.give_all(Census()) == {"here": {"at": "here"}, "there": None}
    for each in (*here.life.close(), *there.life.close()):
        await asyncio.wait([each])


async def test_an_order_that_is_not_understood_is_answered_with_that() -> None:
    here, there = await two(refuses)
    there.command.hear("here", Orders(NO_TABLE, 1, b"\xff"))
    await breathe()
    assert b"malformed" in here.heard[-1].report
    for each in (*here.life.close(), *there.life.close()):
        await asyncio.wait([each])

"""Messages between processes: in order, each once, whatever the store does meanwhile."""

import asyncio
import random

import pytest

from protocol.ids import TableId
from protocol.replies import (
    Said,
)
from protocol.requests import (
    Chat,
    Intent,
)
from server.cluster.processes.mailbox import MOST_WAITING, Mailbox
from server.cluster.processes.messages import AnyMessage, Batch, Departs, Moved, decode, encode
from server.runtime import Lifetime
from server.store import StoreUnavailable
from tests.cluster.test_takeover import LONG
from tests.service.clocks import breathe
from tests.service.conftest import World, gather


async def test_a_message_of_unknown_fate_is_sent_again_and_read_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a store that takes messages but whose answer is lost now and then, then what is said at
    one process is heard at the other once, and moves arrive."""
    first, second = await world.service(), await world.service()
    party = await gather(first, people=2, others=(second,), options=LONG)
    real, chance = world.store.fleet.send, random.Random(3)

    async def send(process: str, message: bytes) -> None:
        await real(process, message)
        if chance.random() < 0.5:
            raise StoreUnavailable("the answer is lost")

    monkeypatch.setattr(world.store.fleet, "send", send)
    for number in range(8):
        await asyncio.gather(party["2"].ask(Chat, f"line {number}"), world.clock.advance(2))
    assert [said.text for said in party["1"].all(Said)] == [f"line {n}" for n in range(8)]
    await party["1"].answer("1", "steady")
    two = party["2"]
    await two.reaches(2)
    two.say(Intent, two.number("2"), two.asked("2").id, ("steady",), "2")
    await world.clock.advance(3)
    assert party["1"].version == two.version == 3


class Inbox:
    """A process's mailbox on a store, and what was delivered."""

    def __init__(self, world: World, name: str) -> None:
        self.heard: list[tuple[str, AnyMessage]] = []
        self.life = Lifetime(name)
        self.mailbox = Mailbox(world.store, name, world.clock, self.life.spawn, self.deliver)

    def deliver(self, sender: str, message: AnyMessage) -> None:
        self.heard.append((sender, message))
        if isinstance(message, Departs):
            raise ValueError("a defect in whoever handles it")


def moved(*tables: int) -> list[AnyMessage]:
    return [Moved(TableId(f"t{number}")) for number in tables]


async def test_messages_gather_while_the_last_ones_are_on_their_way_and_keep_their_order(
    world: World,
) -> None:
    one, two = Inbox(world, "one"), Inbox(world, "two")
    for message in moved(*range(5)):
        one.mailbox.send("two", message)
    await breathe()
    assert len(await world.store.fleet.messages("two")) == 1
    task = two.life.spawn(two.mailbox.read())
    await breathe()
    assert two.heard == [("one", message) for message in moved(*range(5))]
    task.cancel()


async def test_a_defect_in_one_message_or_in_its_bytes_keeps_no_other_from_being_read(
    world: World,
) -> None:
    one, two = Inbox(world, "one"), Inbox(world, "two")
    await world.store.fleet.send("two", b"nonsense")
    one.mailbox.send("two", Departs(TableId("t0")))
    one.mailbox.send("two", *moved(1))
    task = two.life.spawn(two.mailbox.read())
    await breathe()
    assert [type(message) for _, message in two.heard] == [Departs, Moved]
    task.cancel()


async def test_a_batch_that_comes_again_is_read_once(world: World) -> None:
    two = Inbox(world, "two")
    for number in (1, 1, 2):
        await world.store.fleet.send("two", encode(Batch("one", number, tuple(moved(number)))))
    task = two.life.spawn(two.mailbox.read())
    await breathe()
    assert [message for _, message in two.heard] == moved(1, 2)
    task.cancel()


async def test_what_waits_for_a_dead_process_is_thrown_away_and_bounded(
    world: World,
) -> None:
    one = Inbox(world, "one")
    for message in moved(*range(MOST_WAITING + 5)):
        one.mailbox.send("two", message)
    await breathe()
    (_, data), *_ = await world.store.fleet.messages("two")
    assert len(decode(data).messages) == MOST_WAITING
    one.mailbox.send("two", *moved(9))
    one.mailbox.forget("two")
    await breathe()
    assert len(await world.store.fleet.messages("two")) == 1

"""What an operator's act makes one process, or all of them, do. Orders travel as messages.

Whatever changes no more than a table's document needs no order: any process can write that.
"""

import asyncio
from itertools import count
from typing import Any, Literal, Protocol

import msgspec
import structlog
from msgspec import Struct

from protocol.ids import NO_TABLE, PlayerId, SeatId, TableId
from protocol.refusals import RefusalCode
from server.cluster.processes.heartbeat import ProcessHeartbeat
from server.cluster.processes.mailbox import Mailbox
from server.cluster.processes.messages import Obeyed, Orders
from server.runtime import Lifetime, Refusal
from server.store import StoreError

PATIENCE = 5.0  # seconds until a process that has not answered counts as silent

log = structlog.get_logger(__name__)


class Census(Struct, frozen=True, tag="census"):
    """Tell who is connected, and which tables are in use."""


class Inspect(Struct, frozen=True, tag="inspect"):
    """To a table's host: tell everything about it."""

    table: TableId


class SendAway(Struct, frozen=True, tag="send_away"):
    """End a player's connections."""

    player: PlayerId
    why: str


class CloseTable(Struct, frozen=True, tag="close"):
    """To a table's host: end its battle, and let none begin there."""

    table: TableId
    why: str


class LoseBattle(Struct, frozen=True, tag="lose"):
    """To a table's host: give a battle up that nobody can take up."""

    table: TableId


class Reads(Struct, frozen=True, tag="reads"):
    """Tell whether an encounter can be played with the packs that the process has, and whether its
    content is the very one that a battle was begun with.
    """

    encounter: str
    seats: tuple[SeatId, ...]
    difficulty: str
    options: dict[str, str]
    content: str = ""


class Rehost(Struct, frozen=True, tag="rehost"):
    """To a table's host: let another process host it."""

    table: TableId
    to: str


class LookUp(Struct, frozen=True, tag="look_up"):
    """Read again what an operator has written."""

    what: Literal["bans", "notice"]


Order = Census | Inspect | SendAway | CloseTable | LoseBattle | Reads | Rehost | LookUp


class Report(Struct, frozen=True):
    """What came of an order: plain data or, with a code, why it was not obeyed."""

    data: dict[str, Any] = {}
    code: RefusalCode | None = None
    text: str = ""


class OrderReceiver(Protocol):
    """Does what an order says; gives plain data. Raises `Refusal`, StoreError."""

    async def __call__(self, order: Order) -> dict[str, Any]:
        """See the class."""
        ...


_encode = msgspec.msgpack.Encoder().encode
_order = msgspec.msgpack.Decoder(Order).decode
_report = msgspec.msgpack.Decoder(Report).decode


class Command:
    """Orders from this process to others, and theirs to us, which `obey` carries out."""

    def __init__(
        self, life: Lifetime, mailbox: Mailbox, heartbeat: ProcessHeartbeat, obey: OrderReceiver
    ) -> None:
        self._life, self._mailbox, self._heartbeat, self._obey = life, mailbox, heartbeat, obey
        self._numbers = count(1)
        self._given: dict[int, asyncio.Future[Report]] = {}

    async def give(self, process: str, order: Order) -> dict[str, Any]:
        """Let a process carry out an order. Raises `Refusal`."""
        report = await self._report_of(process, order)
        if report.code is not None:
            raise Refusal(report.code, report.text)
        return report.data

    async def give_all(self, order: Order) -> dict[str, dict[str, Any] | None]:
        """Let every living process carry out an order; what each says, None for nothing.

        Raises StoreError.
        """
        await self._heartbeat.beat()  # else one that has just begun would not be asked
        processes = (self._life.owner, *self._heartbeat.others)
        reports = await asyncio.gather(*(self._report_of(each, order) for each in processes))
        return {
            process: report.data if report.code is None else None
            for process, report in zip(processes, reports, strict=True)
        }

    async def _report_of(self, process: str, order: Order) -> Report:
        if process == self._life.owner:
            return await self._carried_out(order)
        number = next(self._numbers)
        given: asyncio.Future[Report] = asyncio.get_running_loop().create_future()
        self._given[number] = given
        try:
            self._mailbox.send(process, Orders(NO_TABLE, number, _encode(order)))
            async with asyncio.timeout(PATIENCE):
                return await given
        except TimeoutError:
            return Report(code="paused", text=f"The process {process} does not answer.")
        finally:
            del self._given[number]

    def hear(self, sender: str, message: Orders | Obeyed) -> None:
        """Carry out another process's order, or take its report."""
        if isinstance(message, Orders):
            self._life.spawn(self._serve(sender, message))
        elif (given := self._given.get(message.number)) is not None and not given.done():
            given.set_result(_report(message.report))

    async def _serve(self, sender: str, message: Orders) -> None:
        try:
            report = await self._carried_out(_order(message.order))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            report = Report(code="malformed", text=str(fault))
        self._mailbox.send(sender, Obeyed(NO_TABLE, message.number, _encode(report)))

    async def _carried_out(self, order: Order) -> Report:
        try:
            return Report(await self._obey(order))
        except Refusal as no:
            return Report(code=no.code, text=no.text)
        except StoreError as fault:
            return Report(code="paused", text=f"The store is away: {fault}")
        except Exception:
            log.exception("order.failed", order=type(order).__name__)
            return Report(code="defect", text="The process failed at it; its log says more.")

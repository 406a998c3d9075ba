"""What an operator's act makes one process, or all of them, do. Orders travel as letters.

Whatever changes no more than a table's document needs no order: any process can write that.
"""

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec
import structlog
from msgspec import Struct

from protocol.refusals import RefusalCode
from server.rooms.letters import Obeyed, Orders
from server.rooms.refusal import Refusal
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

PATIENCE = 5.0

log = structlog.get_logger(__name__)


class Census(Struct, frozen=True, tag="census"):
    """Tell who is connected, and which tables are in use."""


class Inspect(Struct, frozen=True, tag="inspect"):
    """To a table's host: tell everything about it."""

    table: str


class SendAway(Struct, frozen=True, tag="send_away"):
    """End a player's connections."""

    player: str
    why: str


class CloseTable(Struct, frozen=True, tag="close"):
    """To a table's host: end its battle, and let none begin there."""

    table: str
    why: str


class LoseBattle(Struct, frozen=True, tag="lose"):
    """To a table's host: give a battle up that nobody can take up."""

    table: str


class Reads(Struct, frozen=True, tag="reads"):
    """Tell whether an encounter can be played with the packs that the process has, and whether its
    content is the very one that a battle was begun with.
    """

    encounter: str
    seats: tuple[str, ...]
    difficulty: str
    options: dict[str, str]
    content: str = ""


class Rehost(Struct, frozen=True, tag="rehost"):
    """To a table's host: let another process host it."""

    table: str
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


class Obeying(Protocol):
    """Does what an order says; gives plain data. Raises `Refusal`, StoreError."""

    async def __call__(self, order: Order) -> dict[str, Any]:
        """See the class."""
        ...


_encode = msgspec.msgpack.Encoder().encode
_order = msgspec.msgpack.Decoder(Order).decode
_report = msgspec.msgpack.Decoder(Report).decode


class Command:
    """Orders from this process to others, and theirs to us, which `obey` carries out."""

    def __init__(self, hall: "Hall", obey: Obeying) -> None:
        self._hall, self._obey = hall, obey
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
        await self._hall.pulse.beat()  # else one that has just begun would not be asked
        processes = (self._hall.owner, *self._hall.pulse.others)
        reports = await asyncio.gather(*(self._report_of(each, order) for each in processes))
        return {
            process: report.data if report.code is None else None
            for process, report in zip(processes, reports, strict=True)
        }

    async def _report_of(self, process: str, order: Order) -> Report:
        if process == self._hall.owner:
            return await self._carried_out(order)
        number = next(self._numbers)
        given: asyncio.Future[Report] = asyncio.get_running_loop().create_future()
        self._given[number] = given
        try:
            self._hall.post.send(process, Orders("", number, _encode(order)))
            async with asyncio.timeout(PATIENCE):
                return await given
        except TimeoutError:
            return Report(code="paused", text=f"The process {process} does not answer.")
        finally:
            del self._given[number]

    def hear(self, sender: str, letter: Orders | Obeyed) -> None:
        """A letter of another process."""
        if isinstance(letter, Orders):
            self._hall.spawn(self._serve(sender, letter))
        elif (given := self._given.get(letter.number)) is not None and not given.done():
            given.set_result(_report(letter.report))

    async def _serve(self, sender: str, letter: Orders) -> None:
        try:
            report = await self._carried_out(_order(letter.order))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            report = Report(code="malformed", text=str(fault))
        self._hall.post.send(sender, Obeyed("", letter.number, _encode(report)))

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

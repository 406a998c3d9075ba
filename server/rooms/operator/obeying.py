"""How a process carries out an operator's orders."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from protocol.refusals import BYES
from protocol.replies import Said
from server.rooms.losing import give_up
from server.rooms.moving import move
from server.rooms.operator.orders import (
    Census,
    CloseTable,
    Inspect,
    LookUp,
    LoseBattle,
    Order,
    Reads,
    Rehost,
    SendAway,
)
from server.rooms.operator.reporting import census, report
from server.rooms.packs import ability
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.seats import close, is_playing
from server.rooms.stopping import OPERATOR, Stop, nobody
from server.rooms.table import Table
from server.rooms.visitor import Visitor

if TYPE_CHECKING:
    from server.rooms.hall import Hall


class Obedience:
    """What orders do in this process."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    async def __call__(self, order: Order) -> dict[str, Any]:
        """Carry an order out; gives plain data. Raises `Refusal`, StoreError."""
        match order:
            case Census():
                return census(self._hall)
            case Inspect(table):
                return await self._inspect(table)
            case SendAway(player, why):
                return {"sent_away": self._send_away(player, why)}
            case CloseTable(table, why):
                return await self._close(table, why)
            case LoseBattle(table):
                return await self._lose(table)
            case Reads():
                can, stays = ability(self._hall.games, order), not self._hall.is_draining
                return {"reads": can.builds and stays, "exactly": can.exactly and stays}
            case Rehost(table, to):
                return await self._rehost(table, to)
            case LookUp(what):
                return await self._look_up(what)

    async def _inspect(self, table_id: str) -> dict[str, Any]:
        table = await self._hall.table(table_id)
        try:
            await table.is_current()
            return report(self._hall, table)
        finally:
            self._hall.forget_if_idle(table)

    def _send_away(self, player: str, why: str) -> int:
        visitors = self._hall.present.of(player)
        text = f"{BYES['removed'][1]} {why}".strip()
        return self._end((visitor, text) for visitor in visitors)

    def _end(self, unwanted: Iterable[tuple[Visitor, str]]) -> int:
        """Send visitors away, each with a sentence; gives how many."""
        count = 0
        for visitor, text in unwanted:
            visitor.bye("removed", text)
            self._hall.present.leave(visitor)
            count += 1
        return count

    async def _look_up(self, what: str) -> dict[str, Any]:
        gate = self._hall.gate
        if what == "bans":
            await gate.bans.read()
            return {"sent_away": self._end(gate.banned(self._hall.present.everybody()))}
        await gate.board.read()
        visitors = self._hall.present.everybody()
        for visitor in visitors:
            visitor.tell(gate.board.now)
        return {"told": len(visitors)}

    # A table's host

    async def _hosted(self, table_id: str) -> Table:
        table = await self._hall.table(table_id)
        if not table.is_hosted:
            self._hall.forget_if_idle(table)
            raise Refusal("paused", "The table is moving to another process. Try again.")
        return table

    async def _close(self, table_id: str, why: str) -> dict[str, Any]:
        table = await self._hosted(table_id)
        try:
            async with table.start_lock:  # a battle that begins just now is ended, too
                await table.change(lambda doc: close(doc, why))
            battle = table.doc.state.battles[-1].battle if is_playing(table.doc) else ""
            if battle:
                await self._stop(table, battle, why)
            text = f"The table is closed. {why}".strip()
            time = self._hall.services.clock.unix_ms()
            table.say(Said(table.id, "", OPERATOR, text, time))
        finally:
            self._hall.forget_if_idle(table)
        return {"battle": battle}

    async def _lose(self, table_id: str) -> dict[str, Any]:
        """Give a battle up that cannot be taken up, whatever the reason."""
        table, hall = await self._hosted(table_id), self._hall
        try:
            if not is_playing(table.doc):
                raise Refusal("not_now", "No battle is on at this table.")
            battle = table.doc.state.battles[-1].battle
            async with table.start_lock:
                room = table.room or await self._taken_up(table, battle)
                if room is not None or await hall.library.reopen(battle):
                    text = "This battle can be played. Close the table to end it in good order."
                    raise Refusal("not_now", text)
                left = await give_up(table, battle, hall.library, hall.services.clock)
        finally:
            self._hall.forget_if_idle(table)
        return {"battle": battle, "left": left}

    async def _stop(self, table: Table, battle: str, why: str) -> None:
        """End a battle by a last commit, so that its record is whole."""
        hall = self._hall
        room = table.room or await self._taken_up(table, battle)
        if room is None and await hall.library.reopen(battle):
            room = await self._taken_up(table, battle)
        if room is None:
            raise Refusal("not_now", "The battle cannot be read; the table is closed without it.")
        room.submit(nobody(), Stop(why))
        if (running := hall.owned.running.get(battle)) is not None:
            await asyncio.wait([running])
        if not room.record.shown.over:
            raise Refusal("paused", "The battle could not be ended now. Try again.")

    async def _taken_up(self, table: Table, battle: str) -> Room | None:
        self._hall.take_up(battle)
        if (task := self._hall.owned.taking_up.get(battle)) is not None:
            await asyncio.wait([task])
        return table.room

    async def _rehost(self, table_id: str, heir: str) -> dict[str, Any]:
        if heir != self._hall.owner:
            if not await self._hall.pulse.lives(heir):
                raise Refusal("unknown", f"There is no process {heir!r} that is alive.")
            await move(self._hall, await self._hosted(table_id), heir)
        return {"host": heir}

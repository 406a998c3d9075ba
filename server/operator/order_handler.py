"""Carries out an operator's orders in one process."""

import asyncio
from collections.abc import Iterable
from typing import Any

from protocol.ids import NO_BATTLE, NO_PLAYER, BattleId, PlayerId, TableId
from protocol.refusals import BYES
from protocol.replies import Said
from server.battles import OPERATOR, Room, Stop, nobody
from server.cluster import (
    Census,
    CloseTable,
    Inspect,
    LookUp,
    LoseBattle,
    Order,
    Reads,
    Rehost,
    SendAway,
    ability,
    give_up,
)
from server.operator.context import OperatorContext
from server.operator.reporting import census, report
from server.players import Visitor
from server.runtime import Refusal
from server.tables import Table, close, is_playing


class OrderHandler:
    """Carries out orders in this process."""

    def __init__(self, context: OperatorContext) -> None:
        self._context = context

    async def __call__(self, order: Order) -> dict[str, Any]:
        """Carry out an order, and return the answer as plain data. Raises `Refusal`, StoreError."""
        match order:
            case Census():
                return census(self._context)
            case Inspect(table):
                return await self._inspect(table)
            case SendAway(player, why):
                return {"sent_away": self._send_away(player, why)}
            case CloseTable(table, why):
                return await self._close(table, why)
            case LoseBattle(table):
                return await self._lose(table)
            case Reads():
                can, stays = ability(self._context.games, order), not self._context.life.is_draining
                return {"reads": can.builds and stays, "exactly": can.exactly and stays}
            case Rehost(table, to):
                return await self._rehost(table, to)
            case LookUp(what):
                return await self._look_up(what)

    async def _inspect(self, table_id: TableId) -> dict[str, Any]:
        table = await self._context.tables.table(table_id)
        try:
            await table.is_current()
            return report(self._context, table)
        finally:
            self._context.tables.forget_if_idle(table)

    def _send_away(self, player: PlayerId, why: str) -> int:
        visitors = self._context.connections.of(player)
        text = f"{BYES['removed'][1]} {why}".strip()
        return self._end((visitor, text) for visitor in visitors)

    def _end(self, unwanted: Iterable[tuple[Visitor, str]]) -> int:
        """End the connections of visitors, each with a sentence. Return how many there were."""
        count = 0
        for visitor, text in unwanted:
            visitor.bye("removed", text)
            self._context.connections.leave(visitor)
            count += 1
        return count

    async def _look_up(self, what: str) -> dict[str, Any]:
        authentication = self._context.authentication
        if what == "bans":
            await authentication.bans.read()
            return {
                "sent_away": self._end(authentication.banned(self._context.connections.everybody()))
            }
        await authentication.board.read()
        visitors = self._context.connections.everybody()
        for visitor in visitors:
            visitor.tell(authentication.board.now)
        return {"told": len(visitors)}

    # A table's host

    async def _hosted(self, table_id: TableId) -> Table:
        table = await self._context.tables.table(table_id)
        if not table.is_hosted:
            self._context.tables.forget_if_idle(table)
            raise Refusal("paused", "The table is moving to another process. Try again.")
        return table

    async def _close(self, table_id: TableId, why: str) -> dict[str, Any]:
        table = await self._hosted(table_id)
        try:
            async with table.start_lock:  # a battle that begins just now is ended, too
                await table.change(lambda doc: close(doc, why))
            battle = table.doc.state.battles[-1].battle if is_playing(table.doc) else NO_BATTLE
            if battle:
                await self._stop(table, battle, why)
            text = f"The table is closed. {why}".strip()
            time = self._context.resources.clock.unix_ms()
            table.say(Said(table.id, NO_PLAYER, OPERATOR, text, time))
        finally:
            self._context.tables.forget_if_idle(table)
        return {"battle": battle}

    async def _lose(self, table_id: TableId) -> dict[str, Any]:
        """Give up a battle that cannot be recovered. Raises `Refusal` if it can be played after
        all.
        """
        table, context = await self._hosted(table_id), self._context
        try:
            if not is_playing(table.doc):
                raise Refusal("not_now", "No battle is on at this table.")
            battle = table.doc.state.battles[-1].battle
            async with table.start_lock:
                room = table.room or await self._taken_up(table, battle)
                if room is not None or await context.library.reopen(battle):
                    text = "This battle can be played. Close the table to end it in good order."
                    raise Refusal("not_now", text)
                left = await give_up(table, battle, context.library, context.resources.clock)
        finally:
            self._context.tables.forget_if_idle(table)
        return {"battle": battle, "left": left}

    async def _stop(self, table: Table, battle: BattleId, why: str) -> None:
        """End a battle with a last commit, so that its journal is complete. Raises `Refusal` if it
        cannot be read, or its last commit cannot be written.
        """
        context = self._context
        room = table.room or await self._taken_up(table, battle)
        if room is None and await context.library.reopen(battle):
            room = await self._taken_up(table, battle)
        if room is None:
            raise Refusal("not_now", "The battle cannot be read; the table is closed without it.")
        room.submit(nobody(), Stop(why))
        if (running := context.owned.running.get(battle)) is not None:
            await asyncio.wait([running])
        if not room.record.shown.over:
            raise Refusal("paused", "The battle could not be ended now. Try again.")

    async def _taken_up(self, table: Table, battle: BattleId) -> Room | None:
        self._context.owned.take_up(battle)
        if (task := self._context.owned.taking_up.get(battle)) is not None:
            await asyncio.wait([task])
        return table.room

    async def _rehost(self, table_id: TableId, heir: str) -> dict[str, Any]:
        if heir != self._context.life.owner:
            if not await self._context.heartbeat.lives(heir):
                raise Refusal("unknown", f"There is no process {heir!r} that is alive.")
            await self._context.hand_over.move(await self._hosted(table_id), heir)
        return {"host": heir}

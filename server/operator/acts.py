"""What an operator can do, one function for each act. Every act leaves an entry in the audit trail.

An act may be asked of any process. What only a table's host can do, or every process has to, is
sent there as an order. Acts that only look (`look`, `inspect`, `bans`, `audit`) change nothing and
leave no entry.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, to_builtins

from protocol.fields import Player, SeatOrNone, Table, TableOrNone, Word
from protocol.ids import NO_SEAT, NO_TABLE, PlayerId, SeatId, TableId
from protocol.plain_text import plain
from protocol.tables import Member
from server.cluster import (
    Census,
    CloseTable,
    Command,
    Inspect,
    LookUp,
    LoseBattle,
    Order,
    Rehost,
    SendAway,
)
from server.operator.context import OperatorContext
from server.operator.trail import Trail
from server.players import named
from server.runtime import Refusal
from server.tables import KIND, members, seats

LONGEST_NOTICE = 500  # characters: a line above the board, not a page
Why = Annotated[str, Meta(max_length=200)]


class Kick(Struct, frozen=True, forbid_unknown_fields=True):
    """End a player's connections; with `table`, also remove the player from it and free their
    seats.
    """

    player: Player
    table: TableOrNone = NO_TABLE
    why: Why = ""


class Close(Struct, frozen=True, forbid_unknown_fields=True):
    """End a table's battle in good order, and let no other begin there."""

    table: Table
    why: Why = ""


class Lose(Struct, frozen=True, forbid_unknown_fields=True):
    """Give up a table's battle that no server can recover, so that another one can begin."""

    table: Table
    why: Why = ""


class HandOverAct(Struct, frozen=True, forbid_unknown_fields=True):
    """Give a seat, the lead or the hosting of a table to another player, bot or process.

    A seat goes to the player `to`, to the bot named `bot`, or to nobody if both are "".
    """

    table: Table
    what: Literal["seat", "lead", "host"]
    to: Word = ""
    bot: Word = ""
    seat: SeatOrNone = NO_SEAT
    why: Why = ""


class Motd(Struct, frozen=True, forbid_unknown_fields=True):
    """Show a message to everybody; "" removes it."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTICE)] = ""
    why: Why = ""


class BanAct(Struct, frozen=True, forbid_unknown_fields=True):
    """Keep out a player, by id, or an address or network, for `seconds`; 0 is for ever."""

    target: Word
    seconds: Annotated[float, Meta(ge=0, le=10 * 366 * 86_400)] = 0.0
    why: Why = ""


class Unban(Struct, frozen=True, forbid_unknown_fields=True):
    """Lift the ban of a player, address or network."""

    target: Word
    why: Why = ""


Act = Kick | Close | Lose | HandOverAct | Motd | BanAct | Unban
ACTS: dict[str, type[Act]] = {
    "kick": Kick,
    "close": Close,
    "lose": Lose,
    "hand-over": HandOverAct,
    "motd": Motd,
    "ban": BanAct,
    "unban": Unban,
}


class Operator(NamedTuple):
    """Who asks for an act, and from which address."""

    name: str
    address: str


class Acts:
    """An operator's acts, carried out through one process."""

    def __init__(self, context: OperatorContext, command: Command, retention: float) -> None:
        self._context, self._command = context, command
        self.trail = Trail(context.resources.store, context.resources.clock, retention)

    # Acts that only look

    async def look(self) -> dict[str, Any]:
        """Return all processes, the players connected to them, and the tables in use, as plain
        data. `silent` lists the processes that have not answered.
        """
        found = await self._command.give_all(Census())
        told = [each for each in found.values() if each is not None]
        lists = ("players", "tables")
        processes = [{k: v for k, v in each.items() if k not in lists} for each in told]
        return {
            "asked": self._context.life.owner,
            "silent": sorted(process for process, each in found.items() if each is None),
            "processes": processes,
            "tables": [
                {**line, "host": each["process"]} for each in told for line in each["tables"]
            ],
            "players": [
                {**line, "process": each["process"]} for each in told for line in each["players"]
            ],
            "notice": self._context.authentication.board.now.text,
        }

    async def inspect(self, table: TableId) -> dict[str, Any]:
        """Return everything about a table as plain data. Raises `Refusal`, StoreError."""
        return await self._to_host(table, Inspect(table))

    def bans(self) -> list[dict[str, Any]]:
        """Return the bans in force as plain data."""
        found: list[dict[str, Any]] = to_builtins(self._context.authentication.bans.all)
        return found

    async def audit(self, most: int) -> list[dict[str, Any]]:
        """Return the latest `most` entries of the audit trail as plain data, the newest first.
        Raises StoreError.
        """
        found: list[dict[str, Any]] = to_builtins(await self.trail.latest(most))
        return found

    # Acts that change something, and their entries in the trail

    async def ask(self, who: Operator, name: str, given: dict[str, str]) -> dict[str, Any]:
        """Do the act of that name, and return its result. A request that is no act leaves an entry
        in the trail, too.

        Raises `Refusal`, StoreError.
        """
        try:
            act = act_of(name, given)
        except Refusal as no:
            await self.refuse(who, name, given, no.text)
            raise
        return await self.perform(who, name, act)

    async def refuse(self, who: Operator, name: str, given: dict[str, str], text: str) -> None:
        """Write the entry of a request that is no valid act. Raises StoreError."""
        noted = {_noted(key): _noted(value) for key, value in given.items() if value}
        await asyncio.shield(
            self._context.life.spawn(self._refused(who, _noted(name), noted, text))
        )

    async def _refused(self, who: Operator, name: str, given: dict[str, str], text: str) -> None:
        why = given.pop("why", "")
        entry = await self.trail.begin(who.name, who.address, name, given, why)
        await self.trail.end(entry, f"refused: {text}")

    async def perform(self, who: Operator, name: str, act: Act) -> dict[str, Any]:
        """Do an act, write its entry, and return its result, whose `done` is a sentence. Raises
        `Refusal`, StoreError.

        Both are finished even if the connection that asked is gone meanwhile.
        """
        return await asyncio.shield(self._context.life.share(self._performed(who, name, act)))

    async def _performed(self, who: Operator, name: str, act: Act) -> dict[str, Any]:
        given = {key: str(value) for key, value in to_builtins(act).items() if value != ""}
        why = given.pop("why", "")
        entry = await self.trail.begin(who.name, who.address, name, given, why)
        try:
            done = await self._chosen(who, act)
        except Refusal as no:
            await self.trail.end(entry, f"refused: {no.text}")
            raise
        except Exception as fault:
            await self.trail.end(entry, f"failed: {type(fault).__name__}")
            raise
        await self.trail.end(entry, done["done"])
        return done

    def _chosen(self, who: Operator, act: Act) -> Awaitable[dict[str, Any]]:
        match act:
            case Kick():
                return self._kick(act)
            case Close():
                return self._close(act)
            case Lose():
                return self._lose(act)
            case HandOverAct():
                return HANDED[act.what](self, act)
            case Motd():
                return self._motd(act)
            case BanAct():
                return self._ban(who, act)
            case Unban():
                return self._unban(act)

    async def _kick(self, act: Kick) -> dict[str, Any]:
        freed: tuple[SeatId, ...] = ()
        if act.table:
            table = await self._context.tables.table(act.table)
            try:
                freed = seats.seats_held(table.doc, act.player)
                await table.change(lambda doc: members.without(doc, act.player))
                await self._context.players.forget_table(act.player, act.table)
            finally:
                self._context.tables.forget_if_idle(table)
        count = await self._everywhere(SendAway(act.player, plain(act.why)), "sent_away")
        text = f"Connections ended: {count}."
        return {"done": f"{text} Seats freed: {', '.join(freed)}." if freed else text}

    async def _close(self, act: Close) -> dict[str, Any]:
        done = await self._to_host(act.table, CloseTable(act.table, plain(act.why)))
        battle = done["battle"]
        text = f"The table is closed; its battle {battle} is over." if battle else ""
        return {"done": text or "The table is closed.", "battle": battle}

    async def _lose(self, act: Lose) -> dict[str, Any]:
        done = await self._to_host(act.table, LoseBattle(act.table))
        text = f"The battle {done['battle']} is given up as lost. Commits left: {done['left']}."
        return {"done": text, "battle": done["battle"]}

    async def _seat(self, act: HandOverAct) -> dict[str, Any]:
        bot = act.bot
        if bot and act.to:
            raise Refusal("not_allowed", "A seat goes to a player or to a bot, not to both.")
        if bot and bot not in self._context.resources.bots:
            raise Refusal("unknown", f"There is no bot called {bot!r} here.")
        to = await self._member(PlayerId(act.to)) if act.to else None
        await self._change(act.table, lambda doc: seats.give_seat(doc, act.seat, to, bot))
        whose = f"{to.name}'s" if to is not None else f"the bot {bot}'s" if bot else "nobody's"
        return {"done": f"Seat {act.seat} is {whose} now."}

    async def _lead(self, act: HandOverAct) -> dict[str, Any]:
        to = await self._member(PlayerId(act.to))
        await self._change(act.table, lambda doc: seats.give_lead(doc, to))
        return {"done": f"{to.name} leads the table now."}

    async def _host(self, act: HandOverAct) -> dict[str, Any]:
        await self._to_host(act.table, Rehost(act.table, act.to))
        return {"done": f"The process {act.to} hosts the table now."}

    async def _motd(self, act: Motd) -> dict[str, Any]:
        text = plain(act.text)
        await self._context.authentication.board.put(text, self._context.resources.clock.unix_ms())
        count = await self._everywhere(LookUp("notice"), "told")
        return {"done": f"Connections told: {count}."}

    async def _ban(self, who: Operator, act: BanAct) -> dict[str, Any]:
        why = plain(act.why)
        ban = await self._context.authentication.bans.add(act.target, why, who.name, act.seconds)
        count = await self._everywhere(LookUp("bans"), "sent_away")
        return {"done": f"{ban.target} is banned. Connections ended: {count}."}

    async def _unban(self, act: Unban) -> dict[str, Any]:
        await self._context.authentication.bans.lift(act.target)
        await self._everywhere(LookUp("bans"), "sent_away")
        return {"done": f"{named(act.target)} may come in again."}

    # Orders and changes

    async def _everywhere(self, order: Order, counted: str) -> int:
        """Send an order to all processes, and return the sum of `counted` in their answers. Raises
        `Refusal` if one has not answered.
        """
        found = await self._command.give_all(order)
        if silent := sorted(process for process, each in found.items() if each is None):
            text = f"It holds, but {', '.join(silent)} have not confirmed it yet."
            raise Refusal("paused", text)
        return sum(each[counted] for each in found.values() if each is not None)

    async def _to_host(self, table: TableId, order: Order) -> dict[str, Any]:
        """Send an order to a table's host, or to this process if no living one hosts it. Return the
        answer. Raises `Refusal`, StoreError.
        """
        context = self._context
        try:
            host = await context.resources.store.fleet.host(KIND, table, "")
        except ValueError:
            host = ""
        alive = bool(host) and await context.heartbeat.lives(host)
        return await self._command.give(host if alive else context.life.owner, order)

    async def _change(
        self, table_id: TableId, how: Callable[[seats.TableDoc], seats.TableDoc]
    ) -> None:
        table = await self._context.tables.table(table_id)
        try:
            await table.change(how)
        finally:
            self._context.tables.forget_if_idle(table)

    async def _member(self, player: PlayerId) -> Member:
        name = await self._context.players.name_of(player)
        if name is None:
            raise Refusal("unknown", f"There is no player {player!r}.")
        return Member(player, name)


HANDED: dict[str, Callable[[Acts, HandOverAct], Awaitable[dict[str, Any]]]] = {
    "seat": Acts._seat,
    "lead": Acts._lead,
    "host": Acts._host,
}


def _noted(text: str) -> str:
    """Return a request's text for the trail: on one line, and cut to the length of the longest text
    that an act takes.
    """
    return plain(text, LONGEST_NOTICE)


def act_of(name: str, given: dict[str, str]) -> Act:
    """Return an act from its name and its arguments as texts. Raises `Refusal`."""
    kind = ACTS.get(name)
    if kind is None:
        raise Refusal("unknown", f"There is no act called {name[:40]!r}.")
    try:
        act: Act = msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as fault:
        raise Refusal("malformed", str(fault)) from None
    return act

"""The other side of a table that another process hosts.

A relaying process shows its visitors the battle from the journal, and the table from a copy that
the host keeps fresh. It changes the document itself, and passes on what only the host can grant:
moves, chat, the start of a battle. When the host dies, one of those who relay takes its place, and
what was not answered is asked again: running numbers make each move count once.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, NamedTuple, assert_never

import structlog

from protocol.codec import msgpack as codec
from protocol.ids import BattleId, TableId
from protocol.replies import Commit, Presence, Refused, Reply, Taken
from protocol.requests import Intent, Move, Request, Undo
from server.battles import Resources, Room, Unreadable, is_made_by, made_by
from server.cluster.envoy import Envoy
from server.cluster.passed_requests import HostRequest, Passed, PassedRequest, PassedRequests
from server.cluster.processes import (
    Answers,
    Asks,
    Attends,
    Changed,
    Departs,
    Doc,
    FromHost,
    Mailbox,
    Moved,
    News,
    ProcessHeartbeat,
    Shows,
    Spoken,
)
from server.players import Frames, Visitor
from server.replays import RecordedBattles, late_answer
from server.runtime import Lifetime, Refusal
from server.spectating import FollowerRegistry
from server.store import StoreError, outlast
from server.tables import (
    NOT_SEATED,
    Attendance,
    Table,
    TableRegistry,
    decode,
    is_delayed,
    is_playing,
    seats_held,
)

AGAIN_AFTER = 0.05  # seconds before a table without a host is looked at again; people wait

Handle = Callable[[Visitor, Request, str], Coroutine[Any, Any, None]]
"""Answers a request here; the text makes it count once, see `Asks`."""
Behold = Callable[[Table, str, Iterable[Visitor]], Coroutine[Any, Any, None]]
"""Lets visitors watch a battle, or what they may see of it."""


class RelaySurroundings(NamedTuple):
    """What relaying stands on. `take_up` begins to take a battle over from its journal."""

    resources: Resources
    life: Lifetime
    tables: TableRegistry
    mailbox: Mailbox
    heartbeat: ProcessHeartbeat
    follower_registry: FollowerRegistry
    recorded_battles: RecordedBattles
    handle: Handle
    behold: Behold
    take_up: Callable[[BattleId], None]


log = structlog.get_logger(__name__)


class Relay:
    """What this process does at tables that others host, and when it has to host one itself."""

    def __init__(self, around: RelaySurroundings) -> None:
        self._around, self._life, self._mailbox = around, around.life, around.mailbox
        self._tables, self._clock = around.tables, around.resources.clock
        self.passed = PassedRequests(self._clock, self._life.owner)
        self._attended: dict[TableId, tuple[str, Attendance]] = {}
        self._resolving: dict[TableId, asyncio.Task[None]] = {}

    # Requests

    async def ask(self, table: Table, visitor: Visitor, request: Passed, once: str = "") -> None:
        """Pass a request on, and wait until it has been answered. `once`: see `Asks`."""
        waiting = self.pass_on(table, visitor, request, once)
        if waiting is not None:
            await waiting.answered.wait()

    def pass_on(
        self, table: Table, visitor: Visitor, request: Passed, once: str = ""
    ) -> PassedRequest | None:
        """Pass a request on to the host, as soon as there is one that can answer it."""
        kept = self.passed.add(table, visitor, request, once)
        if kept is None:
            return None
        number, one = kept
        if not table.is_hosted and table.host:
            self._send(number, one, table.host)
        return one

    def _send(self, number: int, waiting: PassedRequest, host: str) -> None:
        table, visitor = waiting.table, waiting.visitor
        frame = codec.encode(waiting.request)
        told = waiting.once, waiting.trace, visitor.address
        message = Asks(table.id, number, visitor.player, visitor.name, frame, *told)
        self._mailbox.send(host, message)

    def committed(self, table: Table, commit: Commit) -> None:
        """Settle the passed-on request that a commit answers: its visitor sees the commit."""
        if not commit.number or not self.passed.waits(table.id):
            return
        seat, made = made_by(commit, {})
        for number, one in self.passed.of(table).items():
            if not isinstance(one.request, (Intent, Undo)) or one.request.number != commit.number:
                continue
            held = seats_held(table.doc, one.visitor.player)
            if seat != one.request.seat and (one.request.seat or seat not in held):
                continue
            if is_made_by(made, one.request):
                self.passed.done(table.id, number)
            elif table.host:
                # Another program's of the player, or named by an earlier id: the host knows which.
                self._send(number, one, table.host)

    # Messages from the host

    def hear(self, sender: str, message: FromHost) -> None:
        """Handle a message from a process that hosts, or does so no longer."""
        table = self._tables.tables.get(message.table)
        match message:
            case Answers():
                is_host = table is None or table.host == sender
                self._answered(message, codec.reply(message.reply), is_host)
            case Moved():
                if table is not None and table.host == sender:
                    table.host_unknown()
                self._life.spawn(self._moved(message.table))
            case Doc() | Spoken() | News() | Shows():
                if table is not None and not table.is_hosted and table.host == sender:
                    self._take(table, message)
            case _:
                assert_never(message)

    def _answered(self, message: Answers, reply: Reply, is_host: bool) -> None:
        one = self.passed.get(message.table, message.number)
        if one is None:
            return
        if isinstance(reply, Refused | Taken) and isinstance(one.request, Intent | Undo):
            # A host that was replaced refuses what its successor may have granted.
            if isinstance(reply, Refused) and not is_host:
                return  # another one is asked by now, and may grant it
            self._life.spawn(self._answer(message.number, one, reply))
            return
        self.passed.done(message.table, message.number)
        one.visitor.tell(reply)

    async def _answer(self, number: int, one: PassedRequest, told: Refused | Taken) -> None:
        """Refuse a move, or tell what it made before, after reading the journal on: a commit that
        it made answers it first, and nobody is told of a version that they have not been shown.
        """
        following = one.table.following
        try:
            if following is not None:
                await following.read_on()
        except (StoreError, Unreadable):
            told = Refused(told.ref, "paused", "The store is away. Send it again.")
        table, player = one.table, one.visitor.player
        reply: Reply = told
        if isinstance(told, Refused) and told.code == "not_now":
            reply = await late_answer(
                self._around.recorded_battles,
                BattleId(one.once),
                seats_held(table.doc, player),
                told,
                one.request,
            )
        if is_delayed(table.doc, player):
            reply = Refused(told.ref, "not_seated", NOT_SEATED)  # they have stood up meanwhile
        if self.passed.done(one.table.id, number) is not None:
            one.visitor.tell(reply)

    def _take(self, table: Table, message: Doc | Spoken | News | Shows) -> None:
        match message:
            case Doc():
                table.note_presence(message.here, message.spectators)
                if table.learn(message.revision, decode(message.doc)):
                    table.show_state()
                else:
                    table.hear(Presence(table.id, message.here, message.spectators))
            case Spoken():
                for frame, mark in zip(message.said, message.marks, strict=False):
                    table.hear(codec.reply(frame), mark)
            case News(battle=""):
                table.hear(codec.reply(message.reply), message.mark)
            case News():
                reply = codec.reply(message.reply)
                table.circumstances.learn(message.battle, reply)
                following = table.following
                if following is not None and following.battle == message.battle:
                    Frames(reply, message.reply).show(following.audience.visitors)
            case Shows():
                self._life.spawn(self.show(table, message.battle))
            case _:
                assert_never(message)

    async def _moved(self, table_id: TableId) -> None:
        """Find out who hosts a table that another process gave up; perhaps become its host."""
        try:
            table = await self._tables.table(table_id)
        except (Refusal, StoreError) as fault:
            log.warning("table.not_hosted", table=table_id, error=str(fault))
            return
        await self.resolve(table)
        self._tables.forget_if_idle(table)

    async def show(self, table: Table, battle: BattleId) -> None:
        """Show a battle that is on to everybody here but delayed spectators, who see it later."""
        players = [each for each in table.visitors if not table.delayed_spectators.has(each)]
        await self._around.behold(table, battle, players)

    # To the host

    def attend(self, table: Table, *, fully: bool) -> None:
        """Tell the host who is here: its players and whether there is anybody at once, how many
        others if `fully`.
        """
        if table.is_hosted or not table.host or self._tables.tables.get(table.id) is not table:
            return  # a host would wait for ever for word that we have let go of it
        here, (_, told) = table.local, self._attended.get(table.id, ("", None))
        if told == here:
            return
        alike = told is not None and told.players == here.players
        if alike and told is not None and bool(told.others) == bool(here.others) and not fully:
            return
        self._attended[table.id] = table.host, here
        players = tuple(sorted(here.players))
        message = Attends(table.id, table.revision, players, here.others, told is None)
        self._mailbox.send(table.host, message)

    def changed(self, table: Table) -> None:
        """Tell the host that we have written the document."""
        if table.host:
            self._mailbox.send(table.host, Changed(table.id, table.revision))

    def depart(self, table: Table, host: str = "") -> None:
        """Tell the host that was told of our visitors, unless it is `host`, that they are gone."""
        told, _ = self._attended.pop(table.id, ("", None))
        if told not in ("", host):
            self._mailbox.send(told, Departs(table.id))

    def take_up(self, battle: BattleId) -> None:
        """Begin to take a battle over from its journal, where we host its table."""
        self._around.take_up(battle)

    # Who hosts

    def check(self) -> None:
        """Look for a new host wherever the old one is dead."""
        for table in tuple(self._tables.tables.values()):
            if not table.is_hosted and not self._around.heartbeat.knows(table.host):
                self.resolve(table)

    def resolve(self, table: Table) -> asyncio.Task[None]:
        """Find out who hosts a table, us perhaps, and act on it."""
        task = self._resolving.get(table.id)
        if task is None or task.done():
            task = self._resolving[table.id] = self._life.spawn(self._resolve(table))
            task.add_done_callback(lambda done: self._resolved(table, done))
        return task

    def _resolved(self, table: Table, task: asyncio.Task[None]) -> None:
        if self._resolving.get(table.id) is task:
            del self._resolving[table.id]

    async def _resolve(self, table: Table) -> None:
        store, find = self._around.resources.store, partial(self._find_host, table)
        try:
            while not await outlast(store, self._clock, find, pause=AGAIN_AFTER):
                await self._clock.sleep(AGAIN_AFTER)
        except StoreError as fault:
            log.error("table.not_hosted", table=table.id, error=str(fault))

    async def _find_host(self, table: Table) -> bool:
        """Ask the store once who hosts a table and act on it. Raises StoreError.

        Returns False while nobody can: this process drains, and no other has taken the table yet.
        """
        life = self._life
        if self._tables.tables.get(table.id) is not table or life.is_closed:
            return True  # let go of while the store was away
        host = await self._tables.host_of(table.id, table.claim)
        if host == life.owner and not life.is_draining:
            await self._become_host(table)
            return True
        if host not in ("", life.owner):
            if table.is_hosted or table.host != host:
                self._relay_to(table, host)
            # The battle that was lost here may have been all that kept the table.
            self._tables.forget_if_idle(table)
            return True
        return not life.is_draining  # then the document is gone

    async def _become_host(self, table: Table) -> None:
        if not table.is_hosted:
            # The copy may be old: the dead host can have written the document without telling.
            await table.reload()
            if table.host:
                self._mailbox.send(table.host, Moved(table.id))  # it may not be dead at all
            table.host_here()
            # The old host, if it lives, must not count our visitors any more.
            self.depart(table)
            log.info("table.hosted", table=table.id)
            table.show_state()
            table.show_presence()
        playing = is_playing(table.doc)
        if table.calls_for_room or (playing and table.room is None and self.passed.of(table)):
            battle = table.doc.state.battles[-1].battle
            self._around.take_up(battle)
            unseen = [each for each in table.visitors if each.show is None]
            # The news of it may have died with the host.
            self._life.spawn(self._around.behold(table, battle, unseen))
        for number, one in self.passed.of(table).items():
            if isinstance(one.request, HostRequest):
                self._life.spawn(self._answer_here(number, one))
            elif not playing:
                no = Refused(one.request.ref, "not_now", "The battle is over.")
                self._life.spawn(self._answer(number, one, no))

    async def _answer_here(self, number: int, one: PassedRequest) -> None:
        await self._around.handle(one.visitor, one.request, one.once)
        self.passed.done(one.table.id, number)

    def _relay_to(self, table: Table, host: str) -> None:
        table.host_elsewhere(host)
        log.info("table.relayed", table=table.id, host=host)
        if table.following is not None:
            for reply in table.circumstances.ended(table.following.battle):
                table.following.audience.tell(reply)
        table.circumstances.forget()  # some news may be lost: the host tells anew what still holds
        # First: it forgets what the old host was told, so the new one is told everything.
        self.depart(table, host)
        self.attend(table, fully=True)
        for number, one in self.passed.of(table).items():
            if isinstance(one.visitor, Envoy):
                self.passed.done(table.id, number)
                self._mailbox.send(one.visitor.process, Moved(table.id))
            else:
                self._send(number, one, host)

    # Battles that come here, or go

    def room_opened(self, table: Table, room: Room) -> None:
        """Stop following a battle that is played here from now on."""
        if table.following is not None:
            table.following.close()
            table.stop_following(table.following)
        for reply in table.circumstances.ended(room.battle):
            room.audience.tell(reply)
        table.circumstances.forget()
        for number, one in self.passed.of(table).items():
            if not isinstance(one.request, Move):
                continue
            if one.once == room.battle:
                self.passed.done(table.id, number)
                room.submit(one.visitor, one.request)
            else:
                no = Refused(one.request.ref, "not_now", "The battle is over.")
                self._life.spawn(self._answer(number, one, no))

    def room_lost(self, table: Table, room: Room) -> None:
        """Show a battle that is not played here any more to its visitors from the journal."""
        table.circumstances.forget()
        if room.audience.visitors:
            table.follow(self._around.follower_registry.after(table, room))
        for visitor, request in room.leftover():
            if isinstance(visitor, Envoy):
                self._mailbox.send(visitor.process, Moved(table.id))
            elif visitor in table.visitors:  # for one who has gone the battle would come back
                self.pass_on(table, visitor, request, room.battle)
        self.resolve(table)

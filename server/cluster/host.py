"""The host's side of a table that other processes have visitors at, too."""

from typing import assert_never

import structlog

from protocol.codec import Malformed
from protocol.codec import msgpack as codec
from protocol.ids import BattleId, TableId
from protocol.replies import Reply
from protocol.requests import Move
from server.battles import Resources
from server.cluster.envoy import Envoy, unheard
from server.cluster.processes import (
    Asks,
    Attends,
    Changed,
    Departs,
    Doc,
    Mailbox,
    Moved,
    News,
    ProcessHeartbeat,
    Shows,
    Spoken,
    ToHost,
)
from server.cluster.relay import Handle, Relay
from server.players import Visitor
from server.runtime import Lifetime, Refusal
from server.store import PASSING, Conflict, StoreError, outlast
from server.tables import (
    Attendance,
    Table,
    TableRegistry,
    encode,
    is_current,
    is_playing,
    refuses_move,
)

log = structlog.get_logger(__name__)


class Host:
    """What other processes want of the tables that this one hosts."""

    def __init__(
        self,
        resources: Resources,
        life: Lifetime,
        tables: TableRegistry,
        mailbox: Mailbox,
        heartbeat: ProcessHeartbeat,
        relay: Relay,
        handle: Handle,
    ) -> None:
        self._resources, self._life, self._tables = resources, life, tables
        self._mailbox, self._heartbeat = mailbox, heartbeat
        self._relay, self._handle = relay, handle
        self._doubted: set[str] = set()
        self._behind: dict[tuple[str, TableId], list[ToHost]] = {}

    def hear(self, sender: str, message: ToHost) -> None:
        """Handle a message from a process that relays."""
        table = self._tables.tables.get(message.table)
        if (behind := self._behind.get((sender, message.table))) is not None:
            behind.append(message)  # or who departs would be gone first, and come afterwards
        elif table is not None and table.is_hosted:
            self._take(table, sender, message)
        elif not isinstance(message, Departs):
            self._behind[sender, message.table] = [message]
            self._life.spawn(self._look(sender, message.table))

    async def _look(self, sender: str, name: TableId) -> None:
        """Ask the store who hosts a table for which a message came, though we do not host it."""
        table = None
        try:
            # Dropped while we asked, it would take messages that the table in use never hears of.
            while table is None or self._tables.tables.get(name) is not table:
                table = await self._tables.table(name)
                if self._life.is_draining:
                    break
                await self._relay.resolve(table)
        except (Refusal, StoreError) as fault:
            log.warning("table.not_hosted", table=name, error=str(fault))
        finally:
            messages = self._behind.pop((sender, name))
        if table is not None and table.is_hosted:
            for message in messages:
                self._take(table, sender, message)
        else:
            self.moved(sender, name)
        if table is not None:
            self._tables.forget_if_idle(table)

    def _take(self, table: Table, sender: str, message: ToHost) -> None:
        match message:
            case Attends():
                attendance = Attendance(frozenset(message.here), message.others)
                is_new = table.elsewhere.hear(sender, attendance)
                if not self._heartbeat.knows(sender) and sender not in self._doubted:
                    self._doubted.add(sender)
                    self._life.spawn(self._doubt(sender))
                if is_new or message.anew:
                    self._tell_all(table, sender)
                if message.revision > table.revision:
                    self._life.spawn(self._reload(table))
                table.show_presence()
            case Departs():
                self._departed(table, sender)
            case Changed() if message.revision > table.revision:
                self._life.spawn(self._reload(table))
            case Changed():
                self.show(table)
            case Asks():
                self._asked(table, sender, message)
            case _:
                assert_never(message)

    def _asked(self, table: Table, sender: str, message: Asks) -> None:
        envoy = Envoy(self._mailbox, sender, table, message)
        try:
            request = codec.request(message.request)
        except Malformed as fault:
            envoy.refuse(0, fault.code, fault.text)
            return
        if not isinstance(request, Move):
            self._life.spawn(self._handle(envoy, request, message.once))
        elif refuses_move(table.doc, envoy, request):
            pass  # the sender has not heard yet that the player holds no seat any more
        elif table.room is not None and message.once in ("", table.room.battle):
            table.room.submit(envoy, request)
        elif is_playing(table.doc) and is_current(table.doc.state, BattleId(message.once)):
            self._relay.pass_on(table, envoy, request, message.once)
        else:
            envoy.refuse(request.ref, "not_now", "The battle is over.")

    def _departed(self, table: Table, process: str) -> None:
        if table.elsewhere.lose(process):
            table.show_presence()
            self._tables.forget_if_idle(table)

    async def _doubt(self, process: str) -> None:
        """Find out about a process of which we know no heartbeat and that has visitors: it is
        new, or its message was read after its end. Then nobody would ever say that they are gone.
        """
        heartbeat = self._heartbeat
        await self._resources.clock.sleep(heartbeat.seconds)
        self._doubted.discard(process)
        if not heartbeat.knows(process):
            self.died(frozenset({process}))

    def died(self, processes: frozenset[str]) -> None:
        """Drop the visitors of dead processes from the tables hosted here."""
        for table in tuple(self._tables.tables.values()):
            for process in sorted(processes.intersection(table.elsewhere)):
                self._departed(table, process)
                self.moved(process, table.id)  # if it lives after all, it comes again
                self._life.spawn(self._reload(table))  # its last words may have been unsaid

    async def settle(self, table: Table) -> None:
        """Find out what came of writing a document, however long the store is away."""
        resources = self._resources
        try:
            await outlast(
                resources.store, resources.clock, table.settle, again=(*PASSING, Conflict)
            )
        except StoreError as fault:
            log.error("table.not_settled", table=table.id, error=str(fault))

    async def _reload(self, table: Table) -> None:
        """Read the document again, which another process has changed."""
        before, resources = table.revision, self._resources
        try:
            await outlast(resources.store, resources.clock, table.reload)
        except StoreError as fault:
            log.error("table.not_read", table=table.id, error=str(fault))
        if table.revision > before:
            table.show_state()
        self.show(table)
        if table.calls_for_room:
            self._relay.take_up(table.doc.state.battles[-1].battle)

    # To those who relay

    def show(self, table: Table) -> None:
        """Send the document to the processes that relay the table."""
        for process in table.elsewhere:
            self._mailbox.send(process, self._doc(table))

    def news(self, table: Table, battle: BattleId, reply: Reply, mark: str = "") -> None:
        """Send a message to other processes only: for all at the table, or watchers of `battle`."""
        message = News(table.id, battle, codec.encode(reply), mark)
        for process in table.elsewhere:
            self._mailbox.send(process, message)

    def shows(self, table: Table, battle: BattleId) -> None:
        """Let everybody at the table in other processes watch a battle from now on."""
        for process in table.elsewhere:
            self._mailbox.send(process, Shows(table.id, battle))

    def moved(self, process: str, table: TableId) -> None:
        """Let a process find out who hosts a table that we do not host any more, or host it."""
        self._mailbox.send(process, Moved(table))

    def _doc(self, table: Table) -> Doc:
        here = tuple(sorted(table.here))
        return Doc(table.id, table.revision, encode(table.doc), here, table.spectators)

    def _tell_all(self, table: Table, to: str) -> None:
        mailbox, room = self._mailbox, table.room
        mailbox.send(to, self._doc(table))
        if table.chat:
            marks = table.chat_dedup.of(table.chat)
            mailbox.send(to, Spoken(table.id, tuple(map(codec.encode, table.chat)), marks))
        if room is not None:
            battle = room.battle

            def tell(frame: bytes) -> None:
                mailbox.send(to, News(table.id, battle, frame))

            room.tell_circumstances(Visitor(codec, unheard, tell, unheard))

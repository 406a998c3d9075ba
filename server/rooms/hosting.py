"""The host's side of a table that other processes have visitors at, too."""

from typing import TYPE_CHECKING

import structlog

from protocol.codec import Malformed
from protocol.codec import msgpack as codec
from protocol.replies import Reply
from protocol.requests import Consent, Intent, Standing, Undo
from server.rooms.delayed import refuses_move
from server.rooms.letters import (
    Answers,
    Asks,
    Attends,
    Changed,
    Departs,
    Doc,
    Letter,
    Moved,
    News,
    Shows,
    Spoken,
)
from server.rooms.outlasting import outlast
from server.rooms.post import Post
from server.rooms.refusal import Refusal
from server.rooms.seats import is_on, is_playing
from server.rooms.table import Away, Table, encode
from server.rooms.visitor import Visitor
from server.store.errors import PASSING, Conflict, StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

log = structlog.get_logger(__name__)


class Envoy(Visitor):
    """Somebody at another process, for one request: the answer goes there by letter."""

    def __init__(self, post: Post, process: str, table: Table, letter: Asks) -> None:
        super().__init__(codec, _nothing, _nothing, _nothing)
        self.process, self.player, self.name = process, letter.player, letter.name
        self.place, self.trace, self.address = table, letter.trace, letter.address
        self._post, self._table, self._number = post, letter.table, letter.number

    def tell(self, message: Reply) -> None:
        """Answer with one message."""
        self.answer(codec.encode(message))

    def answer(self, frame: bytes) -> None:
        """Answer with a message that is encoded already."""
        self._post.send(self.process, Answers(self._table, self._number, frame))


class Hosting:
    """What other processes want of the tables that this one hosts."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    def hear(self, sender: str, letter: Letter) -> None:
        """A letter from a process that relays."""
        table = self._hall.tables.get(letter.table)
        if table is not None and table.is_hosted:
            self._take(table, sender, letter)
        elif not isinstance(letter, Departs):
            self._hall.spawn(self._look(sender, letter))

    async def _look(self, sender: str, letter: Letter) -> None:
        """We are no host as far as we know, but the store knows better."""
        table = None
        try:
            table = await self._hall.table(letter.table)
            if not self._hall.is_draining:
                await self._hall.relaying.resolve(table)
        except (Refusal, StoreError) as fault:
            log.warning("table.not_hosted", table=letter.table, error=str(fault))
        if table is not None and table.is_hosted:
            self._take(table, sender, letter)
        else:
            self.moved(sender, letter.table)
        if table is not None:
            self._hall.forget_if_idle(table)

    def _take(self, table: Table, sender: str, letter: Letter) -> None:
        match letter:
            case Attends():
                is_new = sender not in table.elsewhere
                table.elsewhere[sender] = Away(frozenset(letter.here), letter.others)
                if is_new or letter.anew:
                    self._tell_all(table, sender)
                if letter.revision > table.revision:
                    self._hall.spawn(self._reload(table))
                table.show_presence()
            case Departs():
                self._departed(table, sender)
            case Changed() if letter.revision > table.revision:
                self._hall.spawn(self._reload(table))
            case Changed():
                self.show(table)
            case Asks():
                self._asked(table, sender, letter)
            case _:
                pass

    def _asked(self, table: Table, sender: str, letter: Asks) -> None:
        envoy = Envoy(self._hall.post, sender, table, letter)
        try:
            request = codec.request(letter.request)
        except Malformed as fault:
            envoy.refuse(0, fault.code, fault.text)
            return
        if not isinstance(request, (Intent, Undo, Consent, Standing)):
            self._hall.spawn(self._hall.handle(envoy, request, letter.once))
        elif refuses_move(table.doc, envoy, request):
            pass  # the sender has not heard yet that the player holds no seat any more
        elif table.room is not None and letter.once in ("", table.room.battle):
            table.room.submit(envoy, request)
        elif is_playing(table.doc) and is_on(table.doc.state, letter.once):
            self._hall.relaying.pass_on(table, envoy, request, letter.once)
        else:
            envoy.refuse(request.ref, "not_now", "The battle is over.")

    def _departed(self, table: Table, process: str) -> None:
        if table.elsewhere.pop(process, None) is not None:
            table.show_presence()
            self._hall.forget_if_idle(table)

    def died(self, processes: frozenset[str]) -> None:
        """Nobody is there any more."""
        for table in tuple(self._hall.tables.values()):
            for process in sorted(processes.intersection(table.elsewhere)):
                self._departed(table, process)
                self.moved(process, table.id)  # if it lives after all, it comes again
                self._hall.spawn(self._reload(table))  # its last words may have been unsaid

    async def settle(self, table: Table) -> None:
        """Find out what came of writing a document, however long the store is away."""
        services = self._hall.services
        try:
            await outlast(services.store, services.clock, table.settle, again=(*PASSING, Conflict))
        except StoreError as fault:
            log.error("table.not_settled", table=table.id, error=str(fault))

    async def _reload(self, table: Table) -> None:
        """Another process has changed the document."""
        before, services = table.revision, self._hall.services
        try:
            await outlast(services.store, services.clock, table.reload)
        except StoreError as fault:
            log.error("table.not_read", table=table.id, error=str(fault))
        if table.revision > before:
            table.show_state()
        self.show(table)
        if table.calls_for_room:
            self._hall.take_up(table.doc.state.battles[-1].battle)

    # To those who relay

    def show(self, table: Table) -> None:
        """The document has changed."""
        for process in table.elsewhere:
            self._hall.post.send(process, self._doc(table))

    def news(self, table: Table, battle: str, reply: Reply, mark: str = "") -> None:
        """Something is told to all, or to all who watch a battle."""
        letter = News(table.id, battle, codec.encode(reply), mark)
        for process in table.elsewhere:
            self._hall.post.send(process, letter)

    def shows(self, table: Table, battle: str) -> None:
        """Everybody at the table watches a battle from now on."""
        for process in table.elsewhere:
            self._hall.post.send(process, Shows(table.id, battle))

    def moved(self, process: str, table: str) -> None:
        """We do not host a table any more; let a process find out who does, or do it."""
        self._hall.post.send(process, Moved(table))

    def _doc(self, table: Table) -> Doc:
        here = tuple(sorted(table.here))
        return Doc(table.id, table.revision, encode(table.doc), here, table.spectators)

    def _tell_all(self, table: Table, to: str) -> None:
        post, room = self._hall.post, table.room
        post.send(to, self._doc(table))
        if table.chat:
            marks = table.marks.of(table.chat)
            post.send(to, Spoken(table.id, tuple(map(codec.encode, table.chat)), marks))
        if room is not None:
            battle = room.battle

            def tell(frame: bytes) -> None:
                post.send(to, News(table.id, battle, frame))

            room.tell_circumstances(Visitor(codec, _nothing, tell, _nothing))


def _nothing(_: object) -> None:
    """Envoys get no news: their process gets each once."""

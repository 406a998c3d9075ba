"""A table in use: its document, the people at it, their chat, and the battle that is on."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable

import msgspec
import structlog

from protocol.replies import Presence, Reply, Said
from protocol.tables import TableState
from server.rooms.gathering import Gathered
from server.rooms.room import Room, Services
from server.rooms.seats import TableDoc
from server.rooms.visitor import Frames, Visitor
from server.store.errors import Conflict

KIND = "table"
CHAT_KEPT = 100
TRIES = 8
PRESENCE_EVERY = 1.0

log = structlog.get_logger(__name__)


def encode(doc: TableDoc) -> bytes:
    """The document's bytes in the store."""
    return msgspec.msgpack.encode(doc)


def decode(data: bytes) -> TableDoc:
    """The document from its bytes."""
    return msgspec.msgpack.decode(data, type=TableDoc)


class Table:
    """One table. Changes of its document are written first and shown afterwards."""

    def __init__(
        self,
        services: Services,
        doc: TableDoc,
        revision: int,
        on_change: Callable[["Table"], None],
    ) -> None:
        self.doc = doc
        self._on_change = on_change
        self.visitors: dict[Visitor, None] = {}
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.room: Room | None = None
        self.start_lock = asyncio.Lock()
        self._store, self._revision = services.store, revision
        self._connections: Counter[str] = Counter()
        self._presence = Gathered(services.clock, PRESENCE_EVERY, self._tell_presence)
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.doc.state.table

    @property
    def here(self) -> frozenset[str]:
        """The members with an open connection."""
        return frozenset(m.player for m in self.doc.state.members if m.player in self._connections)

    @property
    def spectators(self) -> int:
        """How many connections are not members'."""
        return len(self.visitors) - sum(self._connections[player] for player in self.here)

    def state(self) -> TableState:
        """What everybody at the table sees."""
        return msgspec.structs.replace(
            self.doc.state, here=tuple(sorted(self.here)), spectators=self.spectators
        )

    async def change(self, how: Callable[[TableDoc], TableDoc]) -> None:
        """Change the document, write it, show it. Raises `Refusal` of `how`, StoreError.

        Where another process has changed it meanwhile, `how` is applied to what that one wrote.
        """
        async with self._lock:
            for _ in range(TRIES):
                doc = how(self.doc)
                if doc is self.doc:
                    return
                try:
                    data = encode(doc)
                    self._revision = await self._store.put(KIND, self.id, data, self._revision)
                except Conflict:
                    await self._reload()
                    continue
                self.doc = doc
                break
            else:
                raise Conflict(f"table {self.id}", self._revision, -1)
        self.show_state()

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes to the table."""
        if visitor not in self.visitors:
            self.visitors[visitor] = None
            self._connections[visitor.player] += 1
        visitor.place = self
        visitor.tell(self.state())
        for said in self.chat:
            visitor.tell(said)
        self.show_presence()

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes away."""
        if visitor in self.visitors:
            del self.visitors[visitor]
            self._connections[visitor.player] -= 1
            if not self._connections[visitor.player]:
                del self._connections[visitor.player]
            visitor.place = None
            visitor.look_at(None)
            self.show_presence()

    def say(self, said: Said) -> None:
        """Chat."""
        self.chat.append(said)
        self.tell(said)

    def tell(self, reply: Reply) -> None:
        """Tell everybody at the table."""
        Frames(reply).show(self.visitors)

    def show_state(self) -> None:
        """Tell everybody how the table is now, its battle first."""
        if self.room is not None:
            self.room.seat(self.doc.state.chairs, self.here)
        self._on_change(self)
        self.tell(self.state())

    def show_presence(self) -> None:
        """Somebody has come or gone: the battle knows at once, people within a second."""
        if self.room is not None:
            self.room.seat(self.doc.state.chairs, self.here)
        if self.visitors:
            self._presence.call()
        else:
            self._presence.drop()

    def _tell_presence(self) -> None:
        self.tell(Presence(self.id, tuple(sorted(self.here)), self.spectators))

    async def _reload(self) -> None:
        found = await self._store.get(KIND, self.id)
        if found is not None:
            self._revision, self.doc = found[0], decode(found[1])

"""A table in use: its document, the people at it, their chat, and the battle that is on."""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec
import structlog

from protocol.replies import Presence, Reply, Said
from protocol.tables import TableState
from server.rooms.room import Room
from server.rooms.seats import TableDoc, is_member
from server.rooms.visitor import Frames, Visitor
from server.store.base import Store
from server.store.errors import Conflict

KIND = "table"
CHAT_KEPT = 100
TRIES = 8

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
        store: Store,
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
        self._store, self._revision = store, revision
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.doc.state.table

    @property
    def here(self) -> frozenset[str]:
        """The members with an open connection."""
        return frozenset(v.player for v in self.visitors if is_member(self.doc, v.player))

    @property
    def spectators(self) -> int:
        """How many connections are not members'."""
        return sum(1 for v in self.visitors if not is_member(self.doc, v.player))

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
        self.visitors[visitor] = None
        visitor.place = self
        visitor.tell(self.state())
        for said in self.chat:
            visitor.tell(said)
        self.show_presence()

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes away."""
        if visitor in self.visitors:
            del self.visitors[visitor]
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
        """Tell everybody who is here, the battle first."""
        if self.room is not None:
            self.room.seat(self.doc.state.chairs, self.here)
        self.tell(Presence(self.id, tuple(sorted(self.here)), self.spectators))

    async def _reload(self) -> None:
        found = await self._store.get(KIND, self.id)
        if found is not None:
            self._revision, self.doc = found[0], decode(found[1])

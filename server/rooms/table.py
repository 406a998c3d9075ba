"""A table in use: its document, the people at it, their chat, and the battle that is on.

One process hosts a table: it plays its battle, and tells the other processes that have visitors
there what happens. In those the same class holds a copy of the document, which they may change as
well (it is revisioned), and what the host has told them.
"""

import asyncio
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

import msgspec
import structlog

from protocol.replies import Pinged, Presence, Reply, Said
from protocol.tables import TableState
from server.rooms.circumstances import Circumstances
from server.rooms.following import Following
from server.rooms.gallery import Gallery
from server.rooms.gathering import Gathered
from server.rooms.marks import Marks
from server.rooms.refusal import Refusal
from server.rooms.room import Room, Services
from server.rooms.seats import TableDoc, is_playing, lists_of, members_of
from server.rooms.visitor import Visitor
from server.store.base import Store
from server.store.errors import Conflict, StoreUnavailable

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


async def write(store: Store, doc: TableDoc, expect: int) -> int:
    """Write a document and in which lists it is; gives its revision. Raises StoreError."""
    return await store.put(KIND, doc.state.table, encode(doc), expect, lists_of(doc))


class Away(NamedTuple):
    """Who is at a table somewhere else: players, and connections that are no member's."""

    players: frozenset[str]
    others: int


class Outside(Protocol):
    """The other processes, as a table speaks to them. Nothing here waits."""

    def changed(self, table: "Table") -> None:
        """We have written the document, or found it written."""
        ...

    def unsure(self, table: "Table") -> None:
        """We have tried to write the document, and do not know what came of it."""
        ...

    def news(self, table: "Table", battle: str, reply: Reply, mark: str = "") -> None:
        """We host, and something is told to all, or to all who watch a battle."""
        ...

    def part(self, table: "Table", players: frozenset[str]) -> None:
        """Some are members of the table no longer, which is private: they go."""
        ...

    def attend(self, table: "Table", *, fully: bool) -> None:
        """Another process hosts, and who is here may have changed; see `Relaying.attend`."""
        ...

    def wanted(self, table: "Table") -> None:
        """Somebody has come to a battle that was put aside."""
        ...

    def behold(self, table: "Table", battle: str, visitors: Iterable[Visitor]) -> None:
        """Let somebody watch a battle, or what they may see of it, from now on."""
        ...


class Table:
    """One table. Changes of its document are written first and shown afterwards.

    `host` is the other process that hosts it, "" if we do, by this claim (see `Fleet.host`).
    """

    def __init__(
        self,
        services: Services,
        doc: TableDoc,
        revision: int,
        outside: Outside,
        host: str = "",
        claim: int = 0,
    ) -> None:
        self.doc, self.revision, self.claim = doc, revision, claim
        self.visitors: dict[Visitor, None] = {}
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.room: Room | None = None
        self.following: Following | None = None
        self.start_lock = asyncio.Lock()
        self.is_hosted, self.host = not host, host
        self.elsewhere: dict[str, Away] = {}
        self.told: Away | None = None
        self.circumstances = Circumstances(services.clock)
        self.marks = Marks()
        self.gallery = Gallery(services.clock, self)
        self._store, self._outside = services.store, outside
        self._connections: Counter[str] = Counter()
        tell = partial(_tell_presence, weakref.ref(self))
        self._presence = Gathered(services.clock, PRESENCE_EVERY, tell)
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.doc.state.table

    @property
    def local(self) -> Away:
        """Who is connected to this process."""
        members = self.doc.state.members
        here = frozenset(m.player for m in members if m.player in self._connections)
        return Away(here, len(self.visitors) - sum(self._connections[each] for each in here))

    @property
    def here(self) -> frozenset[str]:
        """The members with an open connection, to whatever process."""
        here = self.local.players
        if self.is_hosted:
            return here.union(*(away.players for away in self.elsewhere.values()))
        return here | self.told.players if self.told is not None else here

    @property
    def spectators(self) -> int:
        """How many connections are not members'."""
        if self.is_hosted:
            return self.local.others + sum(away.others for away in self.elsewhere.values())
        return self.told.others if self.told is not None else self.local.others

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected here, seated or not, to whatever process.

        The host alone knows it of all processes.
        """
        return bool(self.visitors) or any(
            away.players or away.others for away in self.elsewhere.values()
        )

    @property
    def calls_for_room(self) -> bool:
        """Whether we host a running battle that is not in memory, and should be."""
        waits = self.is_hosted and self.room is None and is_playing(self.doc)
        return waits and (self.is_attended or not self.doc.aside)

    @property
    def is_idle(self) -> bool:
        """Whether nobody here or elsewhere needs it."""
        idle = not (self.visitors or self.elsewhere or self.room)
        return idle and not self.start_lock.locked()

    def state(self, visitor: Visitor | None = None) -> TableState:
        """What the players see, or a visitor who may be a spectator."""
        seen = visitor is not None and self.gallery.has(visitor)
        return self.with_presence(self.gallery.view() if seen else self.doc.state)

    def with_presence(self, state: TableState) -> TableState:
        """A state of the table, with who is there now."""
        return msgspec.structs.replace(
            state, here=tuple(sorted(self.here)), spectators=self.spectators
        )

    def behold(self, battle: str, visitors: Iterable[Visitor]) -> None:
        """Let somebody watch a battle, or what they may see of it, from now on."""
        self._outside.behold(self, battle, visitors)

    def is_seated(self, player: str) -> bool:
        """Whether somebody holds a seat."""
        return player in [chair.player for chair in self.doc.state.chairs]

    async def change(self, how: Callable[[TableDoc], TableDoc]) -> None:
        """Change the document, write it, show it. Raises `Refusal` of `how`, StoreError.

        Where another process has changed it meanwhile, `how` is applied to what that one wrote.
        """
        async with self._lock:
            for _ in range(TRIES):
                try:
                    doc = how(self.doc)
                except Refusal:
                    if await self.is_current():
                        raise
                    continue
                if doc is self.doc:
                    return
                try:
                    revision = await write(self._store, doc, self.revision)
                except Conflict:
                    await self.is_current()
                    continue
                except StoreUnavailable:
                    self._outside.unsure(self)
                    raise
                self.learn(revision, doc)
                break
            else:
                raise Conflict(f"table {self.id}", self.revision, -1)
        self.show_state()
        self._outside.changed(self)

    def learn(self, revision: int, doc: TableDoc) -> bool:
        """The document as it is at a revision; False where we know a later one, or this one."""
        if revision <= self.revision:
            return False
        gone = members_of(self.doc) - members_of(doc)
        self.revision, self.doc = revision, doc
        if gone and not doc.state.settings.public:
            self._outside.part(self, gone)
        return True

    async def is_current(self) -> bool:
        """Whether we hold the latest document; reads and shows that if not. Raises StoreError."""
        revision = self.revision
        await self.reload()
        if self.revision != revision:
            self.show_state()
            self._outside.changed(self)  # whoever wrote it may have died before saying so
        return self.revision == revision

    async def settle(self) -> None:
        """Learn what a write came to, and let it come to nothing later. Raises StoreError."""
        async with self._lock:
            if await self.is_current():
                self.revision = await write(self._store, self.doc, self.revision)

    async def reload(self) -> None:
        """Read the document again. Raises StoreError."""
        found = await self._store.get(KIND, self.id)
        if found is not None:
            self.learn(found[0], decode(found[1]))

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes to the table."""
        if visitor not in self.visitors:
            self.visitors[visitor] = None
            self._connections[visitor.player] += 1
        visitor.place = self
        self.gallery.enter(visitor)
        visitor.tell(self.state(visitor))
        for said in self.gallery.may_hear(visitor, self.chat):
            visitor.tell(said)
        self.show_presence()

    def close(self) -> None:
        """It is used here no longer."""
        self.gallery.close()
        self._presence.drop()
        if self.following is not None:
            self.following.close()
            self.following = None  # it knows the table: neither would be freed before the other

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes away."""
        if visitor in self.visitors:
            del self.visitors[visitor]
            self._connections[visitor.player] -= 1
            if not self._connections[visitor.player]:
                del self._connections[visitor.player]
            visitor.place = None
            visitor.look_at(None)
            self.gallery.leave(visitor)
            self.show_presence()

    def say(self, line: Said | Pinged, mark: str = "") -> None:
        """Somebody says or points at something. What was heard here before is only told again."""
        if self.marks.note(mark, line):
            self._hear_line(line)
        if self.elsewhere:
            self._outside.news(self, "", self.marks.told(mark) or line, mark)

    def tell(self, reply: Reply) -> None:
        """Tell everybody at the table."""
        self.gallery.tell(reply, self.visitors)
        if self.elsewhere:
            self._outside.news(self, "", reply)

    def tell_watchers(self, reply: Reply) -> None:
        """Tell those who watch our room in other processes; the room has told those here."""
        if self.elsewhere and self.room is not None:
            self._outside.news(self, self.room.battle, reply)

    def hear(self, reply: Reply, mark: str = "") -> None:
        """The host tells everybody something."""
        match reply:
            case Said() | Pinged():
                if self.marks.note(mark, reply):
                    self._hear_line(reply)
                return
            case Presence(_, here, spectators):
                self.told = Away(frozenset(here), spectators)
            case _:
                pass
        self.gallery.tell(reply, self.visitors)

    def _hear_line(self, line: Said | Pinged) -> None:
        if isinstance(line, Said):
            self.chat.append(line)
        self.gallery.tell(line, self.visitors)

    def show_state(self) -> None:
        """Tell everybody here how the table is now, its battle first."""
        self._seat_room()
        self.gallery.show_state(self.state())
        if not self.is_hosted:
            self._outside.attend(self, fully=False)

    def show_presence(self) -> None:
        """Somebody has come or gone: the battle knows at once, people within a second."""
        self._seat_room()
        if not self.is_hosted:
            self._outside.attend(self, fully=False)
        if self.visitors or self.elsewhere:
            self._presence.call()
        else:
            self._presence.drop()

    def _seat_room(self) -> None:
        if self.room is not None:
            self.room.seat(self.doc.state.chairs, self.here, attended=self.is_attended)
        elif self.doc.aside and self.calls_for_room:
            self._outside.wanted(self)

    def tell_presence(self) -> None:
        """Tell everybody here, or the host, who is here now."""
        if self.is_hosted:
            self.tell(Presence(self.id, tuple(sorted(self.here)), self.spectators))
        else:
            self._outside.attend(self, fully=True)


def _tell_presence(of: "weakref.ref[Table]") -> None:
    if (table := of()) is not None:
        table.tell_presence()

"""A table in use: its document, the people at it, their chat, and the battle that is on.

One process hosts a table: it plays the battle, and sends what happens to the other processes that
have visitors there. In those the same class holds a copy of the document, which they may change as
well (it is revisioned), and what the host has sent.
"""

import asyncio
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial

import msgspec
import structlog

from protocol.ids import NO_BATTLE, BattleId, PlayerId, SeatId, TableId
from protocol.replies import Commit, Pinged, Presence, Reply, Said
from protocol.tables import TableState
from server.battles import Resources, Room
from server.players import Visitor
from server.runtime import Refusal, Throttle
from server.spectating import Circumstances, Follower
from server.store import Conflict, StoreError, StoreUnavailable
from server.tables.chat_dedup import ChatDedup
from server.tables.delayed_spectators import DelayedSpectators
from server.tables.documents import KIND, decode, write
from server.tables.guests import guests_of
from server.tables.members import wished
from server.tables.outside import Attendance, Elsewhere, Outside
from server.tables.seats import TableDoc, is_playing, members_of
from server.tables.sessions import belongs_to_session, leads_to

CHAT_KEPT = 100  # lines, for whoever comes later: some screens
TRIES = 8  # against other processes that write the document in the same moment
PRESENCE_EVERY = 1.0  # seconds: people come and go together, at a start or a hand-over

log = structlog.get_logger(__name__)


class Table:
    """One table. Changes of its document are written first and shown afterwards.

    `host` is the other process that hosts it, "" if we do, by this claim (see `Fleet.host`).
    `back_by` is what the next battle needs to know of who is absent (`Autopilot.back_by`), between
    two battles of a session.
    """

    def __init__(
        self,
        resources: Resources,
        doc: TableDoc,
        revision: int,
        outside: Outside["Table"],
        host: str = "",
        claim: int = 0,
    ) -> None:
        self.doc, self.revision, self.claim = doc, revision, claim
        self.seating = object()
        self.visitors: dict[Visitor, None] = {}
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.room: Room | None = None
        self.following: Follower | None = None
        self.back_by: dict[PlayerId, float] = {}
        self.is_hosted, self.host = not host, host
        self._led = self._leads_to()
        self.elsewhere = Elsewhere()
        self.told: Attendance | None = None
        self.circumstances = Circumstances(resources.clock)
        self.chat_dedup = ChatDedup()
        self.delayed_spectators = DelayedSpectators(resources.clock, self)
        self._store, self._outside = resources.store, outside
        self._connections: Counter[PlayerId] = Counter()
        tell = partial(_tell_presence, weakref.ref(self))
        self._presence = Throttle(resources.clock, PRESENCE_EVERY, tell)
        self.start_lock, self._lock = asyncio.Lock(), asyncio.Lock()

    @property
    def id(self) -> TableId:
        """Return the table's id."""
        return self.doc.state.table

    def keep_absences(self, back_by: dict[PlayerId, float]) -> None:
        """Keep what the next battle of a session needs to know of absent players."""
        self.back_by = back_by

    @property
    def led_to(self) -> BattleId:
        """Return the battle that everybody here is led to, "" for none; see `sessions.leads_to`."""
        room = self.room
        is_first = room is not None and belongs_to_session(self.doc.state, room.battle)
        return room.battle if room is not None and is_first else leads_to(self.doc.state)

    @property
    def local(self) -> Attendance:
        """Return who is connected through this process."""
        members = self.doc.state.members
        here = frozenset(m.player for m in members if m.player in self._connections)
        return Attendance(here, len(self.visitors) - sum(self._connections[each] for each in here))

    @property
    def here(self) -> frozenset[PlayerId]:
        """Return the members with an open connection, through any process."""
        here = self.local.players
        if self.is_hosted:
            return here.union(*(away.players for away in self.elsewhere.values()))
        return here | self.told.players if self.told is not None else here

    @property
    def spectators(self) -> int:
        """Return how many connections are not a member's."""
        if self.is_hosted:
            return self.local.others + sum(away.others for away in self.elsewhere.values())
        return self.told.others if self.told is not None else self.local.others

    @property
    def is_attended(self) -> bool:
        """Return whether anybody is connected, seated or not, through any process.

        Only the host knows of all processes.
        """
        return bool(self.visitors) or any(
            away.players or away.others for away in self.elsewhere.values()
        )

    @property
    def calls_for_room(self) -> bool:
        """Return whether we host a running battle that is not in memory, and should be."""
        waits = self.is_hosted and self.room is None and is_playing(self.doc)
        return waits and (self.is_attended or not self.doc.aside)

    @property
    def is_idle(self) -> bool:
        """Return whether nobody here or elsewhere needs the table in memory."""
        idle = not (self.visitors or self.elsewhere or self.room)
        return idle and not self.start_lock.locked()

    def state(self, visitor: Visitor | None = None) -> TableState:
        """Return the table's state as players, or a visitor who may be a spectator, see it."""
        seen = visitor is not None and self.delayed_spectators.has(visitor)
        return self.with_presence(self.delayed_spectators.view() if seen else self.doc.state)

    def with_presence(self, state: TableState) -> TableState:
        """Return a state of the table with those who are connected now."""
        return msgspec.structs.replace(
            state, here=tuple(sorted(self.here)), spectators=self.spectators
        )

    def behold(self, battle: BattleId, visitors: Iterable[Visitor]) -> None:
        """Let visitors watch a battle from now on, as far as they may see it."""
        self._outside.behold(self, battle, visitors)

    async def check_battle(self, visitor: Visitor, battle: BattleId) -> None:
        """Raise `Refusal` for a battle that was not played here, or that the visitor may not see
        yet. Also StoreError: news of the latest battle may be on their way to us.
        """
        for _ in range(2):
            seen = (
                self.delayed_spectators.view()
                if self.delayed_spectators.has(visitor)
                else self.doc.state
            )
            if any(line.battle == battle for line in seen.battles):
                return
            if await self.is_current():
                break
        raise Refusal("unknown", "This table has played no such battle.")

    # Who plays its battle

    def host_here(self) -> None:
        """Record that this process hosts the table from now on."""
        self.is_hosted, self.host, self.told = True, "", None

    def host_elsewhere(self, host: str) -> None:
        """Record that another process hosts it from now on; a battle here stops."""
        self.is_hosted, self.host = False, host
        self.elsewhere.clear()
        if self.room is not None:
            self.room.lose()

    def host_unknown(self) -> None:
        """Record that its host, perhaps the same as before, has to be asked for anew."""
        self.host = ""

    def play(self, room: Room) -> None:
        """Record that the table's battle is played here, in `room`."""
        self.room = room

    def stop_playing(self, room: Room) -> None:
        """Record that a battle is no longer played here."""
        if self.room is room:
            self.room = None

    def follow(self, following: Follower) -> None:
        """Record that the table's battle is played elsewhere and shown here."""
        self.following = following

    def stop_following(self, following: Follower) -> None:
        """Record that a battle is no longer shown here."""
        if self.following is following:
            self.following = None

    def committed(self, commit: Commit) -> None:
        """Pass on a commit of the battle that is followed here."""
        self._outside.committed(self, commit)

    def is_seated(self, player: PlayerId) -> bool:
        """Return whether a player holds a seat."""
        return player in [chair.player for chair in self.doc.state.chairs]

    async def change(self, how: Callable[[TableDoc], TableDoc]) -> None:
        """Change the document by `how`, write it, show it. Raises the `Refusal` of `how`,
        StoreError.

        If another process has changed it meanwhile, `how` is applied to what that one wrote.
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

    async def note_wishes(self, seat: SeatId, said: Mapping[str, str]) -> None:
        """Note when a seat wishes to be asked of which ability, for all that is played here next. A
        failure is logged: the battle keeps its wishes, too.
        """
        try:
            await self.change(partial(wished, seat=seat, said=said))
        except StoreError as fault:
            log.warning("wishes.not_noted", table=self.id, error=str(fault))

    def learn(self, revision: int, doc: TableDoc) -> bool:
        """Replace our copy of the document; return False if `revision` is not later than ours."""
        if revision <= self.revision:
            return False
        gone = members_of(self.doc) - members_of(doc)
        if doc.shares != self.doc.shares:  # somebody was removed, and did not just make room
            gone |= guests_of(self.doc) - guests_of(doc) - members_of(doc)
        self.revision, self.doc, self.seating = revision, doc, object()
        if gone and not doc.state.settings.public:
            self._outside.part(self, gone)
        return True

    async def is_current(self) -> bool:
        """Read the document; show a later one and return False. Raises StoreError."""
        revision = self.revision
        await self.reload()
        if self.revision != revision:
            self.show_state()
            self._outside.changed(self)  # whoever wrote it may have died before saying so
        return self.revision == revision

    async def settle(self) -> None:
        """Find out if a failed write was made, and fence it by writing again. Raises StoreError."""
        async with self._lock:
            if await self.is_current():
                self.revision = await write(self._store, self.doc, self.revision)

    async def reload(self) -> None:
        """Read the document from the store, without showing it. Raises StoreError."""
        found = await self._store.get(KIND, self.id)
        if found is not None:
            self.learn(found[0], decode(found[1]))

    def enter(self, visitor: Visitor) -> None:
        """Add a visitor; send them table and chat, and everybody who is there now."""
        if visitor not in self.visitors:
            self.visitors[visitor] = None
            self._connections[visitor.player] += 1
        visitor.place = self
        self.delayed_spectators.enter(visitor)
        visitor.tell(self.state(visitor))
        for said in self.delayed_spectators.may_hear(visitor, self.chat):
            visitor.tell(said)
        self.show_presence()

    def close(self) -> None:
        """Stop the timers and the follower, as the table is dropped from memory."""
        self.delayed_spectators.close()
        self._presence.drop()
        if self.following is not None:
            self.following.close()
            self.following = None  # it knows the table: neither would be freed before the other

    def leave(self, visitor: Visitor) -> None:
        """Remove a visitor's connection, and send everybody else who is there now."""
        if visitor in self.visitors:
            del self.visitors[visitor]
            self._connections[visitor.player] -= 1
            if not self._connections[visitor.player]:
                del self._connections[visitor.player]
            visitor.place = None
            visitor.look_at(None)
            self.delayed_spectators.leave(visitor)
            self.show_presence()

    def say(self, line: Said | Pinged, mark: str = "") -> None:
        """Send a line or ping to everybody; one whose mark was heard here goes to others only."""
        if self.chat_dedup.note(mark, line):
            self._hear_line(line)
        if self.elsewhere:
            self._outside.news(self, NO_BATTLE, self.chat_dedup.told(mark) or line, mark)

    def tell(self, reply: Reply) -> None:
        """Send a message to everybody at the table."""
        self.delayed_spectators.tell(reply, self.visitors)
        if self.elsewhere:
            self._outside.news(self, NO_BATTLE, reply)

    def tell_watchers(self, reply: Reply) -> None:
        """Send a message to our room's watchers elsewhere; the room has told those here."""
        if self.elsewhere and self.room is not None:
            self._outside.news(self, self.room.battle, reply)

    def note_presence(self, here: Iterable[PlayerId], spectators: int) -> None:
        """Record who is connected, as the host has sent."""
        self.told = Attendance(frozenset(here), spectators)

    def hear(self, reply: Reply, mark: str = "") -> None:
        """Send visitors here what the host has sent; a line that was heard before is dropped."""
        if isinstance(reply, Said | Pinged):
            if self.chat_dedup.note(mark, reply):
                self._hear_line(reply)
            return
        if isinstance(reply, Presence):
            self.note_presence(reply.here, reply.spectators)
        self.delayed_spectators.tell(reply, self.visitors)

    def _hear_line(self, line: Said | Pinged) -> None:
        if isinstance(line, Said):
            self.chat.append(line)
        self.delayed_spectators.tell(line, self.visitors)

    def show_state(self) -> None:
        """Send everybody here the table's state, after its battle has learnt who sits there."""
        self._seat_room()
        self.delayed_spectators.show_state(self.state())
        if not self.is_hosted:
            self._outside.attend(self, fully=False)
        led, self._led = self._led, self._leads_to()
        # The host says so, too, but only to processes of which it has heard by then.
        if self._led not in (NO_BATTLE, led):
            self._outside.led(self, self._led)

    def _leads_to(self) -> BattleId:
        # A host leads by the rooms that it opens, and opens none for a session that was found over.
        leads_by_rooms = self.is_hosted and is_playing(self.doc)
        return NO_BATTLE if leads_by_rooms else leads_to(self.doc.state)

    def show_presence(self) -> None:
        """Tell the battle at once who is there, people within `PRESENCE_EVERY` seconds."""
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
        is_played = self.room is not None and self.is_hosted and self.is_attended
        if self.doc.aside and is_playing(self.doc) and (is_played or self.calls_for_room):
            self._outside.wanted(self)

    def tell_presence(self) -> None:
        """Send everybody here, or the host, who is connected to this process now."""
        if self.is_hosted:
            self.tell(Presence(self.id, tuple(sorted(self.here)), self.spectators))
        else:
            self._outside.attend(self, fully=True)


def _tell_presence(of: "weakref.ref[Table]") -> None:
    if (table := of()) is not None:
        table.tell_presence()

"""The other side of a table that another process hosts.

A relaying process shows its visitors the battle from the journal, and the table from a copy that
the host keeps fresh. It changes the document itself, and passes on what only the host can grant:
moves, chat, the start of a battle. When the host dies, one of those who relay takes its place, and
what was not answered is asked again: running numbers make each move count once.
"""

import asyncio
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import structlog

from protocol.codec import msgpack as codec
from protocol.replies import Commit, Presence, Refused, Reply
from protocol.requests import Chat, Consent, Intent, Ping, Standing, Start, Undo
from server.rooms import afterwards
from server.rooms.delayed import NO_SEAT, is_delayed
from server.rooms.hosting import Envoy
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
from server.rooms.numbers import is_made_by, made_by
from server.rooms.outlasting import until_back
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.seats import is_playing, seats_held
from server.rooms.table import Away, Table, decode
from server.rooms.visitor import Frames, Visitor
from server.rooms.watching import behold
from server.store.errors import PASSING, StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

MOST_WAITING = 256
PATIENCE = 15.0
AGAIN_AFTER = 0.05

Passed = Intent | Undo | Consent | Standing | Start | Chat | Ping

log = structlog.get_logger(__name__)


class Waiting(NamedTuple):
    """A request that has been passed on, or waits for the battle to be taken up here."""

    table: Table
    visitor: Visitor
    request: Passed
    since: float
    answered: asyncio.Event
    once: str
    trace: str


class Relaying:
    """What this process does at tables that others host, and when it has to host one itself."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._clock = hall.services.clock
        self._numbers = count(1)
        self._waiting: dict[str, dict[int, Waiting]] = {}
        self._attended: dict[str, Away] = {}
        self._resolving: dict[str, asyncio.Task[None]] = {}

    # Requests

    async def ask(self, table: Table, visitor: Visitor, request: Passed, once: str = "") -> None:
        """Pass a request on, and wait until it has been answered. `once`: see `Asks`."""
        waiting = self.pass_on(table, visitor, request, once)
        if waiting is not None:
            await waiting.answered.wait()

    def pass_on(
        self, table: Table, visitor: Visitor, request: Passed, once: str = ""
    ) -> Waiting | None:
        """Pass a request on to the host, as soon as there is one that can answer it."""
        waiting = self._waiting.setdefault(table.id, {})
        if len(waiting) >= MOST_WAITING:
            visitor.refuse(request.ref, "busy", "Too much at once for this table.")
            return None
        number = next(self._numbers)
        if isinstance(request, Start):
            once = once or table.doc.upcoming
        elif isinstance(request, (Chat, Ping)):
            once = once or f"{self._hall.owner}.{number}"
        one = Waiting(
            table, visitor, request, self._clock.now(), asyncio.Event(), once, visitor.trace
        )
        waiting[number] = one
        if not table.is_hosted and table.host:
            self._send(number, one, table.host)
        return one

    def mark(self) -> str:
        """A mark for what is said by somebody here, where we host."""
        return f"{self._hall.owner}.{next(self._numbers)}"

    def drop(self, table: Table, visitor: Visitor) -> None:
        """A visitor has gone, and wants no answers."""
        for number, one in self._of(table).items():
            if one.visitor is visitor:
                self._done(table.id, number)

    def expire(self) -> None:
        """Refuse what nobody has answered for long; a vote may take its time."""
        late = self._clock.now() - PATIENCE
        for waiting in tuple(self._waiting.values()):
            for number, one in tuple(waiting.items()):
                if one.since < late and not isinstance(one.request, Undo):
                    self._done(one.table.id, number)
                    text = "The battle cannot be reached. Send it again."
                    one.visitor.refuse(one.request.ref, "paused", text)

    def _of(self, table: Table) -> dict[int, Waiting]:
        return dict(self._waiting.get(table.id, {}))

    def _done(self, table: str, number: int) -> Waiting | None:
        waiting = self._waiting.get(table, {})
        one = waiting.pop(number, None)
        if one is not None:
            one.answered.set()
            if not waiting:
                del self._waiting[table]
        return one

    def _send(self, number: int, waiting: Waiting, host: str) -> None:
        table, visitor = waiting.table, waiting.visitor
        frame = codec.encode(waiting.request)
        player, name = visitor.player, visitor.name
        told = waiting.once, waiting.trace, visitor.address
        letter = Asks(table.id, number, player, name, frame, *told)
        self._hall.post.send(host, letter)

    def committed(self, table: Table, commit: Commit) -> None:
        """A commit is the answer to the intent that made it."""
        if not commit.number or table.id not in self._waiting:
            return
        seat, made = made_by(commit, {})
        for number, one in self._of(table).items():
            if not isinstance(one.request, (Intent, Undo)) or one.request.number != commit.number:
                continue
            held = seats_held(table.doc, one.visitor.player)
            if seat != one.request.seat and (one.request.seat or seat not in held):
                continue
            if is_made_by(made, one.request):
                self._done(table.id, number)
            elif table.host:
                # Another program's of the player, or named by an earlier id: the host knows which.
                self._send(number, one, table.host)

    # Letters from the host

    def hear(self, sender: str, letter: Letter) -> None:
        """A letter from a process that hosts, or does so no longer."""
        table = self._hall.tables.get(letter.table)
        match letter:
            case Answers():
                is_host = table is None or table.host == sender
                self._answered(letter, codec.reply(letter.reply), is_host)
            case Moved():
                if table is not None and table.host == sender:
                    table.host = ""  # whoever it is now, also the same one, is asked again
                self._hall.spawn(self._moved(letter.table))
            case _:
                if table is not None and not table.is_hosted and table.host == sender:
                    self._take(table, letter)

    def _answered(self, letter: Answers, reply: Reply, is_host: bool) -> None:
        one = self._waiting.get(letter.table, {}).get(letter.number)
        if one is None:
            return
        if isinstance(reply, Refused) and isinstance(one.request, Intent | Undo):
            if not is_host:
                return  # another one is asked by now, and may grant it
            self._hall.spawn(self._refuse(letter.number, one, reply))
            return
        self._done(letter.table, letter.number)
        one.visitor.tell(reply)

    async def _refuse(self, number: int, one: Waiting, no: Refused) -> None:
        """Refuse a move: one that was made before is found in the journal, which comes first."""
        following = one.table.following
        try:
            if following is not None:
                await following.read_on()
        except (StoreError, Unreadable):
            no = Refused(no.ref, "paused", "The store is away. Send it again.")
        table, player = one.table, one.visitor.player
        reply: Reply = no
        if no.code == "not_now":
            reply = await afterwards.made(self._hall, table, one.once, player, no, one.request)
        if is_delayed(table.doc, player):
            reply = Refused(no.ref, "not_seated", NO_SEAT)  # they have stood up meanwhile
        if self._done(one.table.id, number) is not None:
            one.visitor.tell(reply)

    def _take(self, table: Table, letter: Letter) -> None:
        match letter:
            case Doc():
                table.told = Away(frozenset(letter.here), letter.spectators)
                if table.learn(letter.revision, decode(letter.doc)):
                    table.show_state()
                else:
                    table.hear(Presence(table.id, letter.here, letter.spectators))
            case Spoken():
                for frame, mark in zip(letter.said, letter.marks, strict=False):
                    table.hear(codec.reply(frame), mark)
            case News(battle=""):
                table.hear(codec.reply(letter.reply), letter.mark)
            case News():
                reply = codec.reply(letter.reply)
                table.circumstances.learn(letter.battle, reply)
                following = table.following
                if following is not None and following.battle == letter.battle:
                    Frames(reply, letter.reply).show(following.audience.visitors)
            case Shows():
                self._hall.spawn(self.show(table, letter.battle))
            case _:
                pass

    async def _moved(self, table_id: str) -> None:
        """Somebody hosts the table no longer: perhaps we are the only ones left to do it."""
        try:
            table = await self._hall.table(table_id)
        except (Refusal, StoreError) as fault:
            log.warning("table.not_hosted", table=table_id, error=str(fault))
            return
        await self.resolve(table)
        self._hall.forget_if_idle(table)

    async def show(self, table: Table, battle: str) -> None:
        """Let everybody here watch a battle that is on; spectators come to it by the gallery."""
        players = [each for each in table.visitors if not table.gallery.has(each)]
        await behold(self._hall, table, battle, players)

    # To the host

    def attend(self, table: Table, *, fully: bool) -> None:
        """Tell the host who is here: its players and whether there is anybody at once, how many
        others if `fully`.
        """
        if table.is_hosted or not table.host:
            return
        here, told = table.local, self._attended.get(table.id)
        if told == here:
            return
        alike = told is not None and told.players == here.players
        if alike and told is not None and bool(told.others) == bool(here.others) and not fully:
            return
        self._attended[table.id] = here
        players = tuple(sorted(here.players))
        letter = Attends(table.id, table.revision, players, here.others, told is None)
        self._hall.post.send(table.host, letter)

    def changed(self, table: Table) -> None:
        """Tell the host that we have written the document."""
        if table.host:
            self._hall.post.send(table.host, Changed(table.id, table.revision))

    def depart(self, table: Table) -> None:
        """Nobody of ours is there any more."""
        if self._attended.pop(table.id, None) is not None and table.host:
            self._hall.post.send(table.host, Departs(table.id))

    # Who hosts

    def check(self) -> None:
        """Look for a new host wherever the old one is dead."""
        for table in tuple(self._hall.tables.values()):
            if not table.is_hosted and not self._hall.pulse.knows(table.host):
                self.resolve(table)

    def resolve(self, table: Table) -> "asyncio.Task[None]":
        """Find out who hosts a table, us perhaps, and act on it."""
        task = self._resolving.get(table.id)
        if task is None or task.done():
            task = self._resolving[table.id] = self._hall.spawn(self._resolve(table))
            task.add_done_callback(lambda done: self._resolved(table, done))
        return task

    def _resolved(self, table: Table, task: "asyncio.Task[None]") -> None:
        if self._resolving.get(table.id) is task:
            del self._resolving[table.id]

    async def _resolve(self, table: Table) -> None:
        hall = self._hall
        while hall.tables.get(table.id) is table and not hall.is_closed:
            try:
                host = await hall.in_use.host_of(table.id, table.claim)
                if host == hall.owner and not hall.is_draining:
                    await self._become_host(table)
                    return
            except PASSING:
                await until_back(hall.services.store, self._clock, AGAIN_AFTER)
                continue
            except StoreError as fault:
                log.error("table.not_hosted", table=table.id, error=str(fault))
                return
            if host not in ("", hall.owner):
                if table.is_hosted or table.host != host:
                    self._relay_to(table, host)
                return
            if not hall.is_draining:
                return  # the document is gone
            await self._clock.sleep(AGAIN_AFTER)

    async def _become_host(self, table: Table) -> None:
        if not table.is_hosted:
            await table.reload()
            if table.host:
                self._hall.hosting.moved(table.host, table.id)  # it may not be dead at all
            table.is_hosted, table.host, table.told = True, "", None
            self._attended.pop(table.id, None)
            log.info("table.hosted", table=table.id)
            table.show_state()
            table.show_presence()
        playing = is_playing(table.doc)
        if table.calls_for_room or (playing and table.room is None and self._of(table)):
            battle = table.doc.state.battles[-1].battle
            self._hall.owned.take_up(battle)
            unseen = [each for each in table.visitors if each.show is None]
            self._hall.behold(table, battle, unseen)  # the news of it may have died with the host
        for number, one in self._of(table).items():
            if isinstance(one.request, (Start, Chat, Ping)):
                self._hall.spawn(self._answer_here(number, one))
            elif not playing:
                no = Refused(one.request.ref, "not_now", "The battle is over.")
                self._hall.spawn(self._refuse(number, one, no))

    async def _answer_here(self, number: int, one: Waiting) -> None:
        await self._hall.handle(one.visitor, one.request, one.once)
        self._done(one.table.id, number)

    def _relay_to(self, table: Table, host: str) -> None:
        if table.is_hosted:
            table.is_hosted = False
            table.elsewhere.clear()
            if table.room is not None:
                table.room.lose()
        log.info("table.relayed", table=table.id, host=host)
        table.host = host
        if table.following is not None:
            for reply in table.circumstances.ended(table.following.battle):
                table.following.audience.tell(reply)
        table.circumstances.forget()  # some news may be lost: the host tells anew what still holds
        self._attended.pop(table.id, None)
        self.attend(table, fully=True)
        for number, one in self._of(table).items():
            if isinstance(one.visitor, Envoy):
                self._done(table.id, number)
                self._hall.post.send(one.visitor.process, Moved(table.id))
            else:
                self._send(number, one, host)

    # Battles that come here, or go

    def room_opened(self, table: Table, room: Room) -> None:
        """A battle is played here from now on."""
        if table.following is not None:
            table.following.close()
            table.following = None
        for reply in table.circumstances.ended(room.battle):
            room.audience.tell(reply)
        table.circumstances.forget()
        for number, one in self._of(table).items():
            if not isinstance(one.request, (Intent, Undo, Consent, Standing)):
                continue
            if one.once == room.battle:
                self._done(table.id, number)
                room.submit(one.visitor, one.request)
            else:
                no = Refused(one.request.ref, "not_now", "The battle is over.")
                self._hall.spawn(self._refuse(number, one, no))

    def room_lost(self, table: Table, room: Room) -> None:
        """A battle is not played here any more: its visitors see it from the journal."""
        table.circumstances.forget()
        if room.audience.visitors:
            table.following = self._hall.tailing.after(table, room)
        for visitor, request in room.leftover():
            if isinstance(visitor, Envoy):
                self._hall.post.send(visitor.process, Moved(table.id))
            else:
                self.pass_on(table, visitor, request, room.battle)
        self.resolve(table)

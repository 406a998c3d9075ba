"""Defects that are put into the system on purpose: the checker has to find each of them."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace as replaced
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from protocol.codec import msgpack as codec
from protocol.ids import BattleId, CallId
from protocol.questions import Question
from protocol.replies import Refused
from protocol.requests import Intent, Move, Undo
from protocol.tables import BattleLine
from server.battles import called
from server.battles.called import called_id
from server.battles.clocks import AllClocks
from server.battles.records.record import BattleRecord, Draft
from server.battles.room import Room, RoomRequest
from server.cluster import called_battles, kept_clocks, owned_battles
from server.cluster.called_battles import CalledBattles
from server.cluster.kept_clocks import keep_clocks
from server.cluster.owned_battles import OwnedBattles
from server.cluster.passed_requests import Passed, PassedRequest
from server.cluster.relay import Relay
from server.net.websocket import Outbox
from server.players.visitor import Deliver, Visitor
from server.rules.engine import advance
from server.rules.engine.still_open import FormerIds
from server.service.game_service import GameService
from server.spectating.follower import Follower
from server.store import Conflict, Fenced, Lease, Store
from server.store.redis import scripts
from server.store.redis.scripts import Script
from server.tables import seats
from server.tables.table import Table
from tests.simulator.truth import Truth

LOST_EVERY = 40
DAWDLES = 1.0
Questions = tuple[Question, ...]


@contextmanager
def ack_before_append() -> Iterator[None]:
    """A commit is shown before the journal has it."""

    async def keep(self: Room, draft: Draft) -> None:
        self.audience.commit(draft.commit.version, draft.commit, draft.frame)
        await plain(self, draft)

    def answer_now(self: Room, visitor: Visitor, intent: Intent) -> None:
        at_once(self, visitor, intent)
        if (writing := self._writing) is not None:
            commit, frame = writing.draft.commit, writing.draft.frame
            self.audience.commit(commit.version, commit, frame)

    plain, at_once = Room._keep, Room._answer_now
    with patch.object(Room, "_keep", keep), patch.object(Room, "_answer_now", answer_now):
        yield


@contextmanager
def no_fencing() -> Iterator[None]:
    """The store takes an append under any epoch."""

    async def append(self: Truth, lease: Lease, version: int, entry: bytes) -> None:
        journal = self._get(lease.battle)
        if version != len(journal.entries) + 1:
            raise Conflict(f"battle {lease.battle}", version - 1, len(journal.entries))
        self._add(lease.battle, journal, entry)
        self._note(lease, version)

    with patch.object(Truth, "append", append):
        yield


@contextmanager
def no_deduplication() -> Iterator[None]:
    """A running number that came before counts as new."""

    def repeated(_self: BattleRecord, _sent: Intent | Undo, _seat: str) -> None:
        return None

    with patch.object(BattleRecord, "repeated", repeated):
        yield


@contextmanager
def a_lost_diff() -> Iterator[None]:
    """Now and then a commit leaves out one of the changes that its events made."""

    def draft(self: BattleRecord, *args: Any, **fields: Any) -> Draft:
        made = plain(self, *args, **fields)
        commit = made.commit
        if commit.version % LOST_EVERY or not commit.put:
            return made
        lost = dict(list(commit.put.items())[:-1])
        commit = replace(commit, put=lost)
        return replace(made, commit=commit, frame=codec.encode(commit))

    plain = BattleRecord._draft
    with patch.object(BattleRecord, "_draft", draft):
        yield


@contextmanager
def a_lost_frame() -> Iterator[None]:
    """Now and then a connection is not shown what the others are shown."""

    def deliver_by(self: Outbox, deliver: Deliver) -> None:
        def lossy(frame: bytes) -> object:
            count[0] += 1
            return deliver(frame) if count[0] % LOST_EVERY else None

        plain(self, lossy)

    plain, count = Outbox._deliver_by, [0]
    with patch.object(Outbox, "_deliver_by", deliver_by):
        yield


@contextmanager
def forgotten_numbers() -> Iterator[None]:
    """Who takes a battle over from a snapshot does not know the running numbers before it."""

    def forget(self: BattleRecord, _numbers: object, _highest: object) -> None:
        self._made, self._highest = {}, {}

    with patch.object(BattleRecord, "note_numbers", forget):
        yield


@contextmanager
def a_dropped_request() -> Iterator[None]:
    """A request that is in hand when the battle is lost is answered by nobody."""

    def leftover(self: Room) -> list[tuple[Visitor, Move]]:
        return [each for each in plain(self) if each[1] is not in_hand.get(self)]

    async def settled(
        self: Room, visitor: Visitor, request: RoomRequest, work: Coroutine[Any, Any, None]
    ) -> None:
        in_hand[self] = request
        await settle(self, visitor, request, work)
        del in_hand[self]

    plain, settle = Room.leftover, Room._settled
    in_hand: WeakKeyDictionary[Room, RoomRequest] = WeakKeyDictionary()
    with patch.object(Room, "leftover", leftover), patch.object(Room, "_settled", settled):
        yield


@contextmanager
def a_refusal_past_the_lease() -> Iterator[None]:
    """An owner refuses though others may have the battle by now, and may have said yes."""

    def refuse(_self: Room, visitor: Visitor, no: Refused) -> None:
        visitor.tell(no)

    with patch.object(Room, "_refuse", refuse):
        yield


@contextmanager
def no_reading_on() -> Iterator[None]:
    """Who takes a battle over does not show what was committed meanwhile to those who follow."""

    async def go_on(
        self: OwnedBattles, table: Table, record: BattleRecord, lease: Lease, asked: float
    ) -> bool:
        is_taking_over.set(True)
        try:
            return await gone_on(self, table, record, lease, asked)
        finally:
            is_taking_over.set(False)

    async def look_again(self: Follower) -> None:
        if is_taking_over.get():
            is_taking_over.set(False)
        else:
            await looked(self)

    is_taking_over = ContextVar("is_taking_over", default=False)
    gone_on, looked = OwnedBattles._go_on, Follower.look_again
    with (
        patch.object(OwnedBattles, "_go_on", go_on),
        patch.object(Follower, "look_again", look_again),
    ):
        yield


@contextmanager
def a_stale_answer() -> Iterator[None]:
    """An answer counts for whatever is asked in the same words after it."""

    def twins(_former: FormerIds, before: Questions, now: Questions, _events: object) -> FormerIds:
        return {
            old.id: asked.id for old in before for asked in now if replace(asked, id=old.id) == old
        }

    with patch.object(advance, "still_open", twins):
        yield


@contextmanager
def put_aside_unsaid() -> Iterator[None]:
    """A battle that nobody is at is let go of, and its table does not say so."""

    async def put_aside(self: OwnedBattles, table: Table, room: Room) -> None:
        await keep_clocks(self._store, room)
        await self.let_go(table)

    with patch.object(OwnedBattles, "put_aside", put_aside):
        yield


@contextmanager
def clocks_cut_short() -> Iterator[None]:
    """The clocks of a battle that was put aside have run down when it is taken up again."""

    async def clocks_of(store: Store, record: BattleRecord, now: int) -> AllClocks:
        seats, sides = await kept(store, record, now)
        return AllClocks(dict.fromkeys(seats, 0), dict.fromkeys(sides, 0))

    kept = kept_clocks.clocks_of
    with patch.object(owned_battles, "clocks_of", clocks_of):
        yield


@contextmanager
def put_aside_for_good() -> Iterator[None]:
    """The table of a battle that was put aside does not say that it is played again."""
    with patch.object(owned_battles, "resumed", seats.started):
        yield


@contextmanager
def nobody_brings_it_back() -> Iterator[None]:
    """Who comes to a battle that was put aside does not have it taken up."""

    def wanted(_self: GameService, _table: Table) -> None:
        pass

    with patch.object(GameService, "wanted", wanted):
        yield


@contextmanager
def an_answer_lost_while_aside() -> Iterator[None]:
    """A move that arrives before a battle that was put aside is back is answered by nobody."""

    def pass_on(
        self: Relay, table: Table, visitor: Visitor, request: Passed, once: str = ""
    ) -> PassedRequest | None:
        lost = table.doc.aside and isinstance(request, Intent)
        return None if lost else passed(self, table, visitor, request, once)

    passed = Relay.pass_on
    with patch.object(Relay, "pass_on", pass_on):
        yield


@contextmanager
def an_outcome_twice() -> Iterator[None]:
    """Now and then whoever brings an outcome brings it once more."""

    async def append(
        self: CalledBattles, session: BattleRecord, lease: Lease, draft: Draft
    ) -> None:
        await plain(self, session, lease, draft)
        count[0] += 1
        if count[0] % 3 == 0:
            version = draft.commit.version + 1
            again = codec.encode(replace(draft.commit, version=version))
            await self._resources.store.append(lease, version, again)

    plain, count = CalledBattles._append, [0]
    with patch.object(CalledBattles, "_append", append):
        yield


@contextmanager
def a_battle_twice() -> Iterator[None]:
    """The id of a called battle is each process's own."""

    async def settle(
        self: CalledBattles, table: Table, session: BattleRecord, lease: Lease
    ) -> BattleLine | None:
        owner.set(self._battles._owner)
        return await plain(self, table, session, lease)

    def own(session: BattleId, call: CallId) -> BattleId:
        return called_id(BattleId(f"{owner.get()} {session}"), call)

    plain, owner = CalledBattles.settle, ContextVar("owner", default="")
    with (
        patch.object(CalledBattles, "settle", settle),
        patch.object(called_battles, "called_id", own),
        patch.object(called, "called_id", own),
    ):
        yield


@contextmanager
def an_outcome_of_a_stale_owner() -> Iterator[None]:
    """Whoever finds a called battle over, however late, has the session take the outcome."""

    async def append(
        self: CalledBattles, session: BattleRecord, lease: Lease, draft: Draft
    ) -> None:
        await self._resources.clock.sleep(DAWDLES)
        try:
            await plain(self, session, lease, draft)
        except (Fenced, Conflict):
            store, battle = self._resources.store, session.opening.battle
            version = 1 + len(await store.read(battle))
            late = await store.acquire(battle, owner=lease.owner, ttl=self._battles._lease)
            again = codec.encode(replace(draft.commit, version=version))
            await store.append(late, version, again)
            raise

    plain = CalledBattles._append
    with patch.object(CalledBattles, "_append", append):
        yield


IN_SESSIONS: dict[str, Callable[[], Any]] = {
    "an outcome twice": an_outcome_twice,
    "a battle twice": a_battle_twice,
    "an outcome of a stale owner": an_outcome_of_a_stale_owner,
}
"""Found in worlds with sessions."""

PLANTED: dict[str, Callable[[], Any]] = {
    "ack before append": ack_before_append,
    "no fencing": no_fencing,
    "no deduplication": no_deduplication,
    "a lost diff": a_lost_diff,
    "a lost frame": a_lost_frame,
    "forgotten numbers": forgotten_numbers,
    "a dropped request": a_dropped_request,
    "a refusal past the lease": a_refusal_past_the_lease,
    "no reading on": no_reading_on,
    "a stale answer": a_stale_answer,
    "put aside, unsaid": put_aside_unsaid,
    "clocks cut short": clocks_cut_short,
    "put aside for good": put_aside_for_good,
    "nobody brings it back": nobody_brings_it_back,
    "an answer lost while aside": an_answer_lost_while_aside,
}


def _in_script(name: str, sound: bytes, broken: bytes) -> Callable[[], Any]:
    """A defect in one of the store's scripts."""

    @contextmanager
    def planted() -> Iterator[None]:
        script: Script = getattr(scripts, name)
        assert script.source.count(sound) == 1, f"{name} reads differently now"
        source = script.source.replace(sound, broken)
        with patch.object(scripts, name, replaced(script, source=source)):
            yield

    return planted


IN_SCRIPTS: dict[str, Callable[[], Any]] = {
    "renew takes a battle back that others have had": _in_script(
        "RENEW", b"not holder and redis.call('GET', epoch) == ARGV[2 + i]", b"not holder"
    ),
    "renew prolongs anybody's lease": _in_script("RENEW", b"holder == ARGV[1]", b"holder"),
    "snapshots are ordered as texts": _in_script(
        "PUT_SNAPSHOT", b"tonumber(kept) > tonumber(ARGV[2])", b"kept > ARGV[2]"
    ),
    "acquire takes a held battle": _in_script(
        "ACQUIRE", b"holder and holder ~= ARGV[1]", b"holder == ''"
    ),
    "acquire leaves the epoch as it is": _in_script(
        "ACQUIRE", b"redis.call('INCR', KEYS[2])", b"redis.call('INCRBY', KEYS[2], 0)"
    ),
    "settle leaves the epoch as it is": _in_script(
        "SETTLE", b"return { 0, redis.call('INCR', KEYS[2]) }", b"return { 0, tonumber(epoch) }"
    ),
    "put takes any revision": _in_script(
        "PUT_DOCUMENT", b"tonumber(ARGV[1]) ~= revision", b"tonumber(ARGV[1]) > revision"
    ),
}
"""Found in a world whose store is `ScriptedTruth`."""

"""Beginning battles, and taking them up again from their journals."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec
import structlog

from protocol.events import Called
from protocol.ids import NO_BATTLE, BattleId, SeatId
from protocol.replies import Closing, Opening, SeatOf
from protocol.tables import TableState
from server.battles.called import Beginning, last_state
from server.battles.games import Built, Ending, Games
from server.battles.records import (
    BattleRecord,
    Unreadable,
    commit_in,
    decode_snapshot,
    decoding,
    going_on,
    meta_at_start,
    meta_of,
    new_record,
    opening_of,
    recovering,
)
from server.rules.engine.dice import commitment
from server.rules.engine.ruleset import Ruleset
from server.runtime import NOBODY, Observers, Refusal, Slicer
from server.store import Conflict, Lease, Store

log = structlog.get_logger(__name__)

NO_RATINGS: Final[Mapping[SeatId, int]] = {}


class EndedSession(NamedTuple):
    """A session that is over: its opening and its last state."""

    opening: Opening
    state: Any


class BattleStore:
    """The battles in a store, as this process (`owner`) works on them.

    A `lease` in seconds is how long they stay its own without a heartbeat.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        owner: str,
        lease: float,
        observers: Observers = NOBODY,
    ) -> None:
        self.store, self._games, self._owner, self._lease = store, games, owner, lease
        self._observers = observers
        # Its own, for here play waits: it should not wait for those who only look at battles.
        self._slicer = Slicer(patience=None)

    async def begin(
        self,
        battle: BattleId,
        seed: str,
        table: TableState,
        time: int,
        before: EndedSession | None = None,
        ratings: Mapping[SeatId, int] = NO_RATINGS,
    ) -> tuple[BattleRecord, Lease]:
        """Write the first commit of a table's next battle, under the id that is set aside for it.

        `seed` is the secret of its dice in hexadecimal, `time` the Unix time in milliseconds,
        `before` the session that this one goes on from, `ratings` with which its players begin.
        Where an earlier try was written after all, that one counts. Raises `Refusal`, StoreError.
        """
        self._games.offer(table.settings.encounter)
        record = self._new(battle, seed, table, time, before, ratings)
        draft = record.begin()
        if draft.told.over:
            raise Refusal("not_allowed", "This battle would be over before it begins.")
        meta = meta_at_start(bytes.fromhex(seed), table.table)
        try:
            lease = await self.store.create(
                battle, meta, draft.frame, owner=self._owner, ttl=self._lease
            )
        except Conflict:
            return await self.take_up(battle)
        self._observers.recorded(battle, draft.commit.number, None)
        record.keep(draft)
        return record, lease

    async def call_for(self, begun: Beginning) -> None:
        """Write the first commit of a called battle, once however often. Raises StoreError.

        Nobody owns it then: whoever is to play it takes it up. Raises `Unreadable` for one that
        would be over before it begins.
        """
        battle, draft = begun.line.battle, begun.record.begin()
        if draft.told.over:
            raise Unreadable(f"the called battle {battle} would be over before it begins")
        meta = meta_at_start(begun.seed, begun.record.opening.table)
        owner = self._owner
        try:
            lease = await self.store.create(battle, meta, draft.frame, owner=owner, ttl=self._lease)
        except Conflict:
            return
        self._observers.recorded(battle, draft.commit.number, None)
        await self.store.release(lease)

    async def outcome(self, session: BattleRecord, called: Called, frames: list[bytes]) -> object:
        """Return what a called battle's end comes to. Raises `Refusal`, `Unreadable`."""
        _, state = await self.ended(frames)
        return self._games.outcome(session.opening.encounter, called.spec, state)

    async def ended(self, frames: list[bytes]) -> EndedSession:
        """Return how a journal's session, or battle, stood at its end. Raises `Refusal`,
        `Unreadable`.
        """
        opening = commit_in(frames[0]).pinned
        if not isinstance(opening, Opening):
            raise Unreadable("the journal does not begin with an opening")
        try:
            state = await self._slicer.run(last_state(frames, self.rules(opening)))
        except msgspec.ValidationError as fault:
            raise Unreadable(f"the last state is unknown to this release: {fault}") from fault
        return EndedSession(opening, state)

    async def take_up(self, battle: BattleId) -> tuple[BattleRecord, Lease]:
        """Take a battle over from its journal. Raises `Unreadable`, `Refusal`, StoreError."""
        lease = await self.store.acquire(battle, owner=self._owner, ttl=self._lease)
        seed = (await meta_of(self.store, battle)).seed
        if seed is None:
            raise Unreadable("the journal has lost its seed")
        record = await self._from_snapshot(battle, seed)
        if record is None:
            entries = await self._slicer.run(decoding(await self.frames(battle)))
            built = self.rules(opening_of(entries))
            record = await self._slicer.run(recovering(built, seed, entries))
        return record, lease

    async def phase(self, battle: BattleId) -> Literal["on", "over", "broken"]:
        """Return whether a battle goes on, is over, or can be neither played nor shown."""
        last = await self.store.last(battle)
        try:
            if last is None:
                return "broken"
            return "over" if isinstance(commit_in(last[1]).pinned, Closing) else "on"
        except Unreadable as fault:
            log.error("battle.unreadable", battle=battle, error=str(fault))
            return "broken"

    async def _from_snapshot(self, battle: BattleId, seed: bytes) -> BattleRecord | None:
        """Return the record from the snapshot and the journal's tail; None where the whole journal
        has to be read.
        """
        found = await self.store.snapshot(battle)
        saved = decode_snapshot(found[1]) if found is not None else None
        if found is None:
            return None
        try:
            if saved is None:
                raise Unreadable(f"the snapshot of version {found[0]} is of another release")
            tail = [frame for _, frame in await self.store.read(battle, after=saved.version)]
            work = going_on(self.rules(saved.opening), seed, saved, tail)
            return await self._slicer.run(work)
        except Unreadable as fault:
            log.warning("snapshot.not_used", battle=battle, error=str(fault))
            return None

    async def frames(self, battle: BattleId) -> list[bytes]:
        """Return a battle's journal. Raises `Refusal`, StoreError."""
        found = await self.store.read(battle)
        if not found:
            raise Refusal("unknown", "There is no such battle.")
        return [frame for _, frame in found]

    def rules(self, opening: Opening) -> Ruleset[Any]:
        """Return the rules that a battle was begun with. Raises `Refusal`."""
        seats = tuple(seat.seat for seat in opening.seats)
        return self._games.rules(opening.encounter, seats, opening.difficulty)

    def ending(self, record: BattleRecord) -> Ending | None:
        """Return what a session's end means for its campaign; None where it is no session, or one
        that its own rules have not ended. Raises `Refusal`.
        """
        opening, state = record.opening, record.shown.state
        if not opening.part or record.play.ruleset.next_beat(state) is not None:
            return None
        return self._games.comes_next(opening.encounter, state)

    def _built(self, table: TableState, before: EndedSession | None) -> Built:
        settings = table.settings
        seats = tuple(chair.seat for chair in table.chairs)
        if before is None:
            built = self._games.build(
                settings.encounter, seats, settings.difficulty, settings.options
            )
            names = {chair.seat: chair.adventurer for chair in table.chairs if chair.adventurer}
            return self._games.named(settings.encounter, built, names)
        opening, state = before
        begin = self._games.go_on if opening.part else self._games.after_prologue
        known_by = opening.encounter if opening.part else settings.encounter
        return begin(known_by, state, seats, settings.difficulty, settings.options)

    def _new(
        self,
        battle: BattleId,
        seed: str,
        table: TableState,
        time: int,
        before: EndedSession | None,
        ratings: Mapping[SeatId, int],
    ) -> BattleRecord:
        settings, chairs = table.settings, table.chairs
        built = self._built(table, before)
        part = 1 if self._games.is_session(settings.encounter) else 0
        names = {member.player: member.name for member in table.members}
        secret = bytes.fromhex(seed)
        opening = Opening(
            battle=battle,
            table=table.table,
            game=built.ruleset.name,
            encounter=settings.encounter,
            difficulty=settings.difficulty,
            options=settings.options,
            seats=tuple(SeatOf(c.seat, names.get(c.player, ""), c.bot) for c in chairs),
            fingerprint=built.ruleset.fingerprint,
            content=self._games.find(settings.encounter).content,
            commitment=commitment(secret),
            contributions=tuple(chair.dice for chair in chairs),
            time=time,
            decides=settings.decides,
            delay=settings.delay,
            delay_rounds=settings.delay_rounds,
            part=part if before is None else before.opening.part + 1,
            follows=before.opening.battle if before is not None else NO_BATTLE,
            side_clock=settings.side_clock,
            increment=settings.increment,
            rated=settings.rated,
            ratings=dict(ratings),
        )
        return new_record(built.ruleset, built.start, opening, secret)

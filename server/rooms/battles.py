"""Beginning battles, and taking them up again from their journals."""

from typing import Any, Literal

import structlog

from protocol.replies import Closing, Opening, SeatOf
from server.rooms.archive import commit_in
from server.rooms.games import Games
from server.rooms.record import BattleRecord
from server.rooms.recovery import (
    Entry,
    Unreadable,
    entries_of,
    go_on,
    new_record,
    opening_of,
    recover,
)
from server.rooms.refusal import Refusal
from server.rooms.seats import TableDoc
from server.rooms.snapshots import decode
from server.rules.engine.dice import commitment
from server.rules.engine.ruleset import Ruleset
from server.store.base import Lease, Store
from server.store.errors import Conflict

log = structlog.get_logger(__name__)


class BattleStore:
    """The battles in a store, as this process (`owner`) works on them.

    A `lease` in seconds is how long they stay its own without a sign of life.
    """

    def __init__(self, store: Store, games: Games, owner: str, lease: float) -> None:
        self.store, self._games, self._owner, self._lease = store, games, owner, lease

    async def begin(self, doc: TableDoc, time: int) -> tuple[BattleRecord, Lease]:
        """Write the next battle's first commit, under the id that the table has set aside.

        Raises `Refusal`, StoreError. Where an earlier try was written after all, that one counts.
        """
        self._games.offer(doc.state.settings.encounter)
        record = self._new(doc, time)
        draft = record.begin()
        if draft.told.over:
            raise Refusal("not_allowed", "This battle would be over before it begins.")
        battle = doc.upcoming
        meta = {"seed": bytes.fromhex(doc.seed), "table": doc.state.table.encode()}
        try:
            lease = await self.store.create(
                battle, meta, draft.frame, owner=self._owner, ttl=self._lease
            )
        except Conflict:
            return await self.take_up(battle)
        record.keep(draft)
        return record, lease

    async def take_up(self, battle: str) -> tuple[BattleRecord, Lease]:
        """Take a battle over from its journal. Raises `Unreadable`, `Refusal`, StoreError."""
        lease = await self.store.acquire(battle, owner=self._owner, ttl=self._lease)
        meta = await self.store.meta(battle)
        if "seed" not in meta:
            raise Unreadable("the journal has lost its seed")
        record = await self._from_snapshot(battle, meta["seed"])
        if record is None:
            entries = await self.entries(battle)
            built = self.rules(opening_of(entries))
            record = recover(built, meta["seed"], entries)
        return record, lease

    async def phase(self, battle: str) -> Literal["on", "over", "broken"]:
        """Whether a battle goes on, is over, or can be neither played nor shown."""
        last = await self.store.last(battle)
        try:
            if last is None:
                return "broken"
            return "over" if isinstance(commit_in(last[1]).pinned, Closing) else "on"
        except Unreadable as fault:
            log.error("battle.unreadable", battle=battle, error=str(fault))
            return "broken"

    async def _from_snapshot(self, battle: str, seed: bytes) -> BattleRecord | None:
        """From the snapshot and the journal's tail; None where the whole journal has to be read."""
        found = await self.store.snapshot(battle)
        saved = decode(found[1]) if found is not None else None
        if found is None:
            return None
        try:
            if saved is None:
                raise Unreadable(f"the snapshot of version {found[0]} is of another release")
            tail = [frame for _, frame in await self.store.read(battle, after=saved.version)]
            return go_on(self.rules(saved.opening), seed, saved, tail)
        except Unreadable as fault:
            log.warning("snapshot.not_used", battle=battle, error=str(fault))
            return None

    async def entries(self, battle: str) -> list[Entry]:
        """A battle's journal, decoded. Raises `Refusal`, `Unreadable`, StoreError."""
        return entries_of(await self.frames(battle))

    async def frames(self, battle: str) -> list[bytes]:
        """A battle's journal. Raises `Refusal`, StoreError."""
        found = await self.store.read(battle)
        if not found:
            raise Refusal("unknown", "There is no such battle.")
        return [frame for _, frame in found]

    def rules(self, opening: Opening) -> Ruleset[Any]:
        """The rules that a battle was begun with. Raises `Refusal`."""
        seats = tuple(seat.seat for seat in opening.seats)
        return self._games.rules(opening.encounter, seats, opening.difficulty)

    def _new(self, doc: TableDoc, time: int) -> BattleRecord:
        settings, chairs = doc.state.settings, doc.state.chairs
        seats = tuple(chair.seat for chair in chairs)
        built = self._games.build(settings.encounter, seats, settings.difficulty, settings.options)
        names = {member.player: member.name for member in doc.state.members}
        seed = bytes.fromhex(doc.seed)
        opening = Opening(
            battle=doc.upcoming,
            table=doc.state.table,
            game=built.ruleset.name,
            encounter=settings.encounter,
            difficulty=settings.difficulty,
            options=settings.options,
            seats=tuple(SeatOf(c.seat, names.get(c.player, ""), c.bot) for c in chairs),
            fingerprint=built.ruleset.fingerprint,
            content=self._games.find(settings.encounter).content,
            commitment=commitment(seed),
            contributions=tuple(chair.dice for chair in chairs),
            time=time,
            decides=settings.decides,
            delay=settings.delay,
            delay_rounds=settings.delay_rounds,
        )
        return new_record(built.ruleset, built.start, opening, seed)

"""Moves a campaign out of a store into a file's contents, and from there into another store."""

import secrets
from collections.abc import Iterable

from msgspec.structs import replace

from protocol import replay_file
from protocol.ids import NO_BATTLE, NO_PLAYER, BattleId, CallId, PlayerId, TableId
from protocol.replies import Closing
from protocol.tables import Chair, TableState
from server.battles import (
    RecordedBattle,
    battle_meta,
    called_id,
    commit_in,
    entries_of,
    meta_of,
    opening_of,
)
from server.commands.campaign_file import FORMAT, CampaignFile, PackedJournal
from server.commands.failure import Failure
from server.store import Conflict, Store
from server.store.replay_storage import ReplayStorage
from server.tables import (
    KIND,
    TableDoc,
    decode,
    invites,
    keep_progress,
    progress_of,
    seats,
    write,
)

LEASE = 30.0  # seconds: for one journal's writing
NOBODY_YET = PlayerId("nobody")
"""Who leads a table that came by a file, until somebody sits down."""


async def tables_with_campaigns(store: Store) -> list[TableState]:
    """Return the tables that keep a campaign. Raises StoreError."""
    found = [await store.get(KIND, table) for table in await store.ids(KIND)]
    states = [decode(one[1]).state for one in found if one is not None]
    return [state for state in states if state.campaign is not None]


async def taken_out(store: Store, storage: ReplayStorage | None, table: TableState) -> CampaignFile:
    """Return a table's campaign with all its journals, as the contents of a file. The store is only
    read.

    Raises Failure for a session whose journal is missing, `Unreadable` for a broken one,
    StoreError.
    """
    assert table.campaign is not None
    journals: list[PackedJournal] = []
    for session in table.campaign.sessions:
        frames = await _frames(store, storage, session)
        if frames is None:
            raise Failure(f"the journal of session {session} is neither stored nor filed")
        before = opening_of(entries_of(frames[:1])).follows
        if before and before not in table.campaign.sessions:  # the prologue
            prologue = await _frames(store, storage, before)
            journals += [await _journal(store, before, prologue)] if prologue is not None else []
        journals.append(await _journal(store, session, frames))
        found = [(each, await _frames(store, storage, each)) for each in _called(session, frames)]
        fought = [(battle, kept) for battle, kept in found if kept is not None]
        journals += [await _journal(store, battle, kept) for battle, kept in fought]
    kept = {journal.battle for journal in journals}
    return CampaignFile(
        FORMAT,
        replace(
            table,
            leader=NOBODY_YET,
            phase="playing" if table.campaign.phase == "on" else "finished",
            chairs=tuple(Chair(chair.seat, NO_PLAYER, chair.bot) for chair in table.chairs),
            members=(),
            guests=(),
            here=(),
            spectators=0,
            battles=tuple(line for line in table.battles if line.battle in kept),
        ),
        await progress_of(store, table.table),
        tuple(journals),
    )


async def put_in(store: Store, campaign: CampaignFile, now: int) -> TableDoc:
    """Write a campaign's journals, then its table, into a store; `now` is in Unix milliseconds.

    Call it again after a failure: it writes what is still missing. Raises Failure if the table
    exists, or another journal has the id of one of these; StoreError.
    """
    table = campaign.table
    if await store.get(KIND, table.table) is not None:
        raise Failure(f"the table of this campaign, {table.table}, is here already")
    for journal in campaign.journals:
        await _put_journal(store, table.table, journal)
    doc = seats.fresh_seed(TableDoc(table, secrets.token_hex(32), "", NO_BATTLE))
    end = invites.until(now, 0)
    doc = replace(invites.open_all(doc, end), aside=table.phase == "playing", used=now // 1000)
    await write(store, doc, 0)
    await keep_progress(store, table.table, campaign.progress)
    return doc


async def _frames(
    store: Store, storage: ReplayStorage | None, battle: BattleId
) -> list[bytes] | None:
    """Return the frames of a journal, from the store or from the finished replays; None if neither
    has it. Raises StoreError.
    """
    if found := await store.read(battle):
        return [frame for _, frame in found]
    if storage is None:
        return None
    kept = await storage.get(battle) or await storage.unfinished.get(battle)
    return list(replay_file.read(kept).commits) if kept is not None else None


async def _journal(store: Store, battle: BattleId, frames: list[bytes]) -> PackedJournal:
    is_over = isinstance(commit_in(frames[-1]).pinned, Closing)
    seed = b"" if is_over else (await meta_of(store, battle)).seed
    if seed is None:
        raise Failure(f"the journal {battle} goes on, and its seed is not in the store")
    return PackedJournal(battle, RecordedBattle(frames).file(), seed)


def _called(session: BattleId, frames: Iterable[bytes]) -> list[BattleId]:
    events = (event for entry in entries_of(frames) for event in entry.commit.events)
    return [called_id(session, CallId(event[1])) for event in events if event[0] == "call"]


async def _put_journal(store: Store, table: TableId, journal: PackedJournal) -> None:
    """Append a whole journal in one write. If the store has one by this id, compare them instead:
    raises Failure where they differ.
    """
    battle, frames = journal.battle, list(replay_file.read(journal.replay).commits)
    closing = commit_in(frames[-1]).pinned
    seed = bytes.fromhex(closing.seed) if isinstance(closing, Closing) else journal.seed
    meta = battle_meta.meta_at_start(seed, table)
    owner = secrets.token_hex(8)
    try:
        lease = await store.create(battle, meta, frames[0], owner=owner, ttl=LEASE)
    except Conflict:
        if [frame for _, frame in await store.read(battle)] != frames:
            raise Failure(f"another journal of the id {battle} is here") from None
        return
    await store.put_aside(lease, 1)
    await store.restore(battle, frames)

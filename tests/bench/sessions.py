"""Sessions of campaigns: what an answer costs in them, how many bots play, what they take to keep.

Journals are written to a store in memory as a server writes them, snapshots included; each called
battle is a journal of its own. A session that bots have lost is gone on from as if it were won:
what is measured is a campaign's weight, not its luck. Times are of CPU, so others' load counts not.
"""

import time
from statistics import median
from typing import Any

from msgspec.structs import replace

from clients.bots import Policy
from protocol.ids import BattleId, PlayerId, SeatId, TableId
from protocol.tables import Chair, Member, Settings, TableState
from server.battles import (
    BattleRecord,
    BattleStore,
    Draft,
    EndedSession,
    Games,
    RecordedBattle,
    beginning_of,
)
from server.commands.bots import sensible
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.rules.engine.patch import fold, plain
from server.store import Lease
from server.store.memory import MemoryStore
from tests.bench.report import Report
from tests.bench.scale import Scale

PARTS = 3  # sessions of a campaign
SEATS = tuple(SeatId(str(n)) for n in range(1, 3))
TAKEN_UP = 5  # times; the median counts
LEASE = 1e9  # seconds: nobody else asks for it


class Campaign:
    """A campaign in a store of its own, bots in all seats."""

    def __init__(self, seed: int) -> None:
        self.store = MemoryStore(time.monotonic)
        self.games = Games((*setups(), *sessions()))
        self.battles = BattleStore(self.store, self.games, "bench", LEASE)
        self.seed, self.bot = seed, sensible()
        self.us: dict[str, list[float]] = {"session": [], "battle": []}
        self.journals: dict[str, list[BattleId]] = {"session": [], "battle": []}
        leader = Member(PlayerId("p1"), "Ann")
        wish = Settings("black-marsh", party=len(SEATS), options={"guild": "undaunted"})
        chairs = tuple(Chair(seat, bot="sensible") for seat in SEATS)
        self.table = TableState(
            TableId("t1"), 1, "Days", leader.player, "lobby", wish, chairs, (leader,), "", ()
        )

    async def play(self, parts: int) -> None:
        """Play so many of its sessions, with every battle in them."""
        before: EndedSession | None = None
        for part in range(1, parts + 1):
            battle, seed = BattleId(f"s{self.seed}-{part}"), f"{self.seed:060x}{part:04x}"
            record, lease = await self.battles.begin(battle, seed, self.table, 1_000, before)
            await self._session(record, lease)
            won: Any = replace(record.shown.state, outcome="victory")
            before = EndedSession(record.opening, won)
            comes = self.games.comes_next(record.opening.encounter, won)
            if isinstance(comes, str):
                break
            settings = replace(self.table.settings, encounter=comes.encounter, options={})
            self.table = replace(self.table, settings=settings)

    async def _session(self, record: BattleRecord, lease: Lease) -> None:
        seat_state = _Seen(record)
        self.journals["session"].append(record.opening.battle)
        while not record.shown.over:
            called = record.shown.call
            if called is None:
                draft = self._answer("session", record, seat_state)
            else:
                begun = beginning_of(self.games, record, called, self.table)
                await self.battles.call_for(begun)
                await self._battle(begun.line.battle)
                frames = await self.battles.frames(begun.line.battle)
                outcome = await self.battles.outcome(record, called, frames)
                draft = record.returned(called.call, outcome, record.shown.ms)
            await self._keep(record, lease, draft, seat_state)

    async def _battle(self, battle: BattleId) -> None:
        record, lease = await self.battles.take_up(battle)
        self.journals["battle"].append(battle)
        seen = _Seen(record)
        while not record.shown.over:
            await self._keep(record, lease, self._answer("battle", record, seen), seen)

    def _answer(self, kind: str, record: BattleRecord, seen: "_Seen") -> Draft:
        questions = record.shown.questions
        seat = SeatId(questions[0].to[0])
        mine = tuple(each for each in questions if seat in each.to)
        bot: Policy = self.bot
        question, picks, _ = bot.choose(seen.state, seat, mine)
        began = time.process_time()
        draft = record.answer(seat, question, picks, "bot", 0, record.shown.ms)
        self.us[kind].append(1e6 * (time.process_time() - began))
        return draft

    async def _keep(self, record: BattleRecord, lease: Lease, draft: Draft, seen: "_Seen") -> None:
        await self.store.append(lease, draft.commit.version, draft.frame)
        record.keep(draft)
        if (snapshot := record.snapshot()) is not None:
            await self.store.put_snapshot(lease, *snapshot)
        seen.keep(draft)

    async def taken_up(self, kind: str) -> float:
        """Milliseconds of CPU to take up the longest journal of a kind."""
        sizes = [(len(await self.store.read(each)), each) for each in self.journals[kind]]
        battle, spent = max(sizes)[1], []
        for _ in range(TAKEN_UP):
            began = time.process_time()  # a store in memory waits for nothing
            await self.battles.take_up(battle)
            spent.append(1e3 * (time.process_time() - began))
        return median(spent)

    async def size(self) -> int:
        """Bytes of all its replay files."""
        every = [*self.journals["session"], *self.journals["battle"]]
        return sum([len(RecordedBattle(await self.battles.frames(each)).file()) for each in every])


class _Seen:
    """A journal's state as bots see it, by its diffs."""

    def __init__(self, record: BattleRecord) -> None:
        self.state: dict[str, Any] = plain(record.shown.state)

    def keep(self, draft: Draft) -> None:
        diff = draft.told.diff
        fold(self.state, diff.gone, plain(diff.put))


async def run(report: Report, scale: Scale) -> None:
    """All figures of sessions, over one campaign; a quick run has its first session only."""
    parts = PARTS if scale.engine_rounds > 1 else 1
    campaign, began = Campaign(1), time.process_time()
    await campaign.play(parts)
    spent = time.process_time() - began
    us = {kind: sum(found) / max(1, len(found)) for kind, found in campaign.us.items()}
    report.add(
        "sessions: answers",
        answers_per_s=1e6 / us["session"],
        battle_answers_per_s=1e6 / us["battle"],
        goals="a session's answer costs no more than a battle's",
    )
    report.add("sessions: headless, battles included", sessions_per_s=parts / spent)
    session, battle = await campaign.taken_up("session"), await campaign.taken_up("battle")
    report.add(
        "sessions: a campaign",
        battles=len(campaign.journals["battle"]),
        bytes=await campaign.size(),
        taken_up_ms=session,
        battle_taken_up_ms=battle,
        goals="taken_up_ms at most 50 beyond battle_taken_up_ms",
    )

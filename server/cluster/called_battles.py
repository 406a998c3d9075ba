"""What a session's calls come to: the battle that is played for each, and its outcome, once.

A session waits for a battle with a journal of its own. Whoever takes the session up looks, under
the session's lease: no such battle, it is begun; on, it is taken up; over, its outcome is appended
to the session. Each step finds what the one before has left, so a process may die between any two.
"""

import structlog

from protocol.events import Called
from protocol.ids import BattleId
from protocol.replies import Closing
from protocol.tables import BattleLine
from server.battles import (
    BattleRecord,
    BattleStore,
    Draft,
    Games,
    Resources,
    Unreadable,
    beginning_of,
    called_id,
    commit_in,
    is_ended,
)
from server.replays import Library
from server.rules.engine.advance import Illegal
from server.rules.engine.game import Defect
from server.rules.engine.replay import matches_log
from server.runtime import Refusal
from server.store import Lease, StoreError
from server.tables import Table, has_played, is_lost

log = structlog.get_logger(__name__)


class CalledBattles:
    """The battles of sessions, as the process that owns a session sees them."""

    def __init__(
        self, resources: Resources, games: Games, battles: BattleStore, library: Library
    ) -> None:
        self._resources, self._games = resources, games
        self._battles, self._library = battles, library

    async def settle(self, table: Table, session: BattleRecord, lease: Lease) -> BattleLine | None:
        """Append the outcomes that a session waits for and that are there.

        Returns the battle that has to be played first, begun if need be; None where the session, or
        a battle that calls for none, goes on. Raises `Unreadable`, `Refusal`, StoreError.
        """
        while (called := session.shown.call) is not None:
            battle = called_id(session.opening.battle, called.call)
            draft = await self._drafted(table, session, called, battle)
            if draft is None:
                return await self._begun(table, session, called)
            await self._append(session, lease, draft)
            await self._put_away(battle)
        return None

    async def _begun(self, table: Table, session: BattleRecord, called: Called) -> BattleLine:
        begun = beginning_of(self._games, session, called, table.doc.state)
        if not has_played(table.doc, begun.line.battle):
            await self._battles.call_for(begun)
        return begun.line

    async def _drafted(
        self, table: Table, session: BattleRecord, called: Called, battle: BattleId
    ) -> Draft | None:
        """Return the session's next commit; None where the battle has to be played first."""
        now = self._resources.clock.unix_ms() - session.opening.time
        if not matches_log(session.play):
            return self._anew(session, now, "these rules tell the call differently")
        if is_lost(table.doc, battle):
            return self._anew(session, now, "the battle is lost")
        frames = await self._over(table, battle)
        if frames is None:
            return None
        if not is_ended(frames):
            if (why := table.doc.closed) is not None:
                return session.stop(why, now)
            return self._anew(session, now, "the battle was stopped")
        outcome = await self._battles.outcome(session, called, frames)
        try:
            return session.returned(called.call, outcome, now)
        except (Illegal, Defect) as fault:
            raise Unreadable(f"call {called.call} does not take its outcome: {fault}") from fault

    def _anew(self, session: BattleRecord, now: int, why: str) -> Draft:
        """Restart the session's beat, which makes a new call: the battle of this call is discarded.

        Raises `Unreadable`.
        """
        log.warning("session.beat_restarted", battle=session.opening.battle, reason=why)
        try:
            return session.restart(now)
        except Exception as fault:  # any rule's failure
            raise Unreadable(f"its beat cannot be asked anew: {fault!r}") from fault

    async def _over(self, table: Table, battle: BattleId) -> list[bytes] | None:
        """Return the journal of a battle that is over, wherever it is kept by now; None of one that
        is not, or was never begun.
        """
        if not has_played(table.doc, battle) and await self._battles.store.last(battle) is None:
            return None
        if await self._battles.phase(battle) == "on":
            return None
        try:
            frames = await self._library.frames(battle)
            return frames if isinstance(commit_in(frames[-1]).pinned, Closing) else None
        except Refusal:
            return None

    async def _append(self, session: BattleRecord, lease: Lease, draft: Draft) -> None:
        """Append under the session's lease, and show. Raises StoreError: also where the lease is
        another's by now, and where nobody knows whether it stands; then the journal is read anew.
        """
        version, battle = draft.commit.version, session.opening.battle
        await self._resources.store.append(lease, version, draft.frame)
        self._resources.observers.recorded(battle, draft.commit.number, None)
        session.keep(draft)
        log.info("session.went_on", battle=battle, version=version)

    async def _put_away(self, battle: BattleId) -> None:
        """Put away the journal of a battle of which the session has the outcome.

        A failure waits for the next clean-up of what is over.
        """
        try:
            await self._library.put_away(battle)
        except (StoreError, Refusal) as fault:
            log.warning("battle.not_put_away", battle=battle, error=str(fault))

"""The task that owns one battle: the only writer of its journal.

One thing at a time: take a request (or what clocks, bots and standing answers have to say), let the
rules run, append the commit, and only then show it to everybody. While an append is under way the
next request waits. Whatever fails before the append has returned leaves the battle as it was.

An answer that comes while the task rests is handled without it: the rules run at once, and the
commit is shown by the callback of its append. Most moves are of that kind, and cost no change of
tasks. Whatever else there is to do meanwhile waits for that append, and a failure is the task's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, assert_never

from msgspec import Struct

from protocol.given_names import tidied
from protocol.ids import PlayerId, SeatId
from protocol.replies import Done, Taken
from protocol.requests import Consent, Intent, Move, Resign, Standing, Undo
from protocol.tables import Chair, Settings
from server.battles.audience import Audience
from server.battles.battle_in_play import NOT_DONE, BattleInPlay
from server.battles.battle_in_play import RoomRequest as RoomRequest
from server.battles.games import Setup
from server.battles.records import (
    BattleRecord,
    Draft,
    Journal,
    JournalLost,
    NotWritten,
    PauseListener,
)
from server.battles.services import Resources as Resources
from server.battles.stopping import Stop, giving_up
from server.battles.undo_vote import is_alone
from server.players import Visitor
from server.rules.engine.replay import matches_log
from server.runtime import FairShare, Turn, WakeUp
from server.store import Lease, StoreError, until_back

QUEUE = 64  # requests, sixteen for each of four seats; whoever gets no place is told "busy"


class _Writing(Struct, frozen=True):
    """A commit on its way into the journal, and the answer that it comes from."""

    visitor: Visitor
    intent: Intent
    draft: Draft


class Room(BattleInPlay):
    """One battle in play. Made by the table; `run` is its task."""

    def __init__(
        self,
        resources: Resources,
        record: BattleRecord,
        lease: Lease,
        setup: Setup,
        settings: Settings,
        chairs: tuple[Chair, ...],
        on_end: Callable[["Room"], None],
        audience: Audience | None,
        share: FairShare,
        on_wish: Callable[[SeatId, Mapping[str, str]], Awaitable[None]],
    ) -> None:
        self._wake, self._on_wish = WakeUp(), on_wish
        super().__init__(resources, record, setup, settings, chairs, audience, self._wake.set)
        self.lost, self._on_end, self._setup = False, on_end, setup
        self._journal = Journal(resources.store, lease, resources.clock, resources.observers)
        self._turn = Turn(share, self._wake.set)
        self._is_resting = False
        self._writing: _Writing | None = None
        self._is_ended = False
        self._fault: BaseException | None = None

    # What others call; none of it waits

    @property
    def lease(self) -> Lease:
        """Return the lease under which the journal is written; whoever owns the room renews it."""
        return self._journal.lease

    def submit(self, visitor: Visitor, request: RoomRequest) -> None:
        """Queue a request. Its visitor is answered when its turn comes."""
        if isinstance(request, Intent):
            request = tidied(request)
            told = self.resources.observers
            if told.are_tracing and len(self._inbox) < QUEUE and not self.record.shown.rests:
                told.intent_queued(self.battle, visitor.player, request, visitor.trace)
            if self._is_free and not self._inbox:  # so the battle goes on
                self._answer_now(visitor, request)
                return
        if self.record.shown.rests:
            if not isinstance(request, Stop):
                visitor.tell(self.record.too_late(self.drivers.of(visitor.player), request))
        elif len(self._inbox) >= QUEUE:
            visitor.refuse(request.ref, "busy", self._paused or "Too much at once for this battle.")
        else:
            self._inbox.append((visitor, request))
            if self._writing is None or not self._is_resting:
                self._wake.set()

    def seat(self, chairs: tuple[Chair, ...], here: frozenset[PlayerId], *, attended: bool) -> None:
        """Take over new chairs, the members who are `here`, or whether anybody is (`attended`)."""
        self.drivers.place(chairs)
        self.drivers.here, self.drivers.is_attended = here, attended
        self._undoing.look_round()
        self.autopilot.look_round()
        self._wake.set()

    def lose(self) -> None:
        """Stop after the request that is handled now: the lease is lost, or will be given away."""
        self.lost = True
        self._wake.set()

    def leftover(self) -> list[tuple[Visitor, Move]]:
        """Return the requests that a lost battle has not answered, in order."""
        left = [(who, what) for who, what in self._inbox if not isinstance(what, Stop)]
        self._inbox.clear()
        return left

    # The task

    async def run(self) -> None:
        """Play until the battle is over, waits for another, or belongs to another process."""
        self.autopilot.look_round()
        try:
            await self._make_it_stand()
            while self._writing is not None or not (self.record.shown.rests or self.lost):
                if self._writing is not None:
                    await self._await_append(self._writing)
                elif self._fault is not None:
                    raise self._fault
                elif self._inbox:
                    self._turn.drop()  # people first: the turn for a bot goes to another battle
                    await self._handle(*self._inbox.pop(0))
                else:
                    self._wake.clear()  # first: what wakes us while we look is not lost
                    if not self._turn.is_here:
                        self._turn.ask(self.autopilot.is_due())
                    elif await self._answer_by_itself():
                        continue
                    await self._rest()  # without an answer nothing is due before a change
        except JournalLost as fault:
            self.lost = True
            self._log.warning("battle.lost", reason=str(fault))
        finally:
            self._give_append_up()
            self.autopilot.stop()
            self._turn.drop()
            self._journal.close()
        self._turn_away()
        self._on_end(self)  # last: a lost battle's leftovers are taken along there

    async def _make_it_stand(self) -> None:
        """Restart the running beat, after recovery, if this release plays it differently."""
        if self.record.shown.over or matches_log(self.record.play):
            return
        self._log.warning("battle.beat_restarted", version=self.record.shown.version)
        try:
            draft = self.record.restart(self._ms())
        except Exception as fault:
            self._defect(fault, "restart")
            return
        await self._keep(draft)

    async def _rest(self) -> None:
        self._is_resting = True
        try:
            await self._wake.wait()
        finally:
            self._is_resting = False

    # Answers that come while the task rests

    @property
    def _is_free(self) -> bool:
        """Return whether the task is idle and has nothing queued."""
        return self._is_resting and self._writing is None and not self._wake.is_set

    def _answer_now(self, visitor: Visitor, intent: Intent) -> None:
        """Run an answer's rules and begin to write its commit, as the task would."""
        if self._turn.is_asked:
            self._turn.drop()
        try:
            made = self._observed(visitor, intent)
            if isinstance(made, Taken):
                visitor.tell(made)
            else:
                self._journal.begin(made.commit.version, made.frame, self._written)
                self._writing = _Writing(visitor, intent, made)
        except NOT_DONE as no:
            self._turn_down(visitor, intent, no)
        except Exception as fault:
            self._fail(fault)
        if self._writing is None:
            self._turn.ask(self.autopilot.is_due())

    def _written(self, outcome: object) -> None:
        """Show the commit whose append is done; leave the rest to the task, where there is any."""
        writing = self._writing
        if writing is None:  # given up: the task has ended, and begins no other
            return
        commit = writing.draft.commit
        fault = self._journal.end(commit.version, commit.number, outcome)
        if fault is not None or not writing.draft.told.questions:  # over, or it calls
            self._is_ended = True
            self._fail(fault)
            return
        self._writing = None
        try:
            writing.visitor.spend(self._kept(writing.draft))
        except Exception as wrong:
            self._fail(wrong)
        if not self._is_free or self.lost:
            self._wake.set()
        elif not self._inbox:
            if self.autopilot.is_due():
                self._turn.ask(True)
        elif isinstance(request := self._inbox[0][1], Intent):
            self._answer_now(self._inbox.pop(0)[0], request)
            if self._writing is None:
                self._wake.set()
        else:
            self._wake.set()

    def _fail(self, fault: BaseException | None) -> None:
        """Leave a failure to the task, to outlast it or to end by it, and so with the last commit:
        whoever sees that finds the task at its end.
        """
        self._fault = fault
        self._wake.set()

    async def _await_append(self, writing: _Writing) -> None:
        """Wait until an append is done that the task has not begun; go on where it has to."""
        if not self._is_ended:
            self._wake.clear()
            await self._wake.wait()
            return
        self._writing, self._is_ended = None, False
        await self._settled(writing.visitor, writing.intent, self._outlasted(writing))

    async def _outlasted(self, writing: _Writing) -> None:
        draft, fault, self._fault = writing.draft, self._fault, None
        try:
            if isinstance(fault, StoreError):
                waiting = PauseListener(self._pause, self._resume)
                await self._journal.recover(fault, draft.entry, waiting)
            elif fault is not None:
                raise fault
        except BaseException:
            self.record.drop(draft)
            raise
        writing.visitor.spend(self._kept(draft))

    def _give_append_up(self) -> None:
        """Forget the append that is under way: the task ends, and nobody is told of it."""
        if (writing := self._writing) is not None:
            self._writing = None
            self._journal.give_up(writing.draft.commit.version)
            self.record.drop(writing.draft)

    # One request after the other

    async def _handle(self, visitor: Visitor, request: RoomRequest) -> None:
        match request:
            case Intent():
                work = self._answer(visitor, request)
            case Undo():
                work = self._undo(visitor, request)
            case Consent():
                work = self._consent(visitor, request)
            case Standing():
                work = self._stand(visitor, request)
            case Resign():
                work = self._resign(visitor, request)
            case Stop():
                work = self._stop(request)
            case _:
                assert_never(request)
        await self._settled(visitor, request, work)

    async def _settled(
        self, visitor: Visitor, request: RoomRequest, work: Coroutine[Any, Any, None]
    ) -> None:
        """Carry out a request; refuse it to its visitor where that fails."""
        try:
            await work
        except NOT_DONE as no:
            self._turn_down(visitor, request, no)
        except JournalLost:
            # A vote that was counted has been answered, and left the undo itself to be done.
            if not isinstance(request, Consent) and (visitor, request) not in self._inbox:
                self._inbox.insert(0, (visitor, request))
            raise

    async def _resign(self, visitor: Visitor, request: Resign) -> None:
        by = giving_up(self._setup, self.drivers, visitor, request)
        visitor.spend(await self._keep(self.record.stop("", self._ms(), by)))
        visitor.tell(Done(request.ref))

    async def _stop(self, request: Stop) -> None:
        await self._keep(self.record.stop(request.why, self._ms()))

    async def _answer(self, visitor: Visitor, intent: Intent) -> None:
        made = self._observed(visitor, intent)
        if isinstance(made, Taken):
            visitor.tell(made)
        else:
            visitor.spend(await self._keep(made))

    async def _undo(self, visitor: Visitor, undo: Undo) -> None:
        seat = self._seat_of(visitor, undo.seat, -1, undo.number)
        if (taken := self.record.repeated(undo, seat)) is not None:
            visitor.tell(taken)
            return
        if self._undoing.is_open_for(visitor, undo, seat):
            return
        if is_alone(self.settings.undo, self._setup, self.record, undo, seat):
            draft = self.record.undo(undo.version, (seat,), undo.number, self._ms())
            visitor.spend(await self._keep(draft))
            return
        self._undoing.begin(visitor, undo, seat)
        await self._count()

    async def _consent(self, visitor: Visitor, vote: Consent) -> None:
        self._undoing.take(visitor, vote)
        await self._count()

    async def _count(self) -> None:
        if (vote := self._undoing.count()) is None:
            return
        ballot, visitor, undo = vote
        by = tuple(ballot.agreed)
        try:
            draft = self.record.undo(ballot.version, by, ballot.number, self._ms())
            visitor.spend(await self._keep(draft))
        except NotWritten as fault:
            visitor.refuse(undo.ref, "paused", str(fault))
        except JournalLost:
            self._inbox.insert(0, (visitor, undo))
            raise

    async def _stand(self, visitor: Visitor, request: Standing) -> None:
        for seat in self.drivers.meant_by(visitor.player, request.seat):
            self.autopilot.stand(seat, request)
            if request.abilities:  # at the table first: that is what counts if a process dies here
                await self._on_wish(seat, self.autopilot.standing(seat).abilities)
        if request.abilities:
            await self._journal.keep_wishes(self.autopilot.wishes)
        visitor.tell(Done(request.ref))

    async def _answer_by_itself(self) -> bool:
        """Give one answer of the autopilot. Returns False if it has none."""
        with self._turn.used():
            draft, auto = self._overdue(), None
            if draft is None and (auto := self.autopilot.next()) is not None:
                draft = self._drafted(auto)
        if draft is not None:
            try:
                await self._keep(draft)
            except NotWritten:
                await until_back(self.resources.store, self.resources.clock, 1.0)
        await asyncio.sleep(0)  # bots alone never wait for anybody: let others come in between
        return draft is not None or auto is not None

    async def _keep(self, draft: Draft) -> float:
        """Append, then show: nobody sees what is not durable. Returns the cost in tokens.

        Raises `NotWritten`, after which the draft never happened; `JournalLost`.
        """
        try:
            await self._journal.append(draft.entry, PauseListener(self._pause, self._resume))
        except BaseException:  # cancelled, too: rules must not stay ahead of the journal
            self.record.drop(draft)
            raise
        return self._kept(draft)

    def _kept(self, draft: Draft) -> float:
        cost = self._shown(draft)
        if (due := self.record.snapshot()) is not None:
            self._journal.save_beside(*due)
        return cost

    # Small things

    def _turn_away(self) -> None:
        """Refuse what is left when the battle rests; keep it for the next owner when lost."""
        if self.lost:
            if (left := self._undoing.give_up()) is not None:
                self._inbox.append(left)
            return
        while self._inbox:
            self.submit(*self._inbox.pop(0))

"""The task that owns one battle: the only writer of its journal.

One thing at a time: take a request (or what clocks, bots and standing answers have to say), let the
rules run, append the commit, and only then show it to everybody. While an append is under way the
next request waits. Whatever fails before the append has returned leaves the battle as it was.
"""

import asyncio
import math
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

import structlog

from protocol.refusals import RefusalCode
from protocol.replies import Done, Paused, Refused, Resumed, Snapshot, StandingSet
from protocol.requests import Consent, Intent, Standing, Undo
from protocol.tables import Chair, Settings
from server.rooms.audience import Audience
from server.rooms.autopilot import Auto, Autopilot, Cockpit
from server.rooms.effort import of_commit
from server.rooms.fair_share import FairShare, Turn
from server.rooms.games import Setup
from server.rooms.journal import UNRECORDED, Journal, Lost, NotWritten, Waiting
from server.rooms.outlasting import until_back
from server.rooms.record import BattleRecord, Draft
from server.rooms.refusal import Refusal
from server.rooms.seating import Seating
from server.rooms.services import Services as Services
from server.rooms.stopping import TOO_LONG, WARNED_AT, Stop, nobody, warning
from server.rooms.undoing import Undoing
from server.rooms.visitor import Visitor
from server.rules.engine.advance import Illegal
from server.rules.engine.game import Defect
from server.rules.engine.replay import stands
from server.rules.engine.ruleset import Record, Ruleset
from server.store.base import Lease

QUEUE = 64
REFUSAL_OF: dict[str, RefusalCode]
REFUSAL_OF = {"illegal": "illegal", "stale": "stale", "not_yours": "not_yours"}

Asked = Intent | Undo | Consent | Standing
RoomRequest = Asked | Stop


class Room:
    """One battle in play. Made by the table; `run` is its task."""

    def __init__(
        self,
        services: Services,
        record: BattleRecord,
        lease: Lease,
        setup: Setup,
        settings: Settings,
        chairs: tuple[Chair, ...],
        on_end: Callable[["Room"], None],
        audience: Audience | None,
        share: FairShare,
    ) -> None:
        self.services, self.record, self.settings = services, record, settings
        self.battle = record.opening.battle
        self.seating = Seating(chairs, services.bots)
        self.audience = audience or Audience()
        self.lost, self.sure_until = False, math.inf
        self._journal = Journal(services.store, lease, services.clock)
        self._paused, self._on_end = "", on_end
        self._inbox: deque[tuple[Visitor, RoomRequest]] = deque()
        self._wake = asyncio.Event()
        self._turn = Turn(share, self._wake.set)
        self._undoing = Undoing(self.battle, self.seating, self.audience)
        cockpit = Cockpit(record, self.seating, self.audience, settings, setup, services)
        self.autopilot = Autopilot(cockpit, self._wake.set)
        bound = {"table": record.opening.table, "battle": self.battle}
        self._log = structlog.get_logger(__name__).bind(**bound)

    # What others call; none of it waits

    @property
    def lease(self) -> Lease:
        """The right to write, for those who renew it."""
        return self._journal.lease

    def submit(self, visitor: Visitor, request: RoomRequest) -> None:
        """Queue a request; it is answered when its turn comes."""
        if self.record.shown.over:
            if not isinstance(request, Stop):
                visitor.tell(self.record.too_late(self.seating.of(visitor.player), request))
        elif len(self._inbox) >= QUEUE:
            visitor.refuse(request.ref, "busy", self._paused or "Too much at once for this battle.")
        else:
            self._inbox.append((visitor, request))
            self._wake.set()

    def watch(self, visitor: Visitor, after: int = 0) -> None:
        """Show the battle to somebody, from what it holds already, or from a snapshot."""
        self.audience.join(self, visitor, after, self)
        self.tell_circumstances(visitor)

    def leave(self, visitor: Visitor) -> None:
        """Show it nothing more."""
        self.audience.visitors.pop(visitor, None)

    def catch_up(self, visitor: Visitor) -> list[bytes]:
        """A snapshot in place of what the visitor was too slow for."""
        return [self.audience.snapshot(self, visitor.codec)]

    @property
    def version(self) -> int:
        """The version that is shown."""
        return self.record.shown.version

    def snapshot(self) -> Snapshot:
        """The battle as it is shown."""
        return self.record.picture()

    def foreseeable(self) -> tuple[int, Record, Ruleset[Any]]:
        """Version, state and rules for a preview."""
        return self.version, self.record.shown.state, self.record.play.ruleset

    def tell_circumstances(self, visitor: Visitor) -> None:
        """Tell a newcomer what else is true: a pause, a vote, clocks and bots."""
        if self._paused:
            visitor.tell(Paused(self.battle, self._paused))
        self._undoing.tell(visitor)
        self.autopilot.tell(visitor)

    def seat(self, chairs: tuple[Chair, ...], here: frozenset[str], *, attended: bool) -> None:
        """The chairs, the members who are `here`, or whether anybody is (`attended`) changed."""
        self.seating.place(chairs)
        self.seating.here, self.seating.is_attended = here, attended
        self._undoing.look_round()
        self.autopilot.look_round()
        self._wake.set()

    def lose(self) -> None:
        """The lease is gone, or to be given away: stop after what is being done."""
        self.lost = True
        self._wake.set()

    def leftover(self) -> list[tuple[Visitor, Asked]]:
        """The requests that a lost battle has not answered, in order."""
        left = [(who, what) for who, what in self._inbox if not isinstance(what, Stop)]
        self._inbox.clear()
        return left

    # The task

    async def run(self) -> None:
        """Play until the battle is over or belongs to another process."""
        self.autopilot.look_round()
        try:
            await self._make_it_stand()
            while not (self.record.shown.over or self.lost):
                if self._inbox:
                    self._turn.drop()
                    await self._handle(*self._inbox.popleft())
                else:
                    self._wake.clear()
                    if not self._turn.is_here:
                        self._turn.ask(self.autopilot.is_due())
                    elif await self._answer_by_itself():
                        continue
                    await self._wake.wait()  # without an answer nothing is due before a change
        except Lost as fault:
            self.lost = True
            self._log.warning("battle.lost", reason=str(fault))
        finally:
            self.autopilot.stop()
            self._turn.drop()
            self._journal.close()
        self._turn_away()
        self._on_end(self)

    async def _make_it_stand(self) -> None:
        """After a restart: where these rules tell the running beat differently, ask it anew."""
        if self.record.shown.over or stands(self.record.play):
            return
        self._log.warning("battle.beat_restarted", version=self.record.shown.version)
        try:
            draft = self.record.restart(self._ms())
        except Exception as fault:
            self._defect(fault, "restart")
            return
        await self._keep(draft)

    async def _handle(self, visitor: Visitor, request: RoomRequest) -> None:
        try:
            match request:
                case Intent():
                    await self._answer(visitor, request)
                case Undo():
                    await self._undo(visitor, request)
                case Consent():
                    await self._consent(visitor, request)
                case Standing():
                    self._stand(visitor, request)
                case Stop():
                    await self._keep(self.record.stop(request.why, self._ms()))
        except Refusal as no:
            self._refuse(visitor, Refused(request.ref, no.code, no.text, no.rule))
        except Illegal as no:
            self._refuse(visitor, Refused(request.ref, REFUSAL_OF[no.code], no.text, no.rule))
        except Defect as fault:
            text = f"A rule failed; nothing changed. Error {self._defect(fault, str(request))}."
            visitor.refuse(request.ref, "defect", text)
        except NotWritten as fault:
            visitor.refuse(request.ref, "paused", str(fault))
        except Lost:
            # A vote that was counted has been answered, and left the undo itself to be done.
            if not isinstance(request, Consent) and (visitor, request) not in self._inbox:
                self._inbox.appendleft((visitor, request))
            raise

    async def _answer(self, visitor: Visitor, intent: Intent) -> None:
        seat = self._seat_of(visitor, intent.seat, intent.question, intent.number)
        if (taken := self.record.repeated(intent, seat)) is not None:
            visitor.tell(taken)
            return
        asked = self.record.play.find(intent.question, seat)
        if seat not in self.seating.deciders(asked, self.settings.decides):
            raise Refusal("not_yours", "At this table the leader decides that.", asked.rule)
        picks, number = intent.picks, intent.number
        visitor.spend(
            await self._keep(
                self.record.answer(seat, intent.question, picks, "player", number, self._ms())
            )
        )

    async def _undo(self, visitor: Visitor, undo: Undo) -> None:
        seat = self._seat_of(visitor, undo.seat, -1, undo.number)
        if (taken := self.record.repeated(undo, seat)) is not None:
            visitor.tell(taken)
            return
        if self._undoing.is_open_for(visitor, undo, seat):
            return
        if self.settings.undo == "never":
            raise Refusal("no_undo", "This table plays without undo.")
        if self.record.is_free(undo.version, seat):
            draft = self.record.undo(undo.version, (seat,), undo.number, self._ms())
            visitor.spend(await self._keep(draft))
            return
        if self.settings.undo == "alone":
            raise Refusal("no_undo", "Dice, reveals and others' answers stand at this table.")
        self._undoing.begin(visitor, undo, seat)
        await self._count()

    async def _consent(self, visitor: Visitor, vote: Consent) -> None:
        self._undoing.take(visitor, vote)
        await self._count()

    def _refuse(self, visitor: Visitor, no: Refused) -> None:
        """Say no, if we can know: once the lease has run out, others may have said yes."""
        if self.services.clock.now() < self.sure_until:
            visitor.tell(no)
        else:
            visitor.refuse(no.ref, "paused", UNRECORDED)

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
        except Lost:
            self._inbox.appendleft((visitor, undo))
            raise

    def _stand(self, visitor: Visitor, request: Standing) -> None:
        for seat in self.seating.meant_by(visitor.player, request.seat):
            on = request.until == "my_turn"
            self.autopilot.stand(seat, request.whys if on else None)
            self.audience.tell(StandingSet(self.battle, seat, on))
        visitor.tell(Done(request.ref))

    async def _answer_by_itself(self) -> bool:
        """Give an answer that no player gave; False if there is none."""
        with self._turn.used():
            draft = self._drafted(auto) if (auto := self.autopilot.next()) is not None else None
        if draft is not None:
            try:
                await self._keep(draft)
            except NotWritten:
                await until_back(self.services.store, self.services.clock, 1.0)
        await asyncio.sleep(0)
        return auto is not None

    def _drafted(self, auto: Auto) -> Draft | None:
        """The commit of such an answer; one that fails is left to the players."""
        try:
            return self.record.answer(auto.seat, auto.question, auto.picks, auto.how, 0, self._ms())
        except (Illegal, Defect) as fault:
            self.autopilot.failed(auto)
            self._defect(fault, f"{auto.how} answer {auto.picks} to {auto.question}")
            return None

    async def _keep(self, draft: Draft) -> float:
        """Append, then show: what it took, in tokens.

        Raises `NotWritten`, after which the draft never happened; `Lost`.
        """
        commit = draft.commit
        try:
            waiting = Waiting(self._pause, self._resume)
            await self._journal.append(commit.version, draft.frame, waiting)
        except BaseException:
            self.record.drop(draft)
            raise
        self.record.keep(draft)
        self.audience.commit(commit.version, commit, draft.frame)
        self._log.debug("commit", version=commit.version, seat=draft.author)
        self._undoing.played_on()
        self.autopilot.after(commit.events, draft.author)
        if draft.told.over:
            self._log.info("battle.over", version=commit.version)
        elif (left := self.services.longest - commit.version) in WARNED_AT:
            table, now = self.record.opening.table, self.services.clock.unix_ms()
            self.audience.tell(warning(table, left, now))
        elif left <= 0:
            self._inbox.appendleft((nobody(), Stop(TOO_LONG)))
        if (due := self.record.snapshot()) is not None:
            self._journal.save_beside(*due)
        return of_commit(len(commit.events), len(self.audience.visitors))

    # Small things

    def _seat_of(self, visitor: Visitor, wanted: str, question: int, number: int) -> str:
        """The one seat that a visitor means: named, or asked, or the one that used the number."""
        seats = self.seating.meant_by(visitor.player, wanted)
        seat = seats[0] if len(seats) == 1 else self.record.seat_meant(seats, question, number)
        if self.seating.in_chair(seat):
            raise Refusal("not_allowed", "A bot drives that seat. Claim it back first.")
        return seat

    def _ms(self) -> int:
        return max(0, self.services.clock.unix_ms() - self.record.opening.time)

    def _pause(self, text: str) -> None:
        self._paused = text
        self.autopilot.pause()
        self.audience.tell(Paused(self.battle, text))

    def _resume(self) -> None:
        if not self._paused:
            return
        self._paused = ""
        self.audience.tell(Resumed(self.battle))
        self.autopilot.resume()

    def _turn_away(self) -> None:
        """Refuse what is left of a battle that is over; what is left of a lost one goes on."""
        if self.lost:
            if (left := self._undoing.give_up()) is not None:
                self._inbox.append(left)
            return
        while self._inbox:
            self.submit(*self._inbox.popleft())

    def _defect(self, fault: Exception, doing: str) -> str:
        error = secrets.token_hex(4)
        version = self.record.shown.version
        self._log.error("rule.defect", error=error, version=version, doing=doing, exc_info=fault)
        return error

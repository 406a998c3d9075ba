"""A battle in play: what its visitors see, what an answer comes to. Nothing here waits."""

import math
import secrets
from collections.abc import Callable
from typing import Any

import structlog

from protocol.ids import QuestionId, SeatId
from protocol.refusals import RefusalCode
from protocol.replies import Commit, Paused, Refused, Resumed, Snapshot, Taken
from protocol.requests import Intent, Move
from protocol.tables import Chair, Settings
from server.battles.audience import Audience
from server.battles.autopilot import Auto, Autopilot, AutopilotSurroundings
from server.battles.drivers import Drivers
from server.battles.games import Setup
from server.battles.records import UNRECORDED, BattleRecord, Draft, NotWritten
from server.battles.services import Resources
from server.battles.stopping import TOO_LONG, WARNED_AT, Stop, nobody, warning
from server.battles.undo_vote import UndoVoting
from server.players import Visitor, of_commit
from server.rules.engine.advance import Illegal
from server.rules.engine.game import Defect, Unfit
from server.rules.engine.ruleset import Record, Ruleset
from server.runtime import Refusal

REFUSAL_OF: dict[str, RefusalCode]
REFUSAL_OF = {code: code for code in ("illegal", "stale", "not_yours", "no_undo")}
NOT_DONE = (Refusal, Illegal, Defect, NotWritten)
"""What a request may come to instead of a commit; whoever asked is told, and the battle goes on."""

RoomRequest = Move | Stop


class BattleInPlay:
    """A room's battle, and the work on it between two appends."""

    def __init__(
        self,
        resources: Resources,
        record: BattleRecord,
        setup: Setup,
        settings: Settings,
        chairs: tuple[Chair, ...],
        audience: Audience | None,
        wake: Callable[[], None],
    ) -> None:
        self.resources, self.record, self.settings = resources, record, settings
        self.battle = record.opening.battle
        self.drivers = Drivers(chairs, resources.bots)
        self.audience = audience or Audience()
        self.sure_until = math.inf
        self._paused = ""
        # A list, as it is short: an empty deque takes 760 bytes, and most are empty.
        self._inbox: list[tuple[Visitor, RoomRequest]] = []
        self._undoing = UndoVoting(self.battle, self.drivers, self.audience)
        surroundings = AutopilotSurroundings(
            record, self.drivers, self.audience, settings, setup, resources
        )
        self.autopilot = Autopilot(surroundings, wake)
        bound = {"table": record.opening.table, "battle": self.battle}
        self._log = structlog.get_logger(__name__).bind(**bound)

    # What others call

    def watch(self, visitor: Visitor, after: int = 0) -> None:
        """Show the battle to a visitor from now on; they have version `after` (0: nothing)."""
        self.audience.join(self, visitor, after, self)
        self.tell_circumstances(visitor)

    def leave(self, visitor: Visitor) -> None:
        """Stop showing the battle to a visitor."""
        self.audience.leave(visitor)

    def catch_up(self, visitor: Visitor) -> list[bytes]:
        """Return a snapshot in place of commits that a slow visitor missed."""
        return self.audience.afresh(self, visitor)

    @property
    def version(self) -> int:
        """Return the version that is shown."""
        return self.record.shown.version

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the version that is shown."""
        return self.record.picture()

    def foreseeable(self) -> tuple[int, Record, Ruleset[Any]]:
        """Return the version, the state and the rules that a preview is computed from."""
        return self.version, self.record.shown.state, self.record.play.ruleset

    def tell_circumstances(self, visitor: Visitor) -> None:
        """Tell a new visitor of a pause, an open vote, running clocks and bots."""
        if self._paused:
            visitor.tell(Paused(self.battle, self._paused))
        self._undoing.tell(visitor)
        self.autopilot.tell(visitor)

    # What an answer comes to

    def _observed(self, visitor: Visitor, intent: Intent) -> Draft | Taken:
        """Return what `_decided` returns, and tell the observers how long it took."""
        observers = self.resources.observers
        if not observers.are_tracing:
            return self._decided(visitor, intent)
        observers.rules_begun(self.battle, visitor.player, intent)
        try:
            made = self._decided(visitor, intent)
        except Exception as no:
            observers.rules_ended(self.battle, type(no).__name__)
            raise
        observers.rules_ended(self.battle, "repeated" if isinstance(made, Taken) else "")
        return made

    def _decided(self, visitor: Visitor, intent: Intent) -> Draft | Taken:
        """Return an intent's commit, new or made before. Raises `Refusal`, and like the record."""
        seat = self._seat_of(visitor, intent.seat, intent.question, intent.number)
        sides = self.autopilot.sides
        if sides.are_used and sides.expired():
            raise Refusal("not_now", "A clock has run down: the match is over.")
        if (taken := self.record.repeated(intent, seat)) is not None:
            return taken
        asked = self.record.play.find(QuestionId(intent.question), SeatId(seat))
        if seat not in self.drivers.deciders(asked, self.settings.decides):
            raise Refusal("not_yours", "At this table the leader decides that.", asked.rule)
        picks, number, note = intent.picks, intent.number, intent.note
        return self.record.answer(seat, intent.question, picks, "player", number, self._ms(), note)

    def _seat_of(self, visitor: Visitor, wanted: SeatId, question: int, number: int) -> SeatId:
        """Return the seat that a visitor means: named, asked, or the one that used the number."""
        seats = self.drivers.meant_by(visitor.player, wanted)
        seat = seats[0] if len(seats) == 1 else self.record.seat_meant(seats, question, number)
        if self.drivers.in_chair(seat):
            raise Refusal("not_allowed", "A bot drives that seat. Claim it back first.")
        return seat

    def _overdue(self) -> Draft | None:
        """Return the commit by which a side whose clock has run down loses; None for no such."""
        late = self.autopilot.sides.expired()
        return self.record.stop("", self._ms(), late, late=True) if late else None

    def _drafted(self, auto: Auto) -> Draft | None:
        """Return the commit of an answer of the autopilot; None, and marked, if it fails."""
        try:
            seat, question, picks, how, note = auto
            return self.record.answer(seat, question, picks, how, 0, self._ms(), note)
        except (Illegal, Defect) as fault:
            self.autopilot.failed(auto)
            if isinstance(fault.__cause__, Unfit) and auto.how == "bot":
                # A place or a plan that the question allows and the rules do not: a guess of the
                # bot's, as players make them.
                self._log.debug("bot.refused", picks=auto.picks, text=str(fault))
                self.resources.observers.bot_refused(self.battle)
            else:
                self._defect(fault, f"{auto.how} answer {auto.picks} to {auto.question}")
            return None

    def _shown(self, draft: Draft) -> float:
        """Show a commit that the journal has. Returns the cost in tokens."""
        commit = draft.commit
        self.record.keep(draft)
        self._show(commit, draft.frame)
        self._log.debug("commit", version=commit.version, seat=draft.author)
        self._undoing.played_on()
        self.autopilot.after(commit, draft.author)
        if draft.told.over:
            self._log.info("battle.over", version=commit.version)
        elif (left := self.resources.longest - commit.version) in WARNED_AT:
            table, now = self.record.opening.table, self.resources.clock.unix_ms()
            self.audience.tell(warning(table, left, now))
        elif left <= 0:
            self._inbox.insert(0, (nobody(), Stop(TOO_LONG)))  # ahead of all that waits
        return of_commit(len(commit.events), len(self.audience.visitors), commit.note)

    # Whom it is told

    def _turn_down(self, visitor: Visitor, request: RoomRequest, no: Exception) -> None:
        match no:
            case Refusal():
                self._refuse(visitor, Refused(request.ref, no.code, no.text, no.rule))
            case Illegal():
                self._refuse(visitor, Refused(request.ref, REFUSAL_OF[no.code], no.text, no.rule))
            case Defect():
                error = self._defect(no, str(request))
                text = f"A rule failed; nothing changed. Error {error}."
                visitor.refuse(request.ref, "defect", text)
            case _:
                visitor.refuse(request.ref, "paused", str(no))

    def _refuse(self, visitor: Visitor, no: Refused) -> None:
        """Refuse; `paused` once the lease has run out, as its successor may have granted it."""
        if self.resources.clock.now() < self.sure_until:
            visitor.tell(no)
        else:
            visitor.refuse(no.ref, "paused", UNRECORDED)

    def _show(self, commit: Commit, frame: bytes) -> None:
        observers, version = self.resources.observers, commit.version
        if not observers.are_tracing:
            self.audience.commit(version, commit, frame)
            return
        observers.fan_out_begun(self.battle, version, len(self.audience.visitors))
        self.audience.commit(version, commit, frame)
        observers.fan_out_ended(self.battle, version)

    def _ms(self) -> int:
        # At least 0: the process that opened the battle may have a clock that is ahead.
        return max(0, self.resources.clock.unix_ms() - self.record.opening.time)

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

    def _defect(self, fault: Exception, doing: str) -> str:
        error = secrets.token_hex(4)
        version = self.record.shown.version
        self._log.error("rule.defect", error=error, version=version, doing=doing, exc_info=fault)
        return error

"""Answers that no player gives: standing answers, clocks that have run down, and bots.

Each is an ordinary answer to an open question, recorded as what it is (`how`): "standing",
"default" or "bot". What it decides on is only what everybody can see.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import structlog

from protocol.events import BeatBegan
from protocol.questions import Picks, Question, refuse
from protocol.replies import Driving, StandingSet, TimeLeft
from protocol.tables import Settings
from server.rooms.answers import any_answer, default_answer
from server.rooms.audience import Audience
from server.rooms.clock import Clock, Timer
from server.rooms.deadlines import Deadlines, Due
from server.rooms.games import Setup
from server.rooms.record import BattleRecord
from server.rooms.seating import Seating
from server.rooms.visitor import Visitor
from server.rules.engine.patch import plain

log = structlog.get_logger(__name__)


class Auto(NamedTuple):
    """An answer to give for a seat."""

    seat: str
    question: int
    picks: Picks
    how: str


class Cockpit(NamedTuple):
    """What the autopilot sees of its battle. `bot_delay` in seconds."""

    record: BattleRecord
    seating: Seating
    audience: Audience
    settings: Settings
    setup: Setup
    clock: Clock
    bot_delay: float


class Autopilot:
    """Decides who else answers, and when. `wake` is called when it has something to say."""

    def __init__(self, cockpit: Cockpit, wake: Callable[[], None]) -> None:
        self._see, self._wake = cockpit, wake
        self._battle = cockpit.record.opening.battle
        self._standing: dict[str, tuple[str, ...]] = {}
        self._failed: dict[int, int] = {}
        self._view: tuple[int, dict[str, Any]] = (-1, {})
        self._bots_from = 0.0
        self._bot_timer: Timer | None = None
        settings = cockpit.settings
        self._deadlines = Deadlines(cockpit.clock, settings.turn, settings.absence, wake)

    def stand(self, seat: str, whys: tuple[str, ...] | None) -> None:
        """Set a standing answer: pass these questions (none named: all), or None to end it."""
        if whys is None:
            self._standing.pop(seat, None)
        else:
            self._standing[seat] = whys

    def look_round(self) -> None:
        """Set the clocks by who is here and who is asked."""
        seating = self._see.seating
        for seat in sorted(seating.stood_in):
            if not seating.is_away(seat):
                seating.stood_in.discard(seat)
                self._see.audience.tell(Driving(self._battle, seat, False, "Its player is back."))
        away = [
            seat for seat in seating.seats if seating.is_away(seat) and not seating.is_bot(seat)
        ]
        over = self._see.record.shown.over
        started, stopped = self._deadlines.run_for("absence", () if over else away)
        self._announce(started, stopped)
        asked = {
            seat
            for question in self._see.record.shown.questions
            for seat in self._deciders(question)
            if not seating.is_bot(seat)
        }
        self._announce(*self._deadlines.run_for("turn", asked))

    def after(self, events: Iterable[object], author: str) -> None:
        """A commit has been shown: what it ends, and whose clock starts anew."""
        self._failed.clear()
        for event in events:
            if isinstance(event, BeatBegan):
                seat = self._see.setup.acting(self._see.record.shown.state, event)
                if self._standing.pop(seat, None) is not None:
                    self._see.audience.tell(StandingSet(self._battle, seat, False))
        self._deadlines.restart(author)
        self._bots_from = self._see.clock.now() + self._see.bot_delay
        self.look_round()

    def next(self) -> Auto | None:
        """The next answer that nobody needs to give, or None."""
        return self._standing_answer() or self._late_answer() or self._bot_answer()

    def failed(self, auto: Auto) -> None:
        """An answer led nowhere: try another one next time, and in the end none."""
        self._failed[auto.question] = self._failed.get(auto.question, 0) + 1

    def tell(self, visitor: Visitor) -> None:
        """Tell a newcomer which clocks run and which seats a bot stands in for."""
        for due, ms in self._deadlines.running().items():
            visitor.tell(TimeLeft(self._battle, due.seat, due.kind, ms))
        for seat in sorted(self._see.seating.stood_in):
            visitor.tell(Driving(self._battle, seat, True, "Its player is away."))

    def stop(self) -> None:
        """Stop all clocks."""
        self._deadlines.stop()
        if self._bot_timer is not None:
            self._bot_timer.cancel()

    def _deciders(self, question: Question) -> tuple[str, ...]:
        return self._see.seating.deciders(question, self._see.settings.decides)

    def _standing_answer(self) -> Auto | None:
        if not self._standing:
            return None
        for question in self._see.record.shown.questions:
            seat = question.to[0]
            whys = self._standing.get(seat)
            mine = len(question.to) == 1 and question.may_pass and whys is not None
            if mine and (not whys or question.why in whys) and question.id not in self._failed:
                return Auto(seat, question.id, (), "standing")
        return None

    def _late_answer(self) -> Auto | None:
        for due in self._deadlines.expired():
            if due.kind == "absence":
                self._stand_in(due.seat)
                continue
            for question in self._see.record.shown.questions:
                if due.seat in self._deciders(question):
                    auto = self._choose(question, due.seat, "default")
                    if auto is not None:
                        return auto
        return None

    def _bot_answer(self) -> Auto | None:
        bots = [
            (question, deciders[0])
            for question in self._see.record.shown.questions
            if (deciders := self._deciders(question)) and self._see.seating.is_bot(deciders[0])
        ]
        if not bots:
            return None
        early = self._bots_from - self._see.clock.now()
        if early > 0:
            if self._bot_timer is not None:
                self._bot_timer.cancel()
            self._bot_timer = self._see.clock.call_later(early, self._wake)
            return None
        autos = (self._choose(question, seat, "bot") for question, seat in bots)
        return next((auto for auto in autos if auto is not None), None)

    def _stand_in(self, seat: str) -> None:
        self._see.seating.stood_in.add(seat)
        log.info("seat.stood_in", battle=self._battle, seat=seat)
        self._see.audience.tell(Driving(self._battle, seat, True, "Its player is away."))
        self.look_round()

    def _choose(self, question: Question, seat: str, how: str) -> Auto | None:
        """The best way to answer that has not failed yet: the bot's or the default, then any."""
        tries: list[Callable[[], Picks | None]] = [
            lambda: self._bots_choice(question, seat),
            lambda: any_answer(question),
        ]
        if how == "default":
            tries.insert(0, lambda: default_answer(question))
        else:
            tries.insert(1, lambda: default_answer(question))
        for attempt in tries[self._failed.get(question.id, 0) :]:
            picks = attempt()
            if picks is not None and refuse(question, picks) is None:
                return Auto(seat, question.id, picks, how)
        return None

    def _bots_choice(self, question: Question, seat: str) -> Picks | None:
        policy = self._see.seating.policy(seat)
        if policy is None:
            return None
        shown = self._see.record.shown
        if self._view[0] != shown.version:
            self._view = (shown.version, plain(shown.state))
        try:
            return tuple(policy(self._view[1], question))
        except Exception:
            log.exception("bot.failed", battle=self._battle, seat=seat, version=shown.version)
            return None

    def _announce(self, started: list[Due], stopped: list[Due]) -> None:
        tell = self._see.audience.tell
        running = self._deadlines.running()
        for due in started:
            tell(TimeLeft(self._battle, due.seat, due.kind, running[due]))
        for due in stopped:
            if due.kind == "absence":
                tell(TimeLeft(self._battle, due.seat, due.kind, -1))

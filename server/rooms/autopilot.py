"""Answers that no player gives: standing answers, clocks that have run down, and bots.

Each is an ordinary answer to an open question, recorded as what it is (`how`): "standing",
"default" or "bot". What it decides on is only what everybody can see.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import structlog

from protocol.events import BeatBegan
from protocol.questions import Picks, Question, refuse
from protocol.replies import Driving, StandingSet, TimeLeft
from protocol.tables import Settings
from server.rooms.answers import any_answer, default_answer
from server.rooms.audience import Audience
from server.rooms.clock import Timer
from server.rooms.deadlines import Deadlines, Due, Running
from server.rooms.games import Setup
from server.rooms.record import BattleRecord
from server.rooms.seating import Questions, Seating
from server.rooms.services import Services
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
    """What the autopilot sees of its battle."""

    record: BattleRecord
    seating: Seating
    audience: Audience
    settings: Settings
    setup: Setup
    services: Services


class Autopilot:
    """Decides who else answers, and when. `wake` is called when it has something to say."""

    def __init__(self, cockpit: Cockpit, wake: Callable[[], None]) -> None:
        self._see, self._wake = cockpit, wake
        self._battle = cockpit.record.opening.battle
        self._standing: dict[str, tuple[str, ...]] = {}
        self._failed: list[tuple[int, Picks]] = []
        self._view: tuple[int, dict[str, Any]] = (-1, {})
        self._bots_from = 0.0
        self._bot_timer: Timer | None = None
        settings = cockpit.settings
        self._deadlines = Deadlines(cockpit.services.clock, settings.turn, settings.absence, wake)

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
        if self._see.settings.absence:
            over = self._see.record.shown.over
            away = [s for s in seating.seats if seating.is_away(s) and not seating.is_bot(s)]
            self._announce(*self._deadlines.run_for("absence", () if over else away))
        self._look_who_is_asked()

    def _look_who_is_asked(self) -> None:
        if not self._see.settings.turn:
            return
        asked = {
            seat
            for question in self._see.record.shown.questions
            for seat in self._deciders(question)
            if not self._see.seating.is_bot(seat)
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
        self._bots_from = self._see.services.clock.now() + self._see.services.bot_delay
        # A commit changes who is asked; who is here changes by `seat`, which looks by itself.
        if self._see.record.shown.over:
            self.look_round()
        else:
            self._look_who_is_asked()

    def next(self) -> Auto | None:
        """The next answer that nobody needs to give, or None. A bot may think about it for long."""
        return self._standing_answer() or self._late_answer() or self._bot_answer()

    def is_due(self) -> bool:
        """Whether there may be an answer to give, found out without any thinking.

        There is none while nobody is at the table, so that no battle goes on alone. The clocks run
        on: one that has run down meanwhile counts as soon as somebody is there.
        """
        if not (self._see.services.bots_alone or self._see.seating.is_attended):
            return False
        return bool(self._standing or self._deadlines.expired() or self._asked_of_bots())

    def failed(self, auto: Auto) -> None:
        """An answer led nowhere: try another one next time, and in the end none."""
        self._failed.append((auto.question, auto.picks))

    def tell(self, visitor: Visitor) -> None:
        """Tell a newcomer which clocks run and which seats a bot stands in for."""
        for due, ms in self._deadlines.running().items():
            visitor.tell(TimeLeft(self._battle, due.seat, due.kind, ms))
        for seat in sorted(self._see.seating.stood_in):
            visitor.tell(Driving(self._battle, seat, True, "Its player is away."))

    def go_on(self, clocks: Running) -> None:
        """Let clocks run on that ran when the battle was put aside."""
        self._deadlines.go_on_from(clocks)

    @property
    def clocks(self) -> Running:
        """The running clocks."""
        return self._deadlines.running()

    def pause(self) -> None:
        """Nobody can answer for now: no clock runs."""
        self._deadlines.hold()

    def resume(self) -> None:
        """The clocks run again; the time that was lost is given back."""
        for due, ms in self._deadlines.go_on().items():
            self._see.audience.tell(TimeLeft(self._battle, due.seat, due.kind, ms))

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
            if (
                mine
                and (not whys or question.why in whys)
                and (question.id, ()) not in self._failed
            ):
                return Auto(seat, question.id, (), "standing")
        return None

    def _late_answer(self) -> Auto | None:
        for due in self._deadlines.expired():
            if due.kind == "absence":
                self._stand_in(due.seat)
                continue
            mine = [q for q in self._see.record.shown.questions if due.seat in self._deciders(q)]
            if mine and (auto := self._first_good(due.seat, tuple(mine), "default")):
                return auto
        return None

    def _bot_answer(self) -> Auto | None:
        """A bot's answer; what people and bots decide together is left to the people."""
        asked = self._asked_of_bots()
        for seat in dict.fromkeys(deciders[0] for _, deciders in asked):
            mine = tuple(question for question, deciders in asked if seat in deciders)
            if auto := self._first_good(seat, mine, "bot"):
                return auto
        return None

    def _asked_of_bots(self) -> list[tuple[Question, tuple[str, ...]]]:
        """The questions for bots alone, with whom of them each is for, once their pause is over."""
        if not self._see.seating.has_bots:
            return []
        asked = [
            (question, deciders)
            for question in self._see.record.shown.questions
            if (deciders := self._deciders(question))
            and all(map(self._see.seating.is_bot, deciders))
        ]
        early = self._bots_from - self._see.services.clock.now()
        if not asked or early <= 0:
            return asked
        if self._bot_timer is not None:
            self._bot_timer.cancel()
        self._bot_timer = self._see.services.clock.call_later(early, self._wake)
        return []

    def _stand_in(self, seat: str) -> None:
        self._see.seating.stood_in.add(seat)
        log.info("seat.stood_in", battle=self._battle, seat=seat)
        self._see.audience.tell(Driving(self._battle, seat, True, "Its player is away."))
        self.look_round()

    def _first_good(self, seat: str, questions: Questions, how: str) -> Auto | None:
        """The first way to answer that is legal and has not failed yet."""
        legal = {question.id: question for question in questions}
        for question, picks in self._ways(seat, questions, how):
            asked = legal.get(question)
            if asked and (question, picks) not in self._failed and refuse(asked, picks) is None:
                return Auto(seat, question, picks, how)
        return None

    def _ways(self, seat: str, questions: Questions, how: str) -> Iterator[tuple[int, Picks]]:
        """Defaults before the bot for somebody who is late, the bot before defaults for a bot."""
        defaults = [(q.id, picks) for q in questions if (picks := default_answer(q)) is not None]
        if how == "default":
            yield from defaults
        if (choice := self._bots_choice(seat, questions)) is not None:
            yield choice
        yield from defaults
        for question in questions:
            if (picks := any_answer(question)) is not None:
                yield question.id, picks

    def _bots_choice(self, seat: str, questions: Questions) -> tuple[int, Picks] | None:
        policy = self._see.seating.policy(seat)
        if policy is None:
            return None
        shown = self._see.record.shown
        if self._view[0] != shown.version:
            self._view = (shown.version, plain(shown.state))
        try:
            question, picks = policy(self._view[1], seat, questions)
            return question, tuple(picks)
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

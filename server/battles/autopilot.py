"""Answers that no player gives: standing answers, default answers after a clock, and bots.

Each is an ordinary answer to an open question, recorded with its origin (`how`): "standing",
"default" or "bot". It is decided on the shown state only, which everybody can see.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import structlog
from msgspec import Struct

from protocol.events import BeatBegan
from protocol.ids import AnswerOrigin, PlayerId, QuestionId, SeatId
from protocol.questions import Picks, Question, refuse
from protocol.replies import Commit, Driving, SideClocks, StandingSet, TimeLeft
from protocol.requests import Standing
from protocol.tables import Settings
from server.battles import records
from server.battles.audience import Audience
from server.battles.clocks import AllClocks, BattleClocks, Due
from server.battles.default_answers import any_answer, default_answer
from server.battles.drivers import Drivers, Questions
from server.battles.games import Setup
from server.battles.records import BattleRecord
from server.battles.services import Resources
from server.battles.standing_answers import StandingAnswers
from server.players import Visitor
from server.rules.engine.patch import fold, plain
from server.runtime import Timer

log = structlog.get_logger(__name__)


class Auto(NamedTuple):
    """An answer that the autopilot gives for a seat."""

    seat: SeatId
    question: int
    picks: Picks
    how: AnswerOrigin
    note: str = ""


class BotsView:
    """The shown state as bots see it, as a client does: plain data, and what commits change of it.

    To read the whole state anew costs more than most of their answers.
    """

    MOST = 16  # commits that are kept to be folded: beyond so many the whole state is as cheap

    def __init__(self) -> None:
        self._version, self._state = -1, dict[str, Any]()
        self._since: list[Commit] = []

    def note(self, commit: Commit) -> None:
        """Queue a commit to be folded, if bots have read this view lately."""
        if self._version >= 0:
            self._since.append(commit)
            if len(self._since) > self.MOST:
                self._version, self._state, self._since = -1, {}, []

    def of(self, version: int, state: Struct) -> dict[str, Any]:
        """Return the state of a version as plain data; valid until the next call."""
        if self._version < 0 or self._version + len(self._since) != version:
            self._state = plain(state)
        else:
            for commit in self._since:
                fold(self._state, commit.gone, plain(commit.put))
        self._version, self._since = version, []
        return self._state


class AutopilotSurroundings(NamedTuple):
    """What the autopilot sees of its battle."""

    record: BattleRecord
    drivers: Drivers
    audience: Audience
    settings: Settings
    setup: Setup
    resources: Resources


class Autopilot:
    """Decides which answers to give for seats. It calls `wake` when one may be due."""

    def __init__(self, surroundings: AutopilotSurroundings, wake: Callable[[], None]) -> None:
        self._see, self._wake = surroundings, wake
        self._battle = surroundings.record.opening.battle
        self._standing = StandingAnswers()
        self._failed: list[tuple[int, Picks]] = []
        self._view = BotsView()
        self._bots_from = 0.0
        self._back_by: dict[PlayerId, float] = {}
        self._bot_timer: Timer | None = None
        settings = surroundings.settings
        self._deadlines = BattleClocks(
            surroundings.resources.clock, settings.turn, settings.absence, wake
        )
        record = surroundings.record
        self.sides = record.side_clocks = records.SideClocks(
            surroundings.resources.clock,
            record.opening,
            record.shown.left,
            surroundings.setup.whose_turn,
            wake,
        )

    def stand(self, seat: SeatId, request: Standing) -> None:
        """Set or end a seat's standing answer, and remember its wishes; everybody is told."""
        if request.until == "my_turn":
            self._standing.start(seat, request.whys)
        elif request.until == "off":
            self._standing.end(seat)
        self._standing.wish(seat, request.abilities)
        self._see.audience.tell(self.standing(seat))

    @property
    def wishes(self) -> bytes:
        """Return when each seat is asked about which ability, for `wishes_in`."""
        return self._standing.encoded()

    def wish_on(self, wishes: Mapping[SeatId, Mapping[str, str]]) -> None:
        """Go on with wishes that were said before: to another process, or in another battle."""
        self._standing.restore(wishes)

    def tell_wishes(self, tell: Callable[[StandingSet], None]) -> None:
        """Tell everybody the wishes of each seat that has any."""
        for seat in self._standing.wishes():
            tell(self.standing(seat))

    def standing(self, seat: SeatId) -> StandingSet:
        """Return a seat's standing answer and its wishes, as a message."""
        wishes = dict(self._standing.wishes().get(seat, {}))
        return StandingSet(self._battle, seat, self._standing.is_passing(seat), wishes)

    def look_round(self) -> None:
        """Start and stop the clocks after a change of who is connected or who is asked."""
        drivers = self._see.drivers
        for seat in sorted(drivers.stood_in):
            if not drivers.is_away(seat):
                drivers.stood_in.discard(seat)
                self._see.audience.tell(Driving(self._battle, seat, False, "Its player is back."))
        if self._see.settings.absence:
            over = self._see.record.shown.over
            away = [s for s in drivers.seats if drivers.is_away(s) and not drivers.is_bot(s)]
            self._announce(*self._deadlines.run_for("absence", () if over else away))
            self._note_absences()
        self._look_who_is_asked()

    def _note_absences(self) -> None:
        """Note until when each absent player has to be back. It stays when a bot stands in, and at
        the end: a battle that follows goes on from there.
        """
        now, left, drivers = self._now(), self._deadlines.running(), self._see.drivers
        self._back_by = {
            player: now + left[due] / 1000 if due in left else self._back_by.get(player, now)
            for due in (Due(seat, "absence") for seat in drivers.seats if drivers.is_away(seat))
            if (player := drivers.player_of(due.seat))
        }

    def _now(self) -> float:
        return self._see.resources.clock.now()

    def _look_who_is_asked(self) -> None:
        if not (self._see.settings.turn or self.sides.are_used):
            return
        asked = {
            seat
            for question in self._see.record.shown.questions
            for seat in self._deciders(question)
            if not self._see.drivers.is_bot(seat)
        }
        self._announce(*self._deadlines.run_for("turn", asked))
        if self.sides.run(asked):
            self._see.audience.tell(self._sides_told())

    def _sides_told(self) -> SideClocks:
        return SideClocks(self._battle, self.sides.left(), self.sides.running)

    def after(self, commit: Commit, author: SeatId) -> None:
        """Process a shown commit: end standing answers and restart its author's clock."""
        self._view.note(commit)
        # What was no answer to the state before may be one to this.
        if self._failed:
            self._failed.clear()
        for event in commit.events if self._standing.are_any else ():
            if isinstance(event, BeatBegan):
                seat = SeatId(self._see.setup.acting(self._see.record.shown.state, event))
                if self._standing.end(seat):
                    self._see.audience.tell(self.standing(seat))
        self._deadlines.restart(author)
        self._bots_from = self._see.resources.clock.now() + self._see.resources.bot_delay
        # A commit changes who is asked; who is here changes by `seat`, which looks by itself.
        if self._see.record.shown.over:
            self.look_round()
        elif self._see.settings.turn or self.sides.are_used:
            self._look_who_is_asked()

    def next(self) -> Auto | None:
        """Return the next answer to give, or None. A bot may compute it for long: use a `Turn`."""
        # What a player has said goes before what a clock says, and that before a bot.
        return self._standing_answer() or self._late_answer() or self._bot_answer()

    def is_due(self) -> bool:
        """Return whether there may be an answer to give, without computing any.

        There is none while nobody is at the table, so that no battle goes on alone. The clocks run
        on: one that has run down meanwhile counts as soon as somebody is there.
        """
        if not (self._see.resources.bots_alone or self._see.drivers.is_attended):
            return False
        late = (self.sides.are_used and self.sides.expired()) or self._deadlines.expired()
        if late or self._standing.are_any:
            return True
        return self._see.drivers.has_bots and bool(self._asked_of_bots())

    def failed(self, auto: Auto) -> None:
        """Mark this answer as failed, so that it is not tried again before the next commit."""
        self._failed.append((auto.question, auto.picks))

    def tell(self, visitor: Visitor) -> None:
        """Tell a newcomer which clocks run and which seats a bot stands in for."""
        for due, ms in self._deadlines.running().items():
            visitor.tell(TimeLeft(self._battle, due.seat, due.kind, ms))
        if self.sides.are_used:
            visitor.tell(self._sides_told())
        for seat in sorted(self._see.drivers.stood_in):
            visitor.tell(Driving(self._battle, seat, True, "Its player is away."))
        self.tell_wishes(visitor.tell)

    def go_on(self, clocks: AllClocks) -> None:
        """Start the clocks that ran when the battle was put aside, with the time left on each."""
        self._deadlines.go_on_from(clocks.seats)
        self.sides.settle({**self.sides.left(), **clocks.sides})

    @property
    def back_by(self) -> dict[PlayerId, float]:
        """Return when a bot stands in for each absent player, or has begun to, by the server's
        clock.
        """
        return dict(self._back_by)

    def go_on_waiting(self, back_by: dict[PlayerId, float]) -> None:
        """Wait for absent players as the battle before did: by the times of its `back_by`."""
        now, drivers = self._now(), self._see.drivers
        self._deadlines.go_on_from(
            {
                Due(seat, "absence"): round(1000 * (at - now))
                for player, at in back_by.items()
                for seat in drivers.of(player)
                if drivers.is_away(seat)
            }
        )

    @property
    def clocks(self) -> AllClocks:
        """Return the running clocks, and those that have run down for absent players."""
        left, now, drivers = self.sides.left(), self._now(), self._see.drivers
        absent = {
            Due(seat, "absence"): round(1000 * (at - now))
            for player, at in self._back_by.items()
            for seat in drivers.of(player)
        }
        return AllClocks(
            absent | self._deadlines.running(), {seat: left[seat] for seat in self.sides.running}
        )

    def pause(self) -> None:
        """Stop all clocks for now: nobody can answer while the store is away."""
        self._deadlines.hold()
        self.sides.hold()
        if self.sides.are_used:
            self._see.audience.tell(self._sides_told())

    def resume(self) -> None:
        """Let the clocks run again with the time that they had left at `pause`."""
        for due, ms in self._deadlines.go_on().items():
            self._see.audience.tell(TimeLeft(self._battle, due.seat, due.kind, ms))
        self.sides.go_on()
        if self.sides.are_used:
            self._see.audience.tell(self._sides_told())

    def stop(self) -> None:
        """Stop all clocks."""
        self._deadlines.stop()
        self.sides.stop()
        if self._bot_timer is not None:
            self._bot_timer.cancel()

    def _deciders(self, question: Question) -> tuple[SeatId, ...]:
        return self._see.drivers.deciders(question, self._see.settings.decides)

    def _standing_answer(self) -> Auto | None:
        if not self._standing.are_any:
            return None
        shown = self._see.record.shown
        acting = SeatId(self._see.setup.whose_turn(shown.state))
        for question in shown.questions:
            deciders = self._deciders(question)
            picks = self._standing.answer(question, acting, deciders)
            if picks is not None and (question.id, picks) not in self._failed:
                return Auto(deciders[0], question.id, picks, "standing")
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
        """Return a bot's answer to a question for bots alone; others are left to the people."""
        asked = self._asked_of_bots()
        for seat in dict.fromkeys(deciders[0] for _, deciders in asked):
            mine = tuple(question for question, deciders in asked if seat in deciders)
            if auto := self._first_good(seat, mine, "bot"):
                return auto
        return None

    def _asked_of_bots(self) -> list[tuple[Question, tuple[SeatId, ...]]]:
        """Return the questions for bots alone and who decides each; none before `bot_delay`."""
        if not self._see.drivers.has_bots:
            return []
        shown = self._see.record.shown
        asked = self._see.drivers.left_to_bots(
            ((question, self._deciders(question)) for question in shown.questions),
            partial(self._see.setup.keeps_back, shown.state),
        )
        early = self._bots_from - self._see.resources.clock.now()
        if not asked or early <= 0:
            return asked
        if self._bot_timer is not None:
            self._bot_timer.cancel()
        self._bot_timer = self._see.resources.clock.call_later(early, self._wake)
        return []

    def _stand_in(self, seat: SeatId) -> None:
        self._see.drivers.stood_in.add(seat)
        log.info("seat.stood_in", battle=self._battle, seat=seat)
        self._see.audience.tell(Driving(self._battle, seat, True, "Its player is away."))
        self.look_round()

    def _first_good(self, seat: SeatId, questions: Questions, how: AnswerOrigin) -> Auto | None:
        """Return the first answer that is legal and has not failed yet, or None."""
        legal = {question.id: question for question in questions}
        for question, picks, note in self._ways(seat, questions, how):
            asked = legal.get(QuestionId(question))
            if asked and (question, picks) not in self._failed and refuse(asked, picks) is None:
                return Auto(seat, question, picks, how, note)
        return None

    def _ways(
        self, seat: SeatId, questions: Questions, how: AnswerOrigin
    ) -> Iterator[tuple[int, Picks, str]]:
        """Yield answers to try: for a late player defaults first, for a bot the bot's choice."""
        defaults = [
            (q.id, picks, "") for q in questions if (picks := default_answer(q)) is not None
        ]
        if how == "default":
            yield from defaults
        if (choice := self._bots_choice(seat, questions)) is not None:
            yield choice
        yield from defaults
        for question in questions:
            if (picks := any_answer(question)) is not None:
                yield question.id, picks, ""

    def _bots_choice(self, seat: SeatId, questions: Questions) -> tuple[int, Picks, str] | None:
        policy = self._see.drivers.policy(seat)
        if policy is None:
            return None
        shown = self._see.record.shown
        try:
            view = self._view.of(shown.version, shown.state)
            question, picks, *note = policy(view, seat, questions)
            return question, tuple(picks), "".join(note)
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

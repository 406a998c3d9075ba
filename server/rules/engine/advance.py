"""A game in progress: takes answers, runs beats, returns what each commit contains, and undoes.

`Play` holds what a room needs in memory: the state at the beat's start, the beat's log, the open
questions. It can always be rebuilt from the journal (`replay.py`), which is what recovery does.
"""

from itertools import chain
from operator import attrgetter
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.events import Answered, BattleStopped, Called, Event, Returned
from protocol.ids import NO_SEAT, AnswerOrigin, CallId, QuestionId, SeatId
from protocol.questions import Picks, Question, refuse
from server.rules.engine import limits
from server.rules.engine.dice import Chance
from server.rules.engine.game import (
    Asked,
    Defect,
    Entry,
    Game,
    Suspended,
    Unfit,
    as_call_data,
    next_entry,
)
from server.rules.engine.patch import Diff, patched_by
from server.rules.engine.ruleset import Record, Ruleset
from server.rules.engine.still_open import FormerIds, still_open
from server.rules.engine.waiting import WaitingBeats, begun, wait

S = TypeVar("S", bound=Record)
_EVENT, _OPS = attrgetter("event"), attrgetter("ops")


class Illegal(Exception):
    """Raised for an answer that its question does not allow, an outcome of no open call, or an undo
    that may not reach so far. `code` is a refusal code, the text its sentence for the player, and
    `rule` the rule's id, where one is known.
    """

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.rule = code, text, rule


class CommitContents(Struct, frozen=True, gc=False):
    """The contents of one commit: everything that followed from one answer.

    `at` is the number of log entries after it, counted over all beats; `diff` is what the commit
    changed of the state, `questions` are those open now, and `over` says that the game has ended.
    """

    at: int
    events: tuple[Event, ...]
    diff: Diff
    questions: tuple[Question, ...]
    over: bool


class Mark(Struct, Generic[S], frozen=True, gc=False):
    """A place in the battle to which `Play` can go back: the state at the beat's start, the log as
    it was then (`log` up to `length`; later entries were added afterwards), and what was open.
    `settled` is a log length, over all beats: no undo goes back before it (see `Play.reaches`).
    """

    start: S
    base: int
    log: list[Entry[S]]
    length: int
    questions: tuple[Question, ...]
    former: FormerIds
    settled: int = 0

    @property
    def at(self) -> int:
        """Return the log's length there, over all beats."""
        return self.base + self.length


class Play(Generic[S]):
    """One game in progress. Not safe for use by two tasks at once.

    `counts_on` is false only for battles begun by early releases, in which an undo also took back
    the ordinals of draws (see `count_on`).
    """

    def __init__(
        self, ruleset: Ruleset[S], start: S, chance: Chance, counts_on: bool = True
    ) -> None:
        self.ruleset, self.chance, self.counts_on = ruleset, chance, counts_on
        self.start, self.base = start, 0
        self.log: list[Entry[S]] = []
        self.questions: tuple[Question, ...] = ()
        self.former: FormerIds = {}
        self.over = False
        self.keeper: WaitingBeats | None = None  # of whoever plays on; without it beats run again
        self._settled = 0
        # Of the commit under way: what it tells of beats that are over, how long the log of this
        # one was before it, and how many beats have ended.
        self._told: list[Entry[S]] = []
        self._known = self._ended = 0

    @property
    def state(self) -> S:
        """Return the state now."""
        return self.log[-1].state if self.log else self.start

    @property
    def at(self) -> int:
        """Return the number of log entries, counted over all beats."""
        return self.base + len(self.log)

    @property
    def call(self) -> Called | None:
        """Return the open call, for which the game waits; None if there is none. No question is
        open while a call is.
        """
        last = self.log[-1].event if self.log and not self.over else None
        return last if isinstance(last, Called) else None

    def mark(self) -> Mark[S]:
        """Return a mark of this place. It holds references only: nothing is copied."""
        length, settled = len(self.log), self._settled
        return Mark(self.start, self.base, self.log, length, self.questions, self.former, settled)

    def reaches(self, mark: Mark[S]) -> bool:
        """Return whether an undo may go back to a mark: not if a call was made or returned since.

        Another game has been played from what came before it, so that must stay as it is.
        """
        return mark.at >= self._settled

    def go_back(self, mark: Mark[S]) -> None:
        """Restore the state, log and questions of `mark`. Later entries of the log are dropped."""
        self.start, self.base, self.questions = mark.start, mark.base, mark.questions
        # A list of its own: what runs from here appends in place, and other marks hold this one.
        self.log = mark.log[: mark.length]
        self.former, self.over, self._settled = mark.former, False, mark.settled

    def reopen(self, mark: Mark[S]) -> None:
        """Undo what came after `mark`: as `go_back`, but the reopened questions get unused ids.

        So a late answer to a question from before the undo is refused as stale.
        """
        # Ids are positions in the log. Moved on so far, the first question that opens again gets
        # the next position after everything that was there, so no id comes twice.
        later = self.at - (mark.at - len(mark.questions))
        # Read before going back: the state there does not know what was drawn since.
        drawn = self.state.rolls
        self.go_back(mark)
        self.former = {}
        self.base += later
        self.log = [_renumbered(entry, later) for entry in self.log]
        self.questions = tuple(
            replace(each, id=QuestionId(each.id + later)) for each in self.questions
        )
        self.count_on(drawn)

    def count_on(self, drawn: int) -> None:
        """Give the next draw the ordinal `drawn`, above all ordinals that were taken back just now.

        Otherwise players who saw a roll and undid it would know the next one. The count is raised
        at the log's last entry, so that earlier draws keep their ordinals. Without `counts_on`
        nothing is raised.
        """
        if not self.counts_on or drawn == self.state.rolls:
            return
        state = replace(self.state, rolls=drawn)
        if self.log:
            self.log[-1] = Entry(self.log[-1].event, state, self.log[-1].ops)
        else:
            self.start = state

    def find(self, question: QuestionId, by: SeatId) -> Question:
        """Return the open question that seat `by` may answer under this id. Raises `Illegal` if no
        such question is open ("stale") or another seat decides it ("not_yours").

        An id that the question had earlier is accepted too (see `still_open`): of two players who
        pass at the same time, neither answer makes the other stale.
        """
        asked = self.meant(question)
        if asked is None:
            raise Illegal(
                "stale", "That has been decided already, or something has happened since."
            )
        if by not in asked.to:
            raise Illegal("not_yours", "That decision belongs to somebody else.", asked.rule)
        return asked

    def answerable(self, question: QuestionId, by: SeatId, picks: Picks) -> Question:
        """Return the open question that seat `by` may answer with these picks. Raises `Illegal`."""
        asked = self.find(question, by)
        if sentence := refuse(asked, picks):
            raise Illegal("illegal", sentence, asked.rule)
        return asked

    def meant(self, question: QuestionId) -> Question | None:
        """Return the open question that has this id now or had it earlier; None if there is
        none.
        """
        now = self.former.get(question, question)
        for asked in self.questions:
            if asked.id == now:
                return asked
        return None

    def answer(
        self,
        question: QuestionId,
        by: SeatId,
        picks: Picks,
        how: AnswerOrigin = "player",
        mark: Mark[S] | None = None,
    ) -> CommitContents:
        """Take an answer and run on to the next open question or the end. Returns the commit.
        `mark` is that of this place, where the caller has it already.

        Raises `Illegal` for an answer that is refused, `Defect` if a rule fails. After either,
        nothing has changed.
        """
        asked = self.answerable(question, by, picks)
        if mark is None:
            mark = self.mark()
        try:
            told = self._run_on(mark, Answered(asked.id, by, picks, how))
        except Unfit as no:
            raise Illegal("illegal", str(no), asked.rule) from no
        self.former = still_open(mark.former, mark.questions, told.questions, told.events)
        return told

    def returned(self, call: CallId, outcome: object) -> CommitContents:
        """Take the outcome of the open call and run on, as `answer` does. Returns the commit.

        Raises `Illegal` if that call is not open, `Defect` if the rules cannot read the outcome or
        a rule fails. After either, nothing has changed.
        """
        if self.call is None or self.call.call != call:
            raise Illegal("stale", "Nobody waits for that outcome, or it has come already.")
        told = self._run_on(self.mark(), Returned(call, as_call_data(outcome)))
        self.former = {}
        return told

    def enter(self, event: Event) -> None:
        """Apply an event and append it to the log in place. Marks are not affected: each remembers
        how long the log was.
        """
        self.log.append(next_entry(self.ruleset, self.state, event))
        if type(event) is Called or type(event) is Returned:
            self._settled = self.at

    def begin(self) -> CommitContents:
        """Run from the start of the game to the first open question. Returns the first commit.
        Raises `Defect` if a rule fails.
        """
        return self._run(self.mark())

    def stop(self, why: str, by: SeatId = NO_SEAT, *, late: bool = False) -> CommitContents:
        """End the game now: by an operator's order, or because seat `by` gives up or is `late`. The
        rules say what the latter two change of the state. Returns the commit.
        """
        event = BattleStopped(why, by, late)
        ops = self.ruleset.apply(self.state, event) if by else ()
        diff, state = Diff(), patched_by(self.state, ops)
        diff.add_all(ops)
        self.start, self.base, self.log = state, self.at, []
        self.former, self.questions, self.over = {}, (), True
        return CommitContents(self.at, (event,), diff, (), True)

    def _run_on(self, mark: Mark[S], event: Event) -> CommitContents:
        """Enter the answer or outcome that the game waited for, and run on. `mark` is the present
        place. Raises `Defect` or `Unfit`, after going back to `mark`.
        """
        # Marks share the list and `enter` appends in place: without a copy, a draft that is dropped
        # would have changed the mark that it goes back to.
        self.log = list(self.log)
        self.enter(event)
        try:
            return self._run(mark)
        except Unfit:
            self.go_back(mark)
            raise
        # Whatever a rule raises: a defect costs this one answer, never the battle
        # (`test_a_defect_of_a_rule_loses_nothing`).
        except Exception as fault:
            self.go_back(mark)
            raise Defect(f"{type(fault).__name__}: {fault}") from fault

    def _run(self, mark: Mark[S]) -> CommitContents:
        """Run on from `mark` and what was entered since, to the next open question, call or end."""
        self._told, self._known, self._ended = [], mark.length, 0
        keeper, beats = self.keeper, None
        if keeper is None:
            waits = self._beats(False)
        elif (beats := keeper.taken(self, mark.log, mark.length)) is not None:
            waits = beats.switch()
        else:
            beats = begun(self._beats)
            waits = beats.switch(True)
        told, self._told = self._told + self.log[self._known :], []
        if waits:
            self.wait()
            if keeper is not None and beats is not None:
                keeper.keep(self, beats, self.log)
        return self.told(told)

    def _beats(self, may_wait: bool) -> bool:
        """Run the current beat from its start, and those after it. Returns True where the game
        waits, False once it is over.

        Where it `may_wait`, the beat waits for an answer in place, and goes on with it; a beat that
        may not, or that waits for an outcome, is left.
        """
        while (beat := self.ruleset.next_beat(self.start)) is not None:
            game = _WaitingGame(self) if may_wait else self._game()
            try:
                game.emit(beat)
                self.ruleset.play(game, beat)
            except Suspended:
                return True
            # Otherwise the log holds more than these rules emit, and the next beat would begin in
            # a wrong state.
            assert game.at == len(self.log), "the beat ended before its log did"
            # A beat that ran from its start ran over entries of earlier commits: only what is new
            # belongs to this one.
            self._told += self.log[self._known :]
            self._known = 0
            self.end_beat()
            self._ended += 1
            if self._ended == limits.BEATS_PER_ANSWER:
                raise Defect(f"more than {limits.BEATS_PER_ANSWER} beats after one answer")
        self.over, self.questions = True, ()
        return False

    def _game(self) -> Game[S]:
        return Game(self.ruleset, self.start, self.log, self.chance, self.base)

    def wait(self) -> None:
        """Take note of what the log ends with and waits for: questions, or a call."""
        self.questions = _open(self.log)
        if not self.questions and self.call is not None:
            self._settled = self.at

    def end_beat(self) -> None:
        """Let the next beat start from the present state, with an empty log."""
        self.start, self.base, self.log = self.state, self.base + len(self.log), []

    def told(self, entries: list[Entry[S]]) -> CommitContents:
        """Return a commit of these entries, with the questions that are open now."""
        diff = Diff()
        diff.add_all(chain.from_iterable(map(_OPS, entries)))
        # A commit has fields of its own for questions (`asked`, `again`). It ends with those that
        # it opens, and holds no others: an answer begins the next one.
        told = entries[: len(entries) - len(self.questions)] if self.questions else entries
        events = tuple(map(_EVENT, told))
        return CommitContents(self.at, events, diff, self.questions, self.over)


class _WaitingGame(Game[S]):
    """A beat that waits in place for the answers of its `play`."""

    def __init__(self, play: Play[S]) -> None:
        super().__init__(play.ruleset, play.start, play.log, play.chance, play.base)
        self._play = play

    def _answer(self) -> Event:
        wait()
        # The log is another list by now: marks hold the one that ended with the question.
        self.log = log = self._play.log
        self._known_until = len(log)
        return log[self.at].event


def _open(log: list[Entry[S]]) -> tuple[Question, ...]:
    asked: list[Question] = []
    for entry in reversed(log):
        event = entry.event
        if type(event) is not Asked:
            break
        asked.append(event.question)
    return tuple(asked[::-1])


def _renumbered(entry: Entry[S], by: int) -> Entry[S]:
    match entry.event:
        case Asked(question):
            event: Event = Asked(replace(question, id=QuestionId(question.id + by)))
        case Answered(question=asked):
            event = replace(entry.event, question=QuestionId(asked + by))
        case _:
            return entry
    return Entry(event, entry.state, entry.ops)

"""A game in progress: takes answers, runs beats, gives commits' contents, and goes back.

`Play` holds what a room needs in memory: the beat's start, its log, the open questions. It can
always be rebuilt from the journal (`replay.py`), which is what recovery does.
"""

from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from protocol.events import Answered, BattleStopped, Called, Event, Returned
from protocol.ids import NO_SEAT, CallId, QuestionId, SeatId
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
    entered,
    handed_over,
)
from server.rules.engine.patch import Diff, patched
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)


class Illegal(Exception):
    """An answer that its question does not allow, an outcome that nobody waits for, or an undo out
    of reach; `code` is a refusal code, the text its sentence.
    """

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.rule = code, text, rule


class Told(NamedTuple):
    """The contents of one commit, which an answer led to.

    `at` is the log's length after it, over all beats; `diff` what it changed of the state,
    `questions` are those open now, and `over` says that the game has ended.
    """

    at: int
    events: tuple[Event, ...]
    diff: Diff
    questions: tuple[Question, ...]
    over: bool


Former = dict[QuestionId, QuestionId]
"""Ids that open questions had before, each with the id that its question has now. Never changed in
place: marks share it.
"""


class Mark(NamedTuple, Generic[S]):
    """A place in the battle to which `Play` can go back: the beat's start, the log as it was then
    (`log` up to `length`; later entries are another future's), and what was open. `settled` is the
    log's length, over all beats, behind which nothing is undone (see `Play.reaches`).
    """

    start: S
    base: int
    log: list[Entry[S]]
    length: int
    questions: tuple[Question, ...]
    former: Former
    settled: int = 0

    @property
    def at(self) -> int:
        """Return the log's length there, over all beats."""
        return self.base + self.length


TOGETHER = "together."
"""How the codes of questions begin that several seats answer each for itself, beside each other."""


class Play(Generic[S]):
    """One game in progress. Not safe for use by two tasks at once.

    `counts_on` is false for battles begun when an undo still took the ordinals back with it.
    """

    def __init__(
        self, ruleset: Ruleset[S], start: S, chance: Chance, counts_on: bool = True
    ) -> None:
        self.ruleset, self.chance, self.counts_on = ruleset, chance, counts_on
        self.start, self.base = start, 0
        self.log: list[Entry[S]] = []
        self.questions: tuple[Question, ...] = ()
        self.former: Former = {}
        self.over = False
        self._settled = 0

    @property
    def state(self) -> S:
        """Return the state now."""
        return self.log[-1].state if self.log else self.start

    @property
    def at(self) -> int:
        """Return the log's length, over all beats."""
        return self.base + len(self.log)

    @property
    def call(self) -> Called | None:
        """Return the call that the game waits for; no question is open meanwhile."""
        last = self.log[-1].event if self.log and not self.over else None
        return last if isinstance(last, Called) else None

    def mark(self) -> Mark[S]:
        """Remember this place. It costs a reference: nothing is copied."""
        length, settled = len(self.log), self._settled
        return Mark(self.start, self.base, self.log, length, self.questions, self.former, settled)

    def reaches(self, mark: Mark[S]) -> bool:
        """Return whether an undo may go back to a mark: no call was made since, no outcome came.

        Another game has been played on the strength of what stands before them.
        """
        return mark.at >= self._settled

    def go_back(self, mark: Mark[S]) -> None:
        """Stand again where `mark` was taken. The log behind it is gone."""
        self.start, self.base, self.questions = mark.start, mark.base, mark.questions
        # A list of its own: what runs from here appends in place, and other marks hold this one.
        self.log = mark.log[: mark.length]
        self.former, self.over, self._settled = mark.former, False, mark.settled

    def reopen(self, mark: Mark[S]) -> None:
        """Take back what came after `mark`: as `go_back`, but its questions get ids that none had.

        So an answer that was given before, and comes late, is no answer to what is open again.
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
        """Let the next draw have the ordinal `drawn`, above all that were taken back just now.

        Else those who saw what fell, and took it back, would know what falls next. The count is
        raised at the log's last entry: the draws before it keep the ordinals that they had. In a
        battle that was begun before ordinals counted on, nothing is raised.
        """
        if not self.counts_on or drawn == self.state.rolls:
            return
        state = replace(self.state, rolls=drawn)
        if self.log:
            self.log[-1] = Entry(self.log[-1].event, state, self.log[-1].ops)
        else:
            self.start = state

    def find(self, question: QuestionId, by: SeatId) -> Question:
        """Return the open question that an answer means. Raises `Illegal`.

        An answer may name an id that its question had before (see `still_open`): two players who
        pass side by side do not trip over each other.
        """
        asked = self.meant(question)
        if asked is None:
            raise Illegal(
                "stale", "That has been decided already, or something has happened since."
            )
        if by not in asked.to:
            raise Illegal("not_yours", "That decision belongs to somebody else.", asked.rule)
        return asked

    def meant(self, question: QuestionId) -> Question | None:
        """Return the open question that has an id, or had it while it has been open."""
        now = self.former.get(question, question)
        for asked in self.questions:
            if asked.id == now:
                return asked
        return None

    def answer(self, question: QuestionId, by: SeatId, picks: Picks, how: str = "player") -> Told:
        """Take an answer and run on to the next open question, or to the end.

        Raises `Illegal` (nothing changed) or `Defect` (a rule is broken; nothing changed either).
        """
        asked = self.find(question, by)
        if sentence := refuse(asked, picks):
            raise Illegal("illegal", sentence, asked.rule)
        mark = self.mark()
        try:
            told = self._run_on(mark, Answered(asked.id, by, picks, how))
        except Unfit as no:
            raise Illegal("illegal", str(no), asked.rule) from no
        self.former = still_open(mark.former, mark.questions, told.questions, told.events)
        return told

    def returned(self, call: CallId, outcome: object) -> Told:
        """Take the outcome of the open call and run on, as `answer` does.

        Raises `Illegal` where that call is not open, or `Defect` (an outcome that the rules do not
        understand, a rule that is broken); nothing changed then.
        """
        if self.call is None or self.call.call != call:
            raise Illegal("stale", "Nobody waits for that outcome, or it has come already.")
        told = self._run_on(self.mark(), Returned(call, handed_over(outcome)))
        self.former = {}
        return told

    def enter(self, event: Event) -> None:
        """Apply an event and append it to the log in place. Marks do not see it: each remembers how
        long the log was.
        """
        self.log.append(entered(self.ruleset, self.state, event))
        if type(event) is Called or type(event) is Returned:
            self._settled = self.at

    def begin(self) -> Told:
        """Run from the very start to the first open question. Returns the first commit's
        contents. Raises `Defect`.
        """
        return self._run(self.mark())

    def stop(self, why: str, by: SeatId = NO_SEAT, *, late: bool = False) -> Told:
        """End the game where it stands, by an operator's order or because the seat `by` gives up,
        or is `late`; that changes of the state what the rules say. Returns the commit's contents.
        """
        event = BattleStopped(why, by, late)
        ops = self.ruleset.apply(self.state, event) if by else ()
        diff, state = Diff(), self.state
        for op in ops:
            diff.add(op)
            state = patched(state, op)
        self.start, self.base, self.log = state, self.at, []
        self.former, self.questions, self.over = {}, (), True
        return Told(self.at, (event,), diff, (), True)

    def _run_on(self, mark: Mark[S], event: Event) -> Told:
        """Enter what the game waited for and run on from `mark`, where it stands. Raises `Defect`
        or `Unfit`; then nothing changed.
        """
        # Marks share the list, and entering works in place: without a copy a draft that is dropped
        # would have changed what it goes back to.
        self.log = list(self.log)
        self.enter(event)
        try:
            return self._run(mark)
        except Unfit:
            self.go_back(mark)
            raise
        # Whatever a rule raises: a defect costs this answer, never the table
        # (`test_a_defect_of_a_rule_loses_nothing`).
        except Exception as fault:
            self.go_back(mark)
            raise Defect(f"{type(fault).__name__}: {fault}") from fault

    def _run(self, mark: Mark[S]) -> Told:
        told = list(self.log[mark.length :])
        for _ in range(limits.BEATS_PER_ANSWER):
            known = len(self.log)
            suspended = self._run_beat()
            # The beat ran from its start, over what the log held: only what is new belongs to this
            # commit.
            told += self.log[known:]
            if suspended or self.over:
                return self._told(told)
            self.start, self.base = self.state, self.base + len(self.log)
            self.log = []
        raise Defect(f"more than {limits.BEATS_PER_ANSWER} beats after one answer")

    def _run_beat(self) -> bool:
        """Run the current beat from its start; True if it waits for an answer or an outcome."""
        beat = self.ruleset.next_beat(self.start)
        if beat is None:
            self.over, self.questions = True, ()
            return False
        game = Game(self.ruleset, self.start, self.log, self.chance, self.base)
        try:
            game.emit(beat)
            self.ruleset.play(game, beat)
        except Suspended:
            self.questions = _open(self.log)
            if self.call is not None:
                self._settled = self.at
            return True
        # Else the log holds more than these rules tell: the next beat would begin in a wrong state.
        assert game.at == len(self.log), "the beat ended before its log did"
        return False

    def _told(self, entries: list[Entry[S]]) -> Told:
        diff = Diff()
        for entry in entries:
            for op in entry.ops:
                diff.add(op)
        # A commit carries its questions by themselves (`asked`, `again`), not among its events.
        events = tuple([e.event for e in entries if type(e.event) is not Asked])
        return Told(self.at, events, diff, self.questions, self.over)


def still_open(
    former: Former,
    before: tuple[Question, ...],
    now: tuple[Question, ...],
    events: tuple[Event, ...],
) -> Former:
    """Return the ids that open questions had before a commit, from those before it and its
    `events`.

    A question is the same one as long as it stands open without a break, and nothing happens but
    that another question beside it is answered, as by a pass. The engine cannot tell what a
    decision is about, so whatever else a commit tells (a roll, a change, a new beat) ends all of
    them: what is asked in the same words afterwards is another decision. So is the question that
    was answered, should it be asked again. A question asked `TOGETHER` with others' stays the same
    one whatever their answers bring, as long as its own words and options stay.

    At most `limits.UNDO_VERSIONS` - 1 ids are kept of a question, one for each commit, so that a
    recovery from a snapshot, which lies that far behind, finds the same ones.
    """
    found: Former = {}
    if not events or not isinstance(events[0], Answered):
        return found
    for old in before:
        if len(events) > 1 and not old.why.startswith(TOGETHER):
            continue
        same = [asked for asked in now if replace(asked, id=old.id) == old]
        alike = [asked for asked in before if replace(asked, id=old.id) == old]
        # Two questions in the same words cannot be told apart, so neither keeps an id.
        if old.id == events[0].question or len(same) != 1 or len(alike) != 1:
            continue
        ids = [earlier for earlier, later in former.items() if later == old.id]
        for each in [*ids, old.id][1 - limits.UNDO_VERSIONS :]:
            found[each] = same[0].id
    return found


def _open(log: list[Entry[S]]) -> tuple[Question, ...]:
    asked: list[Question] = []
    for entry in reversed(log):
        if not isinstance(entry.event, Asked):
            break
        asked.append(entry.event.question)
    return tuple(reversed(asked))


def _renumbered(entry: Entry[S], by: int) -> Entry[S]:
    match entry.event:
        case Asked(question):
            event: Event = Asked(replace(question, id=QuestionId(question.id + by)))
        case Answered(question=asked):
            event = replace(entry.event, question=QuestionId(asked + by))
        case _:
            return entry
    return Entry(event, entry.state, entry.ops)

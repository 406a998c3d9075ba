"""A game in progress: takes answers, runs beats, gives commits' contents, and goes back.

`Play` holds what a room needs in memory: the beat's start, its log, the open questions. It can
always be rebuilt from the journal (`replay.py`), which is what recovery does.
"""

from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from protocol.events import Answered, BattleStopped, Event
from protocol.questions import Picks, Question, refuse
from server.rules.engine import limits
from server.rules.engine.dice import Chance
from server.rules.engine.game import Asked, Defect, Entry, Game, Suspended, entered
from server.rules.engine.patch import Diff
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)


class Illegal(Exception):
    """An answer that its question does not allow; `code` is a refusal code, the text its
    sentence.
    """

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.rule = code, text, rule


class Told(NamedTuple):
    """What an answer led to: the contents of one commit."""

    at: int
    events: tuple[Event, ...]
    diff: Diff
    questions: tuple[Question, ...]
    over: bool


Former = dict[int, int]
"""Ids that open questions had before, each with the id that its question has now. Never changed in
place: marks share it.
"""


class Mark(NamedTuple, Generic[S]):
    """A place in the battle to which `Play` can go back."""

    start: S
    base: int
    log: list[Entry[S]]
    length: int
    questions: tuple[Question, ...]
    former: Former


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

    @property
    def state(self) -> S:
        """The state now."""
        return self.log[-1].state if self.log else self.start

    @property
    def at(self) -> int:
        """The log's length, over all beats."""
        return self.base + len(self.log)

    def mark(self) -> Mark[S]:
        """Remember this place, at the cost of a reference."""
        return Mark(self.start, self.base, self.log, len(self.log), self.questions, self.former)

    def go_back(self, mark: Mark[S]) -> None:
        """Stand again where `mark` was taken. The log behind it is gone."""
        self.start, self.base, self.questions = mark.start, mark.base, mark.questions
        self.log = mark.log[: mark.length]
        self.former, self.over = mark.former, False

    def reopen(self, mark: Mark[S]) -> None:
        """Take back what came after `mark`: as `go_back`, but its questions get ids that none had.

        So an answer that was given before, and comes late, is no answer to what is open again.
        """
        later = self.at - (mark.base + mark.length - len(mark.questions))
        drawn = self.state.rolls
        self.go_back(mark)
        self.former = {}
        self.base += later
        self.log = [_renumbered(entry, later) for entry in self.log]
        self.questions = tuple(replace(each, id=each.id + later) for each in self.questions)
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

    def find(self, question: int, by: str) -> Question:
        """The open question that an answer means. Raises `Illegal`.

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

    def meant(self, question: int) -> Question | None:
        """The open question that has an id, or had it while it has been open."""
        now = self.former.get(question, question)
        return next((asked for asked in self.questions if asked.id == now), None)

    def answer(self, question: int, by: str, picks: Picks, how: str = "player") -> Told:
        """Take an answer and run on to the next open question, or to the end.

        Raises `Illegal` (nothing changed) or `Defect` (a rule is broken; nothing changed either).
        """
        asked = self.find(question, by)
        if sentence := refuse(asked, picks):
            raise Illegal("illegal", sentence, asked.rule)
        mark = self.mark()
        self.log = list(self.log)
        self.log.append(entered(self.ruleset, self.state, Answered(asked.id, by, picks, how)))
        try:
            told = self._run(mark)
        except Exception as fault:
            self.go_back(mark)
            raise Defect(f"{type(fault).__name__}: {fault}") from fault
        self.former = still_open(mark.former, mark.questions, told.questions, told.events)
        return told

    def begin(self) -> Told:
        """Run from the very start to the first open question."""
        return self._run(self.mark())

    def stop(self, why: str) -> Told:
        """Let it be over where it stands: no rule's doing, and no answer's."""
        self.former, self.questions, self.over = {}, (), True
        return Told(self.at, (BattleStopped(why),), Diff(), (), True)

    def _run(self, mark: Mark[S]) -> Told:
        told = list(self.log[mark.length :])
        for _ in range(limits.BEATS_PER_ANSWER):
            known = len(self.log)
            suspended = self._run_beat()
            told += self.log[known:]
            if suspended or self.over:
                return self._told(told)
            self.start, self.base = self.state, self.base + len(self.log)
            self.log = []
        raise Defect(f"more than {limits.BEATS_PER_ANSWER} beats after one answer")

    def _run_beat(self) -> bool:
        """Run the current beat from its start; True if it waits for an answer."""
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
            return True
        assert game.at == len(self.log), "the beat ended before its log did"
        return False

    def _told(self, entries: list[Entry[S]]) -> Told:
        diff = Diff()
        for entry in entries:
            for op in entry.ops:
                diff.add(op)
        events = tuple(e.event for e in entries if not isinstance(e.event, Asked))
        return Told(self.at, events, diff, self.questions, self.over)


def still_open(
    former: Former,
    before: tuple[Question, ...],
    now: tuple[Question, ...],
    events: tuple[Event, ...],
) -> Former:
    """The ids that open questions had before a commit, from those before it and its `events`.

    A question is the same one as long as it stands open without a break, and nothing happens but
    that another question beside it is answered, as by a pass. The engine cannot tell what a
    decision is about, so whatever else a commit tells (a roll, a change, a new beat) ends all of
    them: what is asked in the same words afterwards is another decision. So is the question that
    was answered, should it be asked again.

    At most `limits.UNDO_VERSIONS` - 1 ids are kept of a question, one for each commit, so that a
    recovery from a snapshot, which lies that far behind, finds the same ones.
    """
    found: Former = {}
    if len(events) != 1 or not isinstance(events[0], Answered):
        return found
    for old in before:
        same = [asked for asked in now if replace(asked, id=old.id) == old]
        alike = [asked for asked in before if replace(asked, id=old.id) == old]
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
            event: Event = Asked(replace(question, id=question.id + by))
        case Answered(question=asked):
            event = replace(entry.event, question=asked + by)
        case _:
            return entry
    return Entry(event, entry.state, entry.ops)

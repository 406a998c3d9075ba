"""One battle's record in memory: the play, where it can go back to, and whose numbers made what.

Nothing here waits. An intent becomes a `Draft`: the rules have run, the commit is encoded, but
nobody has seen it. Once the journal has it the room calls `keep`, else `drop`, and it never
happened. What may be shown, `shown`, is always the last version kept.
"""

from typing import Any, assert_never

import msgspec
from msgspec import Struct

from protocol import codec
from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Called,
    Drawn,
    EngineEvent,
    Event,
    Returned,
    Rolled,
    Undone,
)
from protocol.fields import LONGEST_NOTE, NUMBER_STEP
from protocol.ids import NO_SEAT, AnswerOrigin, CallId, QuestionId, SeatId
from protocol.plain_text import plain as plain_text
from protocol.questions import Picks, Question
from protocol.replies import (
    Closing,
    Commit,
    Opening,
    Refused,
    Reply,
    Snapshot,
    Taken,
)
from protocol.requests import Intent, Move, Undo
from server.battles.records.asked_again import spelled
from server.battles.records.journal import Entry
from server.battles.records.running_numbers import Made, highest_after, is_made_by, made_by, undoing
from server.battles.records.side_clocks import SideClocks, Sides, full
from server.battles.records.snapshots import EVERY, Point, encode_snapshot
from server.rules.engine import limits
from server.rules.engine.advance import CommitContents, Mark, Play
from server.rules.engine.dice import called_seed
from server.rules.engine.patch import plain
from server.rules.engine.replay import restart, undo
from server.rules.engine.ruleset import Record
from server.runtime import Refusal

NUMBERS_KEPT = 64  # of a seat: as many as a client may have under way in the room's queue


NO_SIDES: Sides = {}
"""What is left where no side has a clock."""


class Draft(Struct, frozen=True):
    """A commit that is not yet in the journal, with what `drop` needs to take it back."""

    commit: Commit
    frame: bytes
    told: CommitContents
    author: SeatId
    picks: Picks
    before: Mark[Any]

    @property
    def entry(self) -> Entry:
        """Return the journal's entry of the commit."""
        return Entry(self.commit.version, self.commit.number, self.frame)


class Shown(Struct, frozen=True):
    """The battle as everybody may see it. `call`: the battle that a session waits for. `left`: what
    the side clocks had at this version.
    """

    version: int
    state: Record
    questions: tuple[Question, ...]
    ms: int
    over: bool
    closing: Closing | None
    call: Called | None = None
    left: Sides = NO_SIDES

    @property
    def rests(self) -> bool:
        """Return whether nobody can play on in it: it is over, or waits for another one."""
        return self.over or self.call is not None


class BattleRecord:
    """The record of one battle. `seed` is secret until the last commit."""

    def __init__(self, play: Play[Any], opening: Opening, seed: bytes) -> None:
        self.play, self.opening, self._seed = play, opening, seed
        self.shown = Shown(0, play.state, (), 0, False, None, left=full(opening))
        self.side_clocks: SideClocks | None = None  # of the room that plays it
        self._marks: dict[int, Mark[Any]] = {}
        self._trail: dict[int, tuple[Event, ...]] = {}
        self._made: dict[SeatId, dict[int, Made]] = {}
        self._highest: dict[SeatId, int] = {}
        self._beyond: dict[SeatId, dict[int, Made]] = {}

    @property
    def opening_shown(self) -> Opening:
        """Return the opening without the state that it began with."""
        return msgspec.structs.replace(self.opening, state=None)

    @property
    def numbers(self) -> dict[SeatId, int]:
        """Return each seat's highest running number that made a commit, and that it can go on
        from.
        """
        return dict(self._highest)

    def picture(self) -> Snapshot:
        """Return the battle as everybody may see it, as plain data."""
        shown = self.shown
        return Snapshot(
            self.opening.battle,
            shown.version,
            plain(shown.state),
            shown.questions,
            self.numbers,
            self.opening_shown,
            shown.ms,
            shown.over,
            shown.closing,
        )

    def seat_meant(self, seats: tuple[SeatId, ...], question: int, number: int) -> SeatId:
        """Return which of several seats a request without one means: the one asked, or the one that
        has used the number.
        """
        meant = self.play.meant(QuestionId(question))
        asked = set(meant.to) if meant is not None else set()
        used = {
            seat
            for seat in seats
            if number <= self._highest.get(seat, 0) or self._made_by(seat, number) is not None
        }
        choice = [s for s in seats if s in used and s in asked] or [s for s in seats if s in asked]
        return (choice or [s for s in seats if s in used] or list(seats))[0]

    def repeated(self, sent: Intent | Undo, seat: SeatId) -> Taken | None:
        """Return what a seat's number made before, None if the number is new.

        Raises `Refusal` if the number is too old or too high, or was used for something else.
        """
        highest = self._highest.get(seat, 0)
        if highest < sent.number <= highest + NUMBER_STEP and seat not in self._beyond:
            return None  # as nearly all
        made = self._made_by(seat, sent.number)
        if made is None and sent.number <= highest:
            raise Refusal("stale", f"Number {sent.number} is used up; use one above {highest}.")
        if made is None and sent.number > highest + NUMBER_STEP:
            text = f"Number {sent.number} is too high; use one from {highest + 1} on."
            raise Refusal("stale", text)
        if made is not None and not is_made_by(made, sent):
            raise Refusal("stale", f"Number {sent.number} has been used for another answer.")
        return Taken(sent.ref, sent.number, made.version) if made is not None else None

    def too_late(self, seats: tuple[SeatId, ...], request: Move) -> Reply:
        """Return the reply to a request after the end: `Taken` if it made a commit, else `no`."""
        if isinstance(request, Intent | Undo):
            for seat in seats:
                made = self._made_by(seat, request.number)
                if made and is_made_by(made, request) and request.seat in ("", seat):
                    return Taken(request.ref, request.number, made.version)
        text = "The battle is over." if self.shown.over else "A battle decides that now."
        return Refused(request.ref, "not_now", text)

    def begin(self) -> Draft:
        """Return the battle's first commit."""
        before = self.play.mark()
        return self._draft(self.play.begin(), before, pinned=self.opening)

    def answer(
        self,
        seat: SeatId,
        question: int,
        picks: Picks,
        how: AnswerOrigin,
        number: int,
        ms: int,
        note: str = "",
    ) -> Draft:
        """Return an answer's commit. Raises the engine's `Illegal` and `Defect`; then nothing
        changed.

        `note`, what its author says about it, is made plain.
        """
        before = self.play.mark()
        told = self.play.answer(QuestionId(question), seat, picks, how, before)
        note = plain_text(note, LONGEST_NOTE) if note else ""
        return self._draft(told, before, seat, picks, number, ms, note=note)

    def undo(self, version: int, by: tuple[SeatId, ...], number: int, ms: int) -> Draft:
        """Return the commit that goes back to a version. Raises `Refusal`."""
        before = self.play.mark()
        told = undo(self.play, self._mark(version), version, by)
        return self._draft(told, before, by[0], undoing(version), number, ms)

    def restart(self, ms: int) -> Draft:
        """Return the commit that voids the running beat and asks it anew. May raise any rule's
        failure.
        """
        before = self.play.mark()
        version = self.shown.version
        return self._draft(restart(self.play, before, version), before, ms=ms)

    def stop(self, why: str, ms: int, by: SeatId = NO_SEAT, *, late: bool = False) -> Draft:
        """Return the commit that ends the battle where it stands; `by` is a seat that gives up, or
        is `late`.
        """
        before = self.play.mark()
        return self._draft(self.play.stop(why, by, late=late), before, ms=ms)

    def returned(self, call: CallId, outcome: object, ms: int) -> Draft:
        """Return the commit of the open call's outcome. Raises the engine's `Illegal` and
        `Defect`.
        """
        before = self.play.mark()
        return self._draft(self.play.returned(call, outcome), before, ms=ms)

    def seed_of(self, call: CallId) -> bytes:
        """Return the seed of the battle that a call is for: bound, as all its dice, by our
        commitment.
        """
        return called_seed(self._seed, call)

    def is_free(self, version: int, seat: SeatId) -> bool:
        """Return whether a seat may go back to a version alone. Raises `Refusal` if nobody may.

        It may as long as nothing has been rolled, revealed or answered by another since.
        """
        self._mark(version)
        since = [
            event for at in range(version + 1, self.shown.version + 1) for event in self._trail[at]
        ]
        return all(_is_own(event, seat) for event in since)

    def keep(self, draft: Draft) -> None:
        """Make a draft the shown version. Call it only once the journal has the commit."""
        commit = draft.commit
        pinned = commit.pinned
        closing = pinned if pinned is not None and isinstance(pinned, Closing) else None
        self.shown = Shown(
            commit.version,
            self.play.state,
            self.play.questions,
            commit.ms,
            draft.told.over,
            closing,
            None if draft.told.questions else self.play.call,
            commit.left,
        )
        if (clocks := self.side_clocks) is not None and (commit.left or clocks.are_used):
            clocks.settle(commit.left)
        self.note(commit.version, self.play.mark(), draft.told.events)
        self.note_number(*made_by(commit, draft.before.former), commit.number)

    def drop(self, draft: Draft) -> None:
        """Take back a draft that the journal does not have."""
        self.play.go_back(draft.before)

    def snapshot(self) -> tuple[int, bytes] | None:
        """Return the version and the bytes of a snapshot, if one is due after the last version
        kept.

        None also where a later undo went behind the place that it would begin at.
        """
        at = self.shown.version - limits.UNDO_VERSIONS + 1
        if self.shown.version % EVERY or self.shown.over:
            return None
        since = [event for v in range(at + 1, self.shown.version + 1) for event in self._trail[v]]
        if any(isinstance(event, Undone) and event.version < at for event in since):
            return None
        numbers = {seat: self._remembered(seat) for seat in self._made | self._beyond}
        point = Point(at, self._marks[at])
        return at, encode_snapshot(self.opening_shown, point, numbers, self._highest)

    def note(self, version: int, mark: Mark[Any], events: tuple[Event, ...]) -> None:
        """Remember a version, for undo; the oldest beyond the bound is forgotten."""
        self._marks[version], self._trail[version] = mark, events
        self._marks.pop(version - limits.UNDO_VERSIONS, None)
        self._trail.pop(version - limits.UNDO_VERSIONS, None)

    def note_number(self, seat: SeatId, made: Made, number: int) -> None:
        """Remember what a running number made; 0 is nobody's number."""
        if not number:
            return
        highest = self._highest.get(seat, 0)
        self._highest[seat] = highest_after(highest, number)
        counts = number <= self._highest[seat]
        numbers = (self._made if counts else self._beyond).setdefault(seat, {})
        numbers[number] = made
        if len(numbers) > NUMBERS_KEPT:
            del numbers[next(iter(numbers))]  # the lowest: a new number is above all others

    def note_numbers(
        self, numbers: dict[SeatId, dict[int, Made]], highest: dict[SeatId, int]
    ) -> None:
        """Remember the running numbers of a snapshot."""
        self._highest = dict(highest)
        for seat, found in numbers.items():
            for number, made in found.items():
                counts = number <= self._highest.get(seat, 0)
                kept = (self._made if counts else self._beyond).setdefault(seat, {})
                kept[number] = made

    def _remembered(self, seat: SeatId) -> dict[int, Made]:
        return self._made.get(seat, {}) | self._beyond.get(seat, {})

    def _made_by(self, seat: SeatId, number: int) -> Made | None:
        return self._made.get(seat, {}).get(number) or self._beyond.get(seat, {}).get(number)

    def _mark(self, version: int) -> Mark[Any]:
        mark = self._marks.get(version)
        if mark is not None and version < self.shown.version and self.play.reaches(mark):
            return mark
        raise Refusal("no_undo", f"The battle cannot go back to version {version}.")

    def _left(self, told: CommitContents) -> dict[SeatId, int]:
        """Return what the side clocks have after what was told."""
        if self.side_clocks is None:
            return dict(self.shown.left)
        if not self.side_clocks.are_used:
            return {}  # as in nearly all battles: every move asks
        is_answer = bool(told.events) and isinstance(told.events[0], Answered)
        after = self.play.state if is_answer else self.shown.state
        return self.side_clocks.left_after(self.shown.state, after)

    def _draft(
        self,
        told: CommitContents,
        before: Mark[Any],
        author: SeatId = NO_SEAT,
        picks: Picks = (),
        number: int = 0,
        ms: int = 0,
        pinned: Opening | None = None,
        note: str = "",
    ) -> Draft:
        asked, again = spelled(before.questions, told.questions)
        commit = Commit(
            self.shown.version + 1,
            told.events,
            told.diff.gone,
            told.diff.put,
            asked,
            again,
            number,
            # Never back: the clock may have been set back, or be another process's by now.
            ms if ms > self.shown.ms else self.shown.ms,
            pinned or (Closing(self._seed.hex()) if told.over else None),
            note,
            self._left(told),
        )
        return Draft(commit, codec.msgpack.encode(commit), told, author, picks, before)


def _is_own(event: Event, seat: SeatId) -> bool:
    if not isinstance(event, EngineEvent):
        return True  # a game's own events follow from what was answered, rolled or drawn
    match event:
        case Rolled(faces=faces):
            return not faces
        case Drawn() | Called() | Returned():
            return False
        case Answered(by=by):
            return by == seat
        case Undone(by=by):
            return by[:1] == (seat,)
        case BeatBegan() | BeatRestarted() | BattleStopped():
            return True
        case _:
            assert_never(event)

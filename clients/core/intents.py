"""Exactly once: running numbers, and the intents whose commit has not been seen yet.

A seat numbers its intents upwards. An intent stays unanswered until its commit, a `taken` or a
refusal has come; after any failure it is sent again under its old number, and the server applies it
once. What the server could not take at the moment (`busy`, `too_fast`, `paused`) stays unanswered.
"""

from typing import NamedTuple

from msgspec.structs import replace

from clients.core.view import BattleView
from protocol.events import Undone
from protocol.fields import NUMBER_STEP
from protocol.ids import SeatId
from protocol.questions import Picks, Question
from protocol.refusals import RefusalCode
from protocol.replies import Commit, Refused, Taken, author_of
from protocol.requests import Intent, Undo

LATER: tuple[RefusalCode, ...] = ("busy", "too_fast", "paused")


class Settled(NamedTuple):
    """How an intent ended: the version it made, or the refusal. `number` names it with its seat."""

    seat: SeatId
    number: int
    version: int = 0
    refused: Refused | None = None


class Intents:
    """The intents of one battle. `refs` are given by whoever sends them, anew for each sending."""

    def __init__(self) -> None:
        self._unanswered: dict[tuple[SeatId, int], Intent | Undo] = {}
        self._used: dict[SeatId, int] = {}

    def answer(
        self, view: BattleView, seat: SeatId, question: Question, picks: Picks, note: str = ""
    ) -> Intent:
        """Return an intent to answer a question for a seat, under a new number; `note` says why."""
        intent = Intent(
            0, self._number(view, seat), question.id, picks, SeatId(seat), view.battle, note
        )
        self._unanswered[seat, intent.number] = intent
        return intent

    def undo(self, view: BattleView, seat: SeatId, version: int) -> Undo:
        """Return an intent to go back to a version, under a new number."""
        undo = Undo(0, self._number(view, seat), version, SeatId(seat), view.battle)
        self._unanswered[seat, undo.number] = undo
        return undo

    def sent(self, intent: Intent | Undo, ref: int) -> Intent | Undo:
        """Return the intent as it is sent under a ref, by which a refusal will name it."""
        intent = replace(intent, ref=ref)
        if (intent.seat, intent.number) in self._unanswered:
            self._unanswered[intent.seat, intent.number] = intent
        return intent

    @property
    def unanswered(self) -> tuple[Intent | Undo, ...]:
        """Return what has to be sent again after a failure, oldest first."""
        return tuple(self._unanswered.values())

    def forget(self, intent: Intent | Undo) -> None:
        """Send it no more: nobody waits for it. Whether it counts, only the server knows."""
        self._unanswered.pop((intent.seat, intent.number), None)

    def is_waiting(self, ref: int) -> bool:
        """Return whether an unanswered intent was last sent under that ref."""
        return any(intent.ref == ref for intent in self._unanswered.values())

    def take(self, message: object) -> Settled | None:
        """Return what a message says about an intent; None if nothing, or only that it must
        wait.
        """
        match message:
            case Commit(version=version, number=number) if number:
                by = author_of(message).seat
                if self._is_made_by(message, self._unanswered.get((by, number))):
                    return self._settle(by, number, version)
            case Taken(ref, number, version):
                seat = self._seat_of(ref)
                return self._settle(seat, number, version) if seat is not None else None
            case Refused(ref, code) if code not in LATER:
                for (seat, number), intent in self._unanswered.items():
                    if intent.ref == ref:
                        return self._settle(seat, number, 0, message)
        return None

    def used(self, view: BattleView) -> tuple[Intent | Undo, ...]:
        """Return the unanswered intents whose number has made a commit: theirs, or another
        program's that speaks for the same player. Asked again, the server says which.
        """
        numbers = view.numbers
        return tuple(i for i in self.unanswered if 0 < i.number <= numbers.get(i.seat, 0))

    def doubted(self, commit: Commit) -> tuple[Intent | Undo, ...]:
        """Return the unanswered intent whose number a commit has, if it is not known to have made
        it: it named its question by an earlier id, or another program of the same player used the
        number. Asked again, the server says which.
        """
        intent = self._unanswered.get((author_of(commit).seat, commit.number))
        return (intent,) if intent is not None else ()

    def give_up(self) -> tuple[Settled, ...]:
        """Forget everything unanswered, as another battle is shown now. Returns what each
        came to.
        """
        text = "The battle that this was meant for is not shown any more."
        keys = tuple(self._unanswered)
        self._unanswered.clear()
        self._used.clear()
        return tuple(Settled(s, n, 0, Refused(0, "stale", text)) for s, n in keys)

    def _is_made_by(self, commit: Commit, intent: Intent | Undo | None) -> bool:
        """Return whether a commit of an intent's number is the intent's own."""
        match intent, commit.events[0] if commit.events else None:
            case Undo(version=version), Undone(version=to) | ["undo", to, _]:
                return bool(to == version)
            case Intent(picks=picks, question=question), _:
                author = author_of(commit)
                return picks == author.picks and question == author.question
            case _:
                return False

    def _number(self, view: BattleView, seat: SeatId) -> int:
        known = view.numbers.get(SeatId(seat), 0)
        number = max(self._used.get(seat, 0), known) + 1
        if number > known + NUMBER_STEP:
            number = known + 1  # so many were refused: their numbers were never used
        self._used[seat] = number
        return number

    def _seat_of(self, ref: int) -> SeatId | None:
        return next((i.seat for i in self._unanswered.values() if i.ref == ref), None)

    def _settle(
        self, seat: SeatId, number: int, version: int, refused: Refused | None = None
    ) -> Settled | None:
        if self._unanswered.pop((seat, number), None) is None:
            return None
        return Settled(seat, number, version, refused)

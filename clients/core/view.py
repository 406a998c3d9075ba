"""One battle as a client sees it: the folded state, the open questions, and how the seats stand."""

from typing import Any, NamedTuple

from clients.core.fold import State, folded
from protocol.ids import QuestionId, SeatId
from protocol.questions import Question
from protocol.replies import (
    Closing,
    Commit,
    Opening,
    Snapshot,
    author_of,
    now_open,
)


class Gap(Exception):
    """A commit came that does not fit onto the last one; `have` is the version held."""

    def __init__(self, have: int, got: int) -> None:
        super().__init__(f"version {got} came after version {have}")
        self.have, self.got = have, got


class Played(NamedTuple):
    """A commit that was taken in, with the state and the open questions before and after it."""

    commit: Commit
    before: State
    after: State
    asked_before: tuple[Question, ...]
    questions: tuple[Question, ...]

    @property
    def version(self) -> int:
        """Return the commit's version."""
        return self.commit.version

    def renewed(self, question: QuestionId) -> Question | None:
        """Return the open question that a question of the moment before has become, if it still
        stands.
        """
        now = {question.id: question for question in self.questions}
        for again in self.commit.again:
            if again.was == question:
                return now.get(again.id)
        return None


class BattleView:
    """A battle from a snapshot on. `numbers` holds each seat's highest running number seen."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.battle, self.opening = snapshot.battle, snapshot.opening
        self.reset(snapshot)

    def reset(self, snapshot: Snapshot) -> None:
        """Replace state, questions and numbers by those of a newer snapshot of the same battle."""
        assert snapshot.battle == self.battle, f"{snapshot.battle} is another battle"
        self.version, self.ms = snapshot.version, snapshot.ms
        self.state: State = snapshot.state
        self.questions = snapshot.questions
        self.numbers: dict[SeatId, int] = dict(snapshot.numbers)
        self.over, self.closing = snapshot.over, snapshot.closing

    def take(self, commit: Commit) -> Played | None:
        """Fold a commit in; None if it is known already. Raises `Gap`."""
        if commit.version <= self.version:
            return None
        if commit.version != self.version + 1:
            raise Gap(self.version, commit.version)
        before, asked = self.state, self.questions
        try:
            after = folded(before, commit.gone, commit.put)
            self.questions = now_open(asked, commit)
        except KeyError:
            raise Gap(self.version, commit.version) from None
        self.state, self.version, self.ms = after, commit.version, commit.ms
        if commit.number:
            seat = author_of(commit).seat
            self.numbers[seat] = max(commit.number, self.numbers.get(seat, 0))
        if isinstance(commit.pinned, Closing):
            self.over, self.closing = True, commit.pinned
        return Played(commit, before, after, asked, self.questions)

    def asked_of(self, seats: tuple[SeatId, ...]) -> tuple[Question, ...]:
        """Return the open questions that one of these seats may answer, in order of id."""
        return tuple(q for q in self.questions if not set(seats).isdisjoint(q.to))

    def find(self, question: QuestionId) -> Question | None:
        """Return the open question of an id."""
        return next((q for q in self.questions if q.id == question), None)


def beginning(opening: Opening) -> Snapshot:
    """Return version 0 of a battle: what its first commit pins, as a snapshot with nothing asked
    yet.
    """
    state: Any = opening.state
    return Snapshot(opening.battle, 0, state, (), {}, opening)

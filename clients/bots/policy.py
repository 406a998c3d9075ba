"""How a bot decides: the interface of all bots.

A policy has one method, `choose(view, seat, questions)`: the folded state as plain data, the seat
it plays, and the questions open to that seat; it returns a question's id, its picks and, if it
likes, why it chose so, in one short sentence for everybody.
"""

from typing import Any, NamedTuple, Protocol

from protocol.ids import QuestionId, SeatId
from protocol.questions import Picks, Question

Questions = tuple[Question, ...]


class Answer(NamedTuple):
    """An answer to an open question. `note` says why, in at most 120 characters; "" for nothing."""

    question: QuestionId
    picks: Picks
    note: str = ""


class Policy(Protocol):
    """How a bot decides."""

    def choose(self, view: dict[str, Any], seat: SeatId, questions: Questions) -> Answer:
        """Answer one of the open questions, of which there is at least one."""
        ...

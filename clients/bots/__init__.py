"""Bots: policies that answer questions from what everybody at the table can see.

A policy has one method, `choose(view, seat, questions)`: the folded state as plain data, the seat
it plays, and the questions open to that seat; it returns a question's id and its picks.
"""

from typing import Any, Protocol

from protocol.questions import Picks, Question

Questions = tuple[Question, ...]
Answer = tuple[int, Picks]


class Policy(Protocol):
    """How a bot decides."""

    def choose(self, view: dict[str, Any], seat: str, questions: Questions) -> Answer:
        """Answer one of the open questions, of which there is at least one."""
        ...
